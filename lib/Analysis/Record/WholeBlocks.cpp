// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Record/WholeBlocks.h"

#include "Analysis/Loops/Bounds.h"
#include "Analysis/Memory/Elements.h"
#include "IR/Values.h"

#include <limits>

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

namespace {

/// `p[i].a.b`: the element, and its members, the innermost first.
struct Member {
  std::optional<Element> element;
  std::vector<const Field *> fields;
};

Member memberOf(const Place *place) {
  Member found;
  while (const auto *member = dyn_cast<FieldPlace>(place)) {
    found.fields.push_back(member->field);
    place = member->object;
  }
  found.element = elementOf(place);
  return found;
}

/// Is the part in, or all of, the other one, of one and the same element?
bool isInside(const Member &part, const Member &whole) {
  return part.fields.size() >= whole.fields.size() && std::equal(whole.fields.rbegin(), whole.fields.rend(), part.fields.rbegin());
}

} // namespace

const Variable *WholeBlocks::originOf(const Variable *pointer) const {
  while (const Expr *value = versions.valueOf(pointer)) {
    const auto *load = dyn_cast<LoadExpr>(withoutCasts(value));
    const Variable *other = load ? wholeVariable(load->place) : nullptr;
    if (!other || !other->type->isPointer())
      break;
    pointer = other;
  }
  return pointer;
}

/// Of `end - begin`, where the one is set to `p + k` and the other to `p`, k; null for anything else.
const Expr *WholeBlocks::distanceOf(const Expr *expr) const {
  const auto *difference = dyn_cast<BinaryExpr>(expr);
  if (!difference || difference->op != BinaryOp::Sub || !difference->left->type->isPointer())
    return nullptr;
  const auto valueOf = [&](const Expr *pointer) {
    const auto *load = dyn_cast<LoadExpr>(withoutCasts(pointer));
    const Expr *value = load ? versions.valueOf(wholeVariable(load->place)) : nullptr;
    return withoutCasts(value ? value : pointer);
  };
  const auto *end = dyn_cast<BinaryExpr>(valueOf(difference->left));
  const auto *first = end && end->op == BinaryOp::Add ? dyn_cast<LoadExpr>(withoutCasts(end->left)) : nullptr;
  const Variable *pointer = first ? wholeVariable(first->place) : nullptr;
  const bool isSteady = pointer && pointer->type->isPointer() && versions.isSetOnce(pointer);
  return isSteady && same(withoutCasts(end->left), valueOf(difference->right)) ? end->right : nullptr;
}

/// The expression in place of the variable that is set to it; null where it may have another value elsewhere in the scope.
const Expr *WholeBlocks::sizeOf(const Expr *expr) const {
  expr = withoutWidening(expr);
  if (const Expr *distance = distanceOf(expr))
    return sizeOf(distance);
  const auto *load = dyn_cast<LoadExpr>(expr);
  if (const Expr *declared = load ? versions.valueOf(wholeVariable(load->place)) : nullptr)
    if (const Expr *value = sizeOf(declared))
      return value;
  const Interval everywhere = {0, std::numeric_limits<unsigned>::max()};
  bool isSteady = true;
  forEachLoad(expr, [&](const LoadExpr *part) {
    const Variable *read = wholeVariable(part->place);
    isSteady &= versions.valueOf(read) || !(versions.writesInOrder.mayChange(part, everywhere) ||
                                            (read && (read->isGlobal() || versions.writes.isExposed(read))));
  });
  return isSteady ? expr : nullptr;
}

bool WholeBlocks::isAllOf(const Variable *base, const CountedLoop &counted) const {
  Context context; // of what is asked for here alone
  const std::optional<Range> range = rangeOf(context, counted);
  if (!range || !isInteger(range->low, 0))
    return false;
  if (base->type->isArray())
    return integerValue(range->high) == static_cast<long long>(base->type->count);
  const auto *allocation = llvm::dyn_cast_or_null<AllocateStmt>(versions.declarationOf(base));
  if (!allocation || !allocation->count || !versions.isSetOnce(base))
    return false;
  const Expr *size = sizeOf(allocation->count), *end = sizeOf(range->high);
  return size && end && same(size, end);
}

const AssignStmt *WholeBlocks::setterIn(const LoopStmt *loop, const CountedLoop &counted, const Place *place) const {
  const Member stored = memberOf(place);
  if (!stored.element || !counted.declares || (counted.step != 1 && counted.step != -1))
    return nullptr;
  const Variable *base = originOf(stored.element->base);
  for (const Stmt *stmt : loop->body) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const Member set = assign ? memberOf(assign->place) : Member();
    const auto *index = set.element ? dyn_cast<LoadExpr>(withoutWidening(set.element->index)) : nullptr;
    if (index && wholeVariable(index->place) == counted.counter && originOf(set.element->base) == base && isInside(stored, set) &&
        isAllOf(base, counted))
      return assign;
  }
  return nullptr;
}

} // namespace adjoint::analysis
