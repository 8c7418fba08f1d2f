// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "adjoint/math.h"

#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <limits>

namespace {

struct Sample {
  long double x, digamma;
};

/// Arguments that every type represents, and the function to 25 digits.
const Sample Samples[] = {
    {0x1p-60L, -1152921504606846976.577216L},     {0.0009765625L, -1024.575610429340621908622L},
    {0.25L, -4.22745353337626540808953L},         {0.5L, -1.963510026021423479440976L},
    {1.0L, -0.5772156649015328606065121L},        {1.25L, -0.2274535333762654080895301L},
    {1.4609375L, -0.00067240239024288040437805L}, {1.462890625L, 0.001217095476977285858600806L},
    {1.5L, 0.03648997397857652055902367L},        {2.0L, 0.4227843350984671393934879L},
    {3.75L, 1.182537388611796228641512L},         {7.5L, 1.946757484246086788069291L},
    {9.96875L, 2.248460733820727326438709L},      {10.0L, 2.251752589066721107647456L},
    {12.5L, 2.48519565127491204815044L},          {100.0L, 4.600161852738087400198606L},
    {1048576.0L, 13.86294313436167219399449L},    {-0.0009765625L, 1023.421176806794079220781L},
    {-0.25L, 2.914139120213527830373113L},        {-0.49609375L, 0.07138714328736548869807063L},
    {-0.5L, 0.03648997397857652055902367L},       {-0.75L, -2.894120200042932074756197L},
    {-1.25L, 3.714139120213527830373113L},        {-1.5L, 0.7031566406452431872256903L},
    {-2.875L, -6.364476100148856938196118L},      {-10.5L, 2.398239129535781613367832L},
    {-1000.25L, 10.05009769306670587547664L},
};

template <class T> void expectDigamma(T relative) {
  for (const Sample &sample : Samples) {
    const T expected = T(sample.digamma);
    EXPECT_NEAR(adjoint::digamma(T(sample.x)), expected, relative * std::fabs(expected))
        << "digamma(" << sample.x << ")";
  }
}

TEST(MathTest, DigammaHasTheAccuracyOfItsType) {
  expectDigamma<float>(FLT_EPSILON);
  expectDigamma<double>(8 * DBL_EPSILON);
  expectDigamma<long double>(8 * LDBL_EPSILON);
}

TEST(MathTest, DigammaIsRelativelyAccurateBesideItsZero) {
  const double below = -9.241265521729427516792351e-17, above = 1.224537462200406903132497e-16;
  EXPECT_NEAR(adjoint::digamma(1.4616321449683622), below, 8 * DBL_EPSILON * -below);
  EXPECT_NEAR(adjoint::digamma(1.4616321449683625), above, 8 * DBL_EPSILON * above);
}

TEST(MathTest, DigammaFollowsItsRecurrence) {
  for (double x : {-7.3, -2.01, 0.1, 1.4, 8.9, 9.5, 9.999, 30.0})
    EXPECT_NEAR(adjoint::digamma(x + 1), adjoint::digamma(x) + 1 / x, 1e-14 * (1 + std::fabs(1 / x)) * 10) << x;
}

TEST(MathTest, DigammaAtPolesAndInfinity) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(adjoint::digamma(0.0), -infinity);
  EXPECT_EQ(adjoint::digamma(-0.0), infinity);
  EXPECT_EQ(adjoint::digamma(infinity), infinity);
  for (double x : {-1.0, -2.0, -1e300, -infinity, std::nan("")})
    EXPECT_TRUE(std::isnan(adjoint::digamma(x))) << x;
  EXPECT_EQ(adjoint::digamma(1e300), std::log(1e300));
}

TEST(MathTest, FrexpExponentIsWhatFrexpStores) {
  for (double x : {1.0, -1.0, 0.75, 3.0, 1e300, -1e-310, 0.0}) {
    int stored = 0;
    const double fraction = std::frexp(x, &stored);
    EXPECT_EQ(adjoint::frexp_exponent(x), stored) << x;
    EXPECT_EQ(std::ldexp(x, -adjoint::frexp_exponent(x)), fraction) << x;
  }
  EXPECT_EQ(adjoint::frexp_exponent(8.0f), 4);
  EXPECT_EQ(adjoint::frexp_exponent(0x1p-16000L), -15999);
}

TEST(Trigamma, hasItsKnownValues) {
  const double pi2 = 9.86960440108935861883449099987615;
  EXPECT_NEAR(adjoint::trigamma(1.0), pi2 / 6, 4e-16);
  EXPECT_NEAR(adjoint::trigamma(0.5), pi2 / 2, 2e-15);
  EXPECT_NEAR(adjoint::trigamma(-0.5), pi2 / 2 + 4, 2e-15);
  EXPECT_NEAR(adjoint::trigamma(10.0), adjoint::trigamma(9.0) - 1 / 81.0, 1e-16);
  EXPECT_NEAR(double(adjoint::trigamma(1.0f)), pi2 / 6, 1e-7);
}

TEST(Trigamma, isTheDerivativeOfDigamma) {
  for (long double x : {-3.3L, -0.2L, 0.01L, 0.4L, 3.7L, 9.99L, 10.0L, 50.0L}) {
    const long double h = 1e-5L * std::fabs(x);
    const long double slope = (adjoint::digamma(x + h) - adjoint::digamma(x - h)) / (2 * h);
    EXPECT_NEAR(double(adjoint::trigamma(x) / slope), 1.0, 1e-8) << double(x);
  }
}

TEST(Trigamma, hasLimits) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(adjoint::trigamma(0.0), infinity);
  EXPECT_EQ(adjoint::trigamma(infinity), 0.0);
  for (double x : {-1.0, -infinity})
    EXPECT_TRUE(std::isnan(adjoint::trigamma(x))) << x;
}

TEST(MathTest, RemquoQuotientIsWhatRemquoStores) {
  for (double x : {7.0, -7.0, 0.3, 1000.5})
    for (double y : {2.0, -0.7}) {
      int stored = 0;
      std::remquo(x, y, &stored);
      EXPECT_EQ(adjoint::remquo_quotient(x, y), stored) << x << ", " << y;
    }
}

} // namespace
