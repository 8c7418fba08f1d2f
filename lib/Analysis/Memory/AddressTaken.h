// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AddressTaken: which variables have their address taken in a piece of code?
//
// What is found is noted at the variables (Variable::isAddressTaken), so that who looks at a part of a function alone
// knows what the rest does. It is noted before and after each pass (see PassRunner).

#ifndef ADJOINT_ANALYSIS_MEMORY_ADDRESSTAKEN_H
#define ADJOINT_ANALYSIS_MEMORY_ADDRESSTAKEN_H

#include "IR/Context.h"

#include <set>

namespace adjoint::analysis {

/// The address of the variable itself, or of a part of it.
std::set<const ir::Variable *> addressTaken(const ir::StmtList &code);
void markAddressTaken(ir::Context &context, const ir::StmtList &code);

} // namespace adjoint::analysis

#endif
