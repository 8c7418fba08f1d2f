// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/OwnSums.h"

#include "Analysis/Loops/Bounds.h"
#include "IR/Algebra.h"
#include "IR/Values.h"

namespace adjoint::transform {

using namespace ir;
using analysis::CountedLoop;
using llvm::cast;
using llvm::dyn_cast;

OwnSums::OwnSums(Context &context, const CountedLoop &counted, const StmtList &work, const analysis::Alias &alias,
                 const AreApart &areApart)
    : context(context), counted(counted), alias(alias), areApart(areApart), changes(work) {
  declared.insert(counted.counter);
  forEachStmt(work, [&](const Stmt *stmt) { declared.insert(declaredBy(stmt)); });
  note(work);
}

/// The loops around sums, and pointers.
void OwnSums::note(const StmtList &list) {
  for (const Stmt *stmt : list) {
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt)) {
      const Variable *variable = declare->variable;
      if (declare->init && variable->type->isPointer() && changes.count(variable) == 1 && !changes.isExposed(variable))
        pointers[variable] = declare->init;
    }
    around[stmt] = loops;
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    const auto inner = !loop ? std::nullopt : analysis::countedLoop(loop) ? analysis::countedLoop(loop) : analysis::runUpwards(loop);
    if (inner)
      loops.push_back(*inner);
    forEachList(stmt, [&](const StmtList &nested) { note(nested); });
    if (inner)
      loops.pop_back();
  }
}

namespace {
/// Can it be read wherever its variable is known? Not what a pointer leads to, which may be null in front of a loop that never runs.
bool isReadAnywhere(const Place *place) {
  if (const auto *member = dyn_cast<FieldPlace>(place))
    return isReadAnywhere(member->object);
  const auto *deref = dyn_cast<DerefPlace>(place);
  const auto *load = deref ? dyn_cast<LoadExpr>(deref->pointer) : nullptr;
  const Variable *variable = load ? wholeVariable(load->place) : wholeVariable(place);
  return variable && (!deref || variable->type->isReference());
}

/// Is it computed without harm, also where the source would not?
bool isComputedAnywhere(const Expr *expr) {
  bool isHarmless = true;
  forEachExpr(expr, [&](const Expr *e) {
    const auto *load = dyn_cast<LoadExpr>(e);
    const auto *binary = dyn_cast<BinaryExpr>(e);
    const bool isSum = binary && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub || binary->op == BinaryOp::Mul);
    isHarmless &= load ? isReadAnywhere(load->place) : isSum || llvm::isa<LiteralExpr>(e) || llvm::isa<CastExpr>(e);
  });
  return isHarmless;
}
} // namespace

/// Is it the same in all iterations, and known in front of the loop?
bool OwnSums::isFixed(const Expr *expr) const {
  bool fixed = isComputedAnywhere(expr);
  forEachLoad(expr, [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    fixed &= variable ? !declared.count(variable) && !variable->isGlobal() && !changes.mayWrite(variable) : !changes.mayChange(load);
  });
  return fixed;
}

bool OwnSums::isFixedPointer(const Variable *variable) const {
  return variable->type->isPointer() && !declared.count(variable) && !variable->isGlobal() && !changes.mayWrite(variable);
}

/// The array that the place is in, and where: as a difference from its begin, and made of counters as far as may be.
std::optional<OwnSums::Target> OwnSums::targetOf(const AssignStmt *sum) const {
  if (llvm::isa<FieldPlace>(sum->place))
    return targetOfMember(sum->place);
  const std::optional<analysis::Element> element = analysis::elementOf(sum->place);
  if (!element || !element->base->type->isPointer())
    return std::nullopt;
  if (isFixedPointer(element->base))
    return Target{element->base, element->index, element->index, context.load(element->base)};
  const Expr *resolved = element->index, *pointer = context.load(element->base);
  for (;;) {
    const auto *moved = dyn_cast<BinaryExpr>(pointer);
    const auto *load = dyn_cast<LoadExpr>(pointer);
    const Variable *variable = load ? wholeVariable(load->place) : nullptr;
    auto found = variable ? pointers.find(variable) : pointers.end();
    if (moved && moved->op == BinaryOp::Add && moved->left->type->isPointer()) {
      resolved = plus(moved->right, resolved);
      pointer = moved->left;
    } else if (found != pointers.end()) {
      pointer = found->second;
    } else if (variable && isFixedPointer(variable)) {
      const Expr *from = context.binary(BinaryOp::Sub, context.load(element->base), context.load(variable));
      return Target{variable, plus(from, element->index), resolved, context.load(variable)};
    } else {
      return std::nullopt;
    }
  }
}

