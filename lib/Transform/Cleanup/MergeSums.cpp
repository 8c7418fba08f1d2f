// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/MergeSums.h"

#include "Analysis/Memory/Elements.h"
#include "IR/Algebra.h"
#include "IR/PlaceMap.h"

#include "Transform/Cleanup/Footprints.h"
#include "llvm/ADT/DenseMap.h"

#include <algorithm>
#include <deque>

namespace adjoint::transform {

using namespace ir;
using analysis::Alias;
using analysis::Set;
using llvm::cast;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;

namespace {

/// `place = value;` of a number in memory, that may still move down.
struct Open {
  const AssignStmt *stmt;
  size_t position; ///< in the list
  Set place;       ///< all that may overlap it
  Set operands;    ///< what its value and its path read
  bool isSum;
  bool isOpen = true;
};

/// The open statements of a list, found by the keys that close them.
class Opens {
public:
  explicit Opens(const Alias &alias) : alias(alias) {}

  void add(Open open);
  /// Null if there is none for the place.
  Open *find(const Place *place);
  /// Closes those that cannot move behind what accesses memory so.
  void close(const Footprint &accesses);

private:
  using ByKey = llvm::DenseMap<unsigned, std::vector<size_t>>;
  void closeAt(const Set &keys, ByKey &index);

  const Alias &alias;
  std::deque<Open> opens;
  ByKey sums, others, readers; ///< by what may overlap the place of a sum, of another; by what an open one reads
  PlaceMap<std::vector<size_t>> byPlace;
  size_t firstOpen = 0;                                    ///< all before it are closed
};

void Opens::add(Open open) {
  const size_t at = opens.size();
  ByKey &own = open.isSum ? sums : others;
  for (unsigned k : open.place.set_bits())
    own[k].push_back(at);
  for (unsigned k : open.operands.set_bits())
    readers[k].push_back(at);
  byPlace[open.stmt->place].push_back(at);
  opens.push_back(std::move(open));
}

Open *Opens::find(const Place *place) {
  auto found = byPlace.find(place);
  if (found != byPlace.end())
    for (size_t at : found->second)
      if (opens[at].isOpen)
        return &opens[at];
  return nullptr;
}

void Opens::closeAt(const Set &keys, ByKey &index) {
  for (unsigned k : keys.set_bits()) {
    auto found = index.find(k);
    if (found == index.end())
      continue;
    for (size_t at : found->second)
      opens[at].isOpen = false;
    index.erase(found);
  }
}

void Opens::close(const Footprint &accesses) {
  if (!accesses.isKnown) {
    for (; firstOpen < opens.size(); ++firstOpen)
      opens[firstOpen].isOpen = false;
    return;
  }
  for (const Set *keys : {&accesses.reads, &accesses.sets}) {
    closeAt(*keys, sums);
    closeAt(*keys, others);
  }
  closeAt(accesses.adds, others);
  closeAt(alias.overlapping(accesses.sets), readers);
  closeAt(alias.overlapping(accesses.adds), readers);
}

class Merging : public Rewriter {
public:
  Merging(Context &context, const Alias &alias) : Rewriter(context), alias(alias), footprints(alias) {}

  StmtList rewrite(const StmtList &list) override;
  using Rewriter::rewrite;

private:
  const AssignStmt *merged(const Open &open, const AssignStmt *later);
  Open openAt(const AssignStmt *assign, size_t position) const;

  const Alias &alias;
  const Footprints footprints;
};

/// A number in memory, or a variable that is set to zero: `v = 0.0; v += a;`
bool mayBeFirst(const AssignStmt *assign) {
  return analysis::isAdjointNumber(assign->place) && (!wholeVariable(assign->place) || isZero(assign->value));
}

bool isSumOfAdjoint(const AssignStmt *assign) {
  return analysis::isAdjointNumber(assign->place) && analysis::operandOfSum(assign);
}

Open Merging::openAt(const AssignStmt *assign, size_t position) const {
  const Expr *operand = analysis::operandOfSum(assign);
  Open open{assign, position, alias.overlapping(alias.keysOf(assign->place)), alias.noKeys(), operand != nullptr};
  auto read = [&](const LoadExpr *load) { open.operands |= alias.keysOf(load->place); };
  forEachLoad(operand ? operand : assign->value, read);
  forEachLoad(assign->place, read);
  return open;
}

/// `place = a; place += b;` and `place += a; place += b;`
const AssignStmt *Merging::merged(const Open &open, const AssignStmt *later) {
  auto term = [&](const AssignStmt *stmt) {
    const Expr *operand = analysis::operandOfSum(stmt);
    return cast<BinaryExpr>(stmt->value)->op == BinaryOp::Sub ? negated(context, operand) : operand;
  };
  const Expr *first = open.isSum ? term(open.stmt) : open.stmt->value, *second = term(later);
  const Expr *both = isZero(first)                            ? second
                     : isNegated(first) && !isNegated(second) ? sum(context, second, first)
                                                              : sum(context, first, second);
  const Expr *value = open.isSum ? sum(context, context.load(later->place), both) : both;
  return context.rebuilt(later, later->place, value);
}

/// `const double seed = place;` and then `place = seed;`
bool putsBack(const AssignStmt *assign, const Stmt *before) {
  const auto *declare = dyn_cast_or_null<DeclareStmt>(before);
  const auto *taken = declare ? dyn_cast_or_null<LoadExpr>(declare->init) : nullptr;
  const auto *put = dyn_cast<LoadExpr>(assign->value);
  return taken && put && wholeVariable(put->place) == declare->variable && declare->variable->type->isConst &&
         same(taken->place, assign->place);
}

StmtList Merging::rewrite(const StmtList &list) {
  StmtList out;
  Opens opens(alias);
  for (const Stmt *stmt : Rewriter::rewrite(list)) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const Footprint accesses = footprints.of(stmt);
    bool stays = true;
    Open *open = assign && isSumOfAdjoint(assign) && accesses.isKnown ? opens.find(assign->place) : nullptr;
    if (open && !analysis::intersects(accesses.reads, open->place)) {
      assign = merged(*open, assign);
      out[open->position] = nullptr;
      stays = !putsBack(assign, open->position == 0 ? nullptr : out[open->position - 1]);
      open->isOpen = false;
    }
    opens.close(accesses);
    if (!stays)
      continue;
    if (assign && mayBeFirst(assign) && accesses.isKnown && alias.keysOf(assign->place).any())
      opens.add(openAt(assign, out.size()));
    out.push_back(assign ? assign : stmt);
  }
  out.erase(std::remove(out.begin(), out.end(), nullptr), out.end());
  return out;
}

} // namespace

StmtList mergeSums(Context &context, const StmtList &body, const Alias &alias) {
  return Merging(context, alias).rewrite(body);
}

} // namespace adjoint::transform
