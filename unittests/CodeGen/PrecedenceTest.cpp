// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGenTest.h"

namespace adjoint::codegen {
namespace {

using namespace ir;

class PrecedenceTest : public CodeGenTest {
protected:
  const Expr *x = value("x", Double), *y = value("y", Double), *z = value("z", Double);
  const Expr *i = value("i", Int), *j = value("j", Int), *k = value("k", Int);
  const Expr *p = value("p", Bool), *q = value("q", Bool), *r = value("r", Bool);

  const Expr *op(BinaryOp o, const Expr *l, const Expr *r) { return c.binary(o, l, r); }
};

TEST_F(PrecedenceTest, associationIsTheTrees) {
  EXPECT_EQ(text(add(add(x, y), z)), "x + y + z");
  EXPECT_EQ(text(add(x, add(y, z))), "x + (y + z)");
  EXPECT_EQ(text(sub(x, sub(y, z))), "x - (y - z)");
  EXPECT_EQ(text(sub(sub(x, y), z)), "x - y - z");
  EXPECT_EQ(text(div(x, mul(y, z))), "x / (y * z)");
  EXPECT_EQ(text(mul(div(x, y), z)), "x / y * z");
  EXPECT_EQ(text(mul(add(x, y), z)), "(x + y) * z");
  EXPECT_EQ(text(add(mul(x, y), z)), "x * y + z");
}

TEST_F(PrecedenceTest, signs) {
  EXPECT_EQ(text(minus(minus(x))), "-(-x)");
  EXPECT_EQ(text(minus(add(x, y))), "-(x + y)");
  EXPECT_EQ(text(mul(minus(x), y)), "-x * y");
  EXPECT_EQ(text(mul(x, minus(y))), "x * -y");
  EXPECT_EQ(text(minus(c.literal(-1, Double))), "-(-1.0)");
}

TEST_F(PrecedenceTest, addingTheNegativeIsSubtracting) {
  EXPECT_EQ(text(add(x, minus(y))), "x - y");
  EXPECT_EQ(text(sub(x, minus(y))), "x + y");
  EXPECT_EQ(text(add(x, minus(add(y, z)))), "x - (y + z)");
  EXPECT_EQ(text(add(x, mul(minus(y), z))), "x - y * z");
  EXPECT_EQ(text(sub(x, c.literal(-1, Double))), "x + 1.0");
  EXPECT_EQ(text(add(x, mul(y, minus(z)))), "x + y * -z");
}

TEST_F(PrecedenceTest, logic) {
  EXPECT_EQ(text(op(BinaryOp::Or, op(BinaryOp::And, p, q), r)), "(p && q) || r");
  EXPECT_EQ(text(op(BinaryOp::And, op(BinaryOp::And, p, q), r)), "p && q && r");
  EXPECT_EQ(text(op(BinaryOp::And, p, op(BinaryOp::Or, q, r))), "p && (q || r)");
  EXPECT_EQ(text(negation(op(BinaryOp::And, p, q))), "!(p && q)");
  EXPECT_EQ(text(op(BinaryOp::And, negation(p), less(x, y))), "!p && x < y");
  EXPECT_EQ(text(op(BinaryOp::Equal, implicit(negation(p), Int), implicit(q, Int))), "(!p) == q");
}

TEST_F(PrecedenceTest, whatCompilersSuspect) {
  EXPECT_EQ(text(op(BinaryOp::Shl, add(i, j), k)), "(i + j) << k");
  EXPECT_EQ(text(op(BinaryOp::Equal, op(BinaryOp::BitAnd, i, j), k)), "(i & j) == k");
  EXPECT_EQ(text(op(BinaryOp::BitOr, op(BinaryOp::BitAnd, i, j), k)), "(i & j) | k");
  EXPECT_EQ(text(op(BinaryOp::BitAnd, op(BinaryOp::BitAnd, i, j), k)), "i & j & k");
  EXPECT_EQ(text(less(implicit(less(i, j), Int), k)), "(i < j) < k");
  EXPECT_EQ(text(implicit(mul(i, j), Bool)), "(i * j) != 0");
}

TEST_F(PrecedenceTest, select) {
  EXPECT_EQ(text(c.select(less(x, y), x, y)), "x < y ? x : y");
  EXPECT_EQ(text(mul(c.select(p, x, y), z)), "(p ? x : y) * z");
  EXPECT_EQ(text(c.select(p, c.select(q, x, y), z)), "p ? (q ? x : y) : z");
  EXPECT_EQ(text(c.select(p, x, c.select(q, y, z))), "p ? x : q ? y : z");
  EXPECT_EQ(text(c.select(implicit(op(BinaryOp::BitAnd, i, j), Bool), x, y)), "(i & j) ? x : y");
}

} // namespace
} // namespace adjoint::codegen