/// As it is converted by itself.
const Expr *OwnSums::of(BinaryOp op, const Expr *a, const Expr *b) const {
  const Type *wide = a->type->bits < b->type->bits ? b->type : a->type;
  const auto widened = [&](const Expr *e) { return e->type == wide ? e : context.cast(CastExpr::Form::Implicit, e, wide); };
  return context.binary(op, widened(a), widened(b));
}

/// `q[j].mass`, `q[j].at.x`
std::optional<OwnSums::Target> OwnSums::targetOfMember(const Place *place) const {
  std::vector<const FieldPlace *> members;
  while (const auto *member = dyn_cast<FieldPlace>(place)) {
    members.push_back(member);
    place = member->object;
  }
  const std::optional<analysis::Element> element = analysis::elementOf(place);
  if (!element || !element->base->type->isPointer() || !isFixedPointer(element->base))
    return std::nullopt;
  const Place *first = context.deref(context.load(element->base));
  for (const FieldPlace *member : llvm::reverse(members))
    first = context.make<FieldPlace>(first, member->field, member->type);
  return Target{element->base, nullptr, nullptr, context.addressOf(first)};
}

const Expr *OwnSums::plus(const Expr *a, const Expr *b) const {
  const auto isNothing = [](const Expr *e) { return !e || (e->type->isIntegral() && isInteger(e, 0)); };
  return isNothing(a) ? b : isNothing(b) ? a : of(BinaryOp::Add, a, b);
}

const Expr *OwnSums::times(const Expr *a, const Expr *b) const {
  return isInteger(a, 1) ? b : isInteger(b, 1) ? a : of(BinaryOp::Mul, a, b);
}

std::optional<OwnSums::Affine> OwnSums::product(const BinaryExpr *expr) const {
  std::optional<Affine> left = affine(expr->left), right = affine(expr->right);
  if (!left || !right || (!left->multiples.empty() && !right->multiples.empty()))
    return std::nullopt;
  const bool isLeft = !left->multiples.empty();
  Affine &of = isLeft ? *left : *right;
  const Expr *by = isLeft ? expr->right : expr->left;
  if (of.rest)
    of.rest = times(of.rest, by);
  for (auto &[counter, multiple] : of.multiples)
    multiple = times(multiple, by);
  return of;
}

std::optional<OwnSums::Affine> OwnSums::affine(const Expr *index) const {
  if (isFixed(index))
    return Affine{index};
  if (const auto *cast = dyn_cast<CastExpr>(index))
    return cast->type->isIntegral() && cast->operand->type->isIntegral() ? affine(cast->operand) : std::nullopt;
  if (const auto *load = dyn_cast<LoadExpr>(index)) {
    const Variable *counter = wholeVariable(load->place);
    const bool isCounter = counter && counter != counted.counter && counter->type->isIntegral();
    return isCounter ? std::optional<Affine>(Affine{nullptr, {{counter, context.literal(1, counter->type)}}}) : std::nullopt;
  }
  const auto *binary = dyn_cast<BinaryExpr>(index);
  if (!binary || (binary->op != BinaryOp::Add && binary->op != BinaryOp::Sub && binary->op != BinaryOp::Mul))
    return std::nullopt;
  if (binary->op == BinaryOp::Mul)
    return product(binary);
  std::optional<Affine> left = affine(binary->left), right = affine(binary->right);
  if (!left || !right || (binary->op == BinaryOp::Sub && !right->multiples.empty()))
    return std::nullopt;
  if (binary->op == BinaryOp::Sub)
    left->rest = left->rest ? of(BinaryOp::Sub, left->rest, right->rest) : negated(context, right->rest);
  else
    left->rest = plus(left->rest, right->rest);
  for (const auto &[counter, multiple] : right->multiples)
    left->multiples[counter] = plus(left->multiples[counter], multiple);
  return left;
}

/// Null: not known, or not the same in all iterations.
analysis::Range OwnSums::rangeOf(const Variable *counter, const std::vector<CountedLoop> &inside) const {
  const bool mayWrap = counter->type->bits < 64 && !counter->type->isSigned;
  for (const CountedLoop &loop : inside)
    if (loop.counter == counter && !mayWrap)
      if (const auto range = analysis::rangeOf(context, loop); range && isFixed(range->low) && isFixed(range->high))
        return *range;
  return {nullptr, nullptr};
}

