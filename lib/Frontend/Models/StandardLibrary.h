// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StandardLibrary: what belongs to the C and C++ standard libraries and to the system. Its source is not read: its elementary
// functions are known by name (Intrinsics), its classes have models (Models). What else stands in installed headers
// (a vector library, say) is lowered from its source, as the user's own.

#ifndef ADJOINT_FRONTEND_MODELS_STANDARDLIBRARY_H
#define ADJOINT_FRONTEND_MODELS_STANDARDLIBRARY_H

#include "clang/AST/DeclBase.h"
#include "clang/AST/Type.h"

namespace adjoint::frontend {

/// In a header of the system or of the compiler: in the namespace std, in one with a reserved name, or in none.
bool isOfLibrary(const clang::Decl *decl);
/// A string or a view of one, or a reference to it; of `char`.
bool hasCharacters(clang::QualType type);

} // namespace adjoint::frontend

#endif
