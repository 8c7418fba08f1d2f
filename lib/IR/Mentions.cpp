// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IR/Mentions.h"

#include <algorithm>

namespace adjoint::ir {

void forEachPlaceIn(const Stmt *stmt, llvm::function_ref<void(const Place *)> visit) {
  auto inside = [&](const Expr *e) { forEachPlace(e, visit); };
  forEachStmt(stmt, [&](const Stmt *nested) {
    forEachOperand(nested, inside, [&](const Place *place) {
      visit(place);
      forEachExpr(place, inside);
    });
  });
}

void forEachPlaceIn(const StmtList &list, llvm::function_ref<void(const Place *)> visit) {
  for (const Stmt *stmt : list)
    forEachPlaceIn(stmt, visit);
}

Mentions::Mentions(const StmtList &list) : length(list.size()) {
  for (size_t i = 0; i < list.size(); ++i) {
    auto note = [&](const Place *place) {
      const Variable *variable = rootVariable(place);
      if (!variable)
        return;
      std::vector<size_t> &own = places[variable];
      if (own.empty() || own.back() != i)
        own.push_back(i);
    };
    forEachPlaceIn(list[i], note);
  }
}

const std::vector<size_t> &Mentions::of(const Variable *variable) const {
  static const std::vector<size_t> none;
  auto found = places.find(variable);
  return found == places.end() ? none : found->second;
}

size_t Mentions::next(const Variable *variable, size_t from) const {
  auto found = places.find(variable);
  if (found == places.end())
    return length;
  auto first = std::lower_bound(found->second.begin(), found->second.end(), from);
  return first == found->second.end() ? length : *first;
}

} // namespace adjoint::ir
