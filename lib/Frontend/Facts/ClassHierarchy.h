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

#ifndef ADJOINT_FRONTEND_FACTS_CLASSHIERARCHY_H
#define ADJOINT_FRONTEND_FACTS_CLASSHIERARCHY_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/SetVector.h"

#include <map>
#include <vector>

namespace adjoint::frontend {

/// The polymorphic class that the polymorphic class is derived from, at the end of the chain; not one of the library's.
const clang::CXXRecordDecl *hierarchyRoot(const clang::CXXRecordDecl *record);

/// Has the class, or one between it and its root, two polymorphic bases?
bool joinsHierarchies(const clang::CXXRecordDecl *record);

class ClassHierarchy {
public:
  explicit ClassHierarchy(clang::ASTContext &ast) : ast(ast) {}

  /// The root and what is derived from it, in the order of the file. The same answer each time.
  const std::vector<const clang::CXXRecordDecl *> &classesOf(const clang::CXXRecordDecl *root);
  /// The class's number in its hierarchy. Refuses a class that has appeared since its root was asked for.
  unsigned idOf(const clang::CXXRecordDecl *record);
  /// Has no class appeared in a hierarchy that was asked for? (Lowering itself makes instances of templates.)
  bool isComplete();

private:
  std::vector<const clang::CXXRecordDecl *> polymorphicClasses();

  clang::ASTContext &ast;
  llvm::SetVector<const clang::CXXRecordDecl *> classes; ///< with or without virtual functions, each once
  size_t typesRead = 0;                                  ///< those of the context whose classes are known
  std::map<const clang::CXXRecordDecl *, std::vector<const clang::CXXRecordDecl *>> known; ///< by root
};

} // namespace adjoint::frontend

#endif
