// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Names/MirrorNames.h"

#include "clang/Tooling/Tooling.h"

#include "gtest/gtest.h"

#include <functional>

namespace adjoint::frontend {
namespace {

TEST(MirrorNamesTest, identifiers) {
  EXPECT_EQ(identifierFrom("Model"), "Model");
  EXPECT_EQ(identifierFrom("ns::Model"), "ns_Model");
  EXPECT_EQ(identifierFrom("std::vector<double>"), "vector_double");
  EXPECT_EQ(identifierFrom("std::vector<std::vector<double>>"), "vector_vector_double");
  EXPECT_EQ(identifierFrom("std::pair<const double *, int>"), "pair_const_double_ptr_int");
  EXPECT_EQ(identifierFrom("Matrix<double, 3>"), "Matrix_double_3");
  EXPECT_EQ(identifierFrom("Shift<-1>"), "Shift_1");
  EXPECT_EQ(identifierFrom("std::function<double (double)>"), "function_double_double");
  EXPECT_EQ(identifierFrom(""), "plain_");
}

TEST(MirrorNamesTest, namesAreNew) {
  auto unit = clang::tooling::buildASTFromCode("struct Model {}; int vector_float, Point_plain, read_Box; struct Point {};");
  MirrorNames names(unit->getASTContext());
  EXPECT_EQ(names.make("Model"), "Model_plain");
  EXPECT_EQ(names.make("Point"), "Point_plain_2");
  EXPECT_EQ(names.make("std::vector<double>"), "vector_double");
  EXPECT_EQ(names.make("std::vector<double>"), "vector_double_plain");
  EXPECT_EQ(names.make("std::vector<float>"), "vector_float_plain");
  EXPECT_EQ(names.make("Box"), "Box_plain"); // because of read_Box
}

} // namespace
} // namespace adjoint::frontend
