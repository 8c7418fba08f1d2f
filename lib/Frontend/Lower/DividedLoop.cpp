// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/DividedLoop.h"

#include "Analysis/Loops/Bounds.h"
#include "Frontend/Lower/BodyLowering.h"
#include "IR/Visit.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {
const ir::Type *numberOf(BodyLowering &body, const clang::VarDecl *decl) {
  return body.ir.withoutConst(body.unit.types.lower(decl->getType().getNonReferenceType()));
}
} // namespace

// ------------------------------------------------------------------ the head

namespace {
const clang::VarDecl *named(const clang::Expr *e) {
  const auto *name = e ? dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts()) : nullptr;
  return name ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
}

/// `++i`, `i++`, `i += 1`
bool addsOne(const clang::Expr *step, const clang::VarDecl *counter) {
  if (const auto *increment = llvm::dyn_cast_or_null<clang::UnaryOperator>(step))
    return increment->isIncrementOp() && named(increment->getSubExpr()) == counter;
  const auto *sum = llvm::dyn_cast_or_null<clang::CompoundAssignOperator>(step);
  const auto *one = sum ? dyn_cast<clang::IntegerLiteral>(sum->getRHS()->IgnoreParenImpCasts()) : nullptr;
  return one && sum->getOpcode() == clang::BO_AddAssign && one->getValue() == 1 && named(sum->getLHS()) == counter;
}
} // namespace

std::optional<DividedLoop::Counted> DividedLoop::countedBy(const clang::ForStmt *loop) {
  Counted found = {};
  if (const auto *declarations = llvm::dyn_cast_or_null<clang::DeclStmt>(loop->getInit())) {
    found.counter = declarations->isSingleDecl() ? dyn_cast<clang::VarDecl>(declarations->getSingleDecl()) : nullptr;
    found.first = found.counter ? found.counter->getInit() : nullptr;
  } else if (const auto *assign = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop->getInit()); assign && assign->isAssignmentOp()) {
    found.counter = named(assign->getLHS());
    found.first = assign->getRHS();
  }
  const auto *test = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop->getCond());
  if (!found.counter || !found.first || !test || !found.counter->getType()->isIntegerType() || !addsOne(loop->getInc(), found.counter))
    return std::nullopt;
  const bool isRight = named(test->getLHS()) == found.counter; // where the bound is
  if (!isRight && named(test->getRHS()) != found.counter)
    return std::nullopt;
  found.bound = isRight ? test->getRHS() : test->getLHS();
  found.isInclusive = test->getOpcode() == (isRight ? clang::BO_LE : clang::BO_GE);
  const bool isExclusive = test->getOpcode() == (isRight ? clang::BO_LT : clang::BO_GT);
  return found.isInclusive || isExclusive ? std::optional(found) : std::nullopt;
}

std::optional<DividedLoop> DividedLoop::of(BodyLowering &body, const clang::Stmt *loop, const std::vector<CarriedVariable> &carried) {
  const auto *plain = dyn_cast<clang::ForStmt>(loop);
  const std::optional<Counted> counted = plain ? countedBy(plain) : std::nullopt;
  const bool areNumbers = llvm::all_of(carried, [&](const CarriedVariable &one) {
    const clang::QualType type = one.decl->getType().getNonReferenceType();
    return one.isWhole && type->isArithmeticType() && !body.captured(one.decl) && body.isDeclared(one.decl);
  });
  if (!counted || !areNumbers || llvm::any_of(carried, [&](const CarriedVariable &one) { return one.decl == counted->counter; }))
    return std::nullopt;
  return DividedLoop(body, *counted, carried, plain->getBeginLoc());
}

DividedLoop::DividedLoop(BodyLowering &body, const Counted &counted, const std::vector<CarriedVariable> &carried,
                         clang::SourceLocation where)
    : body(body), ir(body.ir), counted(counted), where(where) {
  for (const CarriedVariable &one : carried)
    images.push_back({one, ir.place(body.variable(one.decl)), nullptr, nullptr});
}

/// As the counter's type holds them.
void DividedLoop::emitBounds() {
  const ir::Type *type = numberOf(body, counted.counter);
  const auto saved = [&](const clang::Expr *e, bool isBehind) {
    const ir::Expr *value = ir.cast(ir::CastExpr::Form::Implicit, body.fullValue(e), type);
    value = isBehind ? ir.binary(ir::BinaryOp::Add, value, ir.literal(1, type)) : value;
    return body.save(value, isBehind || e == counted.bound ? "high" : "low", where);
  };
  low = saved(counted.first, false);
  high = saved(counted.bound, counted.isInclusive);
}

// ----------------------------------------------------------------- the parts

/// With the names for what belongs to a part.
void DividedLoop::renamed(const std::function<void()> &lowerInner) {
  std::vector<const ir::Variable *> before;
  for (const Image &image : images) {
    before.push_back(body.variable(image.carried.decl));
    body.rename(image.carried.decl, image.ofPart);
  }
  lowerInner();
  for (size_t k = 0; k < images.size(); ++k)
    body.rename(images[k].carried.decl, before[k]);
}

