// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LambdaPlaces: what a lambda that has become a pointer to a function calls; and which lambdas stand where in the value
// of a constant of the file. Such a lambda has no name; the place of the pointer tells it from others.
//
//     const Op ops[] = {{"sum", [](double a, double b) { return a + b; }}};      ops[0].apply

#ifndef ADJOINT_FRONTEND_FACTS_LAMBDAPLACES_H
#define ADJOINT_FRONTEND_FACTS_LAMBDAPLACES_H

#include "clang/AST/DeclCXX.h"

#include <string>
#include <vector>

namespace adjoint::frontend {

/// The call operator that a lambda's conversion to a pointer, or the function that it gives, stands for; of a generic
/// lambda, the instance of those types.
const clang::CXXMethodDecl *callOperatorBehind(const clang::CXXMethodDecl *conversion);

/// A function that a pointer can lead to, or the call operator of a lambda; with a global, the one that stands there.
struct PointerTarget {
  const clang::FunctionDecl *function;
  const clang::VarDecl *global = nullptr;
  std::string path = ""; ///< from the global: `[0].apply`
};

/// Adds those of the wanted types of functions. False if the value is not known here, or a lambda in it cannot be told
/// from others.
bool addLambdas(const clang::VarDecl *global, llvm::function_ref<bool(clang::QualType)> isWanted,
                std::vector<PointerTarget> &targets);

} // namespace adjoint::frontend

#endif
