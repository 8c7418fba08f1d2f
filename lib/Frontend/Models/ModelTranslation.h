// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ModelTranslation: an expression of the user's about a library class, as one about its model.
//
//     v.push_back(x)          a call of std::vector<double>::push_back
//     v.push_back(x)          a call of adjoint::model::vector<double>::push_back
//
// Clang itself makes the second from the first: its operands get the models' types (by a cast that does nothing),
// and overload resolution, deduction and conversions are done anew on them. So the models need not have the library's
// signatures, and an operator of an iterator becomes the built-in one of a pointer. The operands themselves are lowered
// in their turn.

#ifndef ADJOINT_FRONTEND_MODELS_MODELTRANSLATION_H
#define ADJOINT_FRONTEND_MODELS_MODELTRANSLATION_H

#include "Frontend/Models/Models.h"

#include "clang/AST/ExprCXX.h"

namespace clang {
class InitializationKind;
}

namespace adjoint::frontend {

class ModelTranslation {
public:
  explicit ModelTranslation(Models &models);

  /// Null where the expression itself (not its operands) names nothing that has a model. Refuses what the model
  /// has no counterpart for. The same answer each time.
  const clang::Expr *of(const clang::Expr *e);

  /// The same of what is done for its effect alone: a store of a vector register to an array gives nothing that could be used.
  const clang::Expr *ofEffect(const clang::Expr *e);

  /// Makes the body of a model's function that Clang has not needed so far (a destructor). False: it makes no sense for
  /// these types.
  bool define(const clang::FunctionDecl *function);

private:
  clang::Expr *translate(const clang::Expr *e);
  clang::Expr *translated(const clang::Expr *e);
  clang::Expr *storedLanes(const clang::Expr *e);
  const clang::Expr *inSema(std::map<const clang::Expr *, const clang::Expr *> &known, const clang::Expr *e,
                            clang::Expr *(ModelTranslation::*translate)(const clang::Expr *));
  bool isLeftOut(const clang::Expr *e);
  clang::Expr *construction(const clang::CXXConstructExpr *e);
  clang::Expr *defaultArray(const clang::CXXConstructExpr *e, clang::QualType array);
  clang::Expr *made(clang::QualType model, std::vector<clang::Expr *> args, const clang::InitializationKind &kind,
                    const clang::Expr *e);
  bool givesText(const clang::Expr *e) const;
  bool givesAnother(const clang::Expr *e, const clang::Expr *made);
  clang::Expr *memberCall(const clang::CXXMemberCallExpr *e);
  clang::Expr *assignedObject(clang::Expr *written, clang::SourceLocation where);
  clang::Expr *operation(const clang::CXXOperatorCallExpr *e);
  clang::Expr *calledAsWritten(const clang::CXXOperatorCallExpr *e);
  clang::Expr *orderOfTexts(const clang::CXXRewrittenBinaryOperator *e);
  clang::Expr *inequality(const clang::CXXRewrittenBinaryOperator *e);
  clang::Expr *call(const clang::CallExpr *e);
  clang::Expr *objectCall(const clang::CXXOperatorCallExpr *e);
  clang::Expr *callAmong(clang::DeclContext::lookup_result candidates, const clang::DeclRefExpr *name,
                         llvm::ArrayRef<const clang::Expr *> given, const clang::CallExpr *e);
  clang::Expr *member(const clang::MemberExpr *e);
  clang::Expr *converted(clang::Expr *value, clang::QualType model, const clang::Expr *e);
  clang::Expr *same(const clang::CallExpr *e);
  clang::Expr *variable(const clang::DeclRefExpr *e);
  clang::Expr *onLanes(const clang::Expr *e);
  clang::Expr *inMemory(const clang::Expr *lvalue);
  clang::Expr *loadedLanes(const clang::Expr *e);
  clang::Expr *conversionOfLanes(const clang::CastExpr *e);
  clang::Expr *emptyObject(clang::QualType model, clang::SourceLocation where);
  clang::Expr *list(const clang::CXXStdInitializerListExpr *e);
  clang::Expr *aggregate(const clang::InitListExpr *e);

  clang::Expr *memberNamed(const clang::Expr *object, bool isArrow, clang::DeclarationName name,
                           const clang::TemplateArgumentListInfo *explicitArguments, clang::SourceLocation where);
  clang::Expr *operatorOn(const clang::CXXOperatorCallExpr *e, llvm::MutableArrayRef<clang::Expr *> args);
  clang::Expr *operand(const clang::Expr *e);
  std::vector<clang::Expr *> operands(llvm::ArrayRef<const clang::Expr *> args);
  bool isWithoutModel(clang::QualType type);
  const clang::Expr *argumentWithoutModel(clang::CallExpr::const_arg_range args);
  bool concernsModel(const clang::CallExpr *e);
  clang::QualType objectTypeOf(const clang::CXXMemberCallExpr *e);
  [[noreturn]] void refuseMissing(const clang::Expr *e);

  Models &models;
  clang::Sema &sema;
  clang::ASTContext &ast;
  std::map<const clang::Expr *, const clang::Expr *> known, stores;
};

} // namespace adjoint::frontend

#endif
