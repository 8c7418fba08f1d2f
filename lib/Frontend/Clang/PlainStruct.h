// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PlainStruct: classes that C++ treats as it treats the structs of C.

#ifndef ADJOINT_FRONTEND_CLANG_PLAINSTRUCT_H
#define ADJOINT_FRONTEND_CLANG_PLAINSTRUCT_H

#include "clang/AST/DeclCXX.h"

namespace adjoint::frontend {

/// Its copies copy its fields, and nothing happens at birth and death; no bases.
bool isPlainStruct(const clang::CXXRecordDecl *record);

} // namespace adjoint::frontend

#endif
