// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Demands: what a request asks of its function, and what a demand on one version of a function
// is in another (names given to intermediates, locals moved).

#ifndef ADJOINT_TRANSFORM_CONTRACT_DEMANDS_H
#define ADJOINT_TRANSFORM_CONTRACT_DEMANDS_H

#include "Analysis/Activity/Activity.h"

namespace adjoint::transform {

/// The independents and dependents of a request, as keys of the function.
analysis::Demand demandOf(const ir::Request &request, const analysis::Unit &unit);

/// Does anything asked for depend on an independent?
bool hasActiveOutput(const analysis::Program &program, const ir::Request &request, const analysis::Demand &demand,
                     analysis::Summaries &summaries);

/// The same demand in the keys of another version of the function.
analysis::Demand translated(const analysis::Demand &demand, const analysis::Alias &from, const analysis::Alias &to);

} // namespace adjoint::transform

#endif
