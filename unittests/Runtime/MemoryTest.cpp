// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "adjoint/memory.h"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>
#include <vector>

namespace {

/// What is copied of 0, 1, 2, ... to places that are -1.
template <class... Range> std::vector<int> copied(std::size_t count, Range... range) {
  std::vector<int> from(count), to(count, -1);
  std::iota(from.begin(), from.end(), 0);
  adjoint::copy_around(to.data(), from.data(), count, range...);
  return to;
}

using Copied = std::vector<int>;

TEST(MemoryTest, CopiesAroundAStretch) {
  EXPECT_EQ(copied(5, 1, 4), (Copied{0, -1, -1, -1, 4}));
  EXPECT_EQ(copied(4, 0, 2), (Copied{-1, -1, 2, 3}));
  EXPECT_EQ(copied(3, 0, 3), (Copied{-1, -1, -1}));
}

TEST(MemoryTest, CopiesAllAroundNothing) {
  EXPECT_EQ(copied(3, 1, 1), (Copied{0, 1, 2}));
  EXPECT_EQ(copied(1, 1, 0), (Copied{0}));
  EXPECT_EQ(copied(0, 1, -1), Copied());
  EXPECT_EQ(copied(4, 5, 4, 0, 4), (Copied{0, 1, 2, 3}));
  EXPECT_EQ(copied(1, 2, 1, -1, 1), (Copied{0}));
}

TEST(MemoryTest, CopiesAroundRows) {
  EXPECT_EQ(copied(12, 5, 7, 1, 4), (Copied{0, 1, 2, 3, 4, -1, -1, 7, 8, 9, 10, 11}));
  EXPECT_EQ(copied(9, 0, 2, 3, 3), (Copied{-1, -1, 2, -1, -1, 5, -1, -1, 8}));
}

TEST(MemoryTest, RequiresThatSizesFit) {
  EXPECT_NO_THROW(adjoint::require_fit(7, 7));
  EXPECT_THROW(adjoint::require_fit(-1, std::size_t(1) << 33), std::length_error);
}

} // namespace
