// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OperatorTranslation: calls of operators, and comparisons that the language rewrites, in the terms of models.

#include "Frontend/Clang/Diagnostics.h"
#include "Frontend/Models/AsWritten.h"
#include "Frontend/Models/ModelTranslation.h"
#include "Frontend/Models/SideEffects.h"
#include "Frontend/Models/StandardLibrary.h"
#include "Frontend/Models/Translated.h"

#include "clang/Sema/Overload.h"
#include "clang/Sema/Sema.h"

#include <functional>

namespace adjoint::frontend {

using clang::dyn_cast;
using clang::Expr;

/// Where the class has nothing of its own, as Eigen's MatrixBase: the object that it is a base of, whose class says what an assignment is.
Expr *ModelTranslation::assignedObject(Expr *written, clang::SourceLocation where) {
  const clang::CXXRecordDecl *record = written->getType()->getAsCXXRecordDecl();
  const clang::DeclarationName name = &ast.Idents.get("derived");
  const bool isPart = record && isOfModels(record) && record->hasDefinition() && record->isEmpty() && !record->lookup(name).empty();
  if (!isPart)
    return written;
  Expr *function = memberNamed(written, false, name, nullptr, where);
  Expr *object = function ? madeOf(sema.BuildCallExpr(nullptr, function, where, {}, where)) : nullptr;
  return object ? object : written;
}

Expr *ModelTranslation::operation(const clang::CXXOperatorCallExpr *e) {
  if (Expr *made = objectCall(e))
    return made;
  if (Expr *made = calledAsWritten(e))
    return made;
  if (!concernsModel(e))
    return nullptr;
  if (const Expr *without = argumentWithoutModel(e->arguments()))
    refuseMissing(clang::isa<clang::CallExpr>(without) ? without : e);
  std::vector<Expr *> args = operands(llvm::ArrayRef(e->getArgs(), e->getNumArgs()));
  if (e->getOperator() == clang::OO_Equal)
    args.front() = assignedObject(args.front(), e->getExprLoc());
  Expr *made = args.empty() ? nullptr : operatorOn(e, args);
  if (!made || givesAnother(e, made))
    refuseMissing(e);
  return unmarked(made);
}

/// In a model, a function object of the user's whose type parameters are deduced: it gets the library's classes, since it may ask
/// what they are, or have other functions for them.
Expr *ModelTranslation::calledAsWritten(const clang::CXXOperatorCallExpr *e) {
  const clang::FunctionDecl *callee = e->getDirectCallee();
  if (e->getOperator() != clang::OO_Call || !callee || !callee->getPrimaryTemplate() || isOfModels(callee) || isOfLibrary(callee))
    return nullptr;
  bool isChanged = false;
  std::vector<Expr *> args;
  for (const Expr *arg : llvm::ArrayRef(e->getArgs(), e->getNumArgs()).drop_front()) {
    const clang::QualType original = models.original(arg->getType());
    Expr *given = const_cast<Expr *>(arg);
    if (original != arg->getType())
      given = clang::ImplicitCastExpr::Create(ast, original, clang::CK_NoOp, given, nullptr, arg->getValueKind(),
                                              clang::FPOptionsOverride());
    isChanged = isChanged || given != arg;
    args.push_back(given);
  }
  if (!isChanged)
    return nullptr;
  Expr *object = const_cast<Expr *>(e->getArg(0)->IgnoreImpCasts()); // not the base whose function it was
  clang::ExprResult made = sema.BuildCallExpr(nullptr, object, e->getExprLoc(), args, e->getExprLoc());
  Expr *call = madeOf(made) ? unmarked(made.get()) : nullptr;
  if (!call || models.held(call->getType()) != models.held(e->getType()) || call->getValueKind() != e->getValueKind())
    refuseMissing(e);
  return call;
}

namespace {
/// What `auto operator<=>(const C &) const = default;` says of a < b: the first member that differs decides.
class MemberOrder {
public:
  MemberOrder(clang::Sema &sema, clang::SourceLocation where, std::function<Expr *(const Expr *)> operand)
      : sema(sema), ast(sema.getASTContext()), where(where), operand(std::move(operand)) {}