/// `adjoint::indices(first, spans...)`: from where all counters are at their least, by how much each of them moves on. Null: not known.
const Expr *OwnSums::range(const AssignStmt *sum, const Expr *index) const {
  std::optional<Affine> known = affine(index);
  if (!known)
    return nullptr;
  const Expr *first = known->rest;
  std::vector<const Expr *> spans;
  for (const auto &[counter, multiple] : known->multiples) {
    const auto [low, high] = rangeOf(counter, around.at(sum));
    if (!low)
      return nullptr;
    if (!isInteger(low, 0))
      first = plus(first, times(multiple, low));
    const Expr *trips = isInteger(low, 0) ? high : of(BinaryOp::Sub, high, low);
    spans.push_back(times(multiple, shifted(context, trips, -1)));
  }
  spans.insert(spans.begin(), first ? first : context.intLiteral(0));
  return context.intrinsic("indices", "adjoint::indices", spans, context.intType());
}

bool OwnSums::isAlone(const Place *sum, const std::vector<const Place *> &accesses) const {
  const analysis::Set keys = alias.overlapping(alias.keysOf(sum));
  const Place *whole = sum;
  while (const auto *member = dyn_cast<FieldPlace>(whole))
    whole = member->object;
  const std::optional<analysis::Element> element = analysis::elementOf(whole);
  return !keys.none() && llvm::all_of(accesses, [&](const Place *access) {
           const std::optional<analysis::Element> other = analysis::elementOf(access);
           const bool isApart = other && isFixedPointer(other->base) && isFixedPointer(element->base) &&
                                areApart(counted.counter, element->base, other->base);
           return isApart || (!alias.keysOf(access).none() && !analysis::intersects(keys, alias.keysOf(access)));
         });
}

std::vector<OwnSum> OwnSums::of(const std::vector<const AssignStmt *> &sums, const std::vector<const Place *> &accesses) {
  std::vector<OwnSum> all;
  std::map<const Variable *, std::vector<const Expr *>> ranges; // one that is null: not known
  std::map<const Variable *, const Expr *> begins;
  const std::optional<analysis::Range> trips = analysis::rangeOf(context, counted);
  for (const AssignStmt *sum : sums) {
    const std::optional<Target> target = targetOf(sum);
    if (!trips || !target || !sum->place->type->isFloating() || !isAlone(sum->place, accesses))
      continue;
    auto found = llvm::find_if(all, [&](const OwnSum &own) { return own.array == target->array; });
    if (found == all.end()) {
      auto *own = context.make<Variable>(target->array->name + "_own", context.pointerTo(sum->place->type), Storage::Local);
      begins[target->array] = target->begin;
      own->isTemporary = own->isOwnSums = true;
      own->isAdjoint = target->array->isAdjoint;
      found = all.insert(all.end(), OwnSum{target->array, own});
    }
    if (found->own->type->element != sum->place->type) // a member of another type
      continue;
    found->indices[sum] = target->index;
    const Expr *of = target->resolved ? range(sum, target->resolved) : nullptr;
    std::vector<const Expr *> &known = ranges[target->array];
    if (llvm::none_of(known, [&](const Expr *other) { return of && other ? same(of, other) : of == other; }))
      known.push_back(of);
  }
  for (OwnSum &own : all) {
    const std::vector<const Expr *> &known = ranges[own.array];
    const bool isKnown = known.size() <= 4 && !llvm::is_contained(known, nullptr);
    std::vector<const Expr *> args = {begins.at(own.array)};
    if (isKnown)
      args.insert(args.end(), known.begin(), known.end());
    else
      args.push_back(analysis::tripsOf(context, trips->low, trips->high));
    const char *name = isKnown ? "own_array" : "own_window";
    own.made = context.intrinsic(name, std::string("adjoint::") + name, args, own.own->type);
  }
  return all;
}

StmtList declarationsOf(Context &context, const std::vector<OwnSum> &sums) {
  StmtList out;
  for (const OwnSum &sum : sums)
    out.push_back(context.make<DeclareStmt>(sum.own, Rewriter(context).rewrite(sum.made)));
  return out;
}

} // namespace adjoint::transform
