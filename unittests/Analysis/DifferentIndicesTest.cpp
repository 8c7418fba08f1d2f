// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Loops/DifferentIndices.h"

#include "Analysis/AnalysisTest.h"
#include "Analysis/Loops/EarlierIterations.h"

namespace adjoint::analysis {
namespace {

using namespace ir;

class DifferentIndicesTest : public AnalysisTest {
protected:
  const Variable *i = local("i", Int), *j = local("j", Int), *k = local("k", Int), *n = parameter("n", Int), *m = parameter("m", Int);
  const CountedLoop columns = up(j, c.intLiteral(0), load(n)), below = up(i, add(load(j), c.intLiteral(1)), load(n)),
                    left = up(k, c.intLiteral(0), load(j));

  CountedLoop up(const Variable *counter, const Expr *first, const Expr *bound) {
    return {counter, true, first, BinaryOp::Less, bound, 1};
  }
  const Expr *at(const Expr *row, const Expr *column) { return add(mul(row, load(n)), column); }
  const Expr *at(const Variable *row, const Variable *column) { return at(load(row), load(column)); }
  bool differ(const std::vector<CountedLoop> &loops, const Expr *a, const Expr *b) { return areDifferent(c, loops, {}, a, b); }
  /// In all iterations that came before.
  bool differsFromEarlier(const Expr *now, const std::vector<CountedLoop> &loops, const Expr *then,
                          const std::vector<CountedLoop> &thenLoops, size_t common, bool isInFront) {
    return holdsOfEarlier(c, {loops, thenLoops, 0, common, isInFront}, [&](const std::vector<CountedLoop> &all, OtherIteration &iteration) {
      return areDifferent(c, all, {}, now, iteration.rewrite(then));
    });
  }
};

TEST_F(DifferentIndicesTest, rowsAndColumns) {
  EXPECT_TRUE(differ({columns, below, left}, at(i, j), at(i, k)));
  EXPECT_TRUE(differ({columns, below, left}, at(i, j), at(j, k)));
  EXPECT_TRUE(differ({columns, below}, at(i, j), at(j, j)));
  EXPECT_FALSE(differ({columns}, at(j, j), at(j, j)));
  EXPECT_FALSE(differ({columns, below}, at(i, j), at(load(j), add(load(j), load(m))))); // a column beyond the row
  EXPECT_FALSE(differ({columns, up(i, c.intLiteral(0), load(n))}, at(i, j), at(j, i)));
}

TEST_F(DifferentIndicesTest, rowsOfBlocks) {
  const Expr *row = add(mul(load(i), load(m)), load(k)), *other = add(mul(load(j), load(m)), load(k));
  const std::vector<CountedLoop> loops = {columns, below, up(k, c.intLiteral(0), load(m))};
  EXPECT_TRUE(differ(loops, at(row, load(j)), at(other, load(j))));
  EXPECT_FALSE(differ({columns, below}, at(row, load(j)), at(other, load(j)))); // nothing is known of k
}

TEST_F(DifferentIndicesTest, neighbouringRows) {
  const Expr *next = add(at(i, j), load(n));
  EXPECT_TRUE(differ({columns, below}, at(i, j), next));
  EXPECT_FALSE(differ({columns, below}, mul(load(i), load(n)), add(mul(load(i), load(n)), load(n)))); // n may be zero
}

TEST_F(DifferentIndicesTest, whatABranchSays) {
  const std::vector<CountedLoop> loops = {columns, up(i, c.intLiteral(0), load(n))};
  Compared equal, unequal;
  addCompared(c.binary(BinaryOp::Equal, load(i), load(j)), true, equal);
  EXPECT_TRUE(equal.unequal.empty());
  EXPECT_EQ(equal.equal.size(), 1u);
  addCompared(c.binary(BinaryOp::Equal, load(i), load(j)), false, unequal);
  EXPECT_TRUE(unequal.equal.empty());
  EXPECT_TRUE(areDifferent(c, loops, unequal.unequal, at(i, j), at(j, j)));
  EXPECT_FALSE(areDifferent(c, loops, {}, at(i, j), at(j, j)));
}

TEST_F(DifferentIndicesTest, elementsOfAWhole) {
  const std::vector<CountedLoop> loops = {up(i, c.intLiteral(0), load(m)), columns};
  EXPECT_TRUE(isWithin(c, loops, at(i, j), mul(load(m), load(n))));
  EXPECT_FALSE(isWithin(c, loops, at(i, j), mul(load(n), load(n))));
  EXPECT_FALSE(isWithin(c, loops, at(load(i), add(load(j), c.intLiteral(1))), mul(load(m), load(n))));
}

TEST_F(DifferentIndicesTest, productsThatWrap) {
  const Type *Unsigned = c.integer("unsigned", 32, false);
  const Variable *u = local("u", Unsigned), *v = local("v", Unsigned), *w = parameter("w", Unsigned);
  const Expr *zero = c.literal(0, Unsigned);
  const std::vector<CountedLoop> loops = {up(v, zero, load(w)), up(u, add(load(v), c.literal(1, Unsigned)), load(w))};
  EXPECT_FALSE(differ(loops, add(mul(load(u), load(w)), load(v)), add(mul(load(v), load(w)), load(v))));
}

// for (j ..) for (i = j + 1 ..): a[i] is set behind what was needed of a[j], also in earlier iterations; a[j + 1] is not.
TEST_F(DifferentIndicesTest, earlierIterations) {
  EXPECT_TRUE(differsFromEarlier(load(i), {columns, below}, load(j), {columns}, 1, true));
  EXPECT_TRUE(differsFromEarlier(load(i), {columns, below}, load(j), {columns, below}, 2, true));
  EXPECT_FALSE(differsFromEarlier(load(i), {columns, below}, add(load(j), c.intLiteral(1)), {columns}, 1, true));
  EXPECT_FALSE(differsFromEarlier(load(i), {columns, below}, load(i), {columns, below}, 2, false));
  EXPECT_TRUE(differsFromEarlier(load(j), {columns}, load(j), {columns}, 1, false));
  EXPECT_FALSE(differsFromEarlier(load(j), {columns}, load(j), {columns}, 1, true));
  EXPECT_FALSE(differsFromEarlier(load(j), {columns}, load(i), {columns, below}, 1, true));
}

// The updates of a factorisation in place, and its quotients.
TEST_F(DifferentIndicesTest, factorisation) {
  EXPECT_TRUE(differsFromEarlier(at(i, j), {columns, below}, at(i, k), {columns, below, left}, 2, true));
  EXPECT_TRUE(differsFromEarlier(at(i, j), {columns, below}, at(j, k), {columns, below, left}, 2, true));
  EXPECT_TRUE(differsFromEarlier(at(i, j), {columns, below}, at(j, j), {columns, below}, 2, true));
  EXPECT_TRUE(differsFromEarlier(at(j, j), {columns}, at(i, j), {columns, below}, 1, false));
  EXPECT_TRUE(differsFromEarlier(at(i, j), {columns, below}, at(j, i), {columns, below}, 2, true));
  EXPECT_FALSE(differsFromEarlier(at(i, j), {columns, below}, at(load(i), add(load(j), c.intLiteral(1))), {columns, below}, 2, false));
}

} // namespace
} // namespace adjoint::analysis
