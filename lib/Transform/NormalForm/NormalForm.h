// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Normal form: the shape of a primal from which both sweeps are generated.
//
//  * Parameters passed by value are never written (a local copy is).
//  * The result of a call is a new variable.
//  * The path of a written place does not read what the statement writes.
//  * No break, continue, goto; one return, the last statement. Switch sections do not fall through.
//  * A loop has a trip count that is known on entry (CountedLoop), or no init and step and
//    counts its trips.
//  * The condition of a branch is made of immutable values, so that the reverse sweep finds it.
//  * Arrays and variables whose address is taken are declared at the top of the function.
//
// Every statement stands in the tree once.

#ifndef ADJOINT_TRANSFORM_NORMALFORM_NORMALFORM_H
#define ADJOINT_TRANSFORM_NORMALFORM_NORMALFORM_H

#include "IR/Context.h"

namespace adjoint::transform {

/// The passes; each takes and returns the body. Their order: PassOrder.cpp.
ir::StmtList markAddresses(ir::Context &context, const ir::Function &function, ir::StmtList body);
ir::StmtList copyWrittenParameters(ir::Context &context, const ir::Function &function, ir::StmtList body);
ir::StmtList nameMembers(ir::Context &context, ir::StmtList body);
ir::StmtList separateEffects(ir::Context &context, ir::StmtList body);
ir::StmtList splitChoices(ir::Context &context, const ir::StmtList &body);
ir::StmtList countDown(ir::Context &context, ir::StmtList body);
ir::StmtList structureExits(ir::Context &context, const ir::Function &function, ir::StmtList body);
ir::StmtList hoistStorage(ir::Context &context, ir::StmtList body);
ir::StmtList dissolveBlocks(ir::Context &context, ir::StmtList body);
ir::StmtList simplifyLoopHeads(ir::Context &context, ir::StmtList body);
ir::StmtList narrowBounds(ir::Context &context, ir::StmtList body);
ir::StmtList indexPointers(ir::Context &context, ir::StmtList body);
ir::StmtList forwardPointers(ir::Context &context, ir::StmtList body);
ir::StmtList simplifyPointerDifferences(ir::Context &context, ir::StmtList body);
ir::StmtList reserveAhead(ir::Context &context, ir::StmtList body);
ir::StmtList countAlong(ir::Context &context, ir::StmtList body);
ir::StmtList splitWraps(ir::Context &context, ir::StmtList body);
ir::StmtList countLoops(ir::Context &context, ir::StmtList body);
ir::StmtList nameConditions(ir::Context &context, const ir::Function &function, ir::StmtList body);
ir::StmtList joinDeclarations(ir::Context &context, ir::StmtList body);

} // namespace adjoint::transform

#endif
