// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/SumLocally.h"

#include "Analysis/Memory/Elements.h"
#include "Analysis/Memory/Writes.h"
#include "IR/PlaceMap.h"
#include "Transform/Cleanup/LoopsAround.h"
#include "Transform/Cleanup/MovesBlock.h"
#include "Transform/Cleanup/UpwardLoop.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::transform {

using namespace ir;
using analysis::Alias;
using analysis::Set;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

const Expr *operandOfSum(const Stmt *stmt) {
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  return assign ? analysis::operandOfSum(assign) : nullptr;
}

/// One innermost loop.
class SummingLoop {
public:
  SummingLoop(const LoopStmt *loop, const Alias &alias) : loop(loop), alias(alias), writes(StmtList{loop}) {
    noteSums();
    noteAccesses();
    noteOtherUses();
  }

  /// Declarations, assignments, records and branches only.
  bool isPlain() const;
  /// Places in memory that the loop only adds to, one and the same in all iterations.
  std::vector<const Place *> fixedSums() const;
  /// Is there a sum of adjoints in a variable, and nothing whose order of additions might be meant?
  bool hasNoOrder() const { return sumsAnywhere() && areOpen(loop->body); }
  /// The last statements of the body, among which are all such sums, if that is true of them. None: zero.
  size_t lastWithoutOrder() const;

private:
  void noteSums();
  void noteAccesses();
  void noteOtherUses();
  bool isFixed(const Place *place) const;
  bool isOnlyAddedTo(const Place *place) const;
  bool sumsInVariable(const Stmt *stmt) const;
  bool sumsAnywhere() const;
  bool areOpen(const StmtList &list) const;
  bool isOpen(const Expr *expr) const;
  bool hasPrimalSum(const Expr *expr) const;

  const LoopStmt *loop;
  const Alias &alias;
  const analysis::Changes writes;
  std::set<const Variable *> sums; ///< primal variables that the loop gives a sum, or what is made of one
  Set accessed;                    ///< memory that the loop reads or writes, but for what it adds to
  bool accessesUnknown = false;    ///< by a pointer of unknown origin
  std::set<const Variable *> usedOtherwise; ///< variables that the loop does not only add to
};

bool SummingLoop::isPlain() const {
  bool plain = true;
  forEachStmt(loop->body, [&](const Stmt *stmt) {
    plain &= isa<DeclareStmt>(stmt) || isa<AssignStmt>(stmt) || isa<PopStmt>(stmt) || isa<IfStmt>(stmt);
    plain &= !movesBlock(stmt);
  });
  return plain;
}

bool SummingLoop::isFixed(const Place *place) const {
  bool fixed = true;
  forEachLoad(place, [&](const LoadExpr *load) {
    fixed &= !load->place->type->isFloating() && !writes.mayChange(load);
  });
  return fixed;
}

void SummingLoop::noteAccesses() {
  accessed = alias.noKeys();
  auto note = [&](const Place *place) {
    Set own = alias.keysOf(place);
    accessesUnknown |= own.none() && !rootVariable(place);
    accessed |= own;
  };
  auto read = [&](const Expr *e) { forEachLoad(e, [&](const LoadExpr *load) { note(load->place); }); };
  forEachStmt(loop, [&](const Stmt *stmt) {
    if (const Expr *operand = operandOfSum(stmt)) {
      read(operand);
      forEachExpr(cast<AssignStmt>(stmt)->place, read);
      return;
    }
    forEachOperand(stmt, read, [&](const Place *written) {
      note(written);
      forEachExpr(written, read);
    });
  });
}

bool SummingLoop::isOnlyAddedTo(const Place *place) const {
  Set keys = alias.keysOf(place);
  if (keys.none()) // of unknown origin
    return false;
  return !accessesUnknown && !analysis::intersects(accessed, alias.overlapping(keys));
}

std::vector<const Place *> SummingLoop::fixedSums() const {
  std::vector<const Place *> found;
  PlaceMap<bool> seen;
  forEachStmt(loop->body, [&](const Stmt *stmt) {
    if (!operandOfSum(stmt))
      return;
    const Place *place = cast<AssignStmt>(stmt)->place;
    bool isNew = seen.emplace(place, true).second;
    if (isNew && !rootVariable(place) && analysis::isAdjointNumber(place) && isFixed(place) && isOnlyAddedTo(place))
      found.push_back(place);
  });
  return found;
}

