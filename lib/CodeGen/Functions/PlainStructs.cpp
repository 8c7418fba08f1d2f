// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Functions/PlainStructs.h"

#include "CodeGen/Cpp/Declarators.h"
#include "IR/ClassView.h"
#include "IR/Visit.h"

#include <algorithm>
#include <set>

namespace adjoint::codegen {

using namespace ir;
using llvm::dyn_cast;

namespace {

class StructCollector {
public:
  void add(const Type *type) {
    while (type->element) // what pointers lead to may come later
      type = type->element;
    if (type->isRecord())
      add(type->record);
  }

  /// In the order of discovery.
  std::vector<const Record *> found;

private:
  void add(const Record *record) {
    if (!seen.insert(record).second)
      return;
    if (record->isMirror)
      found.push_back(record);
    for (const Field &field : record->fields)
      add(field.type);
  }

  std::set<const Record *> seen;
};

void collect(const Function &function, StructCollector &out) {
  out.add(function.returnType);
  for (const Variable *param : function.params)
    out.add(param->type);
  auto inExpr = [&](const Expr *expr) { forEachExpr(expr, [&](const Expr *e) { out.add(e->type); }); };
  auto inPlace = [&](const Place *place) {
    out.add(place->type);
    if (const Variable *root = rootVariable(place))
      out.add(root->type);
    forEachExpr(place, inExpr);
  };
  forEachStmt(function.body, [&](const Stmt *stmt) {
    forEachOperand(stmt, inExpr, inPlace);
    if (const Variable *declared = declaredBy(stmt))
      out.add(declared->type);
    if (const auto *allocation = dyn_cast<AllocateStmt>(stmt))
      out.add(allocation->element);
  });
}

const Record *recordHeld(const Type *type) {
  while (type->isArray())
    type = type->element;
  return type->isRecord() ? type->record : nullptr;
}

void putAfterWhatItHolds(const Record *record, std::set<const Record *> &done, std::vector<const Record *> &order) {
  if (!done.insert(record).second)
    return;
  for (const Field &field : record->fields)
    if (const Record *held = recordHeld(field.type))
      putAfterWhatItHolds(held, done, order);
  if (record->isMirror)
    order.push_back(record);
}

/// The mirror that the field leads to through pointers, null for none.
const Record *mirrorBehind(const Type *type) {
  if (!type->element)
    return nullptr;
  while (type->element)
    type = type->element;
  return type->isRecord() && type->record->isMirror ? type->record : nullptr;
}

std::string printStruct(const Record &record) {
  std::string text;
  if (record.view && !record.view->spelling.empty())
    text += "// What adjoints see of " + record.view->spelling + ".\n";
  text += "struct " + record.spelling + " {\n";
  for (const Field &field : record.fields)
    text += "  " + mutableDeclarator(field.type, field.name) +
            (field.bits ? " : " + std::to_string(field.bits) : "") + ";\n";
  return text + "};\n";
}

} // namespace

std::vector<const Record *> mirrorsOf(const std::vector<const Function *> &functions) {
  StructCollector collector;
  for (const Function *function : functions)
    collect(*function, collector);
  std::set<const Record *> done;
  std::vector<const Record *> order;
  for (const Record *record : collector.found)
    putAfterWhatItHolds(record, done, order);
  return order;
}

std::string printPlainStructs(const std::vector<const Record *> &mirrors,
                              const std::function<bool(const Record *)> &isKnown) {
  std::string ahead, text;
  std::set<const Record *> defined, declared;
  for (const Record *record : mirrors) {
    for (const Field &field : record->fields)
      if (const Record *other = mirrorBehind(field.type))
        if (other != record && !(isKnown && isKnown(other)) && !defined.count(other) && declared.insert(other).second)
          ahead += "struct " + other->spelling + ";\n";
    text += (text.empty() ? "" : "\n") + printStruct(*record);
    defined.insert(record);
  }
  return ahead.empty() ? text : ahead + "\n" + text;
}

} // namespace adjoint::codegen
