// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FullNames: names from the global namespace on, for generated classes, whose members hide functions of their names.
//
//     double ns::tangent(double)     ::ns::tangent, ::ns::tangent_b

#ifndef ADJOINT_DRIVER_REQUEST_FULLNAMES_H
#define ADJOINT_DRIVER_REQUEST_FULLNAMES_H

#include "IR/Context.h"

#include "clang/AST/Decl.h"

#include <optional>
#include <string>

namespace adjoint::driver {

std::string fullNameOf(const clang::FunctionDecl *function);
std::string fullNameOfDerivative(const clang::FunctionDecl *function, const ir::Request &request);
/// For arguments of templates, as frontend::constantOf.
std::optional<std::string> fullConstantOf(const clang::FunctionDecl *function);

/// `ns::` for what stands in ns; unnamed namespaces need no name.
std::string qualifierOf(const clang::DeclContext *scope);

} // namespace adjoint::driver

#endif
