// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TypeLowering: Clang's types as the IR's.
//
// Every type has an image, so that a pointer to something opaque (a FILE, a stream) can be
// passed on. Whether values of a type can be differentiated is a second question, asked
// where a value is declared, made or looked into.
//
// A class is a record: its bases are parts that come first, references among its members are
// pointers. A closure is a record of its captures.

#ifndef ADJOINT_FRONTEND_LOWER_TYPELOWERING_H
#define ADJOINT_FRONTEND_LOWER_TYPELOWERING_H

#include "Frontend/Facts/ClassHierarchy.h"
#include "Frontend/Lower/ClassViews.h"
#include "Frontend/Models/Models.h"
#include "Frontend/Names/MirrorNames.h"
#include "IR/Context.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

#include <map>
#include <optional>
#include <set>

namespace adjoint::frontend {

class TypeLowering {
public:
  TypeLowering(clang::ASTContext &ast, ir::Context &ir, Models &models)
      : ast(ast), ir(ir), models(models), hierarchy(ast), mirrorNames(ast) {}

  const ir::Type *lower(clang::QualType type);
  /// What a pointer to void is, where it leads to objects of that type.
  const ir::Type *pointerTo(const clang::Type *target, clang::QualType untyped);
  /// As written in generated code.
  std::string spell(clang::QualType type) const;
  /// A new name that says the same; nothing in the file is called so.
  std::string nameFor(const std::string &spelling) { return mirrorNames.make(spelling); }

  /// Is the member not part of the record?
  bool isLeftOut(const clang::FieldDecl *field) const;
  /// Refuses a type whose values cannot be held in a variable of the IR.
  void require(clang::QualType type, clang::SourceLocation where) const;

  /// The field's position in the record's image.
  unsigned fieldIndex(const clang::FieldDecl *field);
  /// The position of the part that a direct base is; none where one record stands for both.
  std::optional<unsigned> baseIndex(const clang::CXXRecordDecl *record, const clang::CXXRecordDecl *base);

  ClassHierarchy &classes() { return hierarchy; }
  /// The class behind each record that is no mirror, and the classes of the user's behind each that stands for several.
  const std::map<const ir::Record *, std::vector<const clang::CXXRecordDecl *>> &classesBehind() const { return members; }

private:
  const ir::Type *lowerCanonical(clang::QualType type);
  const ir::Type *lowerBuiltin(const clang::BuiltinType *type);
  const ir::Type *lowerRecord(const clang::RecordDecl *record, clang::QualType type);
  std::string mirrorName(const clang::CXXRecordDecl *record, clang::QualType type);
  void layOut(const clang::RecordDecl *record, ir::Record &image, unsigned &next,
              std::vector<ir::FieldView> &views);
  void layOutOwn(const clang::RecordDecl *record, ir::Record &image, unsigned &next,
                 std::vector<ir::FieldView> &views);
  void layOutBases(const clang::CXXRecordDecl *record, ir::Record &image, unsigned &next,
                   std::vector<ir::FieldView> &views);
  void addField(ir::Record &image, unsigned &next, const std::string &name, const ir::Type *type);
  const ir::Type *lowerEnum(const clang::EnumDecl *decl, clang::QualType type);
  const ir::Type *opaque(clang::QualType type);
  std::string libraryName(clang::QualType type) const;

  clang::ASTContext &ast;
  ir::Context &ir;
  Models &models;
  ClassHierarchy hierarchy;
  std::map<const ir::Record *, std::vector<const clang::CXXRecordDecl *>> members;
  MirrorNames mirrorNames;
  const ClassViews classViews{ast, [this](clang::QualType type) { return spell(type); }};
  std::set<std::string> numbered; ///< what mirrors are called after
  std::map<const clang::Type *, const ir::Type *> known;
  std::map<const clang::FieldDecl *, unsigned> fieldIndices;
  std::map<std::pair<const clang::CXXRecordDecl *, const clang::CXXRecordDecl *>, unsigned> baseIndices;
};

} // namespace adjoint::frontend

#endif
