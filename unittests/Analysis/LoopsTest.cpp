// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Loops/Loops.h"

#include "Analysis/AnalysisTest.h"

namespace adjoint::analysis {
namespace {

using namespace ir;

class LoopsTest : public AnalysisTest {
protected:
  const Type *Unsigned = c.integer("unsigned", 32, false), *Long = c.integer("long", 64, true);
  const Type *Size = c.integer("std::size_t", 64, false), *Short = c.integer("short", 16, true);
  const Variable *i = local("i", Int), *n = parameter("n", Int), *x = local("x", Double);

  const Expr *integer(long long value, const Type *type) { return c.literal(value, type); }
  const Expr *implicit(const Expr *e, const Type *type) { return c.cast(CastExpr::Form::Implicit, e, type); }
  const Stmt *stepBy(const Variable *counter, long long amount) {
    BinaryOp op = amount < 0 ? BinaryOp::Sub : BinaryOp::Add;
    const Expr *size = integer(amount < 0 ? -amount : amount, counter->type);
    return assign(counter, c.binary(op, load(counter), size));
  }
  /// `for (T counter = first; test; counter += amount) body`
  std::optional<CountedLoop> countOf(const Variable *counter, const Expr *first, const Expr *test, long long amount,
                                     StmtList body = {}) {
    return countedLoop(
        c.make<LoopStmt>(StmtList{declare(counter, first)}, test, StmtList{stepBy(counter, amount)}, body, false));
  }
  std::optional<CountedLoop> countInt(BinaryOp op, long long amount, StmtList body = {}) {
    return countOf(i, c.intLiteral(0), c.binary(op, load(i), load(n)), amount, body);
  }
};

TEST_F(LoopsTest, upwards) {
  std::optional<CountedLoop> found = countInt(BinaryOp::Less, 1);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->counter, i);
  EXPECT_TRUE(found->declares);
  EXPECT_TRUE(same(found->first, c.intLiteral(0)));
  EXPECT_TRUE(same(found->bound, load(n)));
  EXPECT_EQ(found->test, BinaryOp::Less);
  EXPECT_EQ(found->step, 1);
  EXPECT_TRUE(countInt(BinaryOp::LessEq, 3));
  EXPECT_TRUE(countInt(BinaryOp::NotEqual, 1));
}

TEST_F(LoopsTest, downwards) {
  std::optional<CountedLoop> found = countInt(BinaryOp::GreaterEq, -2);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->step, -2);
  EXPECT_TRUE(countInt(BinaryOp::Greater, -1));
  EXPECT_TRUE(countInt(BinaryOp::NotEqual, -1));
}

TEST_F(LoopsTest, theStepMustLeadToTheBound) {
  EXPECT_FALSE(countInt(BinaryOp::Less, -1));
  EXPECT_FALSE(countInt(BinaryOp::Greater, 1));
  EXPECT_FALSE(countInt(BinaryOp::NotEqual, 2));
  EXPECT_FALSE(countInt(BinaryOp::Less, 0));
  EXPECT_FALSE(countInt(BinaryOp::Equal, 1));
}

TEST_F(LoopsTest, theBoundMayStandOnTheLeft) {
  std::optional<CountedLoop> found = countOf(i, c.intLiteral(0), c.binary(BinaryOp::Greater, load(n), load(i)), 1);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->test, BinaryOp::Less);
  EXPECT_TRUE(same(found->bound, load(n)));
}

TEST_F(LoopsTest, anOuterCounter) {
  std::optional<CountedLoop> found = countedLoop(c.make<LoopStmt>(
      StmtList{assign(i, c.intLiteral(0))}, less(load(i), load(n)), StmtList{stepBy(i, 1)}, StmtList{}, false));
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->declares);
  EXPECT_EQ(found->counter, i);
}

TEST_F(LoopsTest, theCounterIsAnIntegerOfTheFunctionWideEnoughToCompute) {
  const Variable *s = local("s", Short), *g = global("g", Int), *d = local("d", Double);
  EXPECT_FALSE(countOf(s, integer(0, Short), less(load(s), integer(9, Short)), 1));
  EXPECT_FALSE(countedLoop(c.make<LoopStmt>(StmtList{assign(g, c.intLiteral(0))}, less(load(g), load(n)),
                                            StmtList{stepBy(g, 1)}, StmtList{}, false)));
  EXPECT_FALSE(countOf(d, number("0.0"), less(load(d), number("9.0")), 1));
}

TEST_F(LoopsTest, theBodyMustNotWriteTheCounter) {
  EXPECT_FALSE(countInt(BinaryOp::Less, 1, {stepBy(i, 1)}));
  const Variable *p = local("p", IntPointer);
  EXPECT_FALSE(countInt(BinaryOp::Less, 1, {declare(p, addressOf(i))}));
}

