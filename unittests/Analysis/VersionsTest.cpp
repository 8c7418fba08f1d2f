// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/Versions.h"

#include "Analysis/AnalysisTest.h"
#include "Analysis/Loops/CountedLoops.h"

namespace adjoint::analysis {
namespace {

using namespace ir;

class VersionsTest : public AnalysisTest {
protected:
  const Variable *a = parameter("a", DoublePointer), *size = parameter("size", Int);
  const Variable *n = local("n", Int), *last = local("last", Int), *i = local("i", Int), *j = local("j", Int), *k = local("k", Int);
  const Variable *p = local("p", DoublePointer), *q = local("q", DoublePointer);

  /// int n = size; int last = 0; double *p = a; double *q = p;
  /// for (i...) { for (j...) { int k = i + j; last = k; } q = q + 1; }
  /// (then) last = 1;
  const Stmt *theLast = assign(last, load(k)), *behind = assign(last, c.intLiteral(1));
  const LoopStmt *inner = count(j, load(n), {declare(k, add(load(i), load(j))), theLast});
  const LoopStmt *outer = count(i, load(size), {inner, assign(q, add(load(q), c.intLiteral(1)))});
  const StmtList body = {declare(n, load(size)), declare(last, c.intLiteral(0)), declare(p, load(a)), declare(q, load(p)), outer, behind};
  const Versions versions = Versions(body);
};

TEST_F(VersionsTest, whereVariablesAreDeclared) {
  EXPECT_EQ(versions.declarationOf(n), body[0]);
  EXPECT_EQ(versions.declarationOf(size), nullptr);
  EXPECT_TRUE(versions.isDeclaredIn(k, outer));
  EXPECT_TRUE(versions.isDeclaredIn(i, outer));
  EXPECT_FALSE(versions.isDeclaredIn(i, inner));
  EXPECT_FALSE(versions.isDeclaredIn(size, outer));
}

TEST_F(VersionsTest, oneVersion) {
  EXPECT_TRUE(versions.isFixed(n));
  EXPECT_TRUE(versions.isFixed(size));
  EXPECT_FALSE(versions.isFixed(last));
  EXPECT_FALSE(versions.isFixed(k)); // one in each iteration
  EXPECT_TRUE(versions.isSetOnce(k));
  EXPECT_TRUE(same(versions.valueOf(n), load(size)));
  EXPECT_EQ(versions.valueOf(last), nullptr);
  EXPECT_EQ(versions.valueOf(size), nullptr);
}

TEST_F(VersionsTest, whatALoopKeeps) {
  EXPECT_TRUE(versions.isKept(n, outer));
  EXPECT_TRUE(versions.isKept(i, inner));
  EXPECT_FALSE(versions.isKept(j, inner));
  EXPECT_FALSE(versions.isKept(last, inner));
  EXPECT_TRUE(versions.leadsToOne(a, outer));
  EXPECT_TRUE(versions.leadsToOne(p, outer));
  EXPECT_TRUE(versions.leadsToOne(q, inner));
  EXPECT_FALSE(versions.leadsToOne(q, outer));
}

TEST_F(VersionsTest, whatAVariableStillIs) {
  EXPECT_TRUE(same(versions.valueAt(n, behind), load(size)));
  EXPECT_TRUE(same(versions.valueAt(p, outer), load(a)));
  EXPECT_EQ(versions.valueAt(q, outer), nullptr);
  EXPECT_EQ(versions.valueAt(q, inner), nullptr); // in the next iteration of the loop around
  EXPECT_EQ(versions.valueAt(last, inner), nullptr);
  EXPECT_TRUE(same(versions.valueAt(last, body[3]), c.intLiteral(0)));
  EXPECT_EQ(versions.valueAt(last, behind), nullptr);
}

TEST_F(VersionsTest, countedLoops) {
  const Program found = program(function({a, size}, body));
  const CountedLoops loops(*found.inOrder().front());
  EXPECT_EQ(loops.around(theLast).size(), 2u);
  EXPECT_EQ(loops.around(theLast).front().counter, i);
  ASSERT_EQ(loops.around(theLast, outer).size(), 1u);
  EXPECT_EQ(loops.around(theLast, outer).front().counter, j);
  EXPECT_NE(loops.of(outer), nullptr);
  EXPECT_TRUE(loops.isKept(add(mul(load(i), load(n)), load(j)), inner));
  EXPECT_FALSE(loops.isKept(load(last), inner));
  EXPECT_FALSE(loops.isKept(load(k), inner));
  EXPECT_FALSE(loops.isKept(c.load(element(a, load(i))), inner)); // memory
}

TEST_F(VersionsTest, addressesThatAreTaken) {
  const Variable *m = local("m", Int);
  const Stmt *end = assign(n, c.intLiteral(2));
  const StmtList taken = {declare(m, c.intLiteral(3)), declare(local("address", IntPointer), addressOf(m)), end};
  const Versions known(taken);
  EXPECT_FALSE(known.isFixed(m));
  EXPECT_EQ(known.valueAt(m, end), nullptr);
  EXPECT_EQ(known.valueOf(m), nullptr);
}

} // namespace
} // namespace adjoint::analysis
