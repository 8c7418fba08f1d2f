// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TypeLowering: Clang's types as the IR's.
//
// Every type has an image, so that a pointer to something opaque (a FILE, a stream) can be
// passed on. Whether values of a type can be differentiated is a second question, asked
// where a value is declared, made or looked into.

#ifndef ADJOINT_FRONTEND_TYPELOWERING_H
#define ADJOINT_FRONTEND_TYPELOWERING_H

#include "IR/Context.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

#include <map>

namespace adjoint::frontend {

class TypeLowering {
public:
  TypeLowering(clang::ASTContext &ast, ir::Context &ir) : ast(ast), ir(ir) {}

  const ir::Type *lower(clang::QualType type);
  /// As written in generated code.
  std::string spell(clang::QualType type) const;

  /// Refuses a type whose values cannot be held in a variable of the IR.
  void require(clang::QualType type, clang::SourceLocation where) const;
  /// Is the record a plain struct: its copies copy its fields, and nothing happens at birth and death?
  static bool isPlain(const clang::CXXRecordDecl *record);

  /// The field's position in the record's image.
  unsigned fieldIndex(const clang::FieldDecl *field) const { return field->getFieldIndex(); }

private:
  const ir::Type *lowerCanonical(clang::QualType type);
  const ir::Type *lowerBuiltin(const clang::BuiltinType *type);
  const ir::Type *lowerRecord(const clang::RecordDecl *record, clang::QualType type);
  const ir::Type *lowerEnum(const clang::EnumDecl *decl, clang::QualType type);
  const ir::Type *opaque(clang::QualType type);

  clang::ASTContext &ast;
  ir::Context &ir;
  std::map<const clang::Type *, const ir::Type *> known;
};

} // namespace adjoint::frontend

#endif
