// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Writes.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

Writes::Writes(const StmtList &body) {
  auto expose = [&](const Expr *expr) {
    forEachExpr(expr, [&](const Expr *e) {
      if (const auto *address = dyn_cast<AddressExpr>(e))
        if (const Variable *variable = rootVariable(address->place)) {
          exposed.insert(variable);
          variable->isAddressTaken = true;
        }
    });
  };
  forEachStmt(body, [&](const Stmt *stmt) {
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
      if (declare->init)
        ++counts[declare->variable];
    if (isa<CallStmt>(stmt) || isa<FreeStmt>(stmt))
      noteMemory(nullptr);
    forEachOperand(stmt, expose, [&](const Place *written) {
      forEachExpr(written, expose);
      if (const Variable *variable = rootVariable(written))
        ++counts[variable];
      if (!wholeVariable(written) || rootVariable(written)->isGlobal())
        noteMemory(written->type);
    });
  });
}

namespace {
std::string typeName(const Type *type) { return type->isPointer() ? "*" : type->spelling; }
} // namespace

void Writes::noteMemory(const Type *written) {
  memory = true;
  if (!written || !written->isScalar())
    anyType = true;
  else
    memoryTypes.insert(typeName(written));
}

unsigned Writes::count(const Variable *variable) const {
  auto found = counts.find(variable);
  return found == counts.end() ? 0 : found->second;
}

bool Writes::mayChange(const Expr *expr) const {
  bool changes = false;
  forEachLoad(expr, [&](const LoadExpr *load) {
    const Variable *variable = rootVariable(load->place);
    bool typeWritten = anyType || (memory && !load->type->isScalar()) || memoryTypes.count(typeName(load->type));
    if (!variable) // const is a promise of the pointer, not of what it points to
      changes |= typeWritten;
    else if (variable->isGlobal())
      changes |= typeWritten && !load->place->type->isConst;
    else if (count(variable) != 0)
      changes = true;
    else
      changes |= isExposed(variable) && typeWritten;
  });
  return changes;
}

} // namespace adjoint::analysis
