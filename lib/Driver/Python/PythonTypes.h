// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PythonTypes: which C++ types a Python module passes, and which classes it has to know for that.
//
//     double, int, bool, std::string                        by value or reference to const
//     double *, std::span<double>, double &                 arrays
//     std::vector<T>, std::array<T, N>                      of what may be passed by value
//     a class whose members are public and of such types    by value, reference or pointer
//
// What <adjoint/python/parameters.h> does with each of them is the other side of this table.

#ifndef ADJOINT_DRIVER_PYTHON_PYTHONTYPES_H
#define ADJOINT_DRIVER_PYTHON_PYTHONTYPES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/SetVector.h"

#include <string>

namespace adjoint::driver {

class PythonTypes {
public:
  explicit PythonTypes(const clang::ASTContext &ast) : ast(ast) {}

  bool canBeParameter(clang::QualType type);
  bool canBeResult(clang::QualType type);
  /// A pointer to numbers: somebody has to say how many.
  static bool isUncounted(clang::QualType type);
  static bool isInteger(clang::QualType type);

  /// As generated code writes it.
  std::string spelling(clang::QualType type) const;

  /// Those that were part of what could be passed, each behind its members'.
  const llvm::SetVector<const clang::CXXRecordDecl *> &classes() const { return known; }

private:
  bool canBeValue(clang::QualType type);
  bool canBeWritten(clang::QualType object);
  bool canBeMember(const clang::FieldDecl *field);
  bool canBeClass(const clang::CXXRecordDecl *record);
  bool isOfNumbers(const clang::CXXRecordDecl *container) const;

  const clang::ASTContext &ast;
  llvm::SetVector<const clang::CXXRecordDecl *> known;
  llvm::SetVector<const clang::CXXRecordDecl *> asked; ///< around what is looked at
};

} // namespace adjoint::driver

#endif