const ir::Expr *DividedLoop::bound(const char *name, const ir::Expr *part) const {
  ir::Rewriter copy(ir);
  return ir.intrinsic(name, std::string("adjoint::") + name, {part, copy.rewrite(low), copy.rewrite(high)}, low->type);
}

ir::LoopStmt *DividedLoop::emitOverParts(const std::function<void(const ir::Expr *part)> &lowerBody) {
  const ir::Variable *part = body.temporary("part", ir.intType(), where);
  ir::StmtList init = body.collect([&] { body.emit<ir::DeclareStmt>(where, part, ir.intLiteral(0)); });
  ir::StmtList step = body.collect([&] { body.assign(ir.place(part), ir.binary(ir::BinaryOp::Add, ir.load(part), ir.intLiteral(1)), where); });
  ir::StmtList inner = body.collect([&] { lowerBody(ir.load(part)); });
  const ir::Expr *condition = ir.binary(ir::BinaryOp::Less, ir.load(part), ir.intLiteral(analysis::partsOfLoop));
  return body.emit<ir::LoopStmt>(where, std::move(init), condition, std::move(step), std::move(inner), false);
}

namespace {
bool isOneOf(const std::string &op, std::initializer_list<const char *> ops) { return llvm::is_contained(ops, op); }
} // namespace

/// Operators for which a value may be combined with itself need no neutral one.
void DividedLoop::begin(const Image &image) {
  const std::string &op = image.carried.op;
  const ir::Type *type = image.ofPart->type;
  const bool isNew = isOneOf(op, {"+", "-", "^"}) || (op.empty() && !image.carried.isCopied);
  const ir::Expr *value = isNew       ? ir.zero(type)
                          : op == "*" ? ir.cast(ir::CastExpr::Form::Implicit, ir.intLiteral(1), type)
                                      : ir.load(image.outer);
  body.emit<ir::DeclareStmt>(where, image.ofPart, value);
}

/// The variable and what a part has left become the variable.
void DividedLoop::join(const Image &image, const ir::Expr *part) {
  using ir::BinaryOp;
  const std::string &op = image.carried.op;
  const ir::Expr *value = ir.load(image.outer), *other = ir.load(ir.index(ir.place(image.ofParts), part));
  const auto set = [&](const ir::Expr *to) { body.assign(image.outer, to, where); };
  const auto setIf = [&](const ir::Expr *condition, const ir::Expr *to) {
    ir::StmtList yes = body.collect([&] { set(to); });
    body.emit<ir::IfStmt>(where, condition, std::move(yes), ir::StmtList());
  };
  const auto setIfAny = [&](const ir::Expr *to) { // iterations
    setIf(ir.binary(BinaryOp::Less, bound("part_first", part), bound("part_end", part)), to);
  };
  if (op.empty())
    return setIfAny(other);
  if ((op == "max" || op == "min") && value->type->isFloating())
    return set(ir.intrinsic(op, "std::" + op, {value, other}, value->type));
  if (op == "max" || op == "min")
    return setIf(ir.binary(op == "max" ? BinaryOp::Less : BinaryOp::Greater, value, other), other);
  if (op == "&&" || op == "||") {
    const auto isTrue = [&](const ir::Expr *e) { return ir.binary(BinaryOp::NotEqual, e, ir.zero(e->type)); };
    const ir::Expr *both = ir.binary(op == "&&" ? BinaryOp::And : BinaryOp::Or, isTrue(value), isTrue(other));
    return setIfAny(ir.cast(ir::CastExpr::Form::Implicit, both, image.ofPart->type));
  }
  static const std::pair<const char *, BinaryOp> operators[] = {{"+", BinaryOp::Add},    {"-", BinaryOp::Add},   {"*", BinaryOp::Mul},
                                                                {"&", BinaryOp::BitAnd}, {"|", BinaryOp::BitOr}, {"^", BinaryOp::BitXor}};
  for (const auto &[spelling, binary] : operators)
    if (op == spelling)
      set(ir.binary(binary, value, other));
}

void DividedLoop::emit(const ir::ParallelLoop *note, const std::function<void(const LoopLowering::Head &)> &lowerInner) {
  emitBounds();
  for (Image &image : images) {
    const std::string name = image.carried.decl->getNameAsString();
    const ir::Variable *outer = body.variable(image.carried.decl);
    image.ofPart = body.declare(image.carried.decl, numberOf(body, image.carried.decl));
    body.rename(image.carried.decl, outer);
    image.ofParts = body.temporary(name + "_parts", ir.arrayOf(image.ofPart->type, analysis::partsOfLoop), where);
    body.emit<ir::DeclareStmt>(where, image.ofParts, nullptr);
  }
  ir::LoopStmt *parts = emitOverParts([&](const ir::Expr *part) {
    for (const Image &image : images)
      begin(image);
    const ir::Expr *first = body.save(bound("part_first", part), "first", where), *end = body.save(bound("part_end", part), "end", where);
    renamed([&] { lowerInner({counted.counter, first, end}); });
    for (const Image &image : images)
      body.assign(ir.index(ir.place(image.ofParts), part), ir.load(image.ofPart), where);
  });
  parts->parallel = note;
  emitOverParts([&](const ir::Expr *part) {
    for (const Image &image : images)
      join(image, part);
  });
}

} // namespace adjoint::frontend
