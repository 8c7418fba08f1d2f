// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Callees: the functions that a body calls or takes the address of, and the same body with
// others in their places.

#ifndef ADJOINT_IR_CALLEES_H
#define ADJOINT_IR_CALLEES_H

#include "IR/Context.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>

namespace adjoint::ir {

/// Each call and each use as a value, in order; `where` is the statement that it stands in.
void forEachCallee(const StmtList &body, llvm::function_ref<void(const Function *, const Stmt *where)> visit);

/// Does a run that comes to the end of the list end there, by a call that throws or ends the program?
bool endsRun(const StmtList &list);

/// The function and all that it leads to by calls and uses as a value, callees first.
std::vector<const Function *> reachedFrom(const Function *function);

using Callees = std::map<const Function *, const Function *>;

/// The body with every callee that `others` knows replaced.
StmtList withCallees(Context &context, const StmtList &body, const Callees &others);

} // namespace adjoint::ir

#endif
