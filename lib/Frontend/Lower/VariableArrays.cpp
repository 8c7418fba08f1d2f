// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/VariableArrays.h"

#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Lower/BodyLowering.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

[[noreturn]] void refuseArray(clang::QualType type, clang::SourceLocation where) {
  refuse(DiagId::type_vla, where, {type.getAsString()});
}

/// What the type is made of, where that is written here; null where the type is named.
clang::QualType nextWritten(clang::QualType type, const clang::ASTContext &ast) {
  if (clang::isa<clang::TypedefType, clang::DeducedType, clang::DecltypeType, clang::TypeOfExprType, clang::TypeOfType>(
          type.getTypePtr()))
    return {};
  if (const auto *array = dyn_cast<clang::ArrayType>(type.getTypePtr()))
    return array->getElementType();
  if (clang::isa<clang::PointerType, clang::ReferenceType>(type.getTypePtr()))
    return type->getPointeeType();
  const clang::QualType inner = type.getSingleStepDesugaredType(ast);
  return inner == type ? clang::QualType() : inner;
}

} // namespace

// ----------------------------------------------------------------- sizes

void VariableArrays::measure(clang::QualType type, clang::SourceLocation where) {
  for (; !type.isNull() && type->isVariablyModifiedType(); type = nextWritten(type, body.ast))
    if (const auto *array = dyn_cast<clang::VariableArrayType>(type.getTypePtr()))
      sizes[array->getSizeExpr()] = body.save(body.fullValue(array->getSizeExpr(), "count"), "count", where);
}

void VariableArrays::requireNone(clang::QualType type, clang::SourceLocation where) const {
  if (type.getCanonicalType()->isVariablyModifiedType())
    refuseArray(type, where);
}

clang::QualType VariableArrays::innermost(clang::QualType type) const {
  while (const clang::VariableArrayType *array = body.ast.getAsVariableArrayType(type))
    type = array->getElementType();
  return type;
}

/// How many numbers (or what else is innermost) the array has.
const ir::Expr *VariableArrays::numbersIn(clang::QualType type, const ir::Type *counted, clang::SourceLocation where) {
  const ir::Expr *product = nullptr;
  while (const clang::VariableArrayType *array = body.ast.getAsVariableArrayType(type)) {
    auto size = sizes.find(array->getSizeExpr());
    if (size == sizes.end()) // of another function
      refuseArray(type, where);
    const ir::Expr *factor = body.ir.cast(ir::CastExpr::Form::Implicit, size->second, counted);
    product = product ? body.ir.binary(ir::BinaryOp::Mul, product, factor) : factor;
    type = array->getElementType();
  }
  return product;
}

namespace {
/// The array that the pointer leads to.
clang::QualType arrayBehind(clang::QualType pointer, const clang::ASTContext &ast) {
  const clang::QualType array = pointer->isPointerType() ? pointer->getPointeeType() : clang::QualType();
  return !array.isNull() && ast.getAsVariableArrayType(array) ? array : clang::QualType();
}
} // namespace

const ir::Expr *VariableArrays::scaled(const ir::Expr *steps, clang::QualType pointer, clang::SourceLocation where) {
  const clang::QualType array = arrayBehind(pointer, body.ast);
  if (array.isNull())
    return steps;
  const ir::Type *counted = body.unit.types.lower(body.ast.getPointerDiffType());
  return body.ir.binary(ir::BinaryOp::Mul, body.ir.cast(ir::CastExpr::Form::Implicit, steps, counted),
                        numbersIn(array, counted, where));
}

const ir::Expr *VariableArrays::unscaled(const ir::Expr *difference, clang::QualType pointer,
                                         clang::SourceLocation where) {
  const clang::QualType array = arrayBehind(pointer, body.ast);
  if (array.isNull())
    return difference;
  return body.ir.binary(ir::BinaryOp::Div, difference, numbersIn(array, difference->type, where));
}

