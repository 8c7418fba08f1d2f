// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-join-branches | --no-local-records | --no-join-branches --no-local-records | --no-tbr | --no-inline | --no-pass-over-zeros
//
// Branches that one iteration, or one function, runs in both sweeps: what they record is a variable, or they become one branch. With
// statements between that read what the branch computes, overwrite what it reads or restore it; in each other; with conditions that the
// branch changes; and adjoints of calls that a branch leaves nothing to do.

#include "numeric.h"

#include <cmath>

// The second branch reads what stands between, which reads what the first computes.
#pragma adjoint reverse
double between(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    double value = 0.1;
    if (x[i] > 0.5) {
      const double root = std::sqrt(x[i]);
      value = root * std::sin(root);
    }
    const double e = value - 0.3 * i;
    sum += e * e * x[(i + 1) % n];
  }
  return sum;
}

// The branch overwrites what it needs, and what the other side reads.
#pragma adjoint reverse
double overwritten(double *x, int n) {
  double sum = 0.0, last = 1.0;
  for (int i = 0; i < n; ++i) {
    double y = x[i] * last;
    if (y > 0.43) {
      const double old = y;
      y = y * std::exp(-y);
      x[i] = y * old;
      y *= y;
    } else {
      x[i] *= y;
      y = std::cos(x[i] * y);
    }
    last = y + 0.1 * x[i];
    sum += last * y;
  }
  return sum;
}

// In each other, with a loop between, and with records on both sides.
#pragma adjoint reverse
double nested(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    double a = x[i], b = 1.0 + x[i] * x[i];
    int which = 0;
    if (a > 0.33) {
      const double q = a / b;
      if (q > 0.33) {
        const double r = std::exp(q);
        a = r * b;
        b = a * q;
        which = i % 3;
      } else {
        a = std::log(b + q);
      }
      b += a * q;
    } else {
      a = std::tanh(b * a);
      b = a * a;
    }
    for (int k = 0; k <= which; ++k)
      a = a * b + 0.1 * x[k];
    sum += a * a + b;
  }
  return sum;
}

// The branch changes what its condition reads.
#pragma adjoint reverse
double changed(const double *x, int n) {
  double sum = 0.0, a = x[0];
  for (int i = 0; i < n; ++i) {
    if (a > 0.6) {
      a = a * x[i] * 0.7;
      sum += a * a;
    }
    a += 0.3 * x[i] * x[i];
    sum += std::sin(a);
  }
  return sum + a * a;
}

// One function: both of its branches depend on one condition, which memory holds and the code between changes.
#pragma adjoint reverse
double guarded(double *x, int n) {
  double y = 0.2;
  if (x[0] > 0.1) {
    const double s = std::sqrt(x[0]);
    y = s * s * s * x[n - 1];
  }
  x[0] = y * x[n - 1];
  const double w = std::exp(-y * y);
  if (x[0] > w)
    y = y / (1.0 + w * w);
  else
    y = y * y * w + x[0];
  return y * w * x[0];
}

namespace {

double distance(const double *x, double at) {
  double sum = 0.0;
  for (int k = 0; k < 2; ++k)
    sum += (x[k] - at) * (x[k] - at);
  return sum < 0.01 ? 1e30 : std::sqrt(sum);
}

double weighted(const double *x, double scale) {
  double p = 1.0;
  for (int k = 0; k < 3; ++k)
    p *= scale + x[k] * x[k];
  return std::log(p);
}

} // namespace

// The nearest takes it all.
#pragma adjoint reverse
double nearest(const double *x, int n) {
  double best = 1e30, second = 1e30;
  int which = -1;
  for (int i = 0; i + 1 < n; ++i) {
    const double d = distance(x + i, 0.3 * i);
    if (d < best) {
      second = best;
      best = d;
      which = i;
    }
  }
  return which < 0 ? 0.0 : best * best * (1.0 + which) + (second < 1e20 ? 0.1 * second : 0.0);
}

// Calls whose value is left out, negative, or multiplied with what is zero.
#pragma adjoint reverse
double left(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i + 2 < n; ++i) {
    const double w = weighted(x + i, 0.5 + 0.1 * i);
    const double v = weighted(x + i, x[i]);
    if (w > 0.2)
      sum += w * v;
    const double gain = v - 0.5;
    sum += gain > 0.0 ? gain * gain : 0.0;
  }
  return sum;
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.55, 0.2, -0.7, 0.4}, {0.7}, {1.1, 0.2}, {0.45, -0.3, 0.61}, {0.4, 0.1, 0.92, -0.2, 0.35}};
  numeric::check("between", between, between_b, points);
  numeric::check("overwritten", overwritten, overwritten_b, points);
  numeric::check("nested", nested, nested_b, points);
  numeric::check("changed", changed, changed_b, points);
  numeric::check("guarded", guarded, guarded_b, points);
  numeric::check("nearest", nearest, nearest_b, points);
  numeric::check("left", left, left_b, points);
  return numeric::report();
}
