// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGenTest.h"

namespace adjoint::codegen {
namespace {

using namespace ir;

class DeclaratorsTest : public CodeGenTest {};

TEST_F(DeclaratorsTest, insideOut) {
  const Type *constDouble = c.withConst(Double);
  EXPECT_EQ(declarator(Double, "x"), "double x");
  EXPECT_EQ(declarator(c.pointerTo(constDouble), "x"), "const double *x");
  EXPECT_EQ(declarator(c.withConst(c.pointerTo(Double)), "x"), "double *const x");
  EXPECT_EQ(declarator(c.referenceTo(Double), "r"), "double &r");
  EXPECT_EQ(declarator(c.arrayOf(c.arrayOf(Double, 4), 3), "a"), "double a[3][4]");
  EXPECT_EQ(declarator(c.pointerTo(c.arrayOf(Double, 3)), "p"), "double (*p)[3]");
  EXPECT_EQ(declarator(c.referenceTo(c.arrayOf(constDouble, 3)), "r"), "const double (&r)[3]");
  EXPECT_EQ(declarator(c.arrayOf(c.pointerTo(Double), 3), "a"), "double *a[3]");
  EXPECT_EQ(declarator(c.pointerTo(c.pointerTo(Double)), "p"), "double **p");
  EXPECT_EQ(declarator(c.referenceTo(c.pointerTo(Double)), "r"), "double *&r");
  EXPECT_EQ(declarator(c.recordType(c.record("ns::S")), "s"), "ns::S s");
}

TEST_F(DeclaratorsTest, functions) {
  EXPECT_EQ(declarator(c.pointerTo(c.functionType("double (double)")), "f"), "double (*f)(double)");
  EXPECT_EQ(declarator(c.pointerTo(c.functionType("double *(int)")), "f"), "double *(*f)(int)");
  EXPECT_EQ(declarator(c.pointerTo(c.functionType("double (*(int))(double)")), "f"), "double (*(*f)(int))(double)");
  EXPECT_EQ(declarator(c.arrayOf(c.pointerTo(c.functionType("double (double)")), 2), "f"), "double (*f[2])(double)");
}

TEST_F(DeclaratorsTest, withoutName) {
  EXPECT_EQ(print(c.pointerTo(c.withConst(Double))), "const double *");
  EXPECT_EQ(print(c.pointerTo(c.arrayOf(Double, 3))), "double (*)[3]");
  EXPECT_EQ(print(c.arrayOf(Double, 3)), "double[3]");
  EXPECT_EQ(print(c.withConst(c.pointerTo(Double))), "double *const");
}

TEST_F(DeclaratorsTest, mutableOnes) {
  EXPECT_EQ(mutableDeclarator(c.withConst(Double), "x"), "double x");
  EXPECT_EQ(mutableDeclarator(c.arrayOf(c.withConst(Double), 3), "a"), "double a[3]");
  EXPECT_EQ(mutableDeclarator(c.pointerTo(c.withConst(Double)), "p"), "const double *p");
}

} // namespace
} // namespace adjoint::codegen