  /// Null where there is more to compare than members, or a member is an array.
  Expr *compare(clang::BinaryOperatorKind op, const Expr *l, const Expr *r) {
    const clang::CXXRecordDecl *record = l->getType()->getAsCXXRecordDecl();
    if (record->getNumBases() != 0)
      return nullptr;
    const bool isUpwards = op == clang::BO_LT || op == clang::BO_LE, areEqualFine = op == clang::BO_LE || op == clang::BO_GE;
    const clang::BinaryOperatorKind strict = isUpwards ? clang::BO_LT : clang::BO_GT;
    Expr *result = new (ast) clang::CXXBoolLiteralExpr(areEqualFine, ast.BoolTy, where);
    std::vector<clang::FieldDecl *> fields(record->field_begin(), record->field_end());
    if (fields.size() == 1)
      return membersCompared(op, fields.front(), l, r);
    for (auto field = fields.rbegin(); result && field != fields.rend(); ++field)
      result = decided(strict, *field, l, r, result);
    return result;
  }

private:
  /// As the member's class says; null for arrays.
  Expr *membersCompared(clang::BinaryOperatorKind op, clang::FieldDecl *field, const Expr *l, const Expr *r) {
    if (field->getType()->isArrayType())
      return nullptr;
    return madeOf(sema.BuildBinOp(nullptr, where, op, operand(member(l, field)), operand(member(r, field))));
  }
  Expr *member(const Expr *object, clang::FieldDecl *field) {
    const clang::QualType type = field->getType().getNonReferenceType();
    return clang::MemberExpr::CreateImplicit(ast, const_cast<Expr *>(object), false, field, type, clang::VK_LValue,
                                             clang::OK_Ordinary);
  }
  /// l.f < r.f || (l.f <= r.f && l.f >= r.f && rest); numbers that are not ordered are neither.
  Expr *decided(clang::BinaryOperatorKind strict, clang::FieldDecl *field, const Expr *l, const Expr *r, Expr *rest) {
    auto compared = [&](clang::BinaryOperatorKind op) { return membersCompared(op, field, l, r); };
    Expr *isSame = joined(clang::BO_LAnd, compared(clang::BO_LE), compared(clang::BO_GE));
    return joined(clang::BO_LOr, compared(strict), joined(clang::BO_LAnd, isSame, rest));
  }
  Expr *joined(clang::BinaryOperatorKind op, Expr *a, Expr *b) {
    return a && b ? madeOf(sema.CreateBuiltinBinOp(where, op, a, b)) : nullptr;
  }

  clang::Sema &sema;
  clang::ASTContext &ast;
  clang::SourceLocation where;
  std::function<Expr *(const Expr *)> operand;
};

/// Is it the same object each time, as the element `v[i]` of a container is?
bool canBeRepeated(const Expr *e) {
  e = asWritten(e);
  while (const auto *member = dyn_cast<clang::MemberExpr>(e))
    e = asWritten(member->getBase());
  const auto *call = dyn_cast<clang::CallExpr>(e);
  const auto *method = call ? clang::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee()) : nullptr;
  if (!method || !isOfLibrary(method) || !call->isLValue())
    return !hasEffects(e);
  return llvm::none_of(call->arguments(), [](const Expr *arg) { return hasEffects(arg); });
}

/// Is each operand of such an order named but once?
bool hasOneMember(const Expr *object) {
  const clang::CXXRecordDecl *record = object->getType()->getAsCXXRecordDecl();
  return record && record->getNumBases() == 0 && std::distance(record->field_begin(), record->field_end()) == 1;
}

bool isDefaultedOrder(const Expr *e) {
  const auto *call = dyn_cast<clang::CXXOperatorCallExpr>(e);
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->isDefaulted();
}
} // namespace

/// `a.compare(b) < 0` for the `a < b` of texts.
Expr *ModelTranslation::orderOfTexts(const clang::CXXRewrittenBinaryOperator *e) {
  const auto form = e->getDecomposedForm();
  const clang::SourceLocation where = e->getExprLoc();
  const bool isTurned = !hasCharacters(form.LHS->getType()); // "a" < b
  Expr *left = const_cast<Expr *>(isTurned ? form.RHS : form.LHS), *right = const_cast<Expr *>(isTurned ? form.LHS : form.RHS);
  clang::CXXScopeSpec scope;
  Expr *compare = madeOf(sema.BuildMemberReferenceExpr(left, left->getType(), where, false, scope, clang::SourceLocation(), nullptr,
                                                       clang::DeclarationNameInfo(&ast.Idents.get("compare"), where), nullptr, nullptr));
  Expr *call = compare ? madeOf(sema.BuildCallExpr(nullptr, compare, where, clang::MultiExprArg(&right, 1), where)) : nullptr;
  Expr *zero = clang::IntegerLiteral::Create(ast, llvm::APInt(ast.getIntWidth(ast.IntTy), 0), ast.IntTy, where);
  const clang::BinaryOperatorKind op = isTurned ? clang::BinaryOperator::reverseComparisonOp(form.Opcode) : form.Opcode;
  return call ? madeOf(sema.BuildBinOp(nullptr, where, op, call, zero)) : nullptr;
}