void SummingLoop::noteOtherUses() {
  auto note = [&](const Place *place) {
    if (const Variable *variable = rootVariable(place))
      usedOtherwise.insert(variable);
  };
  auto inside = [&](const Expr *e) { forEachPlace(e, note); };
  forEachStmt(loop, [&](const Stmt *stmt) {
    if (const Variable *variable = declaredBy(stmt))
      usedOtherwise.insert(variable);
    const Expr *operand = operandOfSum(stmt);
    if (operand && wholeVariable(cast<AssignStmt>(stmt)->place))
      inside(operand);
    else if (const auto *branch = dyn_cast<IfStmt>(stmt))
      inside(branch->condition);
    else if (!isa<LoopStmt>(stmt))
      forEachOperand(stmt, inside, [&](const Place *place) {
        note(place);
        forEachExpr(place, inside);
      });
  });
}

bool SummingLoop::sumsInVariable(const Stmt *stmt) const {
  const Variable *variable = operandOfSum(stmt) ? wholeVariable(cast<AssignStmt>(stmt)->place) : nullptr;
  return variable && variable->isAdjoint && variable->type->isFloating() && !writes.isExposed(variable) &&
         !usedOtherwise.count(variable);
}

namespace {
const BinaryExpr *asPrimalSum(const Expr *expr) {
  const auto *binary = dyn_cast<BinaryExpr>(expr);
  if (!binary || !binary->type->isFloating() || (binary->op != BinaryOp::Add && binary->op != BinaryOp::Sub))
    return nullptr;
  bool hasAdjoint = false;
  forEachLoad(expr, [&](const LoadExpr *load) { hasAdjoint |= analysis::isAdjointNumber(load->place); });
  return hasAdjoint ? nullptr : binary;
}
} // namespace

/// Is there a sum of primal numbers in the expression, or in a variable of the loop that it reads?
bool SummingLoop::hasPrimalSum(const Expr *expr) const {
  bool has = false;
  forEachExpr(expr, [&](const Expr *e) {
    const auto *load = dyn_cast<LoadExpr>(e);
    const Variable *variable = load && load->type->isFloating() ? wholeVariable(load->place) : nullptr;
    has |= asPrimalSum(e) || (variable && sums.count(variable));
  });
  return has;
}

/// No function of numbers is called, and every sum has adjoints in it, or is one of two numbers, with which there is no order.
bool SummingLoop::isOpen(const Expr *expr) const {
  bool open = true;
  forEachExpr(expr, [&](const Expr *e) {
    open &= !isa<IntrinsicExpr>(e) || !e->type->isFloating();
    if (const BinaryExpr *sum = asPrimalSum(e))
      open &= !hasPrimalSum(sum->left) && !hasPrimalSum(sum->right);
  });
  return open;
}

void SummingLoop::noteSums() {
  for (bool grown = true; grown;) {
    grown = false;
    forEachStmt(loop->body, [&](const Stmt *stmt) {
      const Variable *variable = declaredBy(stmt);
      if (const auto *assign = dyn_cast<AssignStmt>(stmt))
        variable = wholeVariable(assign->place);
      if (!variable || variable->isAdjoint || !variable->type->isFloating())
        return;
      forEachOperand(
          stmt, [&](const Expr *e) { grown |= hasPrimalSum(e) && sums.insert(variable).second; }, [](const Place *) {});
    });
  }
}

bool SummingLoop::sumsAnywhere() const {
  bool sums = false;
  forEachStmt(loop->body, [&](const Stmt *stmt) { sums |= sumsInVariable(stmt); });
  return sums;
}

bool SummingLoop::areOpen(const StmtList &list) const {
  bool open = true;
  forEachStmt(list, [&](const Stmt *stmt) {
    forEachOperand(stmt, [&](const Expr *e) { open &= isOpen(e); }, [](const Place *) {});
  });
  return open;
}

size_t SummingLoop::lastWithoutOrder() const {
  const auto first = llvm::find_if(loop->body, [&](const Stmt *stmt) {
    bool sums = false;
    forEachStmt(stmt, [&](const Stmt *inner) { sums |= sumsInVariable(inner); });
    return sums;
  });
  return areOpen(StmtList(first, loop->body.end())) ? loop->body.end() - first : 0;
}

