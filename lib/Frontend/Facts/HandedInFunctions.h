// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HandedInFunctions: functions that the caller hands in and that no derivative can go through, whatever they do, such as one
// that reports progress or says when to stop. They are called as they are.

#ifndef ADJOINT_FRONTEND_FACTS_HANDEDINFUNCTIONS_H
#define ADJOINT_FRONTEND_FACTS_HANDEDINFUNCTIONS_H

#include "clang/AST/DeclCXX.h"

#include <functional>

namespace adjoint::frontend {

/// Is a function of the type given no number to change, and gives none that depends on one?
bool carriesNoDerivative(clang::QualType functionType);

/// `void(int, double)` of std::function<void(int, double)>; null for any other class.
clang::QualType signatureOfFunctionObject(const clang::CXXRecordDecl *record);

} // namespace adjoint::frontend

#endif
