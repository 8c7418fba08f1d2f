// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ClassViews: how generated code gets at the members of the user's objects (ir::ClassView).
//
// A model says so of itself, in annotations: how a field is read, how many elements it leads to,
// and what gives an adjoint its shape (adjoint/model/core.h).

#ifndef ADJOINT_FRONTEND_LOWER_CLASSVIEWS_H
#define ADJOINT_FRONTEND_LOWER_CLASSVIEWS_H

#include "IR/ClassView.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

#include <functional>

namespace adjoint::frontend {

class ClassViews {
public:
  using Spell = std::function<std::string(clang::QualType)>;

  ClassViews(const clang::ASTContext &ast, Spell spell) : ast(ast), spell(std::move(spell)) {}

  /// The view without its fields. `hierarchy`: the classes that objects can be of, by their numbers; of a class without
  /// virtual functions, none.
  ir::ClassView of(const clang::CXXRecordDecl *record,
                   llvm::ArrayRef<const clang::CXXRecordDecl *> hierarchy) const;
  ir::FieldView ofField(const clang::FieldDecl *field) const;
  /// The number of the object's class in its hierarchy.
  ir::FieldView ofClassNumber() const;
  ir::FieldView ofBase(const clang::CXXBaseSpecifier &base) const;

  /// Once all fields are there: the extents of a model's pointers, in its own fields.
  static void finish(ir::ClassView &view, const ir::Record &image);

private:
  ir::FieldView ofModelField(const clang::FieldDecl *field, const std::vector<std::string> &texts) const;
  std::string obstacle(const clang::CXXRecordDecl *record) const;

  const clang::ASTContext &ast;
  Spell spell;
};

} // namespace adjoint::frontend

#endif
