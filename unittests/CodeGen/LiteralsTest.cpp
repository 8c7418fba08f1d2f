// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Cpp/Literals.h"

#include "CodeGen/CodeGenTest.h"

#include <limits>

namespace adjoint::codegen {

using namespace ir;

class LiteralsTest : public CodeGenTest {
protected:
  std::string text(const Expr *e) { return spell(llvm::cast<LiteralExpr>(e)).text; }
  ScalarKind kind(const Expr *e) { return spell(llvm::cast<LiteralExpr>(e)).kind; }
  std::string as(const Type *type, const Expr *e) { return spellAs(llvm::cast<LiteralExpr>(e), type).value_or("none"); }
};

TEST_F(LiteralsTest, numbersOfPassesAreAsShortAsCanBe) {
  EXPECT_EQ(text(c.literal(7, Long)), "7");
  EXPECT_EQ(kind(c.literal(7, Long)), intKind());
  EXPECT_EQ(kind(c.literal(3000000000, Long)), kindOf(Long));
  EXPECT_EQ(text(c.literal(-56, c.integer("char", 8, true))), "-56");
  EXPECT_EQ(text(c.literal(2, Double)), "2.0");
  EXPECT_EQ(text(c.literal(2, Float)), "2.0f");
  EXPECT_EQ(text(number(0.1, Double)), "0.10000000000000001");
  EXPECT_EQ(text(c.truth(true)), "true");
  EXPECT_EQ(text(c.null(c.pointerTo(Double))), "nullptr");
  EXPECT_EQ(text(c.numeral(Integer{false, std::numeric_limits<std::uint64_t>::max()}, "", ULong)),
            "18446744073709551615U");
  EXPECT_EQ(text(c.literal(std::numeric_limits<long long>::min(), Long)), "(-9223372036854775807 - 1)");
}

TEST_F(LiteralsTest, writtenOnesStay) {
  EXPECT_EQ(text(c.numeral(integerOf(8), "010", Int)), "010");
  EXPECT_EQ(text(c.named("sizeof(S)", ULong, integerOf(8))), "sizeof(S)");
  EXPECT_EQ(kind(c.numeral(integerOf(8), "8UL", ULong)), kindOf(ULong));
}

TEST_F(LiteralsTest, inAnotherType) {
  const Expr *octal = c.numeral(integerOf(8), "010", Int), *hex = c.numeral(integerOf(255), "0xffu", Int);
  EXPECT_EQ(as(Long, octal), "010L");
  EXPECT_EQ(as(Double, octal), "8.0");
  EXPECT_EQ(as(ULong, hex), "0xffUL");
  EXPECT_EQ(as(Float, c.intLiteral(16777217)), "none");
  EXPECT_EQ(as(ULong, c.intLiteral(-1)), "none");
  EXPECT_EQ(as(Long, c.intLiteral(-1)), "-1L");
  EXPECT_EQ(as(Int, c.literal(-2147483648, Long)), "none"); // 2147483648 is no int
  EXPECT_EQ(as(Double, c.intLiteral(-1)), "-1.0");
  EXPECT_EQ(as(Short, octal), "none");
  EXPECT_EQ(as(Bool, c.intLiteral(1)), "true");
  EXPECT_EQ(as(Double, c.named("width", Int, integerOf(8))), "none");
}

TEST_F(LiteralsTest, roundedDigitsBelongToTheirType) {
  EXPECT_EQ(as(Double, c.numeral(Floating{0.5, true}, "5e-1f", Float)), "5e-1");
  EXPECT_EQ(as(Double, c.numeral(Floating{0.1f, false}, "0.1f", Float)), "none");
  EXPECT_EQ(as(Float, c.numeral(Floating{1e100, false}, "1e100", Double)), "none");
  EXPECT_EQ(as(LongDouble, c.numeral(Floating{0.75, true}, "0x1.8p-1", Double)), "0x1.8p-1L");
  EXPECT_EQ(as(Int, c.numeral(Floating{2, true}, "2.0", Double)), "none");
}

} // namespace adjoint::codegen
