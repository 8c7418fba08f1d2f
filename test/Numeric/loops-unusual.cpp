// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Loops that count in unusual ways: unsigned counters running down, counters changed in the body, counters used after
// the loop, several counters, floating-point counters, no counter.

#include "numeric.h"

#include <cstddef>

#pragma adjoint reverse
double unsignedDown(const double *x, int n) {
  double s = 1.0;
  for (std::size_t i = std::size_t(n); i-- > 0;)
    s = s * x[i] + 0.5;
  for (unsigned i = unsigned(n) - 1; i < unsigned(n); --i)
    s += x[i] * s * 0.1;
  return s;
}

#pragma adjoint reverse
double counterChanged(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    s *= x[i];
    if (s < 0.5)
      ++i;
    s += 0.25;
    if (i == 1)
      i += 1;
  }
  return s;
}

#pragma adjoint reverse
double usedAfterLoop(const double *x, int n) {
  double s = 1.0;
  int i;
  for (i = 0; i < n; ++i) {
    s = s * x[i] + 0.3;
    if (s > 1.2)
      break;
  }
  s *= i;
  int j = i < n ? i : 0;
  s += x[j] * s;
  for (; j < n; j++)
    s += x[j] * x[j];
  return s * j;
}

#pragma adjoint reverse
double severalCounters(const double *x, int n) {
  double s = 1.0;
  for (int i = 0, j = n - 1, k = 1; i <= j; i += k, j -= 1, k = 3 - k)
    s = s * x[i] + x[j] * k;
  return s;
}

#pragma adjoint reverse
double floatingCounter(double x, double y) {
  double s = x;
  for (double t = 0.0; t < 1.0; t += 0.125)
    s += t * s * y;
  for (float f = 1.0f; f > 0.1f; f *= 0.5f)
    s *= 1.0 + f * x;
  return s;
}

// Euler's method to a given end: step and time are active.
#pragma adjoint reverse
double activeCounter(double x, double h) {
  double t = 0.0;
  while (t + h <= 1.0) {
    x += h * (t - x * x);
    t += h;
  }
  double last = 1.0 - t;
  return x + last * (t - x * x);
}

#pragma adjoint reverse
double stepFromData(const double *x, int n) {
  double s = 1.0;
  int step = 1;
  for (int i = 0; i < 2 * n; i += step) {
    s = 0.5 * s * x[i % n] + x[(i + step) % n];
    step = s > 1.0 ? 1 : 2;
  }
  return s;
}

// Nothing but a condition.
#pragma adjoint reverse
double everythingInTheCondition(double x, double y) {
  int k = 0;
  double v[6];
  while (v[k] = x *= y, ++k < 6) {
  }
  for (; k-- > 0 && (y += v[k] * 0.1, true);) {
  }
  return x * y;
}

#pragma adjoint reverse
double triangularByBounds(const double *x, int n) {
  double s = 1.0;
  int begin[4] = {0, 1, 1, 3}, end = n;
  for (int row = 0; row < 3; ++row) {
    for (int i = begin[row]; i < begin[row + 1] && i < end; ++i)
      s = s * x[i] + 0.2;
    begin[row] = 100;
    end -= row;
  }
  return s;
}

int main() {
  numeric::check("unsignedDown", unsignedDown, unsignedDown_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("counterChanged", counterChanged, counterChanged_b,
                 {{0.7, 1.3, -0.8, 0.9}, {0.1, 0.9, 0.4, -0.6}, {1.1, 1.2, 1.4, 1.5, 0.2, 0.7}});
  numeric::check("usedAfterLoop", usedAfterLoop, usedAfterLoop_b,
                 {{0.7, 1.3, -0.8}, {0.4, 0.9, 0.4, -0.6}, {1.4, 0.3}});
  numeric::check("severalCounters", severalCounters, severalCounters_b, {{0.7, 1.3, -0.8, 0.2}, {1.1, 0.9, 0.4}});
  numeric::check("floatingCounter", floatingCounter, floatingCounter_b, {{0.7, 1.3}, {-0.6, 0.4}});
  numeric::check("activeCounter", activeCounter, activeCounter_b, {{0.7, 0.123}, {1.6, 0.27}});
  numeric::check("stepFromData", stepFromData, stepFromData_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("everythingInTheCondition", everythingInTheCondition, everythingInTheCondition_b,
                 {{0.7, 1.3}, {-1.1, 0.9}});
  numeric::check("triangularByBounds", triangularByBounds, triangularByBounds_b,
                 {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  return numeric::report();
}
