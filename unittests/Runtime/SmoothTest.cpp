// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "adjoint/smooth.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace smooth = adjoint::smooth;
namespace soft = adjoint::smooth::soft;

namespace {

constexpr double H = 0.25;
constexpr double Arguments[] = {-3, -1.01, -0.251, -0.249, -0.1, -1e-9, 0, 1e-9, 0.1, 0.249, 0.251, 1.01, 3};

template <class F> double difference(F f, double x) {
  const double d = 1e-5;
  return (f(x + d) - f(x - d)) / (2 * d);
}

double logistic(double t) { return 1 / (1 + std::exp(-t)); }
double clipped(double t) { return t < -1 ? 0 : t > 1 ? 1 : logistic(t); }

TEST(SmoothTest, ExactValuesAreExact) {
  for (double x : Arguments) {
    EXPECT_EQ(smooth::max0(x, H), std::fmax(x, 0.0));
    EXPECT_EQ(smooth::max(x, 0.1, H), std::fmax(x, 0.1));
    EXPECT_EQ(smooth::min(x, 0.1, H), std::fmin(x, 0.1));
    EXPECT_EQ(smooth::abs(x, H), std::fabs(x));
    EXPECT_EQ(smooth::step(x, H), x > 0 ? 1.0 : 0.0);
    EXPECT_EQ(smooth::select(x, 2.0, 3.0, H), x > 0 ? 2.0 : 3.0);
  }
}

TEST(SmoothTest, SmoothedDerivativesFollowTheirFormulas) {
  for (double x : Arguments) {
    const double s = logistic(x / H);
    EXPECT_NEAR(smooth::max0_d(x, H), clipped(x / H), 1e-15);
    EXPECT_NEAR(smooth::max_dx(x + 2, 2.0, H), clipped((x + 2 - 2.0) / H), 1e-15);
    EXPECT_NEAR(smooth::max_dy(x + 2, 2.0, H), clipped((2.0 - (x + 2)) / H), 1e-15);
    EXPECT_NEAR(smooth::min_dx(x + 2, 2.0, H), clipped((2.0 - (x + 2)) / H), 1e-15);
    EXPECT_NEAR(smooth::min_dy(x + 2, 2.0, H), clipped((x + 2 - 2.0) / H), 1e-15);
    EXPECT_NEAR(smooth::abs_d(x, H), 2 * clipped(x / H) - 1, 1e-15);
    EXPECT_NEAR(smooth::step_d(x, H), s * (1 - s) / H, 1e-12);
    EXPECT_NEAR(smooth::select_dc(x, 2.0, 5.0, H), -3 * s * (1 - s) / H, 1e-12);
    EXPECT_NEAR(smooth::select_da(x, 2.0, 5.0, H), s, 1e-15);
    EXPECT_NEAR(smooth::select_db(x, 2.0, 5.0, H), 1 - s, 1e-15);
  }
}

TEST(SmoothTest, PartialsOfMaxAndMinAddUpToOne) {
  for (double x : Arguments) {
    EXPECT_NEAR(smooth::max_dx(x, 0.05, H) + smooth::max_dy(x, 0.05, H), 1, 1e-15);
    EXPECT_NEAR(smooth::min_dx(x, 0.05, H) + smooth::min_dy(x, 0.05, H), 1, 1e-15);
  }
}

TEST(SmoothTest, AwayFromTheKinkDerivativesAreExact) {
  EXPECT_EQ(smooth::max0_d(0.26, H), 1);
  EXPECT_EQ(smooth::max0_d(-0.26, H), 0);
  EXPECT_EQ(smooth::abs_d(0.26, H), 1);
  EXPECT_EQ(smooth::abs_d(-0.26, H), -1);
  EXPECT_EQ(smooth::max0_d(0.0, H), 0.5);
  EXPECT_EQ(smooth::abs_d(0.0, H), 0);
}

TEST(SmoothTest, TheDerivativeOfStepIntegratesToTheJump) {
  const double dx = 1e-3;
  double sum = 0;
  for (int i = -20000; i <= 20000; ++i)
    sum += smooth::step_d(i * dx, H) * dx;
  EXPECT_NEAR(sum, 1, 1e-12);
}

TEST(SmoothTest, SoftDerivativesMatchSoftValues) {
  for (double x : Arguments) {
    EXPECT_NEAR(soft::max0_d(x, H), difference([](double t) { return soft::max0(t, H); }, x), 1e-8);
    EXPECT_NEAR(soft::max_dx(x, 0.1, H), difference([](double t) { return soft::max(t, 0.1, H); }, x), 1e-8);
    EXPECT_NEAR(soft::max_dy(0.1, x, H), difference([](double t) { return soft::max(0.1, t, H); }, x), 1e-8);
    EXPECT_NEAR(soft::min_dx(x, 0.1, H), difference([](double t) { return soft::min(t, 0.1, H); }, x), 1e-8);
    EXPECT_NEAR(soft::min_dy(0.1, x, H), difference([](double t) { return soft::min(0.1, t, H); }, x), 1e-8);
    EXPECT_NEAR(soft::abs_d(x, H), difference([](double t) { return soft::abs(t, H); }, x), 1e-8);
    EXPECT_NEAR(soft::step_d(x, H), difference([](double t) { return soft::step(t, H); }, x), 1e-8);
  }
}

TEST(SmoothTest, SoftSelectMatchesItsPartials) {
  for (double x : Arguments) {
    EXPECT_NEAR(soft::select_dc(x, 2.0, 5.0, H), difference([](double t) { return soft::select(t, 2.0, 5.0, H); }, x),
                1e-8);
    EXPECT_NEAR(soft::select_da(x, 2.0, 5.0, H), difference([x](double t) { return soft::select(x, t, 5.0, H); }, 2.0),
                1e-8);
    EXPECT_NEAR(soft::select_db(x, 2.0, 5.0, H), difference([x](double t) { return soft::select(x, 2.0, t, H); }, 5.0),
                1e-8);
  }
}

TEST(SmoothTest, SoftValuesJoinTheExactOnes) {
  for (double x : {-20.0, 20.0}) {
    EXPECT_NEAR(soft::max0(x, H), smooth::max0(x, H), 1e-30);
    EXPECT_EQ(soft::max(x, 1.0, H), smooth::max(x, 1.0, H));
    EXPECT_EQ(soft::min(x, 1.0, H), smooth::min(x, 1.0, H));
    EXPECT_EQ(soft::abs(x, H), smooth::abs(x, H));
    EXPECT_NEAR(soft::step(x, H), smooth::step(x, H), 1e-30);
    EXPECT_EQ(soft::select(x, 2.0, 3.0, H), smooth::select(x, 2.0, 3.0, H));
  }
  EXPECT_EQ(soft::max0(0.0, H), H * std::log(2.0));
  EXPECT_EQ(soft::step(0.0, H), 0.5);
}

TEST(SmoothTest, LargeArgumentsDoNotOverflow) {
  const double large = 1e300;
  EXPECT_EQ(soft::max0(large, H), large);
  EXPECT_EQ(soft::max0(-large, H), 0);
  EXPECT_EQ(soft::max0_d(-large, H), 0);
  EXPECT_EQ(smooth::step_d(large, H), 0);
  EXPECT_EQ(smooth::select_da(-large, 1.0, 2.0, H), 0);
}

TEST(SmoothTest, AWidthThatIsNotPositiveGivesNaN) {
  EXPECT_TRUE(std::isnan(smooth::max0_d(1.0, 0)));
  EXPECT_TRUE(std::isnan(smooth::abs_d(1.0, -1)));
  EXPECT_TRUE(std::isnan(soft::max(1.0, 2.0, 0)));
}

TEST(SmoothTest, NaNIsNotHidden) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(smooth::max0(nan, H)));
  EXPECT_TRUE(std::isnan(smooth::max0_d(nan, H)));
  EXPECT_TRUE(std::isnan(smooth::step(nan, H)));
  EXPECT_TRUE(std::isnan(smooth::select(nan, 1.0, 2.0, H)));
}

TEST(SmoothTest, OtherPrecisionsTakeAWidthOfAnyType) {
  static_assert(std::is_same_v<decltype(smooth::max0(1.0f, 1e-3)), float>);
  static_assert(std::is_same_v<decltype(soft::select_dc(1.0L, 1.0L, 1.0L, 1e-3)), long double>);
  EXPECT_EQ(smooth::max0_d(0.0f, 1e-3), 0.5f);
  EXPECT_EQ(soft::step_d(0.0L, 1), 0.25L);
}

} // namespace
