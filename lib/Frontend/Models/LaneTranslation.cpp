// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LaneTranslation: vector types of the compiler, as registers of lanes (adjoint/model/vectors.h).

#include "Frontend/Models/LanesInMemory.h"
#include "Frontend/Models/ModelTranslation.h"
#include "Frontend/Models/Translated.h"

#include "clang/Sema/Initialization.h"
#include "clang/Sema/Sema.h"

namespace adjoint::frontend {

using clang::dyn_cast;
using clang::Expr;

/// What the language does with vector types of the compiler, the model's operators do.
Expr *ModelTranslation::onLanes(const Expr *e) {
  const clang::SourceLocation where = e->getExprLoc();
  auto isLanes = [this](const Expr *part) { return part->getType()->isVectorType() && models.changes(part->getType()); };
  auto done = [&](clang::ExprResult made) {
    if (!madeOf(made))
      refuseMissing(e);
    return unmarked(made.get());
  };
  if (const auto *list = dyn_cast<clang::InitListExpr>(e)) {
    if (!isLanes(e) || !list->isSemanticForm())
      return nullptr;
    const clang::InitializationKind kind = clang::InitializationKind::CreateDirect(where, where, where);
    return made(models.type(e->getType()), operands(llvm::ArrayRef<const Expr *>(list->getInits(), list->getNumInits())), kind, e);
  }
  if (const auto *two = dyn_cast<clang::BinaryOperator>(e))
    return isLanes(two->getLHS()) && !two->isCommaOp()
               ? done(sema.BuildBinOp(nullptr, where, two->getOpcode(), operand(two->getLHS()), operand(two->getRHS())))
               : nullptr;
  if (const auto *one = dyn_cast<clang::UnaryOperator>(e))
    return isLanes(one->getSubExpr()) && one->getOpcode() != clang::UO_AddrOf
               ? done(sema.BuildUnaryOp(nullptr, where, one->getOpcode(), operand(one->getSubExpr())))
               : nullptr;
  if (const auto *element = dyn_cast<clang::ArraySubscriptExpr>(e)) {
    Expr *index = const_cast<Expr *>(element->getIdx());
    if (Expr *first = firstOfLanes(sema, element->getBase()))
      return done(sema.CreateBuiltinArraySubscriptExpr(first, where, index, where));
    return isLanes(element->getBase())
               ? done(sema.CreateOverloadedArraySubscriptExpr(where, where, operand(element->getBase()), index))
               : nullptr;
  }
  const auto *cast = dyn_cast<clang::CastExpr>(e);
  return cast && isLanes(e) ? conversionOfLanes(cast) : nullptr;
}

/// Numbers of an array that the lvalue shows as a register; null: it is an object, or something else.
Expr *ModelTranslation::inMemory(const Expr *lvalue) {
  Expr *first = models.changes(lvalue->getType()) ? firstOfLanes(sema, lvalue) : nullptr;
  const clang::QualType model = first ? models.lanesInMemory(lvalue->getType()) : clang::QualType();
  if (model.isNull())
    return nullptr;
  const clang::SourceLocation where = lvalue->getExprLoc();
  return made(model, {first}, clang::InitializationKind::CreateDirect(where, where, where), lvalue);
}

/// A register with the numbers of an array.
Expr *ModelTranslation::loadedLanes(const Expr *e) {
  Expr *memory = e->getType()->isVectorType() ? inMemory(e) : nullptr;
  if (!memory)
    return nullptr;
  const clang::SourceLocation where = e->getExprLoc();
  return made(models.type(e->getType()).getUnqualifiedType(), {memory},
              clang::InitializationKind::CreateDirect(where, where, where), e);
}

/// `*(Four *)(y + i) = x`, and with an operation.
Expr *ModelTranslation::storedLanes(const Expr *e) {
  const auto *assignment = clang::cast<clang::BinaryOperator>(e);
  Expr *memory = inMemory(assignment->getLHS());
  if (!memory)
    return nullptr;
  Expr *made = madeOf(sema.BuildBinOp(nullptr, e->getExprLoc(), assignment->getOpcode(), memory, operand(assignment->getRHS())));
  if (!made)
    refuseMissing(e);
  return made;
}

/// A copy, the same number in all lanes, or another name of the same type.
Expr *ModelTranslation::conversionOfLanes(const clang::CastExpr *e) {
  const bool isSame = models.type(e->getType()).getUnqualifiedType() ==
                      models.type(e->getSubExpr()->getType()).getUnqualifiedType();
  const clang::CastKind cast = e->getCastKind();
  if (cast != clang::CK_VectorSplat && !isSame)
    refuseMissing(e);
  if (e->isGLValue())
    return nullptr;
  if (Expr *loaded = cast == clang::CK_LValueToRValue ? loadedLanes(e->getSubExpr()) : nullptr)
    return loaded;
  const clang::SourceLocation where = e->getExprLoc();
  const clang::InitializationKind kind = clang::InitializationKind::CreateDirect(where, where, where);
  return made(models.type(e->getType()).getUnqualifiedType(), {operand(e->getSubExpr())}, kind, e);
}

// ---------------------------------------------------------------- members

} // namespace adjoint::frontend
