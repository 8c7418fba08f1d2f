// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Loops/Bounds.h"

#include "Analysis/AnalysisTest.h"

namespace adjoint::analysis {
namespace {

using namespace ir;

class BoundsTest : public AnalysisTest {
protected:
  const Variable *i = local("i", Int), *j = local("j", Int), *n = parameter("n", Int), *m = parameter("m", Int);

  const Expr *integer(long long value) { return c.intLiteral(value); }
  const Expr *minus(const Expr *a, const Expr *b) { return c.binary(BinaryOp::Sub, a, b); }
  CountedLoop up(const Variable *counter, const Expr *first, const Expr *bound) {
    return {counter, true, first, BinaryOp::Less, bound, 1};
  }
  CountedLoop down(const Variable *counter, const Expr *first, const Expr *bound) {
    return {counter, true, first, BinaryOp::GreaterEq, bound, -1};
  }
};

TEST_F(BoundsTest, counterOfOneLoop) {
  const std::vector<CountedLoop> loops = {up(i, integer(0), load(n))};
  EXPECT_TRUE(isNeverLess(loops, load(i), integer(0)));
  EXPECT_FALSE(isNeverLess(loops, load(i), integer(1)));
  EXPECT_TRUE(isAlwaysLess(loops, load(i), load(n)));
  EXPECT_FALSE(isAlwaysLess(loops, load(i), load(m)));
  EXPECT_FALSE(isAlwaysLess(loops, add(load(i), integer(1)), load(n)));
  EXPECT_FALSE(isNeverLess(loops, minus(load(i), integer(1)), integer(0)));
}

TEST_F(BoundsTest, countingDown) {
  const std::vector<CountedLoop> loops = {down(i, minus(load(n), integer(1)), integer(2))};
  EXPECT_TRUE(isAlwaysLess(loops, load(i), load(n)));
  EXPECT_TRUE(isNeverLess(loops, minus(load(i), integer(2)), integer(0)));
  EXPECT_FALSE(isNeverLess(loops, minus(load(i), integer(3)), integer(0)));
}

TEST_F(BoundsTest, triangle) {
  const std::vector<CountedLoop> loops = {up(j, integer(0), load(n)), up(i, add(load(j), integer(1)), load(n))};
  EXPECT_TRUE(isNeverLess(loops, load(i), integer(1)));
  EXPECT_TRUE(isNeverLess(loops, minus(load(i), load(j)), integer(1)));
  EXPECT_TRUE(isAlwaysLess(loops, load(i), load(n)));
  EXPECT_TRUE(isAlwaysLess(loops, load(j), load(n)));
  const std::vector<CountedLoop> lower = {up(j, integer(0), load(n)), up(i, integer(0), load(j))};
  EXPECT_TRUE(isAlwaysLess(lower, add(load(i), integer(1)), load(n)));
  EXPECT_FALSE(isAlwaysLess(lower, add(load(i), integer(2)), load(n)));
}

TEST_F(BoundsTest, distances) {
  const Expr *row = mul(load(i), load(n));
  EXPECT_EQ(distanceBetween(add(row, load(j)), minus(add(row, load(j)), integer(1))), -1);
  EXPECT_EQ(distanceBetween(load(i), add(load(i), integer(2))), 2);
  EXPECT_EQ(distanceBetween(add(row, load(j)), load(j)), std::nullopt);
}

TEST_F(BoundsTest, offsetsCancel) {
  const std::vector<CountedLoop> loops = {up(i, integer(0), load(n))};
  const Expr *row = mul(load(m), load(n));
  EXPECT_TRUE(isNeverLess(loops, add(row, load(i)), row));
  EXPECT_TRUE(isAlwaysLess(loops, add(row, load(i)), add(row, load(n))));
  EXPECT_FALSE(isAlwaysLess(loops, add(row, load(i)), load(n)));
}

TEST_F(BoundsTest, unsignedDifferencesWrap) {
  const Type *Unsigned = c.integer("unsigned", 32, false);
  const Variable *u = local("u", Unsigned), *v = parameter("v", Unsigned);
  const Expr *one = c.literal(1, Unsigned), *zero = c.literal(0, Unsigned);
  const std::vector<CountedLoop> loops = {up(u, one, load(v))};
  EXPECT_TRUE(isNeverLess(loops, load(u), zero));
  EXPECT_FALSE(isNeverLess(loops, minus(load(u), one), zero));
}

TEST_F(BoundsTest, rangeOfInclusiveTests) {
  CountedLoop loop = up(i, integer(0), load(n));
  loop.test = BinaryOp::LessEq;
  EXPECT_TRUE(isAlwaysLess({loop}, load(i), add(load(n), integer(1))));
  EXPECT_FALSE(isAlwaysLess({loop}, load(i), load(n)));
  EXPECT_TRUE(same(rangeOf(c, loop)->high, add(load(n), integer(1))));
  loop.test = BinaryOp::NotEqual;
  EXPECT_FALSE(rangeOf(c, loop));
}

TEST_F(BoundsTest, growsWithItsCounter) {
  EXPECT_TRUE(growsWith(load(i), i));
  EXPECT_TRUE(growsWith(add(mul(load(j), load(n)), load(i)), i));
  EXPECT_FALSE(growsWith(mul(load(i), load(n)), i));
  EXPECT_FALSE(growsWith(add(load(i), load(i)), i));
  EXPECT_FALSE(growsWith(load(j), i));
  EXPECT_FALSE(growsWith(minus(load(n), load(i)), i));
}

TEST_F(BoundsTest, rowsThatDoNotOverlap) {
  const Expr *index = add(mul(load(i), load(n)), load(j));
  EXPECT_TRUE(isRowMajor(index, up(j, integer(0), load(n)), i));
  EXPECT_TRUE(isRowMajor(index, up(j, integer(1), minus(load(n), integer(1))), i));
  EXPECT_FALSE(isRowMajor(index, up(j, integer(0), load(m)), i));
  EXPECT_FALSE(isRowMajor(index, up(j, integer(0), add(load(n), integer(1))), i));
  EXPECT_FALSE(isRowMajor(add(mul(load(i), integer(2)), load(j)), up(j, integer(0), integer(4)), i));
  EXPECT_FALSE(isRowMajor(add(load(i), load(j)), up(j, integer(0), load(n)), i));
}

TEST_F(BoundsTest, elementsThatALoopReaches) {
  const CountedLoop writer = up(j, integer(0), load(n));
  EXPECT_TRUE(isReached({up(i, integer(1), load(n))}, load(i), writer, load(j)));
  EXPECT_TRUE(isReached({up(i, integer(0), load(n))}, add(load(m), load(i)), writer, add(load(m), load(j))));
  EXPECT_FALSE(isReached({up(i, integer(0), load(m))}, load(i), writer, load(j)));
  EXPECT_FALSE(isReached({up(i, integer(0), load(n))}, add(load(i), integer(1)), writer, load(j)));
  EXPECT_TRUE(isReached({up(i, integer(0), load(n))}, add(load(i), integer(1)), writer, add(load(j), integer(1))));
}

TEST_F(BoundsTest, indicesOfDifferentIterations) {
  const CountedLoop outer = up(i, integer(0), load(m)), inner = up(j, integer(0), load(n));
  const CountedLoop oneMore = up(j, integer(0), add(load(n), integer(1)));
  auto differs = [&](const Expr *a, std::vector<CountedLoop> inA, const Expr *b, std::vector<CountedLoop> inB) {
    return differ(c, outer, {a, std::move(inA)}, {b, std::move(inB)});
  };
  const Expr *index = add(mul(load(i), load(n)), load(j)), *row = mul(load(i), load(n));
  EXPECT_TRUE(differs(index, {inner}, index, {inner}));
  EXPECT_FALSE(differs(index, {inner}, row, {})); // that n is not 0 follows from the loop alone
  EXPECT_FALSE(differs(row, {}, row, {})); // n may be 0
  EXPECT_FALSE(differs(index, {oneMore}, index, {inner}));
  EXPECT_FALSE(differs(index, {inner}, add(index, integer(1)), {inner}));
  EXPECT_TRUE(differs(add(index, load(m)), {inner}, add(index, load(m)), {inner}));
  EXPECT_FALSE(differs(add(index, load(m)), {inner}, index, {inner}));
  EXPECT_FALSE(differs(index, {inner}, add(mul(load(i), load(m)), load(j)), {inner}));
  EXPECT_FALSE(differs(index, {}, index, {})); // nothing is known of j
}

TEST_F(BoundsTest, indicesThatAreTheCounter) {
  const CountedLoop outer = up(i, integer(0), load(n));
  auto differs = [&](const Expr *a, const Expr *b) { return differ(c, outer, {a, {}}, {b, {}}); };
  EXPECT_TRUE(differs(load(i), load(i)));
  EXPECT_TRUE(differs(add(load(i), load(m)), add(load(i), load(m))));
  EXPECT_FALSE(differs(load(i), add(load(i), integer(1))));
  EXPECT_FALSE(differs(load(m), load(m)));
}

TEST_F(BoundsTest, triangleOfDifferentIterations) {
  const CountedLoop outer = down(i, minus(load(n), integer(1)), integer(0));
  const std::vector<CountedLoop> below = {up(j, integer(0), load(i))}, upTo = {up(j, integer(0), add(load(i), integer(2)))};
  const Expr *index = add(mul(load(i), load(n)), load(j));
  EXPECT_TRUE(differ(c, outer, {index, below}, {index, below}));
  EXPECT_FALSE(differ(c, outer, {index, upTo}, {index, upTo}));
}

TEST_F(BoundsTest, rowsOfBlocks) {
  const Variable *k = local("k", Int);
  const Expr *index = add(mul(add(mul(load(k), load(m)), load(i)), load(n)), load(j)); // (k * m + i) * n + j
  const CountedLoop outer = up(i, integer(0), load(m));
  const std::vector<CountedLoop> inner = {up(j, integer(0), load(n))};
  EXPECT_TRUE(differ(c, outer, {index, inner}, {index, inner}));
}

TEST_F(BoundsTest, rowsThatWrap) {
  const Type *Unsigned = c.integer("unsigned", 32, false);
  const Variable *u = local("u", Unsigned), *v = local("v", Unsigned), *w = parameter("w", Unsigned);
  const Expr *zero = c.literal(0, Unsigned), *index = add(mul(load(u), load(w)), load(v));
  EXPECT_FALSE(differ(c, up(u, zero, load(w)), {index, {up(v, zero, load(w))}}, {index, {up(v, zero, load(w))}}));
}

} // namespace
} // namespace adjoint::analysis
