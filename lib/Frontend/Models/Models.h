// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Models: which class or function stands for one of a library whose source is not worth reading.
//
// `std::N` has the model `adjoint::model::N`, and `ns::N` the model `adjoint::model::ns::N`, if there is one of that
// name; inline namespaces do not count. A model of a class template takes as many of its arguments as it has
// parameters, so that allocators fall away; arguments are replaced by their models, too:
//
//     std::vector<std::pair<int, double>>  is  adjoint::model::vector<adjoint::model::pair<int, double>>
//
// A model may be an alias: __gnu_cxx::__normal_iterator<double *, ...> is double *.

#ifndef ADJOINT_FRONTEND_MODELS_MODELS_H
#define ADJOINT_FRONTEND_MODELS_MODELS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

#include <functional>
#include <map>
#include <string>

namespace clang {
class Sema;
}

namespace adjoint::frontend {

class Models {
public:
  explicit Models(clang::Sema &sema);

  /// The type with every class that has a model replaced, below pointers, references and arrays too; itself if nothing
  /// is. Classes of the user are left as they are, whatever their members are.
  clang::QualType type(clang::QualType type);
  /// Has the type a model, or leads it to one?
  bool changes(clang::QualType type) { return this->type(type) != type.getCanonicalType(); }

  /// The type of what is an element, a member or a capture: a text (std::string) is held as an adjoint::Text.
  clang::QualType held(clang::QualType type);
  bool isText(clang::QualType type) const;
  clang::QualType string() const { return stringType; } ///< std::string, where it has been held

  /// Is it of the library, or of a namespace that has models?
  bool covers(const clang::Decl *decl);
  /// Is it of a namespace of which nothing but the models is read (`whole_library` in theirs)?
  bool isWhollyModelled(const clang::Decl *decl);
  /// What is called like a static member of a class, in the model of the class.
  clang::DeclContext::lookup_result staticNamesakes(const clang::CXXMethodDecl *method);

  /// Classes for which this is so have no model.
  void leave(std::function<bool(const clang::CXXRecordDecl *)> isLeft) { isLeftAsItIs = std::move(isLeft); }

  /// What the member, a pointer to void, stands for a pointer to; null: it is left as it is.
  clang::QualType targetOf(const clang::FieldDecl *field) {
    return behindUntyped && field->getType()->isVoidPointerType() ? behindUntyped(field) : clang::QualType();
  }
  void typeMembers(std::function<clang::QualType(const clang::FieldDecl *)> targetOf) { behindUntyped = std::move(targetOf); }

  /// The class of the library, or of the user's, that the model stands for, as far as one has been met; the type itself if none.
  clang::QualType original(clang::QualType model) const;

  /// The same class of the library, with a first argument that is not const: a view of variables for one of constants. Null: it
  /// is none.
  clang::QualType ofVariables(clang::QualType view);

  /// Makes the class, if it is of the models, where only pointers have led to it so far.
  void complete(const clang::RecordDecl *record);

  /// What is called like the function or variable among the models; empty: nothing.
  clang::DeclContext::lookup_result namesakes(const clang::NamedDecl *decl);
  /// Functions of libraries of C, and of Fortran, whose names are known everywhere. A model of one may leave arguments out.
  static bool isOfOtherLanguage(const clang::NamedDecl *decl);
  clang::TemplateArgument argument(const clang::TemplateArgument &argument);
  /// Numbers of an array that are seen as this vector type of the compiler; null: there is no model.
  clang::QualType lanesInMemory(clang::QualType vector);

  clang::Sema &sema;

private:
  clang::DeclContext::lookup_result membersNamed(const clang::CXXRecordDecl *record);
  clang::DeclContext *modelSpace(const clang::DeclContext *space);
  void meetElements(const clang::CXXRecordDecl *record);
  clang::QualType classModel(const clang::CXXRecordDecl *record);
  clang::QualType instance(clang::TemplateDecl *model, const clang::CXXRecordDecl *record);
  clang::QualType laneModel(const clang::VectorType *vector, llvm::StringRef name, clang::QualType element);
  clang::QualType unqualified(clang::QualType type);

  clang::ASTContext &ast;
  std::function<bool(const clang::CXXRecordDecl *)> isLeftAsItIs;
  std::function<clang::QualType(const clang::FieldDecl *)> behindUntyped;
  clang::QualType text, stringType;     ///< adjoint::Text, and what it stands for
  clang::NamespaceDecl *root = nullptr; ///< adjoint::model; null where its header is not included
  std::map<const clang::Type *, clang::QualType> known, originals;
};

/// The name of a type in which models are named, with what they are models of instead.
std::string nameOfOriginal(std::string spelling);
/// Is a model that its original has another name than (an alias) a part of the type's name?
bool namesAlias(const Models &models, clang::QualType type);

/// May generated code use the class itself that this is the model of (ADJOINT_DIRECT)?
bool isDirectModel(const clang::CXXRecordDecl *model);

/// Does the function only see a class as its model, or a model as its class (ADJOINT_SAME)?
bool isSameFunction(const clang::FunctionDecl *function);

/// Does the function give an object that is all zero (ADJOINT_ZERO)?
bool isZeroFunction(const clang::FunctionDecl *function);

/// What cannot be differentiated, and what to write instead, where the function refuses what calls it (ADJOINT_REFUSED); otherwise
/// empty.
std::vector<std::string> refusalBy(const clang::FunctionDecl *function);

/// Is the field of a model a ring of nodes, which is never without its first (ADJOINT_RING)?
bool isRing(const clang::FieldDecl *field);
/// ADJOINT_UNSET: does the global pointer lead nowhere when a function that is differentiated is entered?
bool isUnset(const clang::VarDecl *variable);

/// How the field of a model is read from the object that is modelled (ADJOINT_VIEW).
std::string viewOf(const clang::FieldDecl *field);

/// The namespace of this name inside of another; null: there is none.
clang::NamespaceDecl *namespaceIn(clang::DeclContext *context, const clang::ASTContext &ast, llvm::StringRef name);

/// Is it a part of a model, or of what models are made of?
bool isOfModels(const clang::Decl *decl);
/// One of the runtime's functions of whole matrices (adjoint/linear/elementals.h, adjoint/lapack/elementals.h)?
bool isElemental(const clang::Decl *decl);

} // namespace adjoint::frontend

#endif
