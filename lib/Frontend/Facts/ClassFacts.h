// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ClassFacts: what kind of class it is that a record is made from.
//
// Generated code uses a *direct* class as it is. Every other class is *mirrored*: generated
// code defines a plain struct with the same members and works on that (Record::isMirror).
// Direct is a class that generated code can name, make, copy and fill member by member.

#ifndef ADJOINT_FRONTEND_FACTS_CLASSFACTS_H
#define ADJOINT_FRONTEND_FACTS_CLASSFACTS_H

#include "Frontend/Clang/PlainStruct.h"
#include "Frontend/Models/Models.h"
#include "IR/Type.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

namespace adjoint::frontend {

class ClassHierarchy;

/// Does the function take or return a pointer to a member? The user's function has the pointer itself, generated code
/// its number (see MemberDispatch).
bool leadsToMember(const clang::FunctionDecl *function);
/// Does it take or return what nobody outside of a function can name, or what leads to it?
bool leadsToLocalClass(const clang::FunctionDecl *function);

/// See above. A class of the library is direct if it is plain, or its model says so.
bool isMirrored(const clang::CXXRecordDecl *record, Models &models);

/// Can generated code outside the class and outside any function write the name of the type?
bool isNameable(clang::QualType type);
bool areNameable(llvm::ArrayRef<clang::TemplateArgument> arguments);

bool isNameableEnum(const clang::EnumDecl *decl);

/// May code outside the class use the member (and the classes around it)?
bool isAccessible(const clang::NamedDecl *decl);

/// What `S s = {}` makes of a class that is not mirrored; its members are not looked into.
ir::EmptyBraces emptyBracesOf(const clang::CXXRecordDecl *record);

/// The class whose objects the class's own are always parts of, at the same address: for a base `Shape<Circle>` of
/// `Circle` (the curiously recurring template), and for what stands between them, `Circle`. For a class with virtual
/// functions, the root of its hierarchy. One record stands for all. Else the class itself.
const clang::CXXRecordDecl *wholeClass(const clang::CXXRecordDecl *record, ClassHierarchy &hierarchy);

/// Is the base one of the library's exceptions? Objects are held without it: what it says is a text (see Exceptions).
bool isLibraryException(const clang::CXXBaseSpecifier &base);

/// Does something happen at the end of an object's life that the compiler of generated code does not see to?
bool needsDestruction(clang::QualType type, Models &models);

/// May an object of the class be a part of others that are copied byte by byte?
bool isCopiedAsBytes(const clang::ASTContext &ast, clang::QualType type);

/// A class of the library without a model that is used as it is, without an adjoint: a stream, a text, a random engine or
/// distribution, a clock. Not one that holds floating-point elements. Or a class of InstalledLibraries.
bool isOpaque(clang::QualType type, Models &models);
/// A class of the standard library whose objects are their bytes, and lead nowhere else: a random engine, most distributions. A
/// copy of one does from then on what it does itself.
bool isValueOfLibrary(clang::QualType type);

} // namespace adjoint::frontend

#endif
