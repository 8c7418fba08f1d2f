// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StatelessObjects: variables of the file, or static ones, of a class without members, such as lambdas without captures
// and placeholders of std::bind. One such object is as good as another: generated code makes its own.

#ifndef ADJOINT_FRONTEND_FACTS_STATELESSOBJECTS_H
#define ADJOINT_FRONTEND_FACTS_STATELESSOBJECTS_H

#include "clang/AST/DeclCXX.h"

namespace adjoint::frontend {

inline bool isStateless(const clang::VarDecl *decl) {
  const clang::CXXRecordDecl *record = decl->getType()->getAsCXXRecordDecl();
  return record && decl->hasGlobalStorage() && record->hasDefinition() && record->isEmpty() &&
         record->hasTrivialDestructor();
}

} // namespace adjoint::frontend

#endif
