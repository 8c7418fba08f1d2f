// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PassOrder: which passes run, in which order. PassOrder.cpp is read from top to bottom; what each pass does stands in the
// table, Passes.def.

#ifndef ADJOINT_TRANSFORM_ORDER_PASSORDER_H
#define ADJOINT_TRANSFORM_ORDER_PASSORDER_H

#include "Transform/Cleanup/ForwardAdjoints.h"
#include "Transform/Cleanup/RowPointers.h"
#include "Transform/Cleanup/RunInParallel.h"
#include "Transform/Order/Inlining.h"
#include "Transform/Passes/PassRunner.h"

namespace adjoint::transform {

/// Dissolves what only the way of writing brought in (Inlining.h).
void inlinePasses(const PassRunner &passes, Inlining &inlining, ir::Function &function);

/// Gives a function that is to be inlined one exit.
void oneExitPasses(const PassRunner &passes, ir::Function &function);

/// Brings a function to the normal form (NormalForm.h), from which both sweeps are made.
void normalFormPasses(const PassRunner &passes, ir::Function &function);

/// Brings a function to the form from which its tangent is made. A tangent runs with its primal, so little has to change:
///
///  * Parameters passed by value are never written (a local copy is): one without tangent may
///    come to hold an active value.
///  * The result of a call or an allocation is a new variable, and the path of a written place
///    does not read what the statement writes: a statement can be preceded by its tangent.
///  * There is no goto. (A jump must not skip the declarations that tangents add.) Only a
///    function with one is brought to structured exits.
void tangentFormPasses(const PassRunner &passes, ir::Function &function);

/// Leaves out what nothing needs, until nothing more falls away. `dropDead` is the pass of this name, with what it has to know.
using DroppingDead = llvm::function_ref<ir::StmtList(ir::Context &, const ir::Function &, const ir::StmtList &)>;
void cleanUpPasses(const PassRunner &passes, ir::Function &function, DroppingDead dropDead, const IsUnnamed &isUnnamed);

/// What both sweeps compute, and what one iteration does in both, is joined. Is anything? Then something may fall away. `forward`:
/// where the forward sweep stands, which may be the function.
bool joinPasses(const PassRunner &passes, ir::Function &function, const ir::Function &forward,
                const std::set<const ir::Variable *> &globals);

/// What the passes over a clean adjoint know beside it.
struct SweepFacts {
  const std::set<const ir::Variable *> &globals; ///< of the primal
  AreApart areApart;
  HasOwnRows hasOwnRows;
  ParallelFacts parallel;
  bool strongZeros; ///< everywhere
};

/// The loops of a clean adjoint are brought to the shape that a compiler makes fast code of. `reverse`: null where
/// both sweeps stand in `function`.
void sweepPasses(const PassRunner &passes, ir::Function &function, ir::Function *reverse, const SweepFacts &facts);
/// The same of a function for value and adjoint at once (OneSweep.h), which records nothing.
void oneSweepPasses(const PassRunner &passes, ir::Function &function, const SweepFacts &facts);

/// A finished tangent: loops of parallel loops are parallel.
void tangentPasses(const PassRunner &passes, ir::Function &function, const std::set<const ir::Variable *> &globals,
                   const ParallelFacts &parallel);

/// A finished function says where it is in the source, which the profile calls `file`.
void profilePasses(const PassRunner &passes, ir::Function &function, const std::string &file,
                   const analysis::LineOf &lineOf);

} // namespace adjoint::transform

#endif
