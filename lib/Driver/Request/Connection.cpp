// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Request/Connection.h"

#include "CodeGen/Cpp/Layout.h"
#include "CodeGen/Functions/Printer.h"
#include "Transform/Contract/Boundary.h"
#include "Transform/Contract/Roles.h"
#include "Transform/Contract/Signature.h"
#include "Transform/Orders/Derivative.h"
#include "Transform/Orders/ManyDirections.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace adjoint::driver {

namespace {

/// Empty for derivatives that only other derivatives call.
std::string predicateOf(ir::Mode mode) {
  switch (mode) {
  case ir::Mode::Reverse:
    return "is_adjoint_of";
  case ir::Mode::Tangent:
    return "is_tangent_of";
  case ir::Mode::HessianVector:
    return "is_hessian_vector_of";
  case ir::Mode::AdjointOfAdjoint:
  case ir::Mode::AdjointOfTangent:
  case ir::Mode::TangentOfTangent:
  case ir::Mode::Taylor:
    return "";
  }
  return "";
}

/// As a declaration that declares a pointer without a name: `void (*)(double x, double &x_b, double result_b)`.
std::string pointerTypeOf(const ir::Request &request) {
  ir::Context context;
  ir::Function pointer = *transform::inUserTypes(context, *transform::derivativeSignature(context, request).contract);
  pointer.name = "(*)";
  pointer.specifiers.clear();
  llvm::SmallVector<llvm::StringRef> words;
  const std::string text = codegen::printDeclaration(pointer);
  llvm::StringRef(text).rtrim(";\n").split(words, '\n');
  for (llvm::StringRef &line : words)
    line = line.trim(' ');
  return llvm::join(words, " ");
}

/// On one line, if they are few.
std::string rolesOf(const ir::Request &request) {
  const size_t count = request.function->params.size();
  const std::string comma = std::string(",") + (count > 3 ? codegen::commaMark() : ' ');
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += (i ? comma : "") + "adjoint::" + nameOf(transform::roleOf(request, i));
  return "adjoint::Roles<" + text + ">";
}

} // namespace

std::string connectionText(const ir::Request &request, const std::string &primal, bool isOverloaded) {
  const std::string predicate = predicateOf(request.mode), comma = std::string(",") + codegen::commaMark();
  if (predicate.empty() || (request.isForMatrix && !transform::canHaveDirections(request)))
    return "";
  std::string derivative = transform::derivativeName(request);
  if (isOverloaded)
    derivative = "static_cast<" + pointerTypeOf(request) + ">(" + derivative + ")";
  const std::string width = request.width != 0 ? comma + std::to_string(request.width) : "";
  const transform::Role result = transform::hasSeed(request) ? transform::Role::Dependent : transform::Role::Passive;
  return codegen::layout("static_assert(adjoint::" + predicate + "<" + primal + comma + derivative + comma +
                             rolesOf(request) + comma + "adjoint::" + nameOf(result) + width + ">);",
                         0);
}

} // namespace adjoint::driver
