// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HiddenConstants: constant arrays and objects that a function names and generated code cannot name: private members of
// classes, variables of a type without a name, static variables of the function around a lambda. Where the initialiser
// is made of constants, the function gets one of its own.
//
//     class Lattice { static constexpr double weight[3] = {...}; void step(); };
// becomes
//     void Lattice_step(Lattice &self) { const double weight[3] = {...}; ... }

#ifndef ADJOINT_FRONTEND_LOWER_HIDDENCONSTANTS_H
#define ADJOINT_FRONTEND_LOWER_HIDDENCONSTANTS_H

#include "Frontend/Lower/UnitLowering.h"

namespace adjoint::frontend {

/// In the order of their first use.
std::vector<const clang::VarDecl *> hiddenConstants(UnitLowering &unit, const clang::FunctionDecl *definition);

/// Of a function without parameters, `static const Table table = ...; return table;`, or of such a table outside: what
/// it returns, by reference or as a pointer to the first element. Null: the function does something else.
const clang::Expr *constantReturnedBy(const clang::FunctionDecl *function);

/// Is the initialiser made of literals and constants alone?
bool isMadeOfConstants(const clang::Expr *init);

} // namespace adjoint::frontend

#endif
