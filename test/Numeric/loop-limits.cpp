// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-fusion | --no-inline --no-tbr
//
// Counted loops at the ends of their counter's type, or over more than its half, and against bounds that the type does not hold:
// the reversed counter goes nowhere the counter itself does not go.

#include "numeric.h"

#include <climits>
#include <cmath>

#pragma GCC diagnostic ignored "-Wsign-compare"

// ---- bounds of a wider type. Their tangents and differences by the bound are zero.

#pragma adjoint reverse
double wideBound(double x, double end) {
  const long n = static_cast<long>(end);
  double s = x;
  for (int i = 0; i < n; ++i)
    s += std::sin(s * x);
  return s;
}

#pragma adjoint reverse
double wideInclusive(double x, double end) {
  const long n = static_cast<long>(end);
  double s = x;
  for (int i = 1; i <= n; ++i)
    s += std::sin(s * x) * i;
  return s;
}

#pragma adjoint reverse
double wideDown(double x, double end) {
  const long long n = static_cast<long long>(end);
  double s = x;
  for (int i = 3; i > n; --i)
    s += std::sin(s * x) * i;
  return s;
}

#pragma adjoint reverse
double wideDownInclusive(double x, double end) {
  const long n = static_cast<long>(end);
  double s = x;
  int i;
  for (i = 3; n <= i; i -= 2)
    s += std::sin(s * x) * i;
  return s * i;
}

#pragma adjoint reverse
double wideSteps(double x, double end) {
  long n = static_cast<long>(end);
  double s = x, t = 0.0;
  for (int k = 0; k < 2; ++k, ++n)
    for (int i = -1; i < n; i += 2)
      t += std::sin(s * x * (i + k));
  for (int i = 0; i < n - 1; i += 2)
    s += s * std::cos(x * i);
  return s * t;
}

// A bound that the loop changes.
#pragma adjoint reverse
double wideChanging(double x, double end) {
  long n = static_cast<long>(end);
  double s = x;
  for (int i = 0; i < n; ++i) {
    s += std::sin(s * x);
    --n;
  }
  return s;
}

#pragma adjoint reverse
double unsignedBound(double x, double end) {
  const unsigned n = static_cast<unsigned>(end);
  const unsigned long m = n;
  double s = x;
  for (int i = 0; i < n; i += 2)
    s += std::sin(s * x) * i;
  for (int i = 0; i < m; ++i)
    s += std::sin(s * x) * i;
  return s;
}

// ---- loops that begin or end where the type does.

int lowest = INT_MIN, highest = INT_MAX, none = INT_MIN + 1, all = INT_MAX - 1;

#pragma adjoint reverse
double atLowest(double x) {
  double s = x;
  for (int i = INT_MIN; i < INT_MIN + 4; ++i)
    s += std::sin(s * (i - INT_MIN + 1));
  for (int i = lowest; i < INT_MIN + 4; ++i)
    s += std::sin(s * (i - lowest + 1));
  for (int i = lowest; i <= lowest + 4; ++i)
    s += std::sin(x * (i - lowest + 1));
  for (long i = LONG_MIN; i != LONG_MIN + 3; ++i)
    s *= std::cos(s * (i - LONG_MIN + 1));
  return s;
}

#pragma adjoint reverse
double atHighest(double x) {
  double s = x;
  for (int i = INT_MAX; i > INT_MAX - 3; --i)
    s += std::sin(s * (INT_MAX - i + 1));
  for (int i = highest; i >= highest - 3; --i)
    s += std::sin(s * (highest - i + 1));
  for (int i = highest; i > all - 2; --i)
    s += std::sin(x * (highest - i + 1));
  for (unsigned i = UINT_MAX; i > UINT_MAX - 3; --i)
    s *= std::cos(s * (UINT_MAX - i + 1));
  for (unsigned i = UINT_MAX; i >= UINT_MAX - 3; --i)
    s += std::cos(x * (UINT_MAX - i + 1));
  return s;
}

#pragma adjoint reverse
double upToHighest(double x) {
  double s = x;
  for (int i = INT_MAX - 3; i < INT_MAX; ++i)
    s += std::sin(s * (INT_MAX - i + 1));
  for (int i = all - 3; i <= all; ++i)
    s += std::sin(s * (highest - i + 1));
  for (int i = none + 2; i > lowest; --i)
    s += std::sin(x * (i - lowest));
  for (unsigned long i = ULONG_MAX - 2; i < ULONG_MAX; ++i)
    s *= std::cos(s * (ULONG_MAX - i + 1));
  return s;
}

