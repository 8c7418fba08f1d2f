// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/MergeSums.h"

#include "Analysis/Elements.h"
#include "IR/Algebra.h"

#include <algorithm>
#include <list>

namespace adjoint::transform {

using namespace ir;
using analysis::Alias;
using analysis::Set;
using llvm::cast;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace {

/// What a statement, with all that is nested in it, reads, sets, and only adds to.
struct Accesses {
  Set read, set, added;
  bool isKnown = true;
};

/// `place = value;` of a number in memory, that may still move down.
struct Open {
  const AssignStmt *stmt;
  size_t position; ///< in the list
  Set place;       ///< all that may overlap it
  Set operands;    ///< what its value and its path read
  bool isSum;
};

class Merging : public Rewriter {
public:
  Merging(Context &context, const Alias &alias) : Rewriter(context), alias(alias) {}

  StmtList rewrite(const StmtList &list) override;
  using Rewriter::rewrite;

private:
  Accesses accessesOf(const Stmt *stmt) const;
  void add(Set &keys, const Place *place, bool &isKnown) const;
  bool blocks(const Accesses &accesses, const Open &open) const;
  const AssignStmt *merged(const Open &open, const AssignStmt *later);
  Open openAt(const AssignStmt *assign, size_t position) const;

  const Alias &alias;
};

bool mayBeMerged(const AssignStmt *assign) {
  return assign && !wholeVariable(assign->place) && analysis::isAdjointNumber(assign->place);
}

void Merging::add(Set &keys, const Place *place, bool &isKnown) const {
  Set own = alias.keysOf(place);
  isKnown &= own.any() || rootVariable(place);
  keys |= own;
}

Accesses Merging::accessesOf(const Stmt *stmt) const {
  Accesses found{alias.noKeys(), alias.noKeys(), alias.noKeys()};
  auto read = [&](const Expr *e) {
    forEachLoad(e, [&](const LoadExpr *load) { add(found.read, load->place, found.isKnown); });
  };
  forEachStmt(stmt, [&](const Stmt *s) {
    const auto *assign = dyn_cast<AssignStmt>(s);
    if (const Expr *operand = assign ? analysis::operandOfSum(assign) : nullptr) {
      read(operand);
      forEachExpr(assign->place, read);
      add(found.added, assign->place, found.isKnown);
      return;
    }
    bool isPlain = assign || isa<DeclareStmt>(s) || isa<PopStmt>(s) || isa<PushStmt>(s) || isa<IfStmt>(s) ||
                   isa<LoopStmt>(s) || isa<BlockStmt>(s);
    found.isKnown &= isPlain;
    forEachOperand(s, read, [&](const Place *written) {
      add(found.set, written, found.isKnown);
      forEachExpr(written, read);
    });
  });
  return found;
}

bool Merging::blocks(const Accesses &accesses, const Open &open) const {
  using analysis::intersects;
  return !accesses.isKnown || intersects(accesses.read, open.place) || intersects(accesses.set, open.place) ||
         (!open.isSum && intersects(accesses.added, open.place)) ||
         intersects(alias.overlapping(accesses.set), open.operands) ||
         intersects(alias.overlapping(accesses.added), open.operands);
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
  return annotatedAs(later, context.make<AssignStmt>(later->place, value));
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
  std::list<Open> opens;
  for (const Stmt *stmt : Rewriter::rewrite(list)) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    Accesses accesses = accessesOf(stmt);
    bool isSum = mayBeMerged(assign) && analysis::operandOfSum(assign), stays = true;
    for (auto open = opens.begin(); open != opens.end();) {
      bool meets = isSum && accesses.isKnown && same(open->stmt->place, assign->place) &&
                   !analysis::intersects(accesses.read, open->place);
      if (meets) {
        assign = merged(*open, assign);
        out[open->position] = nullptr;
        stays &= !putsBack(assign, open->position == 0 ? nullptr : out[open->position - 1]);
      }
      open = meets || blocks(accesses, *open) ? opens.erase(open) : std::next(open);
    }
    if (!stays)
      continue;
    if (mayBeMerged(assign) && accesses.isKnown && alias.keysOf(assign->place).any())
      opens.push_back(openAt(assign, out.size()));
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
