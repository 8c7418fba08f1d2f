// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HalvesText: how files tell each other of the halves of adjoints. Each is declared in a namespace of its own beside its
// function, both where it is defined and where it is called:
//
//   namespace heat {
//   namespace adjoint_halves {
//   void step_fwd(double *u, double *u_b, int n);
//   void step_rev(double *u, double *u_b, int n);
//   } // namespace adjoint_halves
//   } // namespace heat
//
// Whoever calls what nobody defines is told so by the linker.

#ifndef ADJOINT_DRIVER_PIPELINE_HALVESTEXT_H
#define ADJOINT_DRIVER_PIPELINE_HALVESTEXT_H

#include "CodeGen/Functions/SharedStructs.h"
#include "Driver/Pipeline/Pipeline.h"

namespace adjoint::driver {

/// Those that the functions call and another file defines.
std::vector<const ir::Function *> halvesElsewhere(const std::vector<const ir::Function *> &functions);

/// Their declarations, to stand in the namespace of their function.
std::string declarationsOfHalves(const std::vector<const ir::Function *> &halves, const codegen::SharedStructs &shared);

/// Declares at file scope what adjoints call of other files, before the first that does.
void declareHalves(const frontend::LoweredUnit &unit, const codegen::SharedStructs &shared,
                   std::vector<GeneratedAdjoint> &adjoints);

/// The plain structs that halves take, of functions of this file and of others.
codegen::SharedStructs sharedStructs(const frontend::LoweredUnit &unit);

} // namespace adjoint::driver

#endif
