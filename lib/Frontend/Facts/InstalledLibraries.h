// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// InstalledLibraries: what is called as it is of a library that is installed, other than the standard one, and whose
// source is not all in its headers, such as one that writes a log:
//
//     CHECK_GE(n, 1) << "empty";        // LogMessageFatal(file, line, text).stream() << "empty"
//
// No derivative goes through such a call: it takes numbers by value or as constants, and gives none. Nor is there one in
// its objects, which are opaque.

#ifndef ADJOINT_FRONTEND_FACTS_INSTALLEDLIBRARIES_H
#define ADJOINT_FRONTEND_FACTS_INSTALLEDLIBRARIES_H

#include "Frontend/Models/Models.h"

namespace adjoint::frontend {

/// Does it stand in a header of the system, in a namespace that is not the standard library's?
bool isOfInstalledLibrary(const clang::Decl *decl);

/// A class of such a library that generated code cannot make itself: what makes or ends an object is not to be seen, and no
/// member is public; or all members lead to opaque objects. It holds no floating-point numbers.
bool isOpaqueOfInstalledLibrary(const clang::CXXRecordDecl *record, Models &models);

/// A function of such a library that is not to be seen, or that runs one; a member of an opaque class, or of an empty one.
/// It takes numbers by value or as constants, texts and opaque objects, and gives no floating-point numbers.
bool isCalledAsItIs(const clang::FunctionDecl *function, Models &models);

} // namespace adjoint::frontend

#endif
