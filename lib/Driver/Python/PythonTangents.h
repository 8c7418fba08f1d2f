// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PythonTangents: a function in Python has a tangent beside its adjoint (jvp beside vjp), whether the source asks for
// it or not.

#ifndef ADJOINT_DRIVER_PYTHON_PYTHONTANGENTS_H
#define ADJOINT_DRIVER_PYTHON_PYTHONTANGENTS_H

#include "Frontend/Unit/Frontend.h"

namespace adjoint::driver {

/// Is it a derivative for one direction, that somebody has asked for? Python sees no others.
bool isOfOneDirection(const frontend::Target &target);

/// Asks for a tangent with the clauses of the adjoint, of each function that has an adjoint and no tangent.
void addTangents(frontend::LoweredUnit &unit);

} // namespace adjoint::driver

#endif
