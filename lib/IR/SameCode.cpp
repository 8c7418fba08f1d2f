// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IR/SameCode.h"

#include "IR/Visit.h"

#include <algorithm>

namespace adjoint::ir {

namespace {

/// What a statement has, without the statements nested in it.
struct Parts {
  explicit Parts(const Stmt *stmt) {
    forEachOperand(
        stmt, [&](const Expr *expr) { exprs.push_back(expr); }, [&](const Place *place) { places.push_back(place); });
    forEachList(stmt, [&](const StmtList &list) { lists.push_back(&list); });
  }

  std::vector<const Expr *> exprs;
  std::vector<const Place *> places;
  std::vector<const StmtList *> lists;
};

const void *calleeOf(const Stmt *stmt) {
  const auto *call = llvm::dyn_cast<CallStmt>(stmt);
  return call ? call->callee : nullptr;
}

bool isSameStmt(const Stmt *a, const Stmt *b) {
  if (a == b)
    return true;
  if (a->kind != b->kind || declaredBy(a) != declaredBy(b) || calleeOf(a) != calleeOf(b))
    return false;
  const Parts x(a), y(b);
  auto areSame = [](const auto *one, const auto *other) { return same(one, other); };
  auto areSameLists = [](const StmtList *one, const StmtList *other) { return isSameCode(*one, *other); };
  return std::equal(x.exprs.begin(), x.exprs.end(), y.exprs.begin(), y.exprs.end(), areSame) &&
         std::equal(x.places.begin(), x.places.end(), y.places.begin(), y.places.end(), areSame) &&
         std::equal(x.lists.begin(), x.lists.end(), y.lists.begin(), y.lists.end(), areSameLists);
}

} // namespace

bool isSameCode(const StmtList &a, const StmtList &b) { return std::equal(a.begin(), a.end(), b.begin(), b.end(), isSameStmt); }

} // namespace adjoint::ir
