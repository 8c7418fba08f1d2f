// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mentions: what statements mention, and which of a list mention a variable.
//
// For each variable the places in the list, ascending, of the statements that name it or a part of it, all that is nested
// in them included; a declaration does not name what it declares. One walk, then logarithmic time per query.

#ifndef ADJOINT_IR_MENTIONS_H
#define ADJOINT_IR_MENTIONS_H

#include "IR/Visit.h"

#include "llvm/ADT/DenseMap.h"

namespace adjoint::ir {

/// Every place that the statements read or write, all that is nested in them included.
void forEachPlaceIn(const StmtList &list, llvm::function_ref<void(const Place *)> visit);
void forEachPlaceIn(const Stmt *stmt, llvm::function_ref<void(const Place *)> visit);

class Mentions {
public:
  explicit Mentions(const StmtList &list);

  /// The first at `from` or behind it; the length of the list if there is none.
  size_t next(const Variable *variable, size_t from) const;
  /// Their numbers, growing.
  const std::vector<size_t> &of(const Variable *variable) const;

private:
  llvm::DenseMap<const Variable *, std::vector<size_t>> places;
  const size_t length;
};

} // namespace adjoint::ir

#endif
