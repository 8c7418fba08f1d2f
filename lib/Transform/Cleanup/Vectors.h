// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors: loops that compilers compute in vectors, once they know that the iterations have nothing to do with each other.

#ifndef ADJOINT_TRANSFORM_CLEANUP_VECTORS_H
#define ADJOINT_TRANSFORM_CLEANUP_VECTORS_H

#include "Transform/Cleanup/Iteration.h"
#include "Transform/Cleanup/UpwardLoop.h"

namespace adjoint::transform {

/// Without what compilers have no vector instructions for?
bool isVectorisable(const ir::StmtList &work);
/// Nothing but numbers that are computed and stored, without branches and choices.
bool isStraight(const ir::StmtList &work);
/// Do the arrays of the loop let compilers compute it in vectors? They are told that its iterations are independent (IndependentLoops.h), or
/// compare the few.
bool letVectorise(const Arrays &arrays, const ir::StmtList &work);
/// A straight loop that may be long?
bool isForVectors(const RunnableUpwards &loop);
/// Choices, but no branches, and each element that is read in a choice is read outside of any, too?
bool readsAllInAnyCase(const ir::StmtList &work);
/// May iterations run side by side, on elements next to each other?
bool runsInVectors(const Iteration &iteration);

/// Those of a body.
std::set<const ir::LoopStmt *> loopsInVectors(ir::Context &context, const ir::StmtList &body, const analysis::Alias &alias,
                                              const AreApart &areApart);

} // namespace adjoint::transform

#endif
