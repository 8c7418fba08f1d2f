// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGenTest.h"

namespace adjoint::codegen {
namespace {

using namespace ir;

class CastsTest : public CodeGenTest {
protected:
  const Expr *x = value("x", Double), *f = value("f", Float);
  const Expr *i = value("i", Int), *j = value("j", Int), *n = value("n", ULong), *s = value("s", Short);

  std::string sqrtOf(const Expr *arg) { return text(c.intrinsic("sqrt", "std::sqrt", {arg}, Double)); }
};

TEST_F(CastsTest, theOtherOperandConverts) {
  EXPECT_EQ(text(mul(implicit(i, Double), x)), "i * x");
  EXPECT_EQ(text(mul(implicit(number(2, Int), Double), x)), "2 * x");
  EXPECT_EQ(text(add(x, implicit(f, Double))), "x + f");
  EXPECT_EQ(text(mul(x, div(implicit(i, Double), implicit(j, Double)))), "x * (double(i) / j)");
}

TEST_F(CastsTest, oneOfTwoStays) {
  EXPECT_EQ(text(div(implicit(i, Double), implicit(j, Double))), "double(i) / j");
  EXPECT_EQ(text(div(implicit(i, Double), implicit(number(2, Int), Double))), "i / 2.0");
  EXPECT_EQ(text(div(implicit(number(1, Int), Double), implicit(j, Double))), "1.0 / j");
  EXPECT_EQ(text(mul(implicit(f, Double), implicit(f, Double))), "double(f) * f");
}

TEST_F(CastsTest, promotionsGoByThemselves) {
  EXPECT_EQ(text(add(implicit(s, Int), i)), "s + i");
  EXPECT_EQ(text(add(implicit(s, Int), implicit(s, Int))), "s + s");
  EXPECT_EQ(text(minus(implicit(s, Int))), "-s");
  EXPECT_EQ(text(minus(implicit(i, Double))), "-double(i)");
  EXPECT_EQ(text(add(s, s)), "short(s + s)") << "the tree asks for a sum of shorts";
}

TEST_F(CastsTest, stepsThatLoseSomethingStay) {
  const Expr *toUnsigned = implicit(i, c.integer("unsigned int", 32, false));
  EXPECT_EQ(text(mul(implicit(toUnsigned, Double), x)), "static_cast<unsigned int>(i) * x");
  EXPECT_EQ(text(mul(implicit(implicit(s, Int), Double), x)), "s * x");
}

TEST_F(CastsTest, signsInComparisons) {
  EXPECT_EQ(text(less(implicit(i, ULong), n)), "static_cast<unsigned long>(i) < n");
  EXPECT_EQ(text(less(implicit(number(3, Int), ULong), n)), "3 < n");
  EXPECT_EQ(text(mul(implicit(i, ULong), n)), "i * n");
}

TEST_F(CastsTest, argumentsOfIntrinsicsAreExact) {
  EXPECT_EQ(sqrtOf(x), "std::sqrt(x)");
  EXPECT_EQ(sqrtOf(implicit(i, Double)), "std::sqrt(double(i))");
  EXPECT_EQ(sqrtOf(implicit(f, Double)), "std::sqrt(double(f))");
  EXPECT_EQ(sqrtOf(number(2, Double)), "std::sqrt(2.0)");
  EXPECT_EQ(sqrtOf(implicit(number(2, Int), Double)), "std::sqrt(2.0)");
  EXPECT_EQ(sqrtOf(implicit(c.numeral(Floating{0.5, true}, "0.5f", Float), Double)), "std::sqrt(0.5)");
  EXPECT_EQ(sqrtOf(implicit(c.numeral(Floating{0.1f, false}, "0.1f", Float), Double)), "std::sqrt(double(0.1f))");
  EXPECT_EQ(sqrtOf(mul(implicit(i, Double), x)), "std::sqrt(i * x)");
}

TEST_F(CastsTest, literals) {
  const Expr *two = number(2, Int);
  EXPECT_EQ(text(c.intrinsic("f", "f", {implicit(two, Float)}, Float)), "f(2.0f)");
  EXPECT_EQ(text(c.intrinsic("f", "f", {implicit(two, LongDouble)}, LongDouble)), "f(2.0L)");
  EXPECT_EQ(text(c.intrinsic("f", "f", {implicit(two, ULong)}, ULong)), "f(2UL)");
  EXPECT_EQ(text(c.intrinsic("f", "f", {c.zero(Long)}, Long)), "f(0L)");
  EXPECT_EQ(text(c.intrinsic("f", "f", {implicit(c.numeral(integerOf(16), "0x10", Int), Double)}, Double)), "f(16.0)");
  EXPECT_EQ(text(c.intrinsic("f", "f", {implicit(c.named("ns::limit", Int, integerOf(5)), Double)}, Double)),
            "f(double(ns::limit))");
}

TEST_F(CastsTest, explicitOnesAreWrittenAsTheTypeAllows) {
  EXPECT_EQ(text(explicitly(x, Int)), "int(x)");
  EXPECT_EQ(text(explicitly(x, ULong)), "static_cast<unsigned long>(x)");
  EXPECT_EQ(text(explicitly(div(x, x), Int)), "int(x / x)");
  const Expr *p = value("p", c.pointerTo(c.withConst(Double)));
  EXPECT_EQ(text(c.cast(CastExpr::Form::Const, p, c.pointerTo(Double))), "const_cast<double *>(p)");
}

TEST_F(CastsTest, assignmentsConvert) {
  EXPECT_EQ(text(assign(variable("y", Double), implicit(i, Double))), "y = i;\n");
  EXPECT_EQ(text(assign(variable("g", Float), implicit(mul(x, x), Float))), "g = x * x;\n");
  EXPECT_EQ(text(declare(variable("y", Double), implicit(number(2, Int), Double))), "double y = 2;\n");
  EXPECT_EQ(text(declare(variable("k", Int), implicit(number(2.5, Double), Int))), "int k = int(2.5);\n");
}

TEST_F(CastsTest, truthValues) {
  EXPECT_EQ(text(negation(implicit(i, Bool))), "!i");
  EXPECT_EQ(text(c.binary(BinaryOp::And, implicit(i, Bool), implicit(x, Bool))), "i && x");
}

TEST_F(CastsTest, selectBranches) {
  const Expr *p = value("p", Bool);
  EXPECT_EQ(text(c.select(p, x, implicit(number(0, Int), Double))), "p ? x : 0");
  EXPECT_EQ(text(mul(x, c.select(p, implicit(i, Double), implicit(j, Double)))), "x * (p ? double(i) : j)");
  EXPECT_EQ(text(c.select(p, n, implicit(i, ULong))), "p ? n : static_cast<unsigned long>(i)");
}

TEST_F(CastsTest, enumerations) {
  const Type *Color = c.enumeration("ns::Color", 32, false);
  const Expr *e = value("e", Color);
  EXPECT_EQ(text(add(implicit(e, Int), i)), "e + i");
  EXPECT_EQ(text(explicitly(i, Color)), "ns::Color(i)");
  EXPECT_EQ(text(c.select(value("p", Bool), implicit(e, Int), i)), "p ? int(e) : i");
}

} // namespace
} // namespace adjoint::codegen
