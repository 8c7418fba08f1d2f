// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// EarlierIterations: in which iterations did one statement run before another one does?
//
//   for (j ...)                            j' < j                       whatever i' is
//     for (i ...) { use; store; }          j' = j, i' < i
//                                          j' = j, i' = i               as the use stands in front of the store
//
// The iterations of the loops that both stand in are ordered by the outermost one in which they differ. In normal form nothing but a
// loop goes back: what stands behind, with no loop in common, did not run earlier.

#ifndef ADJOINT_ANALYSIS_LOOPS_EARLIERITERATIONS_H
#define ADJOINT_ANALYSIS_LOOPS_EARLIERITERATIONS_H

#include "Analysis/Loops/Loops.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <vector>

namespace adjoint::analysis {

/// Other variables for the counters: those of another iteration.
class OtherIteration : public ir::Rewriter {
public:
  using ir::Rewriter::Rewriter;
  using ir::Rewriter::rewrite;

  CountedLoop renamed(const CountedLoop &loop);

protected:
  using ir::Rewriter::replace;
  const ir::Variable *replace(const ir::Variable *variable) override;

private:
  std::map<const ir::Variable *, const ir::Variable *> counters;
};

/// Two statements with the loops around each, the outermost first; both have the first `common` of them, and are in the same
/// iteration of the first `same` of these.
struct InLoops {
  std::vector<CountedLoop> now, then;
  size_t same, common;
  bool isInFront; ///< in one and the same iteration, that of `then` is the first
};

/// Does it hold of all that ran earlier? `holds` gets all the loops, and what makes an expression of `then` one of its iteration.
bool holdsOfEarlier(ir::Context &context, const InLoops &statements,
                    llvm::function_ref<bool(const std::vector<CountedLoop> &loops, OtherIteration &then)> holds);

} // namespace adjoint::analysis

#endif
