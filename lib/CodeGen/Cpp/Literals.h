// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Literals: how constants are written.
//
// A literal that the user wrote is written as it was, and has its own type. One that a pass made is written in as few
// characters as say its value; C++ may give them another type: 2 is an int, whatever the IR wants of it. Where the type
// counts and nothing converts, the digits get a suffix.

#ifndef ADJOINT_CODEGEN_CPP_LITERALS_H
#define ADJOINT_CODEGEN_CPP_LITERALS_H

#include "CodeGen/Cpp/Conversions.h"
#include "IR/Expr.h"

#include <memory>
#include <optional>
#include <string>

namespace adjoint::codegen {

struct Spelling {
  std::string text;
  ScalarKind kind; ///< of the type that C++ gives to the text
};

Spelling spell(const ir::LiteralExpr *literal);
/// As a literal of that type with the same value (2 as a double is 2.0), if there is one.
std::optional<std::string> spellAs(const ir::LiteralExpr *literal, const ir::Type *type);
/// Of a number whose text begins with a minus sign, the one without; null for others.
std::unique_ptr<ir::LiteralExpr> withoutSign(const ir::LiteralExpr *literal);

} // namespace adjoint::codegen

#endif
