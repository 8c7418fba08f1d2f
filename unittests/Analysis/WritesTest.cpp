// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/AddressTaken.h"
#include "Analysis/Memory/Writes.h"

#include "Analysis/AnalysisTest.h"

namespace adjoint::analysis {
namespace {

using namespace ir;

class WritesTest : public AnalysisTest {
protected:
  const Variable *x = local("x", Double), *y = local("y", Double), *n = local("n", Int);
  const Variable *p = parameter("p", DoublePointer), *k = parameter("k", IntPointer);
  const Variable *a = local("a", c.arrayOf(Double, 4));
};

TEST_F(WritesTest, countsStatementsThatWrite) {
  Writes writes({declare(x, number("1.0")), declare(y), assign(x, load(x)), loop({assign(x, load(y))})});
  EXPECT_EQ(writes.count(x), 3u);
  EXPECT_EQ(writes.count(y), 0u);
  EXPECT_TRUE(writes.mayWrite(x));
  EXPECT_FALSE(writes.mayWrite(y));
}

TEST_F(WritesTest, aWriteOfAPartIsOneOfTheVariable) {
  Writes writes({assign(c.index(c.place(a), load(n)), load(x))});
  EXPECT_EQ(writes.count(a), 1u);
  EXPECT_EQ(writes.count(n), 0u);
}

TEST_F(WritesTest, callsAndDeclarationsWriteTheirResult) {
  const Function *g = declaration("g", Double, {});
  EXPECT_EQ(Writes({callOf(g, {}, x)}).count(x), 1u);
}

TEST_F(WritesTest, anAddressExposes) {
  const Variable *q = local("q", DoublePointer);
  Writes writes({declare(q, addressOf(x)), assign(q, c.decay(c.place(a)))});
  EXPECT_TRUE(writes.isExposed(x));
  EXPECT_TRUE(writes.isExposed(a));
  EXPECT_TRUE(writes.mayWrite(x));
  EXPECT_FALSE(writes.isExposed(q));
  EXPECT_EQ(writes.count(x), 0u);
}

TEST_F(WritesTest, memoryIsWrittenThroughPointersGlobalsAndCalls) {
  const Variable *g = global("g", Double);
  const Expr *inMemory = c.load(deref(p));
  EXPECT_TRUE(Changes({assign(deref(p), load(x))}).mayChange(inMemory));
  EXPECT_TRUE(Changes({assign(g, load(x))}).mayChange(inMemory));
  EXPECT_TRUE(Changes({callOf(declaration("h", Void, {}), {})}).mayChange(inMemory));
  EXPECT_FALSE(Changes({assign(x, c.load(deref(p)))}).mayChange(inMemory));
}

TEST_F(WritesTest, aCalleeWritesMemoryOfTheTypesThatItsBodyDoes) {
  const Variable *own = local("own", Int);
  const Function *inner = function("inner", Void, {p}, {declare(own), assign(own, c.intLiteral(1)), assign(deref(p), number("1.0"))});
  const Function *outer = function("outer", Void, {p}, {callOf(inner, {load(p)})});
  Changes writes({callOf(outer, {load(p)})});
  EXPECT_TRUE(writes.mayChange(c.load(deref(p))));
  EXPECT_FALSE(writes.mayChange(c.load(deref(k))));
}

TEST_F(WritesTest, aVariableWhoseAddressIsTakenIsMemoryToo) {
  const Variable *q = local("q", DoublePointer);
  EXPECT_TRUE(Changes({declare(q, addressOf(x)), assign(x, load(y))}).mayChange(c.load(deref(q))));
}

TEST_F(WritesTest, aValueChangesWithItsVariables) {
  Changes writes({assign(x, number("1.0"))});
  EXPECT_TRUE(writes.mayChange(add(load(y), load(x))));
  EXPECT_FALSE(writes.mayChange(load(y)));
}

TEST_F(WritesTest, memoryOfAnotherTypeDoesNotChange) {
  Changes ofDouble({assign(deref(p), load(x))});
  EXPECT_TRUE(ofDouble.mayChange(c.load(deref(p))));
  EXPECT_FALSE(ofDouble.mayChange(c.load(deref(k))));
  Changes byCall({callOf(declaration("h", Void, {}), {})});
  EXPECT_TRUE(byCall.mayChange(c.load(deref(k))));
}

TEST_F(WritesTest, constVariablesDoNotChangeWhatAPointerToConstPointsToMay) {
  const Variable *q = parameter("q", c.pointerTo(c.withConst(Double)));
  const Variable *limit = global("limit", c.withConst(Double));
  Changes writes({assign(deref(p), load(x))});
  EXPECT_FALSE(writes.mayChange(load(limit)));
  EXPECT_TRUE(writes.mayChange(c.load(deref(q))));
}

TEST_F(WritesTest, anExposedVariableChangesWithMemoryOfItsType) {
  const Variable *q = local("q", DoublePointer);
  const Stmt *expose = declare(q, addressOf(x));
  EXPECT_TRUE(Changes({expose, assign(deref(p), load(y))}).mayChange(load(x)));
  EXPECT_FALSE(Changes({expose, assign(deref(k), load(n))}).mayChange(load(x)));
  EXPECT_FALSE(Changes({assign(deref(p), load(y))}).mayChange(load(y)));
  // The address is taken elsewhere in the function: a walk over a part knows it, once it has been noted.
  EXPECT_FALSE(Changes({assign(deref(p), load(y))}).mayChange(load(x)));
  markAddressTaken(c, {expose});
  EXPECT_TRUE(Changes({assign(deref(p), load(y))}).mayChange(load(x)));
}

} // namespace
} // namespace adjoint::analysis
