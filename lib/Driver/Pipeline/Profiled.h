// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Profiled: finished adjoints that count what their lines cost (--profile).

#ifndef ADJOINT_DRIVER_PIPELINE_PROFILED_H
#define ADJOINT_DRIVER_PIPELINE_PROFILED_H

#include "Analysis/Report/Report.h"
#include "Transform/Passes/PassRunner.h"

namespace adjoint::driver {

/// The functions in their order, as copies that call each other. `file`: what the profile calls the source.
std::vector<const ir::Function *> profiled(ir::Context &context, const transform::PassRunner &passes,
                                           const std::vector<const ir::Function *> &functions, const std::string &file,
                                           const analysis::LineOf &lineOf);

} // namespace adjoint::driver

#endif
