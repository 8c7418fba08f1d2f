// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Synonyms: an unnamed union whose members have one type is one member with several names, as in
//
//     struct Vec { union { double x, r; }; union { double y, g; }; };
//
// and one of an array and of what its elements are called is that array:
//
//     struct Vec { union { double v[3]; struct { double x, y, z; }; }; };
//
// A union with a name is then a struct of one member:
//
//     union Count { int i, n; };
//     union Vec { double v[3]; struct { double x, y, z; } axis; };
//
// Nothing is ever read as another type than it was written as.

#ifndef ADJOINT_FRONTEND_LOWER_SYNONYMS_H
#define ADJOINT_FRONTEND_LOWER_SYNONYMS_H

#include "IR/Context.h"

#include "clang/AST/Decl.h"

#include <vector>

namespace adjoint::frontend {

class BodyLowering;

/// Is it such a union?
bool joinsSynonyms(const clang::RecordDecl *record);

/// Is it a union with a name, of scalars of one type, or of an array and what its elements are called?
bool isOneMember(const clang::RecordDecl *record);
/// The member that is the union; null where it is no such one.
const clang::FieldDecl *onlyMember(const clang::RecordDecl *record);
/// Itself, and the members of the struct that it is, if that is unnamed.
std::vector<const clang::FieldDecl *> namesIn(const clang::FieldDecl *field);

/// The first name, or the array, given a member that is such a union; given any other, itself.
const clang::FieldDecl *firstSynonym(const clang::FieldDecl *field);

/// All names, given a member that is such a union; given any other, itself.
std::vector<const clang::FieldDecl *> synonymsOf(const clang::FieldDecl *field);

/// The class that the member belongs to: around the union, if it is one of several names.
const clang::RecordDecl *ownerOf(const clang::FieldDecl *field);

/// The member of the object, which may be an element of the array that has several names.
const ir::Place *memberPlace(BodyLowering &body, const ir::Place *object, const clang::FieldDecl *field);

} // namespace adjoint::frontend

#endif
