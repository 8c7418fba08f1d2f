// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Markers: empty enumerations among the tokens that the parser reads. When it has completed one, all that
// stands before is complete as well, and text can be entered there.

#ifndef ADJOINT_FRONTEND_CLANG_MARKERS_H
#define ADJOINT_FRONTEND_CLANG_MARKERS_H

#include "clang/AST/Decl.h"
#include "clang/Lex/Preprocessor.h"

#include <optional>
#include <string>
#include <vector>

namespace adjoint::frontend {

/// A name that nothing else has, not even in a precompiled header.
std::string markerName(const clang::Preprocessor &preprocessor, const std::string &what);

/// Appends the marker behind the declaration that a pragma stands before.
void appendMarker(clang::Preprocessor &preprocessor, unsigned pragma, clang::SourceLocation where,
                  std::vector<clang::Token> &tokens);
/// The number of the pragma whose marker it is.
std::optional<unsigned> markedPragma(const clang::Preprocessor &preprocessor, const clang::TagDecl *tag);

/// Puts a marker behind the main file, which must not have been entered yet.
void enterEndMarker(clang::Preprocessor &preprocessor);
bool isEndMarker(const clang::Preprocessor &preprocessor, const clang::TagDecl *tag);

} // namespace adjoint::frontend

#endif
