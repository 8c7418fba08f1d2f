// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PointerDispatch: a call through a pointer, as calls of the functions that it can be.
//
//     double dispatch(double (*function)(double), double x) {
//       if (function == square)
//         return square(x);
//       return wave(x);
//     }

#ifndef ADJOINT_FRONTEND_LOWER_POINTERDISPATCH_H
#define ADJOINT_FRONTEND_LOWER_POINTERDISPATCH_H

#include "Frontend/Lower/UnitLowering.h"

namespace adjoint::frontend {

/// A captureless lambda as a function without an object, to which pointers can lead.
const ir::Function *makeLambdaFunction(UnitLowering &unit, const clang::CXXMethodDecl *callOperator, const Report &report);

/// Null if generated code cannot name one of the targets, or there is none. Functions that take a pointer to void for one to
/// something else than `untyped` says are not called.
const ir::Function *makePointerDispatcher(UnitLowering &unit, clang::QualType functionType, std::vector<PointerTarget> targets,
                                          const Report &report, const UntypedTargets &untyped);

} // namespace adjoint::frontend

#endif
