// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ClassHierarchy: the classes of the file that have virtual functions, by what joins them.
//
// A hierarchy is a connected component of the graph of classes with virtual functions and their bases. All its classes
// share one record: the members of each, and a number that says which class the object is. Conversions between them change
// nothing, and a virtual call is a switch:
//
//     struct Shape { int class_id; double r; double w, h; };
//     double Shape_area(const Shape &self) {
//       switch (self.class_id) { case 1: return Circle_area(self); default: return Box_area(self); }
//     }
//
// A class with two bases, `Circle : Shape, Drawable`, joins what is derived from either of them. Its root is the first class
// in the file that has no such base itself.

#ifndef ADJOINT_FRONTEND_FACTS_CLASSHIERARCHY_H
#define ADJOINT_FRONTEND_FACTS_CLASSHIERARCHY_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/SetVector.h"

#include <deque>
#include <map>
#include <vector>

namespace adjoint::frontend {

/// Do objects of the class have two parts of one polymorphic class, which the record holds once?
bool repeatsBase(const clang::CXXRecordDecl *record);

class ClassHierarchy {
public:
  explicit ClassHierarchy(clang::ASTContext &ast) : ast(ast) {}

  /// The class that gives the hierarchy of the polymorphic class its name.
  const clang::CXXRecordDecl *rootOf(const clang::CXXRecordDecl *record);
  /// All classes of the hierarchy of the class, in the order of the file. The same answer each time.
  const std::vector<const clang::CXXRecordDecl *> &classesOf(const clang::CXXRecordDecl *record);
  /// Is there a class in the hierarchy that is not derived from the root, nor the root?
  bool isJoined(const clang::CXXRecordDecl *record);
  /// The class's number in its hierarchy. Refuses a class that has appeared since its hierarchy was asked for.
  unsigned idOf(const clang::CXXRecordDecl *record);
  /// Has no class appeared in a hierarchy that was asked for? (Lowering itself makes instances of templates.)
  bool isComplete();

private:
  using Classes = std::vector<const clang::CXXRecordDecl *>;
  Classes polymorphicClasses();
  Classes joinedTo(const clang::CXXRecordDecl *record);

  clang::ASTContext &ast;
  llvm::SetVector<const clang::CXXRecordDecl *> classes; ///< with or without virtual functions, each once
  size_t typesRead = 0;                                  ///< those of the context whose classes are known
  std::deque<Classes> known;                             ///< hierarchies that were asked for
  std::map<const clang::CXXRecordDecl *, size_t> places; ///< of the classes in them, and of those that have appeared since
};

} // namespace adjoint::frontend

#endif
