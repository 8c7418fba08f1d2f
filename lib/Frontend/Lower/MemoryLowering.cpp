// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/MemoryLowering.h"

#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Lower/BodyLowering.h"
#include "Frontend/Models/Intrinsics.h"
#include "IR/Values.h"
#include "IR/Visit.h"

#include <optional>

namespace adjoint::frontend {

using clang::dyn_cast;

// ------------------------------------------------------------ allocation

namespace {

/// The malloc or calloc, or what else gives memory, below a conversion.
const clang::CallExpr *callBelow(const clang::Expr *e, LibraryKind kind) {
  const auto *cast = dyn_cast<clang::CastExpr>(e->IgnoreParens());
  if (!cast || !cast->getType()->isPointerType() || cast->getType()->isVoidPointerType())
    return nullptr;
  const auto *call = dyn_cast<clang::CallExpr>(cast->getSubExpr()->IgnoreParenCasts());
  std::optional<LibraryCall> known = call ? recognise(call) : std::nullopt;
  return known && known->kind == kind ? call : nullptr;
}

const clang::CallExpr *mallocBelow(const clang::Expr *e) { return callBelow(e, LibraryKind::Malloc); }

/// The expression that asks for new memory.
const clang::CXXNewExpr *newBelow(const clang::Expr *e) {
  e = e->IgnoreParens();
  while (const auto *full = dyn_cast<clang::FullExpr>(e))
    e = full->getSubExpr()->IgnoreParens();
  const auto *allocation = dyn_cast<clang::CXXNewExpr>(e);
  return allocation && allocation->getNumPlacementArgs() == 0 ? allocation : nullptr;
}

} // namespace

bool MemoryLowering::isAllocation(const clang::Expr *e) const { return newBelow(e) || mallocBelow(e); }

MemoryLowering::Allocation MemoryLowering::describe(const clang::Expr *e) {
  if (const clang::CXXNewExpr *allocation = newBelow(e))
    return describeNew(allocation);
  return describeMalloc(mallocBelow(e), body.arrays.innermost(e->getType()->getPointeeType()));
}

MemoryLowering::Allocation MemoryLowering::describeNew(const clang::CXXNewExpr *e) {
  clang::QualType type = e->getAllocatedType();
  body.unit.types.require(type, e->getExprLoc());
  Allocation result{body.ir.withoutConst(body.unit.types.lower(type)), nullptr, ir::AllocationForm::New, false,
                    nullptr};
  if (e->isArray()) {
    result.form = ir::AllocationForm::NewArray;
    const clang::Expr *size = *e->getArraySize();
    result.count = body.exprs.value(size->IgnoreParenImpCasts()->isGLValue() ? size : size->IgnoreParenImpCasts());
    result.isNoted = needsDestruction(type, body.unit.models) || (body.unit.notesArrays() && result.element->isFloating());
    if (result.isNoted)
      result.count = steady(result.count, "count", e->getExprLoc());
  }
  const clang::Expr *init = e->getInitializer();
  if (!init)
    return result;
  if (const auto *construct = dyn_cast<clang::CXXConstructExpr>(init)) {
    bool isDefault = construct->getConstructor()->isDefaultConstructor() && construct->getConstructor()->isTrivial();
    result.zeroed = isDefault && construct->requiresZeroInitialization();
    result.init = isDefault ? nullptr : init;
  } else if (const auto *list = dyn_cast<clang::InitListExpr>(init); list && e->isArray()) {
    result.zeroed = list->hasArrayFiller() || list->getNumInits() == 0;
    result.init = list->getNumInits() == 0 && !body.inits.filler(list) ? nullptr : init;
  } else {
    result.zeroed = clang::isa<clang::ImplicitValueInitExpr>(init);
    result.init = result.zeroed ? nullptr : init;
  }
  return result;
}

void MemoryLowering::requireElement(clang::QualType element, clang::SourceLocation where) const {
  body.unit.types.require(element, where);
  if (isOpaque(element, body.unit.models) && !isCopiedAsBytes(body.ast, element))
    refuse(DiagId::object_in_memory, where, {body.unit.types.spell(element)});
}

MemoryLowering::Allocation MemoryLowering::describeMalloc(const clang::CallExpr *call, clang::QualType element) {
  requireElement(element, call->getExprLoc());
  const LibraryCall known = *recognise(call);
  const bool isCalloc = llvm::StringRef(known.spelling).ends_with("calloc"), isZeroed = isCalloc || known.key == "zeroed";
  Allocation result{body.ir.withoutConst(body.unit.types.lower(element)), nullptr, ir::AllocationForm::Malloc, isZeroed,
                    nullptr};
  auto noted = [&] {
    result.isNoted = body.unit.notesArrays() && result.element->isFloating();
    if (result.isNoted)
      result.count = steady(result.count, "count", call->getExprLoc());
    return result;
  };
  if (!isCalloc) {
    result.count = elementCount(call->getArg(0), element);
    return noted();
  }
  result.count = elementCount(call->getArg(0), call->getArg(1), element);
  return noted();
}

namespace {
const ir::Expr *addressOf(ir::Context &context, const ir::Expr *pointer) {
  return context.cast(ir::CastExpr::Form::Address, pointer, context.integer("std::uintptr_t", 64, false));
}
} // namespace

void MemoryLowering::noteSize(const Allocation &allocation, const ir::Place *pointer, clang::SourceLocation where) {
  if (!allocation.isNoted)
    return;
  const ir::Expr *size = body.ir.cast(ir::CastExpr::Form::Explicit, allocation.count,
                                      body.ir.integer("std::size_t", 64, false));
  body.emit<ir::CallStmt>(where, nullptr, false, body.unit.arrayNote(),
                          std::vector<const ir::Expr *>{addressOf(body.ir, body.ir.load(pointer)), size});
}

/// The last object first.
void MemoryLowering::endObjects(const ir::Expr *pointer, clang::QualType type, clang::SourceLocation where) {
  const ir::Type *size = body.ir.integer("std::size_t", 64, false);
  const ir::Expr *count = body.save(
      body.ir.intrinsic("array_size", "adjoint::array_size", {addressOf(body.ir, pointer)}, size), "size", where);
  loop(count, true, where, [&](const ir::Expr *k) {
    body.objects.destroy(body.ir.deref(body.ir.binary(ir::BinaryOp::Add, pointer, k)), type, where);
  });
}

void MemoryLowering::constructEach(const ir::Expr *start, const ir::Expr *count, const clang::CXXConstructExpr *construct,
                                   clang::SourceLocation where) {
  const auto *models = clang::dyn_cast_or_null<clang::InitListExpr>(body.unit.translation.of(construct));
  const clang::Expr *one = models && models->hasArrayFiller() ? models->getArrayFiller() : construct;
  loop(steady(count, "count", where), false, where, [&](const ir::Expr *k) {
    body.inits.store(body.ir.deref(body.ir.binary(ir::BinaryOp::Add, start, k)), one, where);
  });
}

void MemoryLowering::initialise(const Allocation &allocation, const ir::Place *pointer, clang::SourceLocation where) {
  noteSize(allocation, pointer, where);
  if (!allocation.init)
    return;
  const ir::Expr *start = body.ir.load(pointer);
  if (!allocation.count)
    return body.inits.store(body.ir.deref(start), allocation.init, where);
  if (const auto *construct = dyn_cast<clang::CXXConstructExpr>(allocation.init))
    return constructEach(start, allocation.count, construct, where);
  const auto *list = dyn_cast<clang::InitListExpr>(allocation.init);
  if (!list)
    refuse(DiagId::array_initialisation, where);
  for (unsigned i = 0; i < list->getNumInits(); ++i) {
    const ir::Expr *element = body.ir.binary(ir::BinaryOp::Add, start, body.ir.intLiteral(i));
    body.inits.store(body.ir.deref(element), list->getInit(i), where);
  }
  const clang::Expr *filler = body.inits.filler(list);
  if (!filler)
    return;
  const ir::Expr *count = steady(allocation.count, "count", where);
  const ir::Expr *named = body.ir.literal(list->getNumInits(), count->type);
  const bool areNamed = list->getNumInits() != 0;
  loop(areNamed ? body.ir.binary(ir::BinaryOp::Sub, count, named) : count, false, where, [&](const ir::Expr *k) {
    const ir::Expr *at =
        areNamed ? body.ir.binary(ir::BinaryOp::Add, body.ir.literal(list->getNumInits(), k->type), k) : k;
    body.inits.store(body.ir.deref(body.ir.binary(ir::BinaryOp::Add, start, at)), filler, where);
  });
}

const ir::Expr *MemoryLowering::intoTemporary(const Allocation &a, clang::SourceLocation where) {
  const ir::Variable *holder = body.temporary("memory", body.ir.withConst(body.ir.pointerTo(a.element)), where);
  const ir::Place *place = body.ir.place(holder);
  body.emit<ir::AllocateStmt>(where, place, true, a.element, a.count, a.form, a.zeroed);
  initialise(a, place, where);
  return body.ir.load(place);
}

const ir::Expr *MemoryLowering::value(const clang::CXXNewExpr *e) {
  return e->getNumPlacementArgs() == 0 ? intoTemporary(describe(e), e->getExprLoc()) : inPlace(e);
}

/// `new (p) T(...)`: the object *p begins, as a variable does.
const ir::Expr *MemoryLowering::inPlace(const clang::CXXNewExpr *e) {
  clang::SourceLocation where = e->getExprLoc();
  const clang::Expr *to = typedPointer(e->getPlacementArg(0));
  clang::QualType held = to->getType()->isPointerType() ? to->getType()->getPointeeType() : clang::QualType();
  bool fits = !held.isNull() && body.ast.hasSameType(held, e->getAllocatedType()) && !e->isArray();
  if (!e->getOperatorNew()->isReservedGlobalPlacementOperator() || !fits)
    refuse(DiagId::placement_new, where);
  const clang::Expr *init = e->getInitializer();
  const ir::Expr *pointer = body.exprs.value(to);
  pointer = body.save(init ? body.keep(pointer, init, "to") : pointer, "to", where);
  Allocation object = describeNew(e);
  if (object.zeroed)
    zero(body.ir.deref(pointer), where);
  if (object.init)
    body.inits.store(body.ir.deref(pointer), object.init, where);
  return pointer;
}

const ir::Expr *MemoryLowering::allocate(const clang::CastExpr *e) {
  if (const clang::CallExpr *call = callBelow(e, LibraryKind::Alloca)) {
    const clang::QualType element = body.arrays.innermost(e->getType()->getPointeeType());
    requireElement(element, e->getExprLoc());
    return body.arrays.allocate(body.ir.withoutConst(body.unit.types.lower(element)), elementCount(call->getArg(0), element), call);
  }
  return mallocBelow(e) ? intoTemporary(describe(e), e->getExprLoc()) : nullptr;
}

void MemoryLowering::refuseReallocation(const clang::Expr *e) const {
  const auto *call = dyn_cast<clang::CallExpr>(e->IgnoreParenCasts());
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (callee && callee->getIdentifier() && callee->getName() == "realloc" && isLibraryFunction(callee))
    refuse(DiagId::realloc, e->getExprLoc());
}

const ir::Place *MemoryLowering::allocateInto(const clang::Expr *left, const clang::Expr *right) {
  if (!isAllocation(right))
    return nullptr;
  Allocation a = describe(right);
  const ir::Place *place = body.places.place(left);
  if (place->type != body.ir.pointerTo(a.element))
    return nullptr;
  if (a.init) { // it may read what is overwritten: `head = new Node(x, head)`
    body.assign(place, intoTemporary(a, right->getExprLoc()), right->getExprLoc());
    return place;
  }
  body.emit<ir::AllocateStmt>(right->getExprLoc(), place, false, a.element, a.count, a.form, a.zeroed);
  noteSize(a, place, right->getExprLoc());
  return place;
}

bool MemoryLowering::declareAllocated(const ir::Variable *variable, const clang::Expr *init,
                                      clang::SourceLocation where) {
  if (!isAllocation(init))
    return false;
  Allocation a = describe(init);
  if (body.ir.withoutConst(variable->type) != body.ir.pointerTo(a.element))
    return false;
  const ir::Place *place = body.ir.place(variable);
  body.emit<ir::AllocateStmt>(where, place, true, a.element, a.count, a.form, a.zeroed);
  initialise(a, place, where);
  return true;
}

void MemoryLowering::release(const clang::CXXDeleteExpr *e) {
  ir::AllocationForm form = e->isArrayForm() ? ir::AllocationForm::NewArray : ir::AllocationForm::New;
  clang::SourceLocation where = e->getExprLoc();
  body.unit.types.require(e->getDestroyedType(), where);
  const ir::Expr *pointer = body.exprs.value(e->getArgument()->IgnoreParenNoopCasts(body.ast));
  if (!needsDestruction(e->getDestroyedType(), body.unit.models)) {
    body.emit<ir::FreeStmt>(where, pointer, form);
    return;
  }
  pointer = body.save(pointer, "object", where);
  ir::StmtList end = body.collect([&] {
    if (e->isArrayForm())
      endObjects(pointer, e->getDestroyedType(), where);
    else
      body.objects.destroyDynamic(body.ir.deref(pointer), e->getDestroyedType(), where);
    body.emit<ir::FreeStmt>(where, pointer, form);
  });
  body.emit<ir::IfStmt>(where, pointer, std::move(end), ir::StmtList());
}

void MemoryLowering::release(const clang::CallExpr *e) {
  const clang::Expr *freed = e->getArg(0)->IgnoreParens();
  for (const auto *cast = dyn_cast<clang::CastExpr>(freed); cast && (cast->getCastKind() == clang::CK_BitCast || cast->getCastKind() == clang::CK_NoOp);
       cast = dyn_cast<clang::CastExpr>(freed))
    freed = cast->getSubExpr()->IgnoreParens(); // `(char *)v`
  const ir::Expr *pointer = body.untyped.valueOfAny(freed);
  body.emit<ir::FreeStmt>(e->getExprLoc(), pointer, ir::AllocationForm::Malloc);
}

// ---------------------------------------------------------- copy and fill

/// The pointer before its conversion to `void *`.
const clang::Expr *MemoryLowering::typedPointer(const clang::Expr *e) const {
  const auto *cast = dyn_cast<clang::CastExpr>(e->IgnoreParens());
  bool losesType = cast && cast->getType()->isVoidPointerType() &&
                   (cast->getCastKind() == clang::CK_BitCast || cast->getCastKind() == clang::CK_NoOp);
  return losesType ? typedPointer(cast->getSubExpr()) : e;
}

/// How many elements that many bytes are: `n` for `n * sizeof(T)`.
const ir::Expr *MemoryLowering::elementCount(const clang::Expr *bytes, clang::QualType element) {
  const uint64_t size = body.ast.getTypeSizeInChars(element).getQuantity();
  auto isSize = [&](const clang::Expr *e) {
    const auto *sizeOf = dyn_cast<clang::UnaryExprOrTypeTraitExpr>(e->IgnoreParenImpCasts());
    return sizeOf && sizeOf->getKind() == clang::UETT_SizeOf &&
           body.ast.hasSameUnqualifiedType(sizeOf->getTypeOfArgument().getNonReferenceType(), element);
  };
  clang::Expr::EvalResult known;
  if (bytes->EvaluateAsInt(known, body.ast) && known.Val.getInt().getZExtValue() % size == 0)
    return body.ir.intLiteral(known.Val.getInt().getZExtValue() / size);
  const auto *product = dyn_cast<clang::BinaryOperator>(bytes->IgnoreParenImpCasts());
  if (product && product->getOpcode() == clang::BO_Mul) {
    const clang::Expr *left = product->getLHS(), *right = product->getRHS();
    if (isSize(left) || isSize(right)) {
      const clang::Expr *count = isSize(left) ? right : left;
      const auto *widening = dyn_cast<clang::ImplicitCastExpr>(count);
      bool isWidening = widening && widening->getCastKind() == clang::CK_IntegralCast;
      return body.exprs.value(isWidening ? widening->getSubExpr() : count);
    }
  }
  const ir::Expr *total = body.exprs.value(bytes);
  const ir::Expr *unit =
      body.ir.named("sizeof(" + body.unit.types.spell(element) + ")", total->type, ir::integerOf(size));
  return body.ir.binary(ir::BinaryOp::Div, total, unit);
}

/// The same of `count` things of `each` bytes, as calloc is given them.
const ir::Expr *MemoryLowering::elementCount(const clang::Expr *count, const clang::Expr *each, clang::QualType element) {
  const uint64_t size = body.ast.getTypeSizeInChars(element).getQuantity();
  clang::Expr::EvalResult of, times;
  const bool isKnown = each->EvaluateAsInt(of, body.ast);
  const uint64_t bytes = isKnown ? of.Val.getInt().getZExtValue() : 0;
  if (isKnown && bytes == size)
    return body.exprs.value(count);
  if (isKnown && count->EvaluateAsInt(times, body.ast) && times.Val.getInt().getZExtValue() * bytes % size == 0)
    return body.ir.intLiteral(times.Val.getInt().getZExtValue() * bytes / size);
  const ir::Expr *total = body.ir.binary(ir::BinaryOp::Mul, body.exprs.value(count), body.exprs.value(each));
  return body.ir.binary(ir::BinaryOp::Div, total, body.ir.named("sizeof(" + body.unit.types.spell(element) + ")", total->type, ir::integerOf(size)));
}

/// An operand of the loop that the loop's own stores cannot change.
const ir::Expr *MemoryLowering::steady(const ir::Expr *value, const std::string &name, clang::SourceLocation where) {
  Writes stores;
  stores.any = stores.memory = true;
  return body.mayChange(value, stores) ? body.save(value, name, where) : value;
}

void MemoryLowering::loop(const ir::Expr *count, bool descending, clang::SourceLocation where,
                          const ElementAction &action) {
  if (ir::isInteger(count, 1))
    return action(body.ir.literal(0, count->type));
  const ir::Variable *counter = body.temporary("k", count->type, where);
  const ir::Expr *k = body.ir.load(counter);
  const ir::Expr *zero = body.ir.literal(0, count->type), *one = body.ir.literal(1, count->type);
  ir::StmtList init = body.collect([&] { body.emit<ir::DeclareStmt>(where, counter, descending ? count : zero); });
  const ir::Expr *condition =
      descending ? body.ir.binary(ir::BinaryOp::Greater, k, zero) : body.ir.binary(ir::BinaryOp::Less, k, count);
  ir::BinaryOp direction = descending ? ir::BinaryOp::Sub : ir::BinaryOp::Add;
  ir::StmtList step =
      body.collect([&] { body.assign(body.ir.place(counter), body.ir.binary(direction, k, one), where); });
  ir::StmtList actions = body.collect([&] { action(descending ? body.ir.binary(ir::BinaryOp::Sub, k, one) : k); });
  body.emit<ir::LoopStmt>(where, std::move(init), condition, std::move(step), std::move(actions), false);
}

void MemoryLowering::copyElement(const ir::Place *to, const ir::Place *from, clang::SourceLocation where) {
  if (!to->type->isArray())
    return body.assign(to, body.ir.load(from), where);
  loop(body.ir.intLiteral(to->type->count), false, where,
       [&](const ir::Expr *k) { copyElement(body.ir.index(to, k), body.ir.index(from, k), where); });
}

void MemoryLowering::forEachIndex(uint64_t count, clang::SourceLocation where, const ElementAction &action) {
  loop(body.ir.intLiteral(count), false, where, action);
}

void MemoryLowering::forEachElement(const ir::Place *place, clang::SourceLocation where,
                                    const std::function<void(const ir::Place *)> &action, bool descending) {
  if (!place->type->isArray())
    return action(place);
  loop(body.ir.intLiteral(place->type->count), descending, where,
       [&](const ir::Expr *k) { forEachElement(body.ir.index(place, k), where, action, descending); });
}

/// Between an array of rows and a flat one.
void MemoryLowering::copyRows(const ir::Expr *to, const ir::Expr *from, const ir::Expr *count,
                              clang::SourceLocation where) {
  bool toRows = to->type->element->isArray();
  const ir::Type *rowType = toRows ? to->type->element : from->type->element;
  auto literal = [&](uint64_t value) { return body.ir.literal(value, count->type); };
  auto copyAt = [&](const ir::Expr *row, const ir::Expr *k) {
    const ir::Expr *flat =
        body.ir.binary(ir::BinaryOp::Add, body.ir.binary(ir::BinaryOp::Mul, row, literal(rowType->count)), k);
    auto place = [&](const ir::Expr *pointer) {
      if (!pointer->type->element->isArray())
        return body.ir.deref(body.ir.binary(ir::BinaryOp::Add, pointer, flat));
      return body.ir.index(body.ir.deref(body.ir.binary(ir::BinaryOp::Add, pointer, row)), k);
    };
    copyElement(place(to), place(from), where);
  };
  const std::optional<long long> known = ir::integerValue(count);
  if (!known)
    refuse(DiagId::copy_of_rows, where);
  uint64_t total = *known, rows = total / rowType->count, rest = total % rowType->count;
  if (rows)
    loop(literal(rows), false, where, [&](const ir::Expr *row) {
      loop(literal(rowType->count), false, where, [&](const ir::Expr *k) { copyAt(row, k); });
    });
  if (rest)
    loop(literal(rest), false, where, [&](const ir::Expr *k) { copyAt(literal(rows), k); });
}

namespace {

struct Offset {
  const ir::Expr *base;
  long long elements;
};

Offset offsetOf(const ir::Expr *pointer) {
  const auto *sum = llvm::dyn_cast<ir::BinaryExpr>(pointer);
  const bool isSum = sum && (sum->op == ir::BinaryOp::Add || sum->op == ir::BinaryOp::Sub);
  const std::optional<long long> amount = isSum ? ir::integerValue(sum->right) : std::nullopt;
  if (!amount)
    return {pointer, 0};
  return {sum->left, sum->op == ir::BinaryOp::Add ? *amount : -*amount};
}

/// How far `to` is above `from`, where that is known: both are offsets from one pointer.
std::optional<long long> distanceBetween(const ir::Expr *to, const ir::Expr *from) {
  Offset a = offsetOf(to), b = offsetOf(from);
  if (!ir::same(a.base, b.base))
    return std::nullopt;
  return a.elements - b.elements;
}

} // namespace

void MemoryLowering::copy(const clang::CallExpr *e) {
  clang::SourceLocation where = e->getExprLoc();
  const clang::Expr *to = typedPointer(e->getArg(0)), *from = typedPointer(e->getArg(1));
  clang::QualType element = body.arrays.innermost(to->getType()->getPointeeType());
  clang::QualType other = body.arrays.innermost(from->getType()->getPointeeType());
  auto isRowOf = [&](clang::QualType row, clang::QualType part) {
    const clang::ConstantArrayType *array = body.ast.getAsConstantArrayType(row);
    return array && body.ast.hasSameUnqualifiedType(array->getElementType(), part);
  };
  bool byRows = isRowOf(element, other) || isRowOf(other, element);
  if (element->isVoidType() || !(byRows || body.ast.hasSameUnqualifiedType(element, other)))
    refuse(DiagId::copy_of_bytes, where);
  if (isRowOf(element, other))
    element = other;
  body.unit.types.require(element, where);
  const ir::Expr *target = body.keep(body.exprs.value(to), from, "to");
  target = steady(body.keep(target, e->getArg(2), "to"), "to", where);
  const ir::Expr *source = steady(body.keep(body.exprs.value(from), e->getArg(2), "from"), "from", where);
  const ir::Expr *count = steady(elementCount(e->getArg(2), element), "count", where);
  if (byRows)
    return copyRows(target, source, count, where);
  auto copyAt = [&](const ir::Expr *k) {
    auto at = [&](const ir::Expr *pointer) { return body.ir.deref(body.ir.binary(ir::BinaryOp::Add, pointer, k)); };
    copyElement(at(target), at(source), where);
  };
  bool mayOverlap = e->getDirectCallee()->getName().ends_with("memmove") && !ir::isInteger(count, 1);
  if (!mayOverlap)
    return loop(count, false, where, copyAt);
  if (std::optional<long long> distance = distanceBetween(target, source))
    return *distance == 0 ? void() : loop(count, *distance > 0, where, copyAt);
  ir::StmtList upward = body.collect([&] { loop(count, false, where, copyAt); });
  ir::StmtList downward = body.collect([&] { loop(count, true, where, copyAt); });
  const ir::Type *common = source->type;
  const ir::Expr *isUpward =
      body.ir.binary(ir::BinaryOp::LessEq, body.ir.cast(ir::CastExpr::Form::Implicit, target, common), source);
  body.emit<ir::IfStmt>(where, isUpward, std::move(upward), std::move(downward));
}

void MemoryLowering::fill(const clang::CallExpr *e) {
  clang::SourceLocation where = e->getExprLoc();
  const clang::Expr *to = typedPointer(e->getArg(0));
  clang::QualType element = body.arrays.innermost(to->getType()->getPointeeType());
  clang::Expr::EvalResult byte;
  bool isZero = e->getArg(1)->EvaluateAsInt(byte, body.ast) && byte.Val.getInt() == 0;
  if (!isZero || element->isVoidType())
    refuse(DiagId::memset, where);
  body.unit.types.require(element, where);
  const ir::Expr *target = steady(body.keep(body.exprs.value(to), e->getArg(2), "to"), "to", where);
  const ir::Expr *count = steady(elementCount(e->getArg(2), element), "count", where);
  loop(count, false, where,
       [&](const ir::Expr *k) { zero(body.ir.deref(body.ir.binary(ir::BinaryOp::Add, target, k)), where); });
}

void MemoryLowering::zero(const ir::Place *place, clang::SourceLocation where) {
  if (place->type->isArray())
    return loop(body.ir.intLiteral(place->type->count), false, where,
                [&](const ir::Expr *k) { zero(body.ir.index(place, k), where); });
  if (place->type->isScalar())
    return body.assign(place, body.ir.zero(place->type), where);
  const ir::Variable *blank = body.temporary("zero", body.ir.withConst(body.ir.withoutConst(place->type)), where);
  body.emit<ir::DeclareStmt>(where, blank, body.ir.zero(place->type));
  body.assign(place, body.ir.load(blank), where);
}

} // namespace adjoint::frontend
