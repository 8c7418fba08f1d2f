// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Record/Tbr.h"

#include "Analysis/AnalysisTest.h"

namespace adjoint::analysis {
namespace {

using namespace ir;

/// The reverse uses of statements are given by hand here; in the tool they are read off the
/// statements of the reverse sweep.
class TbrTest : public AnalysisTest {
protected:
  const Variable *x = parameter("x", Double), *p = parameter("p", DoublePointer), *n = parameter("n", Int);
  const Variable *y = local("y", Double), *t = local("t", Double), *i = local("i", Int), *k = local("k", Int);
  const Variable *u = local("u", DoublePointer), *next = local("next", DoublePointer), *old = local("old", DoublePointer);
  TbrOptions options;
  bool knowsApart = true; ///< which pointers lead to different blocks

  /// The reverse of `stmt` reads the expression as it was before the statement.
  const Stmt *needing(const Stmt *stmt, const Expr *before) {
    needsBefore[stmt] = before;
    return stmt;
  }
  /// ... as it is after the statement.
  const Stmt *keeping(const Stmt *stmt, const Expr *after) {
    needsAfter[stmt] = after;
    return stmt;
  }
  const Stmt *scale(const Variable *v, const Expr *factor) { return assign(v, mul(load(v), factor)); }

  /// The analysis of a function of x, p and n.
  const Tbr &run(StmtList body) {
    root = function({x, p, n}, std::move(body));
    whole = std::make_unique<Program>(*root, [](const Function &f) { return &f; });
    const Unit &unit = whole->unit(root);
    none.keysBefore = none.keysAfter = unit.alias->noKeys();
    forEachStmt(root->body, [&](const Stmt *stmt) {
      ReverseUse &use = uses[stmt] = none;
      if (needsBefore.count(stmt))
        forEachLoad(needsBefore[stmt], [&](const LoadExpr *load) { use.before.push_back(load); });
      if (needsAfter.count(stmt))
        forEachLoad(needsAfter[stmt], [&](const LoadExpr *load) { use.after.push_back(load); });
    });
    apart = std::make_unique<ApartPointers>(unit);
    options.apart = knowsApart ? apart.get() : nullptr;
    tbr = std::make_unique<Tbr>(
        *whole, unit, [this](const Stmt *stmt) -> const ReverseUse & { return uses.at(stmt); }, options);
    tbr->run();
    return *tbr;
  }
  const Stmt *allocate(const Variable *pointer, bool declares = true) {
    return c.make<AllocateStmt>(c.place(pointer), declares, Double, load(n), AllocationForm::NewArray, false);
  }
  /// `*to = sin(*from)`
  const Stmt *sineOf(const Variable *from, const Variable *to) {
    return needing(assign(deref(to), call("sin", c.load(deref(from)))), c.load(deref(from)));
  }
  StmtList swapped() { return {declare(old, load(u)), assign(u, load(next)), assign(next, load(old))}; }
  static std::string names(const std::vector<const Variable *> &variables) {
    std::string text;
    for (const Variable *v : variables)
      text += (text.empty() ? "" : " ") + v->name;
    return text;
  }

private:
  const Function *root = nullptr;
  std::unique_ptr<Program> whole;
  std::unique_ptr<ApartPointers> apart;
  std::unique_ptr<Tbr> tbr;
  ReverseUse none;
  std::map<const Stmt *, ReverseUse> uses;
  std::map<const Stmt *, const Expr *> needsBefore, needsAfter;
};

TEST_F(TbrTest, anOverwrittenValueIsRecordedIfItIsNeeded) {
  const Stmt *use = needing(assign(t, mul(load(y), load(y))), load(y)), *overwrite = assign(y, number("0.0"));
  const Tbr &tbr = run({declare(y, load(x)), declare(t), use, overwrite});
  EXPECT_TRUE(tbr.mustRecord(overwrite));
  EXPECT_FALSE(tbr.mustRecord(use));
  EXPECT_EQ(tbr.neededBy(overwrite), use);
  EXPECT_EQ(tbr.neededBy(use), nullptr);
}

TEST_F(TbrTest, aStatementMayNeedWhatItOverwritesItself) {
  const Stmt *square = needing(scale(y, load(y)), load(y));
  EXPECT_TRUE(run({declare(y, load(x)), square}).mustRecord(square));
}

TEST_F(TbrTest, whatNobodyNeedsIsNotRecorded) {
  const Stmt *linear = scale(y, number("2.0"));
  EXPECT_FALSE(run({declare(y, load(x)), linear}).mustRecord(linear));
}

TEST_F(TbrTest, onceRecordedAValueIsNotNeededAgain) {
  const Stmt *first = assign(y, number("0.0")), *second = assign(y, number("1.0"));
  const Stmt *use = needing(assign(t, call("sin", load(y))), load(y));
  const Tbr &tbr = run({declare(y, load(x)), declare(t), use, first, second});
  EXPECT_TRUE(tbr.mustRecord(first));
  EXPECT_FALSE(tbr.mustRecord(second));
}

TEST_F(TbrTest, aResultIsNeededFromAfterItsStatement) {
  const Stmt *exponential = keeping(assign(y, call("exp", load(y))), load(y)), *overwrite = assign(y, number("0.0"));
  const Tbr &tbr = run({declare(y, load(x)), exponential, overwrite});
  EXPECT_FALSE(tbr.mustRecord(exponential));
  EXPECT_TRUE(tbr.mustRecord(overwrite));
}

TEST_F(TbrTest, needsGoRoundLoops) {
  const Stmt *overwrite = assign(y, add(load(y), number("1.0")));
  const Stmt *use = needing(assign(t, call("sin", load(y))), load(y));
  EXPECT_TRUE(run({declare(y, load(x)), declare(t), count(i, load(n), {overwrite, use})}).mustRecord(overwrite));
}

TEST_F(TbrTest, memoryIsNeededByOverlap) {
  const Stmt *use = needing(assign(t, call("sin", c.load(deref(p)))), c.load(deref(p)));
  const Stmt *overwrite = assign(deref(p), number("0.0")), *again = assign(element(p, load(n)), number("1.0"));
  const Tbr &tbr = run({declare(t), use, overwrite, again});
  EXPECT_TRUE(tbr.mustRecord(overwrite));
  EXPECT_TRUE(tbr.mustRecord(again)); // perhaps not the same element
}

// for (..) { *p = 0; *p += x; t = sin(*p); }
TEST_F(TbrTest, whatAPlaceWasSetToJustBefore) {
  const Stmt *use = needing(assign(t, call("sin", c.load(deref(p)))), c.load(deref(p)));
  const Stmt *first = assign(deref(p), number("0.0")), *sum = assign(deref(p), add(c.load(deref(p)), load(x)));
  const Tbr &tbr = run({declare(t), count(i, load(n), {first, sum, use})});
  EXPECT_TRUE(tbr.mustRecord(first));
  EXPECT_FALSE(tbr.mustRecord(sum));
  EXPECT_TRUE(run({declare(t), count(i, load(n), {first, use, sum})}).mustRecord(sum));
}

TEST_F(TbrTest, anElementThatMovesIsNotSettled) {
  const Variable *j = local("j", Int);
  const Stmt *use = needing(assign(t, call("sin", c.load(element(p, load(j))))), c.load(element(p, load(j))));
  const Stmt *first = assign(element(p, load(j)), number("0.0")), *again = assign(element(p, load(j)), load(x));
  const Stmt *moves = assign(j, load(n));
  EXPECT_TRUE(run({declare(j, load(n)), declare(t), count(i, load(n), {first, moves, again, use})}).mustRecord(again));
  EXPECT_FALSE(run({declare(j, load(n)), declare(t), count(i, load(n), {first, again, use})}).mustRecord(again));
}

TEST_F(TbrTest, thePathOfARecordIsNeeded) {
  const Stmt *use = needing(assign(t, call("sin", c.load(deref(p)))), c.load(deref(p)));
  const Stmt *overwrite = assign(element(p, load(k)), number("0.0")), *move = assign(k, load(n));
  const Tbr &tbr = run({declare(t), declare(k, c.intLiteral(0)), use, overwrite, move});
  EXPECT_TRUE(tbr.mustRecord(overwrite));
  EXPECT_TRUE(tbr.mustRecord(move));
}

// ---------------------------------------------------------------- scopes

TEST_F(TbrTest, aNeededVariableOfAnInnerScopeIsRecordedAtItsEnd) {
  const Stmt *use = needing(scale(y, load(t)), load(t));
  const LoopStmt *around = count(i, load(n), {declare(t, call("sin", load(x))), use});
  const Tbr &tbr = run({declare(y, load(x)), around});
  EXPECT_EQ(names(tbr.recordedAtExit(around->body)), "t");
  EXPECT_TRUE(tbr.recomputed(around->body).empty());
}

TEST_F(TbrTest, aVariableThatIsCheapIsComputedAgain) {
  const Stmt *use = needing(scale(y, load(t)), load(t)), *cheap = declare(t, mul(load(x), number("2.0")));
  const LoopStmt *around = count(i, load(n), {cheap, use});
  const Tbr &tbr = run({declare(y, load(x)), around});
  EXPECT_EQ(names(tbr.recordedAtExit(around->body)), "");
  ASSERT_EQ(tbr.recomputed(around->body).size(), 1u);
  EXPECT_EQ(tbr.recomputed(around->body)[0], cheap);
  options.recompute = false;
  EXPECT_EQ(names(run({declare(y, load(x)), around}).recordedAtExit(around->body)), "t");
}

TEST_F(TbrTest, theOutermostScopeIsStillThereInTheReverseSweep) {
  StmtList body{declare(t, call("sin", load(x))), declare(y, load(x)), needing(scale(y, load(t)), load(t))};
  EXPECT_EQ(names(run(body).recordedAtExit(body)), "");
  options.isSplit = true;
  EXPECT_EQ(names(run(body).recordedAtExit(body)), "t");
}

TEST_F(TbrTest, whatIsNotNeededIsNotRecordedAtTheEndOfAScope) {
  const LoopStmt *around = count(i, load(n), {declare(t, call("sin", load(x))), assign(y, load(t))});
  EXPECT_EQ(names(run({declare(y, load(x)), around}).recordedAtExit(around->body)), "");
}

// ----------------------------------------------------- counters and inverses

TEST_F(TbrTest, stepsOfIntegersAndPointersAreUndone) {
  const Variable *q = local("q", DoublePointer);
  const Stmt *use = needing(assign(t, call("sin", c.load(element(q, load(k))))), c.load(element(q, load(k))));
  const Stmt *step = assign(k, add(load(k), c.intLiteral(1))), *walk = assign(q, add(load(q), c.intLiteral(2)));
  StmtList body{declare(t), declare(k, c.intLiteral(0)), declare(q, load(p)), use, step, walk};
  const Tbr &tbr = run(body);
  for (const Stmt *stmt : {step, walk}) {
    EXPECT_TRUE(tbr.isInverted(stmt));
    EXPECT_FALSE(tbr.mustRecord(stmt));
  }
  options.recompute = false;
  EXPECT_TRUE(run(body).mustRecord(step));
}

TEST_F(TbrTest, theCounterOfACountedLoopIsCountedAgain) {
  const Expr *read = c.load(element(p, load(i)));
  const LoopStmt *around = count(i, load(n), {needing(assign(t, call("sin", read)), read)});
  const Tbr &tbr = run({declare(t), around});
  EXPECT_FALSE(tbr.mustRecord(around->step[0]));
  EXPECT_FALSE(tbr.mustRecordCounter(around));
}

TEST_F(TbrTest, aCounterFromOutsideKeepsItsNeededValue) {
  const Expr *read = c.load(element(p, load(k)));
  const Stmt *use = needing(assign(t, call("sin", read)), read);
  StmtList init{assign(k, c.intLiteral(0))}, step{assign(k, add(load(k), c.intLiteral(1)))};
  auto *around = c.make<LoopStmt>(init, less(load(k), load(n)), step, StmtList{}, false);
  EXPECT_TRUE(run({declare(t), declare(k, c.intLiteral(3)), use, around}).mustRecordCounter(around));
  EXPECT_FALSE(run({declare(t), declare(k, c.intLiteral(3)), around}).mustRecordCounter(around));
}

TEST_F(TbrTest, theBoundOfALoopIsNeeded) {
  const Stmt *change = assign(k, c.intLiteral(0));
  EXPECT_TRUE(run({declare(k, load(n)), count(i, load(k), {}), change}).mustRecord(change));
}

TEST_F(TbrTest, tripsAreNeeded) {
  auto *around = c.make<LoopStmt>(StmtList{}, yes(), StmtList{}, StmtList{assign(k, add(load(k), load(n)))}, false);
  around->trips = k;
  const Stmt *change = assign(k, c.intLiteral(0));
  EXPECT_TRUE(run({declare(k, c.intLiteral(0)), around, change}).mustRecord(change));
}

TEST_F(TbrTest, theConditionOfABranchIsNeeded) {
  const Variable *flag = local("flag", Bool);
  const Stmt *change = assign(flag, c.truth(false));
  auto *choice = c.make<IfStmt>(load(flag), StmtList{assign(y, load(x))}, StmtList{});
  EXPECT_TRUE(run({declare(y), declare(flag, yes()), choice, change}).mustRecord(change));
}

// ----------------------------------------------------------------- calls

TEST_F(TbrTest, aCallThatOverwritesWhatIsNeeded) {
  const Variable *a = parameter("a", DoublePointer);
  const Function *clear = function("clear", Void, {a}, {assign(deref(a), number("0.0"))});
  const CallStmt *of = callOf(clear, {load(p)});
  const Stmt *use = needing(assign(t, call("sin", c.load(deref(p)))), c.load(deref(p)));
  const Tbr &needed = run({declare(t), use, of});
  EXPECT_EQ(needed.overwritingCalls().count(of), 1u);
  EXPECT_EQ(needed.neededBy(of), use);
  EXPECT_TRUE(run({declare(t), of, use}).overwritingCalls().empty());
}

// ---------------------------------------------------------------- blocks

TEST_F(TbrTest, ofWhatANewBlockHeldNothingIsNeeded) {
  const Stmt *step = sineOf(u, next);
  StmtList body{declare(u, load(p)), count(i, load(n), {allocate(next), step, assign(u, load(next))})};
  EXPECT_FALSE(run(body).mustRecord(step));
  options.newBlocks = false;
  EXPECT_TRUE(run(body).mustRecord(step));
}

TEST_F(TbrTest, aNewBlockIsToldFromThoseBeforeIt) {
  const Stmt *step = sineOf(u, next);
  StmtList body{declare(u, load(p)), count(i, load(n), {allocate(next), sineOf(u, u), step, assign(u, load(next))})};
  EXPECT_FALSE(run(body).mustRecord(step));
  knowsApart = false;
  EXPECT_TRUE(run(body).mustRecord(step));
}

TEST_F(TbrTest, aBlockIsNeededByItsOtherName) {
  const Stmt *overwrite = assign(deref(u), number("0.0"));
  const Stmt *use = needing(assign(t, call("sin", c.load(deref(next)))), c.load(deref(next)));
  EXPECT_TRUE(run({declare(t), allocate(u), declare(next, load(u)), use, overwrite}).mustRecord(overwrite));
  EXPECT_FALSE(run({declare(t), allocate(u), allocate(next), use, overwrite}).mustRecord(overwrite));
}

TEST_F(TbrTest, aStatementMayNeedWhatItOverwritesInANewBlock) {
  const Stmt *square = sineOf(u, u);
  EXPECT_TRUE(run({allocate(u), assign(deref(u), load(x)), square}).mustRecord(square));
}

TEST_F(TbrTest, blocksThatChangePlacesAreOverwritten) {
  const Stmt *step = sineOf(u, next);
  StmtList body{step};
  for (const Stmt *stmt : swapped())
    body.push_back(stmt);
  EXPECT_TRUE(run({allocate(u), allocate(next), count(i, load(n), body)}).mustRecord(step));
}

TEST_F(TbrTest, aRestoringFunctionFindsItsOwnBlocksNew) {
  options.restoresAll = true;
  const Stmt *first = assign(deref(u), load(x)), *visible = assign(deref(p), load(x));
  const Tbr &tbr = run({allocate(u), first, visible});
  EXPECT_FALSE(tbr.mustRecord(first));
  EXPECT_TRUE(tbr.mustRecord(visible));
}

TEST_F(TbrTest, whatAnotherBlockGetsDoesNotHinderRecomputation) {
  const Stmt *twice = declare(t, mul(c.load(deref(u)), number("2.0")));
  const LoopStmt *inner = count(k, load(n), {twice, needing(scale(y, load(t)), load(t)), sineOf(u, next)});
  StmtList step{inner};
  for (const Stmt *stmt : swapped())
    step.push_back(stmt);
  StmtList body{declare(y, load(x)), allocate(u), allocate(next), count(i, load(n), step)};
  EXPECT_EQ(names(run(body).recordedAtExit(inner->body)), "");
  knowsApart = false;
  EXPECT_EQ(names(run(body).recordedAtExit(inner->body)), "t");
}

TEST_F(TbrTest, aQuotientThatTheLoopDoesNotChangeIsComputedAgain) {
  const Expr *quotient = c.binary(BinaryOp::Div, load(x), number("3.0"));
  const LoopStmt *around = count(i, load(n), {declare(t, quotient), needing(scale(y, load(t)), load(t))});
  EXPECT_EQ(names(run({declare(y, load(x)), around}).recordedAtExit(around->body)), "");
  options.quotients = false;
  EXPECT_EQ(names(run({declare(y, load(x)), around}).recordedAtExit(around->body)), "t");
}

TEST_F(TbrTest, aQuotientThatTheLoopChangesIsRecorded) {
  const Expr *quotient = c.binary(BinaryOp::Div, load(y), number("3.0"));
  const LoopStmt *around = count(i, load(n), {declare(t, quotient), needing(scale(y, load(t)), load(t))});
  EXPECT_EQ(names(run({declare(y, load(x)), around}).recordedAtExit(around->body)), "t");
}

// --------------------------------------------------------------- options

TEST_F(TbrTest, switchedOffEverythingIsRecorded) {
  options.enabled = false;
  const Stmt *first = assign(y, number("0.0")), *second = assign(y, number("1.0"));
  const Tbr &tbr = run({declare(y, load(x)), first, second});
  EXPECT_TRUE(tbr.mustRecord(first));
  EXPECT_TRUE(tbr.mustRecord(second));
}

TEST_F(TbrTest, whatTheCallerSeesMayHaveToBeRestored) {
  const Stmt *visible = assign(deref(p), number("0.0")), *local = assign(y, number("0.0"));
  StmtList body{declare(y, load(x)), visible, local};
  EXPECT_FALSE(run(body).mustRecord(visible));
  options.restoresAll = true;
  EXPECT_TRUE(run(body).mustRecord(visible));
  EXPECT_FALSE(run(body).mustRecord(local));
}

} // namespace
} // namespace adjoint::analysis
