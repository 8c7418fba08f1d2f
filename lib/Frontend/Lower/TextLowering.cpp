// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/TextLowering.h"

#include "Frontend/Facts/ReturnedTexts.h"
#include "Frontend/Lower/BodyLowering.h"
#include "Frontend/Models/Marks.h"

namespace adjoint::frontend {

using clang::dyn_cast;
using clang::Expr;

namespace {

/// Without what wraps it, and without copies, which have the same characters.
const Expr *source(const Expr *e) {
  while (true) {
    const Expr *inner = insideMark(e);
    if (const auto *init = dyn_cast<clang::CXXDefaultInitExpr>(e))
      inner = init->getExpr();
    else if (const auto *argument = dyn_cast<clang::CXXDefaultArgExpr>(e))
      inner = argument->getExpr();
    else if (const auto *paren = dyn_cast<clang::ParenExpr>(e))
      inner = paren->getSubExpr();
    else if (const auto *cast = dyn_cast<clang::CastExpr>(e);
             cast && (cast->getCastKind() == clang::CK_NoOp || cast->getCastKind() == clang::CK_ConstructorConversion))
      inner = cast->getSubExpr();
    else if (const auto *copy = dyn_cast<clang::CXXConstructExpr>(e);
             copy && copy->getConstructor()->isCopyOrMoveConstructor())
      inner = copy->getArg(0);
    else if (const auto *move = dyn_cast<clang::CallExpr>(e); move && move->isCallToStdMove())
      inner = move->getArg(0);
    if (!inner)
      return e;
    e = inner;
  }
}

} // namespace

bool TextLowering::isText(const ir::Type *type) {
  return type->isRecord() && type->record->spelling == "adjoint::Text";
}

const ir::Expr *TextLowering::number(const ir::Place *place) { return body.ir.load(body.ir.field(place, 0)); }

const ir::Expr *TextLowering::value(const Expr *e) {
  const Expr *from = source(e);
  if (!body.unit.models.isText(from->getType()))
    return nullptr;
  const ir::Type *type = body.ir.withoutConst(body.unit.types.lower(body.unit.models.held(from->getType())));
  auto make = [&] {
    const ir::Variable *made = body.temporary("text", type, e->getExprLoc());
    body.emit<ir::DeclareStmt>(e->getExprLoc(), made, nullptr);
    body.opaques.number(body.ir.field(body.ir.place(made), 0), from, e->getExprLoc());
    return body.ir.load(made);
  };
  bool isMade = from->isPRValue() && body.unit.modelled(from) == from && body.opaques.concerns(from);
  if (isMade)
    return make();
  const ir::Place *place = body.places.place(from);
  return isText(place->type) ? body.ir.load(place) : make();
}

const ir::Place *TextLowering::place(const clang::CastExpr *conversion) {
  const Expr *from = conversion->getSubExpr();
  Models &models = body.unit.models;
  bool isConversion = models.isText(body.ast.getBaseElementType(from->getType())) &&
                      !models.isText(body.ast.getBaseElementType(conversion->getType()));
  if (!isConversion)
    return nullptr;
  const ir::Type *type = body.ir.withoutConst(body.unit.types.lower(conversion->getType()));
  if (isText(type) && from->isGLValue())
    if (const ir::Place *known = body.places.place(from); isText(known->type))
      return known;
  const ir::Variable *made = body.temporary("text", type, from->getExprLoc());
  if (!isText(type)) // a list
    body.inits.declare(made, source(from), from->getExprLoc());
  else
    body.emit<ir::DeclareStmt>(from->getExprLoc(), made, value(from));
  return body.ir.place(made);
}

namespace {
/// A std::string for sure.
bool isVariable(const Expr *e, BodyLowering &body) {
  const auto *name = dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts());
  return name && clang::isa<clang::VarDecl>(name->getDecl()) && !name->getDecl()->getType()->isReferenceType() &&
         !body.captured(name->getDecl());
}
} // namespace

const ir::Place *TextLowering::choice(const clang::ConditionalOperator *e) {
  if (!body.unit.models.isText(e->getType()) || (isVariable(e->getLHS(), body) && isVariable(e->getRHS(), body)))
    return nullptr;
  const ir::Type *type = body.ir.withoutConst(body.unit.types.lower(body.unit.models.held(e->getType())));
  const ir::Expr *chosen = body.exprs.choose(e, type->record->fields.front().type, [&](const Expr *arm) {
    const ir::Variable *text = body.temporary("text", type, arm->getExprLoc());
    body.emit<ir::DeclareStmt>(arm->getExprLoc(), text, value(arm));
    return number(body.ir.place(text));
  });
  const ir::Variable *made = body.temporary("text", type, e->getExprLoc());
  body.emit<ir::DeclareStmt>(e->getExprLoc(), made, nullptr);
  body.assign(body.ir.field(body.ir.place(made), 0), chosen, e->getExprLoc());
  return body.ir.place(made);
}

bool TextLowering::declare(const ir::Variable *variable, const Expr *init, clang::SourceLocation where) {
  if (!isText(variable->type))
    return false;
  const ir::Expr *text = value(init);
  if (text)
    body.emit<ir::DeclareStmt>(where, variable, text);
  return text;
}

bool TextLowering::store(const ir::Place *place, const Expr *init, clang::SourceLocation where) {
  if (!isText(place->type))
    return false;
  const ir::Expr *text = value(init);
  if (text)
    body.assign(place, text, where);
  return text;
}

bool TextLowering::assign(const Expr *e) {
  const auto *call = dyn_cast<clang::CallExpr>(e);
  const auto *method = call ? clang::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee()) : nullptr;
  if (!method || method->getOverloadedOperator() != clang::OO_Equal)
    return false;
  const auto *member = dyn_cast<clang::CXXMemberCallExpr>(e); // in an assignment of objects that Clang has written
  const Expr *left = member ? member->getImplicitObjectArgument() : call->getArg(0);
  const Expr *right = call->getArg(member ? 0 : 1);
  if (!body.unit.models.isText(left->getType()))
    return false;
  const ir::Place *place = body.places.place(left);
  if (!isText(place->type))
    return false;
  refuseReturnedText(left);
  if (!store(place, right, e->getExprLoc()))
    body.opaques.number(body.ir.field(place, 0), right, e->getExprLoc());
  return true;
}

const ir::Place *TextLowering::asString(const ir::Place *text, clang::SourceLocation where) {
  auto *function = body.ir.make<ir::Function>();
  function->name = function->spelling = "text";
  function->pattern = "adjoint::text($0 )";
  function->isOverloaded = true;
  function->rule = ir::CallRule::Passive;
  function->isRepeatable = true;
  function->returnType = body.unit.types.lower(body.unit.models.string());
  const ir::Expr *id = number(text);
  function->params.push_back(body.ir.make<ir::Variable>("id", body.ir.withoutConst(id->type), ir::Storage::Parameter));
  const ir::Variable *made = body.temporary("text", function->returnType, where);
  body.emit<ir::CallStmt>(where, body.ir.place(made), true, function, std::vector<const ir::Expr *>{id});
  return body.ir.place(made);
}

} // namespace adjoint::frontend