/// Adds to variables in the place of memory.
class SumRedirection : public Rewriter {
public:
  SumRedirection(Context &context, const std::vector<const Place *> &places, const std::vector<const Variable *> &sums)
      : Rewriter(context) {
    for (size_t i = 0; i < places.size(); ++i)
      sumOf.emplace(places[i], sums[i]);
  }
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  const Place *replace(const Place *place) override {
    auto found = sumOf.find(place);
    return found == sumOf.end() ? nullptr : context.place(found->second);
  }

private:
  PlaceMap<const Variable *> sumOf;
};

class LocalSums : public Rewriter {
public:
  LocalSums(Context &context, const Alias &alias, const AreApart &areApart)
      : Rewriter(context), alias(alias), areApart(areApart) {}
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if (!loop)
      return false;
    SummingLoop summing(loop, alias);
    if (!summing.isPlain()) {
      const LoopsAround::In inside(around, loop);
      out.push_back(rebuild(loop));
      return true;
    }
    std::vector<const Place *> places = summing.fixedSums();
    std::vector<const Variable *> sums;
    for (const Place *place : places)
      sums.push_back(makeSum(place, out));
    LoopStmt *made = context.rebuilt(loop, loop->init, loop->condition, loop->step,
                                     SumRedirection(context, places, sums).rewrite(loop->body));
    const SummingLoop now(made, alias);
    if (now.hasNoOrder() || now.lastWithoutOrder() > 0)
      made = inAnyOrder(made);
    out.push_back(made);
    for (size_t i = 0; i < places.size(); ++i)
      addTo(places[i], sums[i], out);
    return true;
  }

private:
  /// As compilers are to be told. What they read of iterations that run side by side has to have one of few forms.
  LoopStmt *inAnyOrder(LoopStmt *loop) {
    if (std::optional<RunnableUpwards> found = runnableUpwards(context, loop)) {
      const Iteration iteration(context, found->work, found->counted, alias, areApart, /*takesRecords=*/false, around.loops());
      if (std::optional<std::vector<const Variable *>> sums = iteration.sumsOfParallel()) {
        loop = context.rebuilt(loop, upwardLoop(context, found->counted, found->range, found->work));
        loop->parallelSums = *sums;
      }
    }
    const SummingLoop now(loop, alias);
    loop->sumsInAnyOrder = now.hasNoOrder();
    const size_t last = loop->sumsInAnyOrder || loop->parallelSums.empty() ? 0 : now.lastWithoutOrder();
    return last == 0 ? loop : withLastInAnyOrder(loop, last);
  }

  /// Primal numbers are added up in front of them, in an order that might be meant.
  LoopStmt *withLastInAnyOrder(const LoopStmt *loop, size_t count) {
    const auto first = loop->body.end() - count;
    auto *sums = context.make<BlockStmt>(StmtList(first, loop->body.end()));
    sums->sumsInAnyOrder = true;
    StmtList body(loop->body.begin(), first);
    body.push_back(sums);
    return context.rebuilt(loop, loop->init, loop->condition, loop->step, body);
  }

  const Variable *makeSum(const Place *place, StmtList &out) {
    auto *sum = context.make<Variable>(analysis::startOf(place)->name + "_sum", context.withoutConst(place->type), Storage::Local);
    sum->isTemporary = sum->isAdjoint = true;
    out.push_back(context.make<DeclareStmt>(sum, context.zero(sum->type)));
    return sum;
  }

  void addTo(const Place *place, const Variable *sum, StmtList &out) {
    const Expr *added = context.binary(BinaryOp::Add, context.load(place), context.load(sum));
    StmtList add = {context.make<AssignStmt>(place, added)};
    const Expr *isThere = context.binary(BinaryOp::NotEqual, context.load(sum), context.zero(sum->type));
    out.push_back(context.make<IfStmt>(isThere, add, StmtList()));
  }

  const Alias &alias;
  const AreApart &areApart;
  LoopsAround around;
};

} // namespace

StmtList sumLocally(Context &context, const StmtList &body, const Alias &alias, const AreApart &areApart) {
  return LocalSums(context, alias, areApart).rewrite(body);
}

} // namespace adjoint::transform
