// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "adjoint/blocks.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

namespace {

class BlocksTest : public ::testing::Test {
protected:
  void SetUp() override { adjoint::begin_blocks(); }
  void TearDown() override { adjoint::end_blocks(); }
};

TEST_F(BlocksTest, GivesANumberItsMemoryAgain) {
  double *first = adjoint::block_of_values<double>(0, 4);
  double *second = adjoint::block_of_values<double>(1, 4);
  EXPECT_NE(first, second);
  first[3] = 1.0;
  EXPECT_EQ(adjoint::block_of_values<double>(0, 4), first);
  EXPECT_EQ(first[3], 0.0);
  EXPECT_EQ(adjoint::block_of_values<double>(1, 4), second);
}

TEST_F(BlocksTest, KeepsAdjointsUntilTheyAreCleared) {
  double *adjoints = adjoint::block_of_adjoints<double>(0, 2), *values = adjoint::block_of_values<double>(1, 2);
  adjoints[1] = 2.0;
  values[1] = 3.0;
  EXPECT_EQ(adjoint::block_of_adjoints<double>(0, 2)[1], 2.0);
  adjoint::clear_adjoints(0, 2);
  EXPECT_EQ(adjoints[1], 0.0);
  EXPECT_EQ(values[1], 3.0);
}

// u = next(u): two blocks, however many steps there are, and each step has its own again.
TEST_F(BlocksTest, ReusesWhatEarlierStepsReleased) {
  double *had[100], *u = nullptr;
  for (std::size_t step = 0; step < 100; ++step) {
    adjoint::reuse_blocks();
    had[step] = adjoint::block_of_values<double>(step, 8);
    EXPECT_NE(had[step], u);
    adjoint::release_block(u);
    u = had[step];
  }
  EXPECT_EQ(std::set<double *>(had, had + 100).size(), 2u);
  for (std::size_t step : {99, 3, 50})
    EXPECT_EQ(adjoint::block_of_values<double>(step, 8), had[step]);
}

TEST_F(BlocksTest, ReusesNothingInTheSameStepNorOfAnotherKind) {
  adjoint::reuse_blocks();
  double *values = adjoint::block_of_values<double>(0, 8);
  adjoint::release_block(values);
  EXPECT_NE(adjoint::block_of_values<double>(1, 8), values);
  adjoint::reuse_blocks();
  EXPECT_NE(adjoint::block_of_adjoints<double>(2, 8), values);
  EXPECT_NE(adjoint::block_of_values<double>(3, 9), values);
  EXPECT_EQ(adjoint::block_of_values<double>(4, 8), values);
}

// Where the forward sweep needs one block less, the reverse sweep may ask for its number first.
TEST_F(BlocksTest, GivesANumberThatIsAskedForLateMemoryOfItsOwn) {
  double *released = adjoint::block_of_values<double>(1, 8);
  adjoint::release_block(released);
  adjoint::reuse_blocks();
  double *late = adjoint::block_of_values<double>(0, 8);
  EXPECT_NE(late, released);
  EXPECT_EQ(adjoint::block_of_values<double>(0, 8), late);
}

TEST_F(BlocksTest, PassesOverOtherMemory) {
  void *other = std::calloc(1, 8);
  adjoint::release_block(other);
  adjoint::release_block(nullptr);
  adjoint::reuse_blocks();
  EXPECT_NE(adjoint::block_of_values<char>(0, 8), other);
  std::free(other);
  EXPECT_TRUE(adjoint::elements_of(static_cast<double *>(nullptr)).empty());
}

} // namespace
