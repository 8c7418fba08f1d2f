// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// WritesInOrder: which variables, and memory of which types, do the statements of an interval write?
//
// What Writes answers of a piece of code, for any interval of the statements of one: those that write a variable are a
// sorted list, and to ask for one in an interval takes logarithmic time.

#ifndef ADJOINT_ANALYSIS_MEMORY_WRITESINORDER_H
#define ADJOINT_ANALYSIS_MEMORY_WRITESINORDER_H

#include "Analysis/Memory/Positions.h"
#include "Analysis/Memory/Writes.h"

namespace adjoint::analysis {

class WritesInOrder {
public:
  WritesInOrder(const ir::StmtList &body, const Positions &positions);

  /// Does a statement of the interval write the variable by its name, or a part of it? A declaration does if it
  /// initialises.
  bool isWritten(const ir::Variable *variable, Interval where) const;
  /// May the value of the expression be changed there?
  bool mayChange(const ir::Expr *expr, Interval where) const;

private:
  /// Numbers of statements, ascending.
  using Numbers = std::vector<unsigned>;
  struct Memory {
    std::map<Leaf, Numbers> written;
    Numbers anyType;
  };
  static bool any(const Numbers &numbers, Interval where);
  bool mayWriteMemory(const ir::Place *place, Interval where) const;
  static Memory memoryOf(const ir::StmtList &body, const Positions &positions);

  llvm::DenseMap<const ir::Variable *, Numbers> writes;
  const Memory memory;
};

} // namespace adjoint::analysis

#endif
