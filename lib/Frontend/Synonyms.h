// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Synonyms: an unnamed union whose members have one type is one member with several names, as in
//
//     struct Vec { union { double x, r; }; union { double y, g; }; };
//
// Nothing is ever read as another type than it was written as.

#ifndef ADJOINT_FRONTEND_SYNONYMS_H
#define ADJOINT_FRONTEND_SYNONYMS_H

#include "clang/AST/Decl.h"

namespace adjoint::frontend {

/// Is it such a union?
bool joinsSynonyms(const clang::RecordDecl *record);

/// The first name, given a member that is such a union; given any other, itself.
const clang::FieldDecl *firstSynonym(const clang::FieldDecl *field);

/// The class that the member belongs to: around the union, if it is one of several names.
const clang::RecordDecl *ownerOf(const clang::FieldDecl *field);

} // namespace adjoint::frontend

#endif
