// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// IteratorParameters: iterators of the library that are pointers in generated code, as the user passes them.
//
//   double f(std::vector<double>::const_iterator first);
//   void f_b(std::vector<double>::const_iterator first, std::vector<double>::iterator first_b, double result_b);

#ifndef ADJOINT_FRONTEND_LOWER_ITERATORPARAMETERS_H
#define ADJOINT_FRONTEND_LOWER_ITERATORPARAMETERS_H

#include "Frontend/Lower/TypeLowering.h"
#include "Frontend/Models/Models.h"
#include "IR/Expr.h"

#include <optional>

namespace adjoint::frontend {

/// Is it, or is it a reference to, a class of the library whose model is none?
bool isPlainIterator(clang::QualType type, Models &models);
/// None for a parameter that is no such iterator.
std::optional<ir::UserParameter> iteratorParameter(clang::QualType type, Models &models, const TypeLowering &types);

} // namespace adjoint::frontend

#endif