namespace {
bool hasEffectsInSize(clang::QualType type, const clang::ASTContext &ast) {
  const clang::VariableArrayType *array = ast.getAsVariableArrayType(type);
  return array && (hasEffects(array->getSizeExpr()) || hasEffectsInSize(array->getElementType(), ast));
}
} // namespace

const ir::Expr *VariableArrays::sizeOf(const clang::UnaryExprOrTypeTraitExpr *e) {
  const clang::QualType type = e->getTypeOfArgument().getNonReferenceType();
  if (e->isArgumentType() ? hasEffectsInSize(type, body.ast) : hasEffects(e->getArgumentExpr()))
    refuse(DiagId::vla_size, e->getExprLoc());
  if (e->isArgumentType())
    measure(type, e->getExprLoc());
  const ir::Type *counted = body.exprs.typeOf(e);
  const clang::QualType inner = innermost(type);
  const ir::Expr *one = body.ir.named("sizeof(" + body.unit.types.spell(inner) + ")", counted,
                                      ir::integerOf(body.ast.getTypeSizeInChars(inner).getQuantity()));
  return body.ir.binary(ir::BinaryOp::Mul, numbersIn(type, counted, e->getExprLoc()), one);
}

// --------------------------------------------------------------- storage

void VariableArrays::declare(const clang::VarDecl *decl) {
  const clang::SourceLocation where = decl->getLocation();
  const clang::QualType type = innermost(decl->getType());
  const auto *construct = clang::dyn_cast_or_null<clang::CXXConstructExpr>(decl->getInit());
  const bool isMade = decl->getInit() && !(construct && construct->getConstructor()->isTrivial());
  if ((isMade && !construct) || needsDestruction(type, body.unit.models) || isOpaque(type, body.unit.models))
    refuse(DiagId::type_vla_objects, where, {decl->getType().getAsString()});
  const ir::Type *element = body.ir.withoutConst(body.unit.types.lower(type));
  const ir::Expr *count = numbersIn(decl->getType(), body.unit.types.lower(body.ast.getPointerDiffType()), where);
  const ir::Variable *variable = body.declare(decl, body.ir.withConst(body.ir.pointerTo(element)));
  body.emit<ir::AllocateStmt>(where, body.ir.place(variable), true, element, count, ir::AllocationForm::NewArray,
                              false);
  body.lifetimes.beginStorage(body.ir.place(variable), where);
  if (isMade)
    body.memory.constructEach(body.ir.load(variable), count, construct, where);
}

const ir::Place *VariableArrays::place(const clang::VarDecl *decl, const ir::Place *variable) const {
  const bool isArray = decl->getType()->isVariableArrayType();
  return isArray ? body.ir.deref(body.ir.load(variable)) : variable;
}

namespace {
/// Is the expression in a loop of the statement?
bool isInLoop(const clang::Stmt *s, const clang::Stmt *searched, bool inLoop = false) {
  if (s == searched)
    return inLoop;
  inLoop = inLoop || clang::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(s);
  return llvm::any_of(s->children(),
                      [&](const clang::Stmt *child) { return child && isInLoop(child, searched, inLoop); });
}
} // namespace

const ir::Expr *VariableArrays::allocate(const ir::Type *element, const ir::Expr *count, const clang::CallExpr *e) {
  const clang::SourceLocation where = e->getExprLoc();
  if (isInLoop(body.definition->getBody(), e))
    refuse(DiagId::alloca_in_loop, where);
  const ir::Type *type = body.ir.pointerTo(element);
  const ir::Variable *memory = body.temporary("memory", type, where);
  body.declareFirst(memory, body.ir.null(type), where);
  body.emit<ir::AllocateStmt>(where, body.ir.place(memory), false, element, count, ir::AllocationForm::NewArray, false);
  body.lifetimes.beginStorageOfFunction(body.ir.place(memory), where);
  return body.ir.load(memory);
}

} // namespace adjoint::frontend
