// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CountedLoops: the counted loops of a function, and which expressions are made of their counters and of what a loop keeps.
//
//   for (int i = 0; i < n; ++i) {
//     a[n * i + 1] = b[last];      [n * i + 1] is; [last] is not
//     last = i;
//   }

#ifndef ADJOINT_ANALYSIS_LOOPS_COUNTEDLOOPS_H
#define ADJOINT_ANALYSIS_LOOPS_COUNTEDLOOPS_H

#include "Analysis/Loops/Loops.h"
#include "Analysis/Memory/Program.h"

namespace adjoint::analysis {

class CountedLoops {
public:
  explicit CountedLoops(const Unit &unit);

  /// Null if it is not counted.
  const CountedLoop *of(const ir::LoopStmt *loop) const;
  /// Those around the statement, the outermost first; those in `within`, unless that is null.
  std::vector<CountedLoop> around(const ir::Stmt *stmt, const ir::LoopStmt *within = nullptr) const;
  /// Is it made of counters that loops declare, and of variables that have one value throughout the loop?
  bool isKept(const ir::Expr *expr, const ir::LoopStmt *loop) const;

private:
  const Versions &versions;
  std::map<const ir::LoopStmt *, CountedLoop> loops;
  std::set<const ir::Variable *> counters;
};

} // namespace adjoint::analysis

#endif
