// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/LibraryLowering.h"

#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Facts/ConstantValues.h"
#include "Frontend/Lower/BodyLowering.h"

#include "clang/AST/ExprCXX.h"

namespace adjoint::frontend {

using clang::dyn_cast;

const ir::Expr *LibraryLowering::value(const clang::CallExpr *e, const LibraryCall &known) {
  switch (known.kind) {
  case LibraryKind::Pure:
  case LibraryKind::Choice:
    return pure(e, known);
  case LibraryKind::Frexp:
    return frexp(e);
  case LibraryKind::Modf:
    return modf(e);
  case LibraryKind::Remquo:
    return remquo(e);
  case LibraryKind::Forward:
    return body.ir.load(place(e, known));
  case LibraryKind::Malloc:
  case LibraryKind::Alloca:
    refuse(DiagId::untyped_memory, e->getExprLoc());
  case LibraryKind::Copy: {
    body.memory.copy(e);
    return body.exprs.value(e->getArg(0)->IgnoreParenImpCasts());
  }
  case LibraryKind::Set:
    body.memory.fill(e);
    return body.exprs.value(e->getArg(0)->IgnoreParenImpCasts());
  case LibraryKind::Constant:
    return body.ir.named(known.spelling + "()", body.exprs.typeOf(e), constantOf(e, body.ast));
  case LibraryKind::Sincos:
  case LibraryKind::Swap:
  case LibraryKind::Free:
    effect(e, known);
    return body.ir.intLiteral(0);
  }
  llvm_unreachable("every kind is handled");
}

void LibraryLowering::effect(const clang::CallExpr *e, const LibraryCall &known) {
  switch (known.kind) {
  case LibraryKind::Sincos:
    return sincos(e);
  case LibraryKind::Swap:
    return swap(e);
  case LibraryKind::Free:
    return body.memory.release(e);
  case LibraryKind::Copy:
    return body.memory.copy(e);
  case LibraryKind::Set:
    return body.memory.fill(e);
  case LibraryKind::Pure:
  case LibraryKind::Choice:
  case LibraryKind::Frexp:
  case LibraryKind::Modf:
  case LibraryKind::Remquo:
  case LibraryKind::Forward:
  case LibraryKind::Malloc:
  case LibraryKind::Alloca:
  case LibraryKind::Constant:
    value(e, known);
    return;
  }
}

const ir::Place *LibraryLowering::place(const clang::CallExpr *e, const LibraryCall &known) {
  if (known.kind == LibraryKind::Choice)
    return chosenPlace(e, known);
  if (known.kind == LibraryKind::Forward)
    return body.places.place(e->getArg(0));
  return body.places.materialize(e, "value");
}

const ir::Expr *LibraryLowering::constant(const clang::CallExpr *e) {
  const auto *method = clang::dyn_cast_or_null<clang::CXXMethodDecl>(e->getDirectCallee());
  if (!method || !isPureCall(e))
    return nullptr;
  std::string spelling = body.unit.types.spell(typeOf(body.ast, method->getParent()));
  return body.ir.named(spelling + "::" + method->getNameAsString() + "()", body.exprs.typeOf(e),
                       constantOf(e, body.ast));
}

// ------------------------------------------------------- pure functions

/// The type that a function computes in: of its result where that is floating, else of its widest operand.
const ir::Type *LibraryLowering::computedType(const clang::CallExpr *e, const LibraryCall &known) {
  const ir::Type *result = body.exprs.typeOf(e);
  if (result->isFloating() || known.kind == LibraryKind::Choice || known.key == "iabs")
    return result;
  const ir::Type *widest = nullptr;
  for (const clang::Expr *arg : e->arguments()) {
    const ir::Type *type = body.exprs.typeOf(arg);
    if (type->isFloating() && (!widest || type->bits > widest->bits))
      widest = type;
  }
  return widest ? widest : body.ir.doubleType();
}

/// An operand by which the function has no derivative here.
static void requireOrder(const clang::ASTContext &ast, const clang::Expr *e, const LibraryCall &known) {
  const clang::Expr *order = e->IgnoreParenImpCasts();
  if (order->getType()->isRealFloatingType() && !order->isEvaluatable(ast))
    refuse(DiagId::order_not_known, order->getExprLoc(), {known.spelling});
}

std::vector<const ir::Expr *> LibraryLowering::operands(const clang::CallExpr *e, const LibraryCall &known,
                                                        const ir::Type *computed) {
  std::vector<const ir::Expr *> args;
  for (unsigned i = 0; i < e->getNumArgs(); ++i) {
    const ir::Expr *arg = body.exprs.value(e->getArg(i));
    const char letter = i < known.params.size() ? known.params[i] : 'a';
    if (letter == 'o')
      requireOrder(body.ast, e->getArg(i), known);
    if (letter == 'f' || letter == 'o')
      arg = body.ir.cast(ir::CastExpr::Form::Implicit, arg, computed);
    for (unsigned later = i + 1; later < e->getNumArgs(); ++later)
      arg = body.keep(arg, e->getArg(later), "operand");
    args.push_back(arg);
  }
  return args;
}

const ir::Expr *LibraryLowering::pure(const clang::CallExpr *e, const LibraryCall &known) {
  return body.ir.intrinsic(known.key, body.unit.names.ofLibrary(known.spelling), operands(e, known, computedType(e, known)), body.exprs.typeOf(e));
}

// ------------------------------------------------- std::min, max and clamp

/// A reference to an argument: `*(b < a ? &b : &a)` for min(a, b).
const ir::Place *LibraryLowering::chosenPlace(const clang::CallExpr *e, const LibraryCall &known) {
  const ir::Type *element = body.unit.types.lower(e->getType());
  std::vector<const ir::Expr *> pointers;
  for (unsigned i = 0; i < e->getNumArgs(); ++i) {
    const ir::Expr *pointer = body.places.address(e->getArg(i), element);
    for (unsigned later = i + 1; later < e->getNumArgs(); ++later)
      pointer = body.keep(pointer, e->getArg(later), "place");
    pointers.push_back(pointer);
  }
  auto isLess = [&](const ir::Expr *a, const ir::Expr *b) {
    return body.ir.binary(ir::BinaryOp::Less, body.ir.load(body.ir.deref(a)), body.ir.load(body.ir.deref(b)));
  };
  const ir::Expr *a = pointers[0], *b = pointers[1], *chosen = nullptr;
  if (pointers.size() == 3) // clamp(a, b, c)
    chosen = body.ir.select(isLess(a, b), b, body.ir.select(isLess(pointers[2], a), pointers[2], a));
  else if (known.key == "min" || known.key == "imin")
    chosen = body.ir.select(isLess(b, a), b, a);
  else
    chosen = body.ir.select(isLess(a, b), b, a);
  return body.ir.deref(chosen);
}

// ---------------------------------------------- results through pointers

const ir::Expr *LibraryLowering::held(const clang::CallExpr *e, unsigned index, const clang::Expr *later) {
  const ir::Type *computed =
      body.exprs.typeOf(e)->isFloating() ? body.exprs.typeOf(e) : body.exprs.typeOf(e->getArg(0));
  const ir::Expr *operand = body.ir.cast(ir::CastExpr::Form::Implicit, body.exprs.value(e->getArg(index)), computed);
  const auto *load = llvm::dyn_cast<ir::LoadExpr>(operand);
  Writes writes = writesOf(later);
  writes.memory = true; // the result that is stored
  if (load && !body.mayChange(operand, writes))
    return operand;
  return body.save(operand, "operand", e->getExprLoc());
}

const ir::Place *LibraryLowering::target(const clang::CallExpr *e, unsigned index) {
  const clang::Expr *arg = e->getArg(index);
  if (arg->isGLValue())
    return body.places.place(arg);
  return body.ir.deref(body.exprs.value(arg));
}

/// frexp(x, &e): x = fraction * 2^e, and e does not change near x.
const ir::Expr *LibraryLowering::frexp(const clang::CallExpr *e) {
  const ir::Expr *x = held(e, 0, e->getArg(1));
  const ir::Place *exponent = target(e, 1);
  body.assign(exponent, body.ir.intrinsic("frexp_exponent", "adjoint::frexp_exponent", {x}, body.ir.intType()),
              e->getExprLoc());
  const ir::Expr *shift = body.ir.unary(ir::UnaryOp::Minus, body.ir.load(exponent));
  return body.ir.intrinsic("ldexp", "std::ldexp", {x, shift}, x->type);
}

/// modf(x, &whole): whole = trunc(x); the value is what is left.
const ir::Expr *LibraryLowering::modf(const clang::CallExpr *e) {
  const ir::Expr *x = held(e, 0, e->getArg(1));
  const ir::Place *whole = target(e, 1);
  const ir::Expr *truncated = body.ir.intrinsic("trunc", "std::trunc", {x}, x->type);
  body.assign(whole, truncated, e->getExprLoc());
  return body.ir.binary(ir::BinaryOp::Sub, x, body.ir.load(whole));
}

const ir::Expr *LibraryLowering::remquo(const clang::CallExpr *e) {
  const ir::Expr *x = held(e, 0, e);
  const ir::Expr *y = held(e, 1, e->getArg(2));
  const ir::Place *quotient = target(e, 2);
  body.assign(quotient, body.ir.intrinsic("remquo_quotient", "adjoint::remquo_quotient", {x, y}, body.ir.intType()),
              e->getExprLoc());
  return body.ir.intrinsic("remainder", "std::remainder", {x, y}, x->type);
}

void LibraryLowering::sincos(const clang::CallExpr *e) {
  const ir::Expr *x = held(e, 0, e);
  const ir::Expr *sine = body.ir.intrinsic("sin", "std::sin", {x}, x->type);
  const ir::Expr *cosine = body.ir.intrinsic("cos", "std::cos", {x}, x->type);
  body.assign(target(e, 1), sine, e->getExprLoc());
  body.assign(target(e, 2), cosine, e->getExprLoc());
}

void LibraryLowering::swap(const clang::CallExpr *e) {
  const ir::Place *left = body.places.keep(body.places.place(e->getArg(0)), e->getArg(1));
  const ir::Place *right = body.places.place(e->getArg(1));
  Writes writes{true, true, {}}; // of the left place, which may move the right one: swap(i, a[i])
  if (const clang::VarDecl *variable = rootOf(e->getArg(0)))
    writes.variables.insert(variable);
  if (body.mayChange(body.ir.addressOf(right), writes))
    right = body.ir.deref(body.save(body.ir.addressOf(right), "place", e->getExprLoc()));
  const ir::Expr *old = body.save(body.ir.load(left), "swapped", e->getExprLoc());
  body.assign(left, body.ir.load(right), e->getExprLoc());
  body.assign(right, old, e->getExprLoc());
}

} // namespace adjoint::frontend
