// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declarators: types as C++ writes them around a name, inside out:
// "double (*p)[3]", "const double *x", "double a[3][4]", "S &s".

#ifndef ADJOINT_CODEGEN_CPP_DECLARATORS_H
#define ADJOINT_CODEGEN_CPP_DECLARATORS_H

#include "IR/Type.h"

#include <string>

namespace adjoint::codegen {

/// `name` declared with `type`; with an empty name, the type itself.
std::string declarator(const ir::Type *type, const std::string &name);

/// The same without the constness of what is declared: of an array, that of its elements.
std::string mutableDeclarator(const ir::Type *type, const std::string &name);

/// May the type stand before parentheses, as in `double(n)`? `unsigned long(n)` is no C++.
bool isFunctionalCastType(const ir::Type *type);

} // namespace adjoint::codegen

#endif
