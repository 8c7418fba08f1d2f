// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   double v[3] = {a, b};  v[2] = v[0] * v[1];
// becomes
//   double v_0 = a, v_1 = b, v_2 = 0.0;  v_2 = v_0 * v_1;
//
// for each short local array whose elements are named by constant indices alone, and whose address is taken nowhere. An
// array of arrays is split into arrays first. An element that nothing reads is left out with what is assigned to it.

#include "Transform/Simplify/Simplify.h"

#include "IR/Values.h"
#include "IR/Visit.h"

#include <set>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

constexpr unsigned longest = 16;

/// The array of which the place is an element, and the element's number; null for other places.
const Variable *arrayOf(const Place *place, unsigned &number) {
  const auto *element = dyn_cast<IndexPlace>(place);
  const Variable *array = element ? wholeVariable(element->array) : nullptr;
  std::optional<long long> index = array ? integerValue(element->index) : std::nullopt;
  if (!index || *index < 0 || static_cast<uint64_t>(*index) >= array->type->count)
    return nullptr;
  number = static_cast<unsigned>(*index);
  return array;
}

/// Which arrays can be split.
class SplittableArrays {
public:
  explicit SplittableArrays(const StmtList &body) {
    forEachStmt(body, [&](const Stmt *stmt) {
      if (const auto *declare = dyn_cast<DeclareStmt>(stmt); declare && isShort(declare))
        found.insert(declare->variable);
    });
    forEachStmt(body, [&](const Stmt *stmt) {
      forEachOperand(stmt, [&](const Expr *e) { lookInside(e); }, [&](const Place *place) {
        unsigned number = 0;
        if (!isa<AssignStmt>(stmt) || !arrayOf(place, number))
          lookAt(place);
      });
    });
  }

  bool contains(const Variable *variable) const { return found.count(variable) != 0; }
  bool isRead(const Variable *variable, unsigned number) const { return read.count({variable, number}) != 0; }

private:
  static bool isShort(const DeclareStmt *declare) {
    const Type *type = declare->variable->type;
    return type->isArray() && type->count <= longest && !type->element->isConst &&
           declare->variable->storage == Storage::Local && (!declare->init || isa<InitListExpr>(declare->init));
  }

  void lookInside(const Expr *expr) {
    forEachExpr(expr, [&](const Expr *e) {
      if (const auto *load = dyn_cast<LoadExpr>(e))
        lookAt(load->place);
      else if (const auto *address = dyn_cast<AddressExpr>(e))
        found.erase(rootVariable(address->place));
    });
  }

  /// Along the path from the object: below the element that is named, anything may stand.
  void lookAt(const Place *place) {
    unsigned number = 0;
    if (const Variable *array = arrayOf(place, number)) {
      read.insert({array, number});
      return;
    }
    if (const auto *element = dyn_cast<IndexPlace>(place)) {
      lookInside(element->index);
      return lookAt(element->array);
    }
    if (const auto *field = dyn_cast<FieldPlace>(place))
      return lookAt(field->object);
    if (const Variable *whole = wholeVariable(place))
      found.erase(whole);
    else
      forEachExpr(place, [&](const Expr *e) { lookInside(e); });
  }

  std::set<const Variable *> found;
  std::set<std::pair<const Variable *, unsigned>> read;
};

class ArraySplitting : public Rewriter {
public:
  ArraySplitting(Context &context, const StmtList &body) : Rewriter(context), candidates(body) {}
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;

  const Place *replace(const Place *place) override {
    unsigned number = 0;
    const Variable *array = arrayOf(place, number);
    return array && candidates.contains(array) ? context.make<VarPlace>(part(array, number)) : nullptr;
  }

  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    if (!declare)
      return isAssignedInVain(stmt);
    if (!candidates.contains(declare->variable))
      return false;
    const auto *list = llvm::dyn_cast_or_null<InitListExpr>(declare->init);
    bool isFirst = true;
    for (unsigned i = 0; i < declare->variable->type->count; ++i) {
      if (!candidates.isRead(declare->variable, i))
        continue;
      DeclareStmt *made =
          context.rebuilt(declare, part(declare->variable, i), list ? elementOf(list, i, declare) : nullptr);
      if (!isFirst)
        made->comment.clear();
      isFirst = false;
      out.push_back(made);
    }
    return true;
  }

private:
  bool isAssignedInVain(const Stmt *stmt) const {
    unsigned number = 0;
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const Variable *array = assign ? arrayOf(assign->place, number) : nullptr;
    return array && candidates.contains(array) && !candidates.isRead(array, number);
  }

  const Expr *elementOf(const InitListExpr *list, unsigned i, const DeclareStmt *declare) {
    return i < list->elements.size() ? rewrite(list->elements[i]) : context.zero(declare->variable->type->element);
  }

  const Variable *part(const Variable *array, unsigned number) {
    const Variable *&slot = parts[{array, number}];
    if (slot)
      return slot;
    auto *made = context.make<Variable>(array->name + "_" + std::to_string(number), array->type->element, Storage::Local,
                                        array->location);
    made->isTemporary = array->isTemporary;
    return slot = made;
  }

  SplittableArrays candidates;
  std::map<std::pair<const Variable *, unsigned>, const Variable *> parts;
};

} // namespace

StmtList splitArrays(Context &context, StmtList body) { return ArraySplitting(context, body).rewrite(body); }

} // namespace adjoint::transform
