// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/NormalForm/Additions.h"

#include "Analysis/Loops/Bounds.h"
#include "IR/Evaluation.h"
#include "IR/Values.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

Additions::Additions(Context &context, const Container &container, const LoopStmt *loop)
    : context(context), container(container), changes({loop}) {
  const Expr *each = addedBy(loop->body);
  if (each && !isOpen && !container.isWrittenIn(loop->init) && !container.isWrittenIn(loop->step))
    total = times(loop, each, /*isOuter=*/true);
}

const Expr *Additions::size(long long number) { return context.literal(number, context.withoutConst(container.count->type)); }

const Expr *Additions::plus(const Expr *a, const Expr *b) {
  const std::optional<long long> number = integerValue(a), more = integerValue(b);
  if (number && more)
    return size(*number + *more);
  return number == 0 ? b : more == 0 ? a : context.binary(BinaryOp::Add, a, b);
}

const Expr *Additions::addedBy(const StmtList &list) {
  const Expr *sum = size(0);
  for (const Stmt *stmt : list) {
    const Expr *added = addedBy(stmt);
    if (!added)
      return nullptr;
    sum = plus(sum, added);
  }
  return sum;
}

const Expr *Additions::addedBy(const Stmt *stmt) {
  if (!container.isWrittenIn(stmt))
    return size(0);
  if (std::optional<Growth> growth = growthIn(stmt); growth && growth->container == container)
    return addedBy(*growth);
  if (isCounting(stmt)) {
    isOpen = false; // there is room for it
    return size(1);
  }
  const auto *loop = dyn_cast<LoopStmt>(stmt);
  if (!loop || container.isWrittenIn(loop->init) || container.isWrittenIn(loop->step) || isOpen)
    return nullptr;
  const Expr *each = addedBy(loop->body);
  return each && !isOpen ? times(loop, each, /*isOuter=*/false) : nullptr;
}

const Expr *Additions::addedBy(const Growth &growth) {
  const bool counts = countsOnce(*growth.stays);
  if (counts != countsOnce(*growth.grows) || writesBesides(*growth.stays))
    return nullptr;
  isOpen = !counts;
  return size(counts);
}

/// `count = count + 1`
bool Additions::isCounting(const Stmt *stmt) const {
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  const auto *sum = assign ? dyn_cast<BinaryExpr>(assign->value) : nullptr;
  return sum && plainVariable(assign->place) == container.count && sum->op == BinaryOp::Add && variableIn(sum->left) == container.count &&
         isInteger(sum->right, 1);
}

bool Additions::countsOnce(const StmtList &list) const {
  return std::count_if(list.begin(), list.end(), [&](const Stmt *stmt) { return isCounting(stmt); }) == 1;
}

/// Where there is room: does it write the container otherwise than by counting once?
bool Additions::writesBesides(const StmtList &list) const {
  unsigned counted = 0;
  bool found = false;
  forEachStmt(list, [&](const Stmt *stmt) {
    found |= container.has(writtenBy(stmt)) && !isCounting(stmt);
    counted += isCounting(stmt);
  });
  return found || counted != countsOnce(list);
}

/// In front of a loop that may come to no iteration.
bool Additions::isKnownAhead(const Expr *bound) const { return isAlwaysComputable(bound) && !changes.mayChange(bound); }

const Expr *Additions::times(const LoopStmt *loop, const Expr *each, bool isOuter) {
  const std::optional<analysis::CountedLoop> counted = analysis::countedLoop(loop);
  const std::optional<analysis::Range> range = counted ? analysis::rangeOf(context, *counted) : std::nullopt;
  if (!range || (counted->step != 1 && counted->step != -1))
    return nullptr;
  if (!isOuter && !(isKnownAhead(range->low) && isKnownAhead(range->high)))
    return nullptr;
  const Expr *trips = analysis::tripsOf(context, *range, context.withoutConst(container.count->type));
  if (isOuter && isInteger(each, 1) && isInteger(range->low, 0))
    bound = range->high;
  const std::optional<long long> number = integerValue(trips), times = integerValue(each);
  if (number && times)
    return size(*number * *times);
  return times == 1 ? trips : context.binary(BinaryOp::Mul, trips, each);
}

} // namespace adjoint::transform