TEST_F(LoopsTest, theBodyMustNotChangeTheBound) {
  EXPECT_FALSE(countInt(BinaryOp::Less, 1, {stepBy(n, -1)}));
  const Variable *limit = parameter("limit", IntPointer), *values = parameter("values", DoublePointer);
  auto counted = [&](const Stmt *body) {
    return countOf(i, c.intLiteral(0), less(load(i), c.load(deref(limit))), 1, {body}).has_value();
  };
  EXPECT_TRUE(counted(assign(x, number("1.0"))));
  EXPECT_TRUE(counted(assign(deref(values), load(x))));
  EXPECT_FALSE(counted(assign(deref(parameter("other", IntPointer)), c.intLiteral(1))));
  EXPECT_FALSE(counted(callOf(declaration("g", Void, {}), {})));
}

TEST_F(LoopsTest, neitherFirstNorBoundMayMentionTheCounter) {
  EXPECT_FALSE(countOf(i, c.intLiteral(0), less(load(i), add(load(i), load(n))), 1));
  StmtList init{assign(i, add(load(i), c.intLiteral(1)))};
  EXPECT_FALSE(countedLoop(c.make<LoopStmt>(init, less(load(i), load(n)), StmtList{stepBy(i, 1)}, StmtList{}, false)));
}

TEST_F(LoopsTest, theStepIsAConstant) {
  StmtList init{declare(i, c.intLiteral(0))}, byVariable{assign(i, add(load(i), load(n)))};
  StmtList twice{assign(i, mul(load(i), c.intLiteral(2)))}, byUnknown{assign(i, add(load(i), c.named("width", Int)))};
  for (const StmtList &step : {byVariable, twice, byUnknown, StmtList{}})
    EXPECT_FALSE(countedLoop(c.make<LoopStmt>(init, less(load(i), load(n)), step, StmtList{}, false)));
}

TEST_F(LoopsTest, theStepHasAnySpelling) {
  StmtList init{declare(i, c.intLiteral(0))};
  auto stepOf = [&](const Expr *sum) {
    StmtList step{assign(i, implicit(sum, Int))};
    std::optional<CountedLoop> found =
        countedLoop(c.make<LoopStmt>(init, less(load(i), load(n)), step, StmtList{}, false));
    return found ? found->step : 0;
  };
  EXPECT_EQ(stepOf(add(load(i), c.numeral(integerOf(8), "010", Int))), 8);
  EXPECT_EQ(stepOf(add(load(i), c.named("width", Int, integerOf(3)))), 3);
  EXPECT_EQ(stepOf(add(implicit(load(i), Long), c.numeral(integerOf(2), "0x2L", Long))), 2);
  const Expr *back = c.numeral(integerOf(0xffffffff), "0xffffffff", Unsigned);
  EXPECT_EQ(stepOf(c.binary(BinaryOp::Sub, implicit(load(i), Unsigned), back)), 1); // and adding it goes down
  EXPECT_EQ(stepOf(add(load(i), c.named("far", Int, integerOf(0x7fffffff)))), 0);
}

TEST_F(LoopsTest, otherLoopsAreNotCounted) {
  StmtList init{declare(i, c.intLiteral(0))}, step{stepBy(i, 1)};
  EXPECT_FALSE(countedLoop(c.make<LoopStmt>(init, less(load(i), load(n)), step, StmtList{}, true)));
  EXPECT_FALSE(countedLoop(c.make<LoopStmt>(init, nullptr, step, StmtList{}, false)));
  EXPECT_FALSE(countedLoop(loop({})));
  auto *counting = c.make<LoopStmt>(init, less(load(i), load(n)), step, StmtList{}, false);
  counting->trips = local("trips", Long);
  EXPECT_FALSE(countedLoop(counting));
}

TEST_F(LoopsTest, unsignedCounters) {
  const Variable *u = local("u", Unsigned), *m = parameter("m", Unsigned);
  const Expr *zero = integer(0, Unsigned);
  EXPECT_TRUE(countOf(u, zero, less(load(u), load(m)), 1));
  EXPECT_FALSE(countOf(u, zero, less(load(u), load(m)), 2));                     // may pass the bound, and wrap
  EXPECT_FALSE(countOf(u, zero, less(load(u), implicit(load(n), Unsigned)), 1)); // n may be negative
}

TEST_F(LoopsTest, comparisonsOfMixedSignsAndWidths) {
  const Variable *size = parameter("size", Size);
  EXPECT_TRUE(countOf(i, c.intLiteral(0), less(implicit(load(i), Size), load(size)), 1));
  EXPECT_FALSE(countOf(i, c.intLiteral(-1), less(implicit(load(i), Size), load(size)), 1));
  const Variable *l = local("l", Long);
  EXPECT_TRUE(countOf(l, integer(0, Long), less(load(l), implicit(load(n), Long)), 1));
}

} // namespace
} // namespace adjoint::analysis
