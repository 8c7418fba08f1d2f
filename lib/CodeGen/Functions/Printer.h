// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Printer: the IR as C++17 that a numerical programmer would be glad to have written.
//
// What is printed compiles without a warning under `-Wall -Wextra` of g++ and clang, and
// means exactly what the tree says: the order and the association of operations are the
// tree's, and so is every conversion.

#ifndef ADJOINT_CODEGEN_FUNCTIONS_PRINTER_H
#define ADJOINT_CODEGEN_FUNCTIONS_PRINTER_H

#include "CodeGen/Cpp/Declarators.h"
#include "IR/Function.h"

namespace adjoint::codegen {

/// Where in the user's source each line of a text comes from; invalid where it comes from nowhere.
using LineOrigins = std::vector<Location>;

/// Definitions in the order given. Before them, the declarations of those that are called
/// before they are defined. `origins`: gets one for each line.
std::string printFunctions(const std::vector<const ir::Function *> &functions, LineOrigins *origins = nullptr);
/// A definition, or the declaration of a function without a body.
std::string printFunction(const ir::Function &function, LineOrigins *origins = nullptr);
std::string printDeclaration(const ir::Function &function);

// Parts, for dumps and messages: variables have their own names.
std::string print(const ir::Stmt &stmt);
std::string print(const ir::Expr &expr);
std::string print(const ir::Place &place);
std::string print(const ir::Type *type);

} // namespace adjoint::codegen

#endif
