// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Signature: the contract of generated functions, as parameters.
//
//   double f(double x, const double *a, S &s, int n)
//   void f_b(double x, double &x_b, const double *a, double *a_b, S &s, S &s_b, int n, double result_b)
//
// Parameters keep their order; each active one is followed by its adjoint, an object of the
// same type without const. If the return value is active, its seed comes last.
//
//   double f_d(double x, double x_d, const double *a, const double *a_d, S &s, S &s_d, int n, double &result_d)
//
// A tangent has the type of its primal, and the result's is an output.

#ifndef ADJOINT_TRANSFORM_CONTRACT_SIGNATURE_H
#define ADJOINT_TRANSFORM_CONTRACT_SIGNATURE_H

#include "Analysis/Memory/PassedPointers.h"
#include "IR/Context.h"

namespace adjoint::transform {

/// What the adjoint of a variable is called, `x_b`, and its tangent, `x_d`. A global is called by the last part of its name.
std::string adjointName(const ir::Variable *variable);
std::string tangentName(const ir::Variable *variable);

/// The type of the adjoint of an object: without const, at every level that leads to
/// floating-point numbers.
const ir::Type *adjointType(ir::Context &context, const ir::Type *type);
/// The type of the parameter that carries the adjoint of a parameter: a reference for what
/// is passed by value.
const ir::Type *adjointParameterType(ir::Context &context, const ir::Type *type);

/// The type of the tangent of an object: the object's own.
const ir::Type *tangentType(ir::Context &context, const ir::Type *type);
/// The type of the parameter that takes the tangent of what a function returns.
const ir::Type *tangentResultType(ir::Context &context, const ir::Type *returnType);

/// A pointer for a reference: how a forward half returns it.
const ir::Type *byPointer(ir::Context &context, const ir::Type *type);

/// Is the parameter an independent, a dependent?
bool isIndependent(const ir::Request &request, unsigned parameter);
bool isDependent(const ir::Request &request, unsigned parameter);
/// Does the parameter get an adjoint, does the result get a seed?
bool hasAdjointParameter(const ir::Request &request, unsigned parameter);
/// Of a result by value or by reference; a pointer has none: what it leads to has its seeds where it is.
bool isResultSeeded(const ir::Type *returnType);
bool hasSeed(const ir::Request &request);

/// Is the adjoint of a parameter `__restrict`? Where the primal only reads, its arguments may overlap,
/// and then their adjoints, which are written, do.
bool isRestrictAdjoint(const ir::Variable *param);

using analysis::isWritable;

/// The name of the adjoint or tangent that is asked for.
std::string derivativeName(const ir::Request &request);

/// The declaration of the adjoint: a function without a body, with new variables as parameters.
const ir::Function *adjointSignature(ir::Context &context, const ir::Request &request);

/// The same of the tangent.
const ir::Function *tangentSignature(ir::Context &context, const ir::Request &request);

} // namespace adjoint::transform

#endif
