// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dataflow: the solver over sets, joined by union: what may hold. Where execution does not come, nothing does.
//
// Most analyses are of this kind; Solver.h has the solver, Certain.h the states of those that ask what holds for sure.

#ifndef ADJOINT_ANALYSIS_MEMORY_DATAFLOW_H
#define ADJOINT_ANALYSIS_MEMORY_DATAFLOW_H

#include "Analysis/Memory/Alias.h"
#include "Analysis/Solver/Solver.h"

namespace adjoint::analysis {

template <> struct Lattice<Set> {
  static Set bottom(const Set &like) { return Set(like.size()); }
  static void join(Set &state, const Set &other) { state |= other; }
};

extern template class DataflowOver<Set>;
extern template class ForwardOver<Set>;
extern template class BackwardOver<Set>;

using Forward = ForwardOver<Set>;
using Backward = BackwardOver<Set>;

} // namespace adjoint::analysis

#endif
