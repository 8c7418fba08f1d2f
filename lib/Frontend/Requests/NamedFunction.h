// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NamedFunction: which function `function(...)` of a pragma means.
//
//     #pragma adjoint reverse function(ns::f<double>(double, int))
//
// Clang reads the name: behind the pragma these tokens are entered, in which nothing is resolved,
//
//     template <class adjoint_T> constexpr bool name = adjoint_T::of(&ns::f<double>);
//     typedef void types(double, int);
//     enum marker {};
//
// and when the enumeration is finished, the function is chosen among those that the name finds.

#ifndef ADJOINT_FRONTEND_REQUESTS_NAMEDFUNCTION_H
#define ADJOINT_FRONTEND_REQUESTS_NAMEDFUNCTION_H

#include "Frontend/Requests/Pragmas.h"

#include "clang/Lex/Preprocessor.h"

namespace clang {
class Sema;
}

namespace adjoint::frontend {

/// Enters the tokens for what one directive asks for, the pragmas of these numbers. `clause` is what stands in
/// the parentheses of function(...).
void enterNamed(clang::Preprocessor &preprocessor, unsigned pragma, unsigned endOfPragmas, clang::SourceLocation where,
                const std::vector<clang::Token> &clause);

/// The function, with a body; null after an error was reported, by Clang or here.
const clang::FunctionDecl *namedFunction(clang::Sema &sema, const Pragma &pragma, const clang::TagDecl *marker,
                                         DiagnosticSink &sink);

} // namespace adjoint::frontend

#endif
