// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CommonTargets: which memory of its caller does a function reach through one pointer?
//
// All that one pointer may lead to has an adjoint, or none of it (Activity.h). In
//
//   double at(const double *a, const double *b, int i) { return (i > 4 ? a : b)[i & 3]; }
//
// that holds of what a and b point to, and the caller decides which arguments come with adjoints: it has to know. The regions
// of a function are partitioned:
//
//   pointees(p)   are joined   for each place *p that reaches floating point, and each pointer that is kept, passed, or returned
//   seen(c)       are joined   for each class c of a callee, seen through the arguments of a call
//
// What lies behind a pointer in an object is one region of the function, which may stand for several of its caller's: where numbers
// there are used, these belong together, too.
//
// It depends on nothing that is asked of the function, and is the least solution over the call graph.

#ifndef ADJOINT_ANALYSIS_ACTIVITY_COMMONTARGETS_H
#define ADJOINT_ANALYSIS_ACTIVITY_COMMONTARGETS_H

#include "Analysis/Memory/Program.h"
#include "Analysis/Solver/RecursiveMemo.h"

namespace adjoint::analysis {

class CommonTargets {
public:
  explicit CommonTargets(const Program &program) : program(program) {}
  /// The classes of two and more regions, or of one that may stand for several, that the function's caller sees, globals among them.
  const std::vector<Set> &of(const ir::Function *function);

private:
  std::vector<Set> solve(const ir::Function *function);

  const Program &program;
  RecursiveMemo<const ir::Function *, std::vector<Set>> memo;
};

} // namespace adjoint::analysis

#endif
