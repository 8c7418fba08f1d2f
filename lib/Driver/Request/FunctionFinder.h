// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FunctionFinder: `--function=ns::f` as if a pragma stood before the definition. A quick
// first parse finds the definition; `_Pragma` goes before it, on the same line, so that the
// lines of diagnostics stay right. For an instance of a template or one of several overloads, `--function='ns::f<double>'`
// or `--function='f(double)'`, a pragma with that function(...) goes behind the definitions.

#ifndef ADJOINT_DRIVER_REQUEST_FUNCTIONFINDER_H
#define ADJOINT_DRIVER_REQUEST_FUNCTIONFINDER_H

#include "Driver/Request/Options.h"

#include "clang/AST/Decl.h"
#include "clang/Tooling/CompilationDatabase.h"

namespace adjoint::driver {

/// Is it a directive that asks for a derivative?
bool isMode(const std::string &mode);

/// What the pragma for one function says. `function`: in the clause of that name; empty for none.
std::string pragmaText(const Options &options, const std::string &mode, const std::string &function);

/// What --function calls the function, and those that are overloaded with it.
std::string nameForOption(const clang::FunctionDecl *function);

/// Inserts the pragmas in `text`. False where there is no definition of the function `missing`.
bool annotateFunctions(const Options &options, const clang::tooling::CompilationDatabase &commands, std::string &text,
                       std::string &missing);

/// Takes them out again.
bool isInsertedPragma(const std::string &text, size_t offset, size_t &length);

} // namespace adjoint::driver

#endif
