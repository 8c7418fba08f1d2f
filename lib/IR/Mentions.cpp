// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IR/Mentions.h"

#include <algorithm>

namespace adjoint::ir {

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
    auto inside = [&](const Expr *e) { forEachPlace(e, note); };
    forEachStmt(list[i], [&](const Stmt *stmt) {
      forEachOperand(stmt, inside, [&](const Place *place) {
        note(place);
        forEachExpr(place, inside);
      });
    });
  }
}

size_t Mentions::next(const Variable *variable, size_t from) const {
  auto found = places.find(variable);
  if (found == places.end())
    return length;
  auto first = std::lower_bound(found->second.begin(), found->second.end(), from);
  return first == found->second.end() ? length : *first;
}

} // namespace adjoint::ir
