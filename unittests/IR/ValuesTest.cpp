// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IR/Values.h"
#include "IR/Algebra.h"
#include "IR/Visit.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

namespace adjoint::ir {

class ValuesTest : public ::testing::Test {
protected:
  Context c;
  const Type *Int = c.intType(), *Bool = c.boolType(), *Char = c.integer("char", 8, true);
  const Type *Unsigned = c.integer("unsigned int", 32, false), *Long = c.integer("long", 64, true);
  const Type *ULong = c.integer("unsigned long", 64, false);
  const Type *Float = c.floating("float", 32), *Double = c.doubleType();

  const Expr *to(const Type *type, const Expr *e) { return c.cast(CastExpr::Form::Implicit, e, type); }
  const Expr *minus(const Expr *e) { return c.unary(UnaryOp::Minus, e); }
  const Expr *real(long double value, const Type *type) { return c.numeral(Floating{value, true}, "", type); }
  const Expr *octal() { return c.numeral(integerOf(8), "010", Int); }
};

TEST_F(ValuesTest, theSpellingDoesNotCount) {
  EXPECT_EQ(integerValue(octal()), 8);
  EXPECT_EQ(integerValue(c.numeral(integerOf(97), "'a'", Char)), 97);
  EXPECT_EQ(integerValue(c.named("width", Int, integerOf(3))), 3);
  EXPECT_EQ(integerValue(c.named("10", Int)), std::nullopt);
  EXPECT_EQ(realValue(c.numeral(Floating{1000, true}, "1'000.0", Double)), 1000);
}

TEST_F(ValuesTest, conversionsWrap) {
  EXPECT_EQ(integerValue(to(Char, c.intLiteral(200))), -56);
  EXPECT_EQ(integerValue(to(Unsigned, c.intLiteral(-1))), 4294967295);
  EXPECT_EQ(integerValue(to(Int, to(Unsigned, c.intLiteral(-1)))), -1);
  EXPECT_EQ(integerValue(to(Long, to(Unsigned, c.intLiteral(-1)))), 4294967295);
  EXPECT_EQ(integerValue(to(Bool, c.intLiteral(256))), 1);
  EXPECT_EQ(integerValue(to(ULong, c.intLiteral(-1))), std::nullopt); // more than a long long holds
  EXPECT_EQ(integerValue(to(Int, real(2.5, Double))), std::nullopt);
}

TEST_F(ValuesTest, signs) {
  EXPECT_EQ(integerValue(minus(octal())), -8);
  EXPECT_EQ(integerValue(minus(c.literal(1, Unsigned))), 4294967295);
  EXPECT_EQ(integerValue(minus(c.literal(1, ULong))), std::nullopt);
  const long long least = std::numeric_limits<long long>::min();
  EXPECT_EQ(integerValue(c.literal(least, Long)), least);
  EXPECT_EQ(integerValue(minus(c.literal(least, Long))), std::nullopt);
  EXPECT_EQ(integerValue(c.numeral(Integer{false, std::uint64_t(1) << 63}, "", ULong)), std::nullopt);
}

TEST_F(ValuesTest, realsThatAreNotRounded) {
  EXPECT_EQ(realValue(to(Double, octal())), 8);
  EXPECT_EQ(realValue(to(Float, real(0.5, Double))), 0.5);
  EXPECT_EQ(realValue(to(Float, real(0.1, Double))), std::nullopt);
  EXPECT_EQ(realValue(to(Float, c.intLiteral(16777217))), std::nullopt);
  EXPECT_TRUE(std::signbit(*realValue(minus(real(0, Double)))));
}

TEST_F(ValuesTest, whatLiteralsAre) {
  EXPECT_TRUE(isInteger(to(Long, c.intLiteral(0)), 0));
  EXPECT_FALSE(isInteger(real(0, Double), 0));
  EXPECT_TRUE(isNull(to(c.pointerTo(Int), c.null(c.pointerTo(c.voidType())))));
  EXPECT_TRUE(isNumeral(to(Long, octal())));
  EXPECT_FALSE(isNumeral(c.named("width", Int, integerOf(8))));
  EXPECT_TRUE(isOne(to(Double, c.intLiteral(1))));
  EXPECT_FALSE(isOne(c.named("one", Double, Floating{1, true}))); // whose name is kept
  EXPECT_FALSE(isZero(minus(real(0, Double))));
}

TEST_F(ValuesTest, sameValuesAreOneConstant) {
  const Expr *width = c.named("width", Int, integerOf(8));
  EXPECT_TRUE(same(octal(), c.intLiteral(8)));
  EXPECT_TRUE(same(width, octal()));
  EXPECT_TRUE(same(c.named("text", Int), c.named("text", Int)));
  EXPECT_FALSE(same(c.named("010", Int), c.named("8", Int)));
  EXPECT_FALSE(same(c.literal(8, Long), c.intLiteral(8)));
  EXPECT_FALSE(same(c.numeral(Floating{-0.0, true}, "", Double), real(0, Double)));
}

TEST_F(ValuesTest, shiftedNumbers) {
  auto isShifted = [&](const Expr *e, long long by, const Expr *result) { return same(shifted(c, e, by), result); };
  EXPECT_TRUE(isShifted(octal(), 1, c.intLiteral(9)));
  EXPECT_TRUE(isShifted(to(Long, octal()), -1, c.literal(7, Long)));
  const Expr *width = c.named("width", Int, integerOf(8)), *one = c.intLiteral(1);
  EXPECT_TRUE(isShifted(width, 1, c.binary(BinaryOp::Add, width, one)));
  EXPECT_TRUE(isShifted(c.binary(BinaryOp::Sub, width, one), 1, width));
  EXPECT_TRUE(isShifted(c.intLiteral(0x7fffffff), 1, c.binary(BinaryOp::Add, c.intLiteral(0x7fffffff), one)));
  EXPECT_TRUE(
      isShifted(c.literal(0, Unsigned), -1, c.binary(BinaryOp::Sub, c.literal(0, Unsigned), c.literal(1, Unsigned))));
}

TEST_F(ValuesTest, computed) {
  const Variable *n = c.make<Variable>("n", Int, Storage::Local);
  auto isSeven = [&](const Variable *variable) { return variable == n ? std::optional<long long>(7) : std::nullopt; };
  const Expr *one = c.binary(BinaryOp::Add, c.load(n), c.intLiteral(1));
  EXPECT_EQ(computedValue(one), std::nullopt);
  EXPECT_EQ(computedValue(one, isSeven), 8);
  const Expr *isMore = c.binary(BinaryOp::Greater, one, c.load(n));
  EXPECT_EQ(computedValue(c.select(isMore, c.load(n), c.intLiteral(3)), isSeven), 7);
  EXPECT_EQ(computedValue(c.binary(BinaryOp::Div, one, c.intLiteral(0)), isSeven), std::nullopt);
  const Expr *large = c.intLiteral(2147483647);
  EXPECT_EQ(computedValue(c.binary(BinaryOp::Add, large, c.intLiteral(1))), std::nullopt); // beyond the type
  const Expr *wrapped = to(Unsigned, c.intLiteral(-1));
  EXPECT_EQ(computedValue(c.binary(BinaryOp::Less, to(Unsigned, c.intLiteral(5)), wrapped)), 1);
  EXPECT_EQ(computedValue(c.binary(BinaryOp::Sub, to(Unsigned, c.intLiteral(1)), to(Unsigned, c.intLiteral(2)))), std::nullopt);
}

} // namespace adjoint::ir
