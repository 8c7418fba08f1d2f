// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AddressesTaken: the variables of a file that pointers and references may lead to: those that some expression, anywhere
// in the file, neither reads nor writes by name.

#ifndef ADJOINT_FRONTEND_FACTS_ADDRESSESTAKEN_H
#define ADJOINT_FRONTEND_FACTS_ADDRESSESTAKEN_H

#include "clang/AST/ASTContext.h"

#include <map>

namespace adjoint::frontend {

/// `v` of `v`, `v[i]`, `v.member`; null for anything else.
const clang::VarDecl *variableOf(const clang::Expr *e);

class AddressesTaken {
public:
  explicit AddressesTaken(const clang::ASTContext &ast);
  bool contains(const clang::VarDecl *variable) const;

private:
  std::map<const clang::VarDecl *, int> unexplained; ///< expressions that name it but do not read or write it
};

} // namespace adjoint::frontend

#endif
