// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "adjoint/own-sums.h"

#include <gtest/gtest.h>

#include <numeric>
#include <thread>
#include <vector>

namespace {

/// Each of `threads` threads calls `work` with a copy of the sums and its number.
template <class Sums, class Work> void run(Sums &sums, int threads, Work work) {
  for (int t = 0; t < threads; ++t) // one after the other: the locks of OpenMP are not for other threads
    std::thread([&sums, &work, t] {
      Sums own(sums);
      work(own, t);
    }).join();
  sums.add();
}

TEST(OwnSumsTest, AnArrayHoldsAllThatIndicesSay) {
  const adjoint::Indices all = adjoint::indices(3, 2 * (5 - 1), -4);
  EXPECT_EQ(all.first, -1);
  EXPECT_EQ(all.end, 12);
  const adjoint::Indices none = adjoint::indices(0, 0u); // of a loop without iterations, or with one
  EXPECT_EQ(none.end - none.first, 1);

  std::vector<double> x(20, 1.0);
  auto own = adjoint::own_array(x.data() + 4, adjoint::indices(-2, 5), adjoint::indices(6));
  run(own, 3, [](auto &sums, int t) {
    for (int i = -2; i <= 6; ++i)
      sums[i] += t + i;
  });
  for (int i = -4; i < 16; ++i)
    EXPECT_EQ(x[std::size_t(i + 4)], -2 <= i && i <= 6 ? 1.0 + 3.0 + 3.0 * i : 1.0) << i;
}

TEST(OwnSumsTest, AWindowGrowsBothWays) {
  std::vector<double> x(5000, 0.5);
  auto own = adjoint::own_window(x.data(), 5000);
  run(own, 4, [](auto &sums, int t) {
    for (int i = 0; i < 2400; ++i) {
      sums[2500 + i] += t;
      sums[2500 - i] -= i;
    }
  });
  for (int i = 0; i < 5000; ++i)
    EXPECT_EQ(x[std::size_t(i)], 0.5 + (2500 <= i && i < 4900 ? 6.0 : 0.0) - (100 < i && i <= 2500 ? 4.0 * (2500 - i) : 0.0)) << i;
}

TEST(OwnSumsTest, NumbersInStructsHaveAddresses) {
  struct Body {
    int number;
    double x, mass;
  };
  std::vector<Body> bodies(50, {7, 0.0, 1.0});
  auto own = adjoint::own_window(&bodies[0].x, 50);
  run(own, 3, [&bodies](auto &sums, int) {
    for (std::size_t i = 0; i < 50; ++i) {
      *adjoint::own_of(sums, &bodies[i].mass) += double(i);
      *adjoint::own_of(sums, &bodies[49 - i].x) -= 1.0;
    }
  });
  for (std::size_t i = 0; i < 50; ++i) {
    EXPECT_EQ(bodies[i].number, 7);
    EXPECT_EQ(bodies[i].x, -3.0);
    EXPECT_EQ(bodies[i].mass, 1.0 + 3.0 * double(i));
  }
}

TEST(OwnSumsTest, WithoutThreadsTheArrayIsAddedTo) {
  std::vector<double> x(10, 1.0);
  auto all = adjoint::own_array(x.data(), adjoint::indices(2, 3));
  auto window = adjoint::own_window(x.data(), 10);
  all[2] += 1.0;
  all[5] -= 2.0;
  window[5] += 4.0;
  *adjoint::own_of(window, &x[9]) -= 3.0;
  window.add();
  all.add();
  EXPECT_EQ(x, (std::vector<double>{1, 1, 2, 1, 1, 3, 1, 1, 1, -2}));
}

TEST(OwnSumsTest, WhatIsFarIsAddedToInTheArray) {
  const std::size_t size = 1 << 22;
  std::vector<double> x(size);
  auto own = adjoint::own_window(x.data(), 10);
  run(own, 2, [&x](auto &sums, int) {
    sums[7] += 1.0;
    sums[(1 << 22) - 1] += 2.0;
    EXPECT_EQ(x[(1 << 22) - 1] > 0.0, true);
    sums[8] += 3.0;
  });
  EXPECT_EQ(x[7], 2.0);
  EXPECT_EQ(x[8], 6.0);
  EXPECT_EQ(x[size - 1], 4.0);
  EXPECT_EQ(std::accumulate(x.begin(), x.end(), 0.0), 12.0);
}

TEST(OwnSumsTest, MemoryThatIsUsedAgainIsZero) {
  std::vector<float> x(100000);
  for (int loop = 1; loop <= 3; ++loop) {
    auto own = adjoint::own_window(x.data(), x.size());
    run(own, 2, [](auto &sums, int) {
      for (int i = 0; i < 100000; i += 3)
        sums[i] += 1.0f;
    });
    for (int i = 0; i < 100000; ++i)
      ASSERT_EQ(x[std::size_t(i)], i % 3 == 0 ? 2.0f * float(loop) : 0.0f) << i;
  }
}

} // namespace