// The counter is the function's, and read afterwards.
#pragma adjoint reverse
double ownCounter(const double *x, int n) {
  double s = x[0];
  int i = 2;
  s *= i;
  for (i = lowest; i < lowest + n; ++i)
    s += std::sin(s * x[i - lowest]);
  s += x[0] * (i - lowest);
  for (i = highest; i > highest - n; --i)
    s += std::sin(s * x[highest - i]);
  return s * (highest - i);
}

// Loops inside, whose sums and records are looked at together.
#pragma adjoint reverse
double around(const double *x, int n) {
  double s = 0.0;
  for (int k = highest; k > highest - n; --k) {
    double t = x[highest - k];
    for (int i = lowest; i < lowest + n; ++i)
      t += x[i - lowest] * x[highest - k];
    for (int j = lowest; j < lowest + n; ++j)
      t = std::sin(t * x[j - lowest]);
    s += t * t;
  }
  return s;
}

// ---- ranges wider than half of the type, in steps.

#pragma adjoint reverse
double wideRange(double x) {
  double s = x;
  for (int i = -2000000000; i < 2000000000; i += 500000000)
    s += std::sin(x * i * 1e-9);
  for (int i = -2000000000; i <= 1500000000; i += 500000000)
    s += std::sin(s * i * 1e-9);
  for (int i = 2000000000; i > -2000000000; i -= 500000000)
    s += s * std::sin(s * i * 1e-9);
  for (int i = all; i >= -2000000000; i -= 700000000)
    s += s * std::sin(s * i * 1e-9);
  return s;
}

#pragma adjoint reverse
double wideRangeGiven(double x) {
  double s = x;
  for (int i = lowest; i < highest - 400000000; i += 300000000)
    s += std::sin(s * i * 1e-9);
  for (long i = LONG_MIN; i < 5000000000000000000; i += 1000000000)
    if (i >= LONG_MIN + 3000000000)
      break;
    else
      s += std::sin(x * (i - LONG_MIN) * 1e-9);
  int i;
  for (i = highest; i > lowest + 400000000; i -= 300000000)
    s += std::sin(s * i * 1e-9);
  for (int k = 5; k < none; k += 3) // none, far away
    s += std::sin(s * k);
  for (int k = -5; k > all; k -= 3)
    s += std::sin(s * k);
  return s * (i * 1e-9);
}

int main() {
  const numeric::Points wide = {{0.7, 3.5}, {0.4, -4294967289.5}, {0.3, -8.5}};
  const numeric::Points wideAbove = {{0.7, -3.5}, {0.4, 4294967299.5}, {0.3, 1.5}, {0.6, 9.5}};
  numeric::check("wideBound", wideBound, wideBound_b, wide);
  numeric::check("wideInclusive", wideInclusive, wideInclusive_b, wide);
  numeric::check("wideDown", wideDown, wideDown_b, wideAbove);
  numeric::check("wideDownInclusive", wideDownInclusive, wideDownInclusive_b, wideAbove);
  numeric::check("wideSteps", wideSteps, wideSteps_b, wide);
  numeric::check("wideChanging", wideChanging, wideChanging_b, wide);
  numeric::check("unsignedBound", unsignedBound, unsignedBound_b, {{0.7, 0.4}, {0.3, 1.5}, {0.4, 4.5}});
  numeric::check("atLowest", atLowest, atLowest_b, {{0.3}, {0.8}});
  numeric::check("atHighest", atHighest, atHighest_b, {{0.3}, {0.8}});
  numeric::check("upToHighest", upToHighest, upToHighest_b, {{0.3}, {0.8}});
  numeric::check("ownCounter", ownCounter, ownCounter_b, {{0.3, 0.8, -0.4}, {0.9}});
  numeric::check("around", around, around_b, {{0.3, 0.8, -0.4}, {0.9}});
  numeric::check("wideRange", wideRange, wideRange_b, {{0.3}, {0.8}});
  numeric::check("wideRangeGiven", wideRangeGiven, wideRangeGiven_b, {{0.3}, {0.8}});
  return numeric::report();
}
