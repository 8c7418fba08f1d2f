// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ActivityReports: what the activity of a function means for its user and its signature.

#ifndef ADJOINT_TRANSFORM_FUNCTION_ACTIVITYREPORTS_H
#define ADJOINT_TRANSFORM_FUNCTION_ACTIVITYREPORTS_H

#include "Analysis/Activity/Activity.h"
#include "Transform/Passes/Options.h"

namespace adjoint::transform {

/// Reports a derivative that is zero, since nothing in the function is active. False: as an error.
bool reportNothingActive(const ir::Request &request, const Options &options, DiagnosticSink &diagnostics);

/// Reports memory that must have a derivative and cannot. True if there is some.
bool reportConflict(const analysis::Unit &unit, const analysis::Activity &activity, Location where,
                    DiagnosticSink &diagnostics);

/// Reports branches whose condition is active, if the options ask for it. `where` is the function.
void reportActiveBranches(const ir::StmtList &body, const analysis::Activity &activity, Location where,
                          const Options &options, DiagnosticSink &diagnostics);

/// Globals through which a derivative flows.
std::vector<const ir::Variable *> activeGlobals(const analysis::Unit &unit, const analysis::Activity &activity);

} // namespace adjoint::transform

#endif
