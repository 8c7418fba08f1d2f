// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Loops/KnownSizes.h"

#include "Analysis/AnalysisTest.h"

namespace adjoint::analysis {
namespace {

using namespace ir;

class KnownSizesTest : public AnalysisTest {
protected:
  const Variable *count = local("count", Int), *room = local("room", Int), *i = local("i", Int);
  const Variable *n = parameter("n", Int), *p = local("p", IntPointer);

  const Expr *integer(long long value) { return c.intLiteral(value); }
  const Expr *isEqual(const Expr *a, const Expr *b) { return c.binary(BinaryOp::Equal, a, b); }
  const Stmt *ask(const Expr *condition, StmtList yes = {}, StmtList no = {}) {
    return c.make<IfStmt>(condition, std::move(yes), std::move(no));
  }
  const Stmt *repeat(StmtList body) {
    StmtList init{declare(i, integer(0))}, step{assign(i, add(load(i), integer(1)))};
    return c.make<LoopStmt>(init, less(load(i), load(n)), step, std::move(body), false);
  }
  /// What is known of the last statement's condition.
  std::optional<bool> truth(StmtList body, const Expr *condition) {
    const Stmt *last = ask(condition);
    body.push_back(last);
    const KnownSizes sizes(c, body);
    return sizes.truthOf(condition, sizes.atCondition(last));
  }
};

TEST_F(KnownSizesTest, numbers) {
  EXPECT_EQ(truth({declare(count, integer(3))}, less(load(count), integer(4))), true);
  EXPECT_EQ(truth({declare(count, integer(3)), assign(count, add(load(count), integer(1)))}, less(load(count), integer(4))), false);
  EXPECT_EQ(truth({declare(count, integer(3))}, less(load(count), load(n))), std::nullopt);
  EXPECT_EQ(truth({declare(count, integer(3)), declare(p, addressOf(count))}, less(load(count), integer(4))), std::nullopt);
}

TEST_F(KnownSizesTest, pathsMeet) {
  const Expr *isPositive = less(integer(0), load(n)), *isThree = isEqual(load(count), integer(3));
  EXPECT_EQ(truth({declare(count, integer(3)), ask(isPositive, {assign(count, integer(4))})}, isThree), std::nullopt);
  EXPECT_EQ(truth({declare(count), ask(isPositive, {assign(count, integer(3))}, {assign(count, integer(3))})}, isThree), true);
  const Expr *never = less(load(count), integer(0)); // the other way is not taken
  EXPECT_EQ(truth({declare(count, integer(3)), ask(never, {assign(count, integer(4))})}, isThree), true);
}

TEST_F(KnownSizesTest, loops) {
  const Expr *isThree = isEqual(load(count), integer(3));
  EXPECT_EQ(truth({declare(count, integer(3)), repeat({assign(count, add(load(count), integer(1)))})}, isThree), std::nullopt);
  EXPECT_EQ(truth({declare(count, integer(3)), repeat({assign(count, integer(3))})}, isThree), true);
  const Expr *hasGrown = less(load(room), load(count)); // as a container asks, in a loop that leaves its size alone
  EXPECT_EQ(truth({declare(count, load(n)), declare(room, load(n)), repeat({ask(hasGrown, {assign(room, integer(9))})})}, hasGrown), false);
}

TEST_F(KnownSizesTest, expressions) {
  const Expr *twice = add(load(n), load(n)), *fits = c.binary(BinaryOp::LessEq, load(count), load(room));
  EXPECT_EQ(truth({declare(count, twice), declare(room, add(load(n), load(n)))}, fits), true);
  EXPECT_EQ(truth({declare(count, twice), assign(n, integer(1)), declare(room, add(load(n), load(n)))}, fits), std::nullopt);
  EXPECT_EQ(truth({declare(count, twice), declare(room, load(count))}, fits), true);
}

TEST_F(KnownSizesTest, pointers) {
  const Expr *isNull = isEqual(load(p), c.null(IntPointer));
  const Stmt *made = c.make<AllocateStmt>(c.place(p), false, Int, integer(8), AllocationForm::NewArray, true);
  EXPECT_EQ(truth({declare(p, c.null(IntPointer))}, isNull), true);
  EXPECT_EQ(truth({declare(p, c.null(IntPointer)), made}, isNull), false);
  EXPECT_EQ(truth({declare(p, c.null(IntPointer)), ask(less(load(n), integer(0)), {made})}, isNull), std::nullopt);
}

} // namespace
} // namespace adjoint::analysis