/// a != b, for which the library has but ==, and a < b, for which it has but <=>, where the model has both.
Expr *ModelTranslation::inequality(const clang::CXXRewrittenBinaryOperator *e) {
  const auto form = e->getDecomposedForm();
  if (form.Opcode == clang::BO_Cmp || form.Opcode == clang::BO_EQ)
    return nullptr;
  if (clang::BinaryOperator::isRelationalOp(form.Opcode) && (hasCharacters(form.LHS->getType()) || hasCharacters(form.RHS->getType())))
    return orderOfTexts(e);
  const bool isOrder = clang::BinaryOperator::isRelationalOp(form.Opcode);
  const bool canBeMadeOfMembers = hasOneMember(form.LHS) || (canBeRepeated(form.LHS) && canBeRepeated(form.RHS));
  if (isOrder && isDefaultedOrder(form.InnerBinOp) && canBeMadeOfMembers)
    return MemberOrder(sema, e->getExprLoc(), [this](const Expr *part) { return operand(part); })
        .compare(form.Opcode, form.LHS, form.RHS);
  if (!models.changes(typeWritten(form.LHS)))
    return nullptr;
  clang::ExprResult made = sema.BuildBinOp(nullptr, e->getExprLoc(), form.Opcode, operand(form.LHS), operand(form.RHS));
  return madeOf(made);
}

namespace {
/// Where the class of the library has nothing but a function for constants, a model that has one for variables, too, must
/// not be asked for that.
Expr *asConstFor(const clang::CXXOperatorCallExpr *e, Expr *object, clang::ASTContext &ast) {
  const auto *method = clang::dyn_cast_or_null<clang::CXXMethodDecl>(e->getDirectCallee());
  const bool isAccess = e->getOperator() == clang::OO_Call || e->getOperator() == clang::OO_Subscript;
  const clang::QualType type = object->getType();
  if (!isAccess || !method || !method->isConst() || !type->isRecordType() || type.isConstQualified())
    return object;
  return clang::ImplicitCastExpr::Create(ast, type.withConst(), clang::CK_NoOp, object, nullptr, object->getValueKind(),
                                         clang::FPOptionsOverride());
}
} // namespace

Expr *ModelTranslation::operatorOn(const clang::CXXOperatorCallExpr *e, llvm::MutableArrayRef<Expr *> args) {
  clang::SourceLocation where = e->getExprLoc();
  clang::OverloadedOperatorKind op = e->getOperator();
  clang::ExprResult made;
  args[0] = asConstFor(e, args[0], ast);
  if (op == clang::OO_Call)
    made = sema.BuildCallExpr(nullptr, args[0], where, clang::MultiExprArg(args).drop_front(), where);
  else if (op == clang::OO_Subscript)
    made = args[0]->getType()->isRecordType()
               ? sema.CreateOverloadedArraySubscriptExpr(where, where, args[0], clang::MultiExprArg(args).drop_front())
               : sema.CreateBuiltinArraySubscriptExpr(args[0], where, args[1], where);
  else if (op == clang::OO_Arrow)
    made = args[0]->getType()->isRecordType() ? sema.BuildOverloadedArrowExpr(nullptr, args[0], where)
                                              : sema.DefaultLvalueConversion(args[0]);
  else if (args.size() == 1 || op == clang::OO_PlusPlus || op == clang::OO_MinusMinus)
    made = sema.BuildUnaryOp(nullptr, where, clang::UnaryOperator::getOverloadedOpcode(op, e->getNumArgs() == 2),
                             args[0]);
  else
    made = sema.BuildBinOp(nullptr, where, clang::BinaryOperator::getOverloadedOpcode(op), args[0], args[1]);
  return madeOf(made);
}

} // namespace adjoint::frontend
