// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "adjoint/taylor.h"

#include "gtest/gtest.h"

#include <cmath>

namespace adjoint {
namespace {

using Series = Taylor<double, 5>;

/// 0.4 + t + 0.3 t^2 - 0.2 t^3
Series curve() {
  Series x(0.4, 1.0);
  x[2] = 0.3;
  x[3] = -0.2;
  return x;
}

void expectEqual(const Series &expected, const Series &found) {
  for (std::size_t k = 0; k <= Series::order(); ++k)
    EXPECT_NEAR(expected[k], found[k], 1e-13) << "order " << k;
}

TEST(TaylorTest, inverses) {
  const Series x = curve();
  using namespace taylor;
  expectEqual(x, exp(log(x)));
  expectEqual(x, log(exp(x)));
  expectEqual(x, sqrt(x) * sqrt(x));
  expectEqual(x, cbrt(x) * cbrt(x) * cbrt(x));
  expectEqual(x, sin(asin(x)));
  expectEqual(x, cos(acos(x)));
  expectEqual(x, tan(atan(x)));
  expectEqual(x, sinh(asinh(x)));
  expectEqual(x + 1.5, cosh(acosh(x + 1.5)));
  expectEqual(x, tanh(atanh(x)));
  expectEqual(x, x * x / x);
}

TEST(TaylorTest, relations) {
  const Series x = curve();
  using namespace taylor;
  expectEqual(Series(1.0), sin(x) * sin(x) + cos(x) * cos(x));
  expectEqual(Series(1.0), cosh(x) * cosh(x) - sinh(x) * sinh(x));
  expectEqual(sin(x) / cos(x), tan(x));
  expectEqual(sinh(x) / cosh(x), tanh(x));
  expectEqual(exp(x) - 1.0, expm1(x));
  expectEqual(log(1.0 + x), log1p(x));
  expectEqual(exp(std::log(2.0) * x), exp2(x));
  expectEqual(log(x) / std::log(2.0), log2(x));
  expectEqual(log(x) / std::log(10.0), log10(x));
  expectEqual(Series(1.0), erf(x) + erfc(x));
  expectEqual(exp(2.5 * log(x)), pow(x, 2.5));
  expectEqual(exp(x * log(x)), pow(x, x));
  expectEqual(exp2(x), pow(2.0, x));
  expectEqual(sqrt(x * x + x * x * x * x), hypot(x, x * x));
  expectEqual(atan(x / (1.0 + x)), atan2(x, 1.0 + x));
  expectEqual(x * x + 2.0, fma(x, x, 2.0));
}

TEST(TaylorTest, errorFunctionByItsDerivative) {
  const Series x(0.4, 1.0), y = taylor::erf(x), slope = 2.0 / std::sqrt(std::acos(-1.0)) * taylor::exp(-(x * x));
  for (std::size_t k = 1; k <= Series::order(); ++k)
    EXPECT_NEAR(slope[k - 1] / k, y[k], 1e-14);
}

TEST(TaylorTest, powersAtZero) {
  const Series t(0.0, 1.0);
  expectEqual(t * t * t, taylor::pow(t, 3.0));
  expectEqual(Series(1.0), taylor::pow(t, 0.0));
  expectEqual(Series(0.0), taylor::pow(t, 7.0));
  EXPECT_EQ(2.0, taylor::pow(t, 2.0).derivative(2));
}

TEST(TaylorTest, kinks) {
  const Series x = curve();
  expectEqual(x, taylor::fabs(-x));
  expectEqual(x, taylor::fmax(x, 0.1));
  expectEqual(Series(0.1), taylor::fmin(0.1, x));
  expectEqual(x, taylor::min(x, 0.5));
  expectEqual(Series(0.5), taylor::max(0.5, x));
  EXPECT_TRUE(x < 0.5 && x >= 0.4 && x != 0.5 && static_cast<int>(x + 2.0) == 2);
}

} // namespace
} // namespace adjoint
