// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MirrorNames: what the plain structs are called that stand for the user's classes:
// `vector_double` for std::vector<double>, `Model_plain` for Model.

#ifndef ADJOINT_FRONTEND_NAMES_MIRRORNAMES_H
#define ADJOINT_FRONTEND_NAMES_MIRRORNAMES_H

#include "clang/AST/ASTContext.h"

#include <set>
#include <string>

namespace adjoint::frontend {

class MirrorNames {
public:
  explicit MirrorNames(const clang::ASTContext &ast) : ast(ast) {}

  /// A new name for the mirror of a class, given how C++ spells that ("ns::Model", "std::pair<int, double>"; for a
  /// closure anything, "lambda"). Nothing in the user's file is called so, or like the functions that are
  /// printed for it.
  std::string make(const std::string &spelling);

private:
  const clang::ASTContext &ast;
  std::set<std::string> given;
};

/// Letters, digits and single underscores: "std::pair<const double *, int>" is "pair_const_double_ptr_int".
std::string identifierFrom(const std::string &spelling);

} // namespace adjoint::frontend

#endif
