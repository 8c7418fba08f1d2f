// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a function of a model take its arguments for what the library takes them for? C++ converts numbers and names to other numbers, so that
// a call of the model compiles that means something else.

#ifndef ADJOINT_FRONTEND_MODELS_TAKENARGUMENTS_H
#define ADJOINT_FRONTEND_MODELS_TAKENARGUMENTS_H

#include "Frontend/Models/Models.h"

namespace adjoint::frontend {

/// `made`: the call or construction of the model, for one of `callee` of the library's with the arguments `given`.
/// Does the model take for a number what is a name to the library: in m.resize(2, NoChange)? A template of the library's may be given an
/// enumerator of the user's for a number, as in x.segment(velocity, 3), and in C names are numbers, as CblasRowMajor.
bool takesNameAsNumber(Models &models, const clang::Expr *made, const clang::FunctionDecl *callee,
                       llvm::ArrayRef<const clang::Expr *> given);

/// Does the model take a number as one of a type that may not hold it, as the library does not?
bool losesDigits(const clang::ASTContext &ast, const clang::Expr *made, llvm::ArrayRef<const clang::Expr *> given);

} // namespace adjoint::frontend

#endif
