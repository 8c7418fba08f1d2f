// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/ThrowLowering.h"

#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Facts/ThrownTypes.h"
#include "Frontend/Lower/BodyLowering.h"

namespace adjoint::frontend {

namespace {

std::string textOf(const clang::StringLiteral *text) {
  std::string spelling;
  llvm::raw_string_ostream out(spelling);
  text->outputString(out);
  return spelling;
}

/// Of a variable without data: none, for the object is made anew.
std::vector<const clang::Expr *> argumentsOfThrown(const clang::Expr *thrown) {
  const bool isNamed = clang::isa<clang::DeclRefExpr>(thrown->IgnoreUnlessSpelledInSource()->IgnoreParens());
  return isNamed && isMadeOfNothing(thrownType(thrown->getType())) ? std::vector<const clang::Expr *>() : thrownFrom(thrown);
}

bool isQuoted(const clang::Expr *argument) {
  return clang::isa<clang::StringLiteral>(argument->IgnoreUnlessSpelledInSource());
}

bool isDefault(const clang::Expr *argument) { return clang::isa<clang::CXXDefaultArgExpr>(argument); }

bool isNumber(const clang::Expr *argument) {
  return argument->IgnoreUnlessSpelledInSource()->getType()->isArithmeticType();
}

const ir::Expr *textOrNumber(BodyLowering &body, const clang::Expr *argument) {
  const clang::Expr *written = argument->IgnoreUnlessSpelledInSource();
  if (!isQuoted(argument))
    return body.exprs.value(written);
  return body.ir.named(textOf(clang::cast<clang::StringLiteral>(written)),
                       body.ir.pointerTo(body.ir.integer("char", 8, true)));
}

ir::Function *throwing(BodyLowering &body, const clang::CXXThrowExpr *e, llvm::ArrayRef<const ir::Expr *> args) {
  const clang::QualType type = e->getSubExpr()->getType();
  if (!isNameable(type))
    refuse(DiagId::throw_unnamed_class, e->getExprLoc());
  auto *callee = body.ir.make<ir::Function>();
  const std::string spelling = body.unit.types.spell(type);
  callee->name = "throw";
  callee->spelling = "throw " + spelling;
  if (!type->isRecordType()) // its name may be no single word
    callee->pattern = "throw static_cast<" + spelling + ">($0 )";
  callee->returnType = body.ir.voidType();
  for (const ir::Expr *arg : args)
    callee->params.push_back(body.ir.make<ir::Variable>("", arg->type, ir::Storage::Parameter));
  callee->rule = ir::CallRule::Passive;
  callee->isRepeatable = callee->neverReturns = true;
  return callee;
}

} // namespace

void lowerThrow(BodyLowering &body, const clang::CXXThrowExpr *e, MakingStatements statements) {
  const clang::Expr *thrown = e->getSubExpr();
  if (!statements.empty())
    return body.opaques.raiseMade(thrown, statements, e->getExprLoc());
  if (body.opaques.concerns(thrown))
    return body.opaques.raise(thrown, e->getExprLoc());
  const std::vector<const clang::Expr *> given = argumentsOfThrown(thrown);
  if (llvm::any_of(given, [](const clang::Expr *arg) { return !isQuoted(arg) && !isDefault(arg) && !isNumber(arg); }))
    return body.opaques.raiseMade(thrown, {}, e->getExprLoc());
  std::vector<const ir::Expr *> args;
  for (const clang::Expr *arg : given)
    if (!isDefault(arg))
      args.push_back(textOrNumber(body, arg));
  ir::Function *callee = throwing(body, e, args);
  body.emit<ir::CallStmt>(e->getExprLoc(), nullptr, false, callee, std::move(args));
}

} // namespace adjoint::frontend
