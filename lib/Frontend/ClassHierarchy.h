// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ClassHierarchy: the classes of the file that are derived from one with virtual functions.
//
// All of them share one record: the members of each, and a number that says which class the
// object is. Conversions between them change nothing, and a virtual call is a switch:
//
//     struct Shape { int class_id; double r; double w, h; };
//     double Shape_area(const Shape &self) {
//       switch (self.class_id) { case 1: return Circle_area(self); default: return Box_area(self); }
//     }

#ifndef ADJOINT_FRONTEND_CLASSHIERARCHY_H
#define ADJOINT_FRONTEND_CLASSHIERARCHY_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

#include <vector>

namespace adjoint::frontend {

/// The polymorphic class that the polymorphic class is derived from, at the end of the chain.
const clang::CXXRecordDecl *hierarchyRoot(const clang::CXXRecordDecl *record);

/// Has the class, or one between it and its root, two polymorphic bases?
bool joinsHierarchies(const clang::CXXRecordDecl *record);

class ClassHierarchy {
public:
  explicit ClassHierarchy(clang::ASTContext &ast) : ast(ast) {}

  /// The root and what is derived from it, in the order of the file.
  std::vector<const clang::CXXRecordDecl *> classesOf(const clang::CXXRecordDecl *root);
  /// The class's number in its hierarchy.
  unsigned idOf(const clang::CXXRecordDecl *record);

private:
  clang::ASTContext &ast;
  bool isCollected = false;
  std::vector<const clang::CXXRecordDecl *> polymorphic;
};

} // namespace adjoint::frontend

#endif
