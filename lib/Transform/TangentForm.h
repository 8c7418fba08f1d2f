// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TangentForm: the shape of a primal from which its tangent is generated. A tangent runs with
// its primal, so little has to change:
//
//  * Parameters passed by value are never written (a local copy is): one without tangent may
//    come to hold an active value.
//  * The result of a call or an allocation is a new variable, and the path of a written place
//    does not read what the statement writes: a statement can be preceded by its tangent.
//  * There is no goto. (A jump must not skip the declarations that tangents add.) Only a
//    function with one is brought to structured exits.

#ifndef ADJOINT_TRANSFORM_TANGENTFORM_H
#define ADJOINT_TRANSFORM_TANGENTFORM_H

#include "IR/Context.h"

namespace adjoint::transform {

const ir::Function *tangentForm(ir::Context &context, const ir::Function &function);

} // namespace adjoint::transform

#endif
