// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The models of algorithms do what the library's do, on short ranges of few different numbers.

#include "adjoint/model.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace {

namespace library {
namespace lib = std;
#include "Algorithms.inc"
} // namespace library

namespace models {
namespace lib = adjoint::model;
#include "Algorithms.inc"
} // namespace models

std::vector<int> drawn(std::mt19937 &engine, std::size_t atMost) {
  std::vector<int> v(engine() % (atMost + 1));
  for (int &e : v)
    e = static_cast<int>(engine() % 5);
  return v;
}

TEST(AlgorithmsTest, sameAsTheLibrary) {
  std::mt19937 engine(7);
  for (int i = 0; i < 2000; ++i) {
    const std::vector<int> v = drawn(engine, 9), w = drawn(engine, 4);
    ASSERT_EQ(models::changed(v, w), library::changed(v, w)) << testing::PrintToString(v) << testing::PrintToString(w);
    ASSERT_EQ(models::ordered(v, w), library::ordered(v, w)) << testing::PrintToString(v) << testing::PrintToString(w);
  }
}

} // namespace
