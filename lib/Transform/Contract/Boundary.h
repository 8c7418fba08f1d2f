// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Boundary: what becomes of a request whose function takes or returns objects that are mirrored.
// The adjoint works on plain structs; a wrapper of the contract's signature, in the user's types,
// reads the user's objects into them, calls it, and writes adjoints back.
//
//   void f_b(const std::vector<double> &x, std::vector<double> &x_b, double result_b) {
//     ...                                                // read x and x_b into x_plain and x_plain_b
//     f_plain_b(x_plain, x_plain_b, result_b);
//   }
//
// What plain structs point to is the user's own memory. Where f may leave other memory in an
// object (a container that grows), the caller's seeds are in an object of the user's that has the
// final shape, and the forward sweep ends in memory of its own: in between the sweeps the seeds are
// added there, by functions that are printed with the wrapper (CodeGen/BoundaryFunctions).

#ifndef ADJOINT_TRANSFORM_CONTRACT_BOUNDARY_H
#define ADJOINT_TRANSFORM_CONTRACT_BOUNDARY_H

#include "Analysis/Activity/Activity.h"
#include "IR/Boundary.h"
#include "IR/ClassView.h"
#include "IR/Context.h"

#include <optional>

namespace adjoint::transform {

/// Does the function take or return mirrors, at least behind pointers, or what is a pointer to void for the user?
bool crossesBoundary(const ir::Function &function);
/// Does the function write to the parameter, or to what it leads to?
bool isOverwritten(const ir::Variable *param, const analysis::Unit &unit);

/// Who crosses, and how. None after an error was reported: something cannot be read or written as the user's object.
std::optional<ir::Boundary> planBoundary(ir::Context &context, const ir::Request &request, const analysis::Program &program,
                                         DiagnosticSink &diagnostics);

/// The same of a tangent, which leaves values and tangents in the caller's objects. None also where f leaves an object
/// that has another shape, or returns one.
std::optional<ir::Boundary> planTangentBoundary(ir::Context &context, const ir::Request &request, const analysis::Program &program,
                                                DiagnosticSink &diagnostics);

/// What the objects that cross lead to at the end, wherever it was allocated, is asked for too.
void demandWhatIsLeft(const ir::Boundary &boundary, const analysis::Unit &unit, analysis::Demand &demand);

/// The class behind a mirror as a type that is only named: its reference stands in signatures.
const ir::Type *userType(ir::Context &context, const ir::Type *type);
/// The same declaration in the user's types, with parameters of its own.
const ir::Function *inUserTypes(ir::Context &context, const ir::Function &function);

/// `void seed_X(const User &seed, const X &now, X &now_b)`, or `take_X(User &seed, ...)`: declared only.
const ir::Function *seedFunction(ir::Context &context, const ir::Record &mirror, bool isTaken);

} // namespace adjoint::transform

#endif
