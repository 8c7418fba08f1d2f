// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-fusion | --no-tbr | --no-liveness | --no-recompute | --no-use-tape-blocks | --no-sum-locally --no-merge-sums | --no-inline-loops
//
// Sums of loops that what stands behind the loop needs: where it can wait for the reversed loop, and where it cannot,
// because the loop's own adjoint needs what the sum is needed for, the sum has other values, or what is read or added to
// changes between.

#include "numeric.h"

#include <cmath>

#pragma adjoint reverse
double discounted(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    double price = x[0];
    for (int k = 0; k < 3; ++k)
      price *= std::exp(0.1 * x[i] * k);
    if (price > 0.2)
      s += price - 0.2;
  }
  return std::exp(-x[0]) * s / n;
}

// Numbers of the function's own, which loop and statement read.
#pragma adjoint reverse
double ofNumbers(const double *x, int n) {
  const double first = x[0] * x[0], last = x[n - 1];
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += std::exp(x[i] * first) * last * last;
  return std::exp(-first) * s * last;
}

// One that is written behind the loop, or that the loop writes.
#pragma adjoint reverse
double ofWrittenNumbers(const double *x, int n) {
  double first = x[0] * x[0], last = x[n - 1], s = 0.0, r = 0.0;
  for (int i = 0; i < n; ++i)
    s += std::exp(x[i] * first) * last;
  first = first * last;
  for (int i = 0; i < n; ++i) {
    last = x[i] * first;
    r += std::sin(last) * first;
  }
  return s * first * last + last * r;
}

// The adjoint of the loop depends on its sum.
#pragma adjoint reverse
double logarithm(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i)
    s += std::exp(x[i]) * x[0];
  return std::log(s) * x[n - 1];
}

#pragma adjoint reverse
double twoSums(const double *x, int n) {
  double a = 0.5, b = x[0];
  for (int i = 0; i < n; ++i) {
    a += std::exp(x[i]);
    b -= std::sin(x[i]) * x[0];
  }
  return x[n - 1] * a + b * x[0];
}

#pragma adjoint reverse
double productOfSums(const double *x, int n) {
  double a = 0.5, b = 1.0;
  for (int i = 0; i < n; ++i) {
    a += std::exp(x[i]);
    b -= std::sin(x[i]) * x[0];
  }
  return a * b;
}

// One statement waits for two loops.
#pragma adjoint reverse
double twoLoops(const double *x, int n) {
  double a = 0.5, b = 1.0;
  for (int i = 0; i < n; ++i)
    a += std::exp(x[i] * x[0]);
  for (int i = 0; i < n; ++i)
    b -= std::sin(x[i]) * x[0];
  const double f = x[0] * x[n - 1];
  return f * (a + b);
}

#pragma adjoint reverse
double sumFeedsSum(const double *x, int n) {
  double a = 0.5, b = 1.0;
  for (int i = 0; i < n; ++i)
    a += std::exp(x[i] * x[0]);
  for (int i = 0; i < n; ++i)
    b += std::sin(x[i]) * a * x[0];
  return x[0] * a + x[n - 1] * b;
}

// The sum is needed earlier, is written again, is read in the loop.
#pragma adjoint reverse
double earlier(const double *x, int n) {
  double s = x[0] * x[0];
  const double t = s * s * x[0];
  for (int i = 0; i < n; ++i)
    s += std::exp(x[i]) * t;
  return s * x[0];
}

#pragma adjoint reverse
double again(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += std::exp(x[i]) * x[i];
  s = s * x[0];
  return s * x[n - 1];
}

#pragma adjoint reverse
double readInLoop(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    s += std::exp(x[i]) * x[i];
    if (s > 2.0)
      s += x[0] * x[0];
  }
  return s * x[n - 1];
}

// What the waiting statement reads is overwritten behind the loop, and by the loop.
#pragma adjoint reverse
double overwrittenBehind(double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += std::exp(x[i]) * x[i];
  x[0] = x[0] * x[0] * 0.5;
  x[0] = s * x[0];
  return x[0] * s;
}

#pragma adjoint reverse
double overwrittenIn(const double *x, double *w, int n) {
  double s = 0.0, factor = 2.0;
  for (int i = 0; i < n; ++i) {
    w[0] = x[i] * x[0];
    factor = w[0] * w[0];
    s += std::exp(w[0]) * factor;
  }
  return s * w[0] * factor;
}

// Added to an adjoint that the loop overwrites, and to one that statements behind it do.
#pragma adjoint reverse
double addedToOverwritten(const double *x, double *w, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    w[1] = x[i] * x[0];
    s += std::exp(w[1]) * w[1];
  }
  w[0] = x[0] * x[n - 1];
  return s * w[0] + w[1];
}

// A branch and a loop behind.
#pragma adjoint reverse
double controlBehind(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += std::exp(x[i]) * x[i];
  double f = x[0];
  if (x[0] > 0.4)
    f *= x[n - 1];
  for (int i = 0; i < n; ++i)
    f += x[i] * x[i];
  return s * f;
}

double half(double s) { return 0.5 * s * s; }

#pragma adjoint reverse
double callBehind(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += std::exp(x[i]) * x[i];
  const double h = half(x[0]);
  return s * h;
}

#pragma adjoint reverse
double byReference(double &scale, const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += std::exp(x[i]) * x[i];
  return s * scale;
}

#pragma adjoint reverse value
double withValue(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += std::exp(x[i]) * x[i];
  return s * x[0];
}

double inner(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += std::exp(x[i]) * x[i];
  return s * x[0];
}

#pragma adjoint reverse
double inCallee(const double *x, int n) { return inner(x, n) * inner(x, n - 1); }

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.5}, {0.7}, {1.1, 0.2}};
  numeric::check("discounted", discounted, discounted_b, points);
  numeric::check("ofNumbers", ofNumbers, ofNumbers_b, points);
  numeric::check("ofWrittenNumbers", ofWrittenNumbers, ofWrittenNumbers_b, points);
  numeric::check("logarithm", logarithm, logarithm_b, points);
  numeric::check("twoSums", twoSums, twoSums_b, points);
  numeric::check("productOfSums", productOfSums, productOfSums_b, points);
  numeric::check("twoLoops", twoLoops, twoLoops_b, points);
  numeric::check("sumFeedsSum", sumFeedsSum, sumFeedsSum_b, points);
  numeric::check("earlier", earlier, earlier_b, points);
  numeric::check("again", again, again_b, points);
  numeric::check("readInLoop", readInLoop, readInLoop_b, points);
  numeric::check("overwrittenBehind", overwrittenBehind, overwrittenBehind_b, points);
  numeric::check("controlBehind", controlBehind, controlBehind_b, points);
  numeric::check("callBehind", callBehind, callBehind_b, points);
  numeric::check("inCallee", inCallee, inCallee_b, points);
  auto withSpace = [](const char *name, auto primal, auto adjoint) {
    numeric::check(
        name, numeric::Vector{0.3, 0.8, -0.6, 0.9},
        [=](const numeric::Vector &x) {
          double w[2] = {0.4, 0.6};
          const double y = primal(x.data(), w, int(x.size()));
          return numeric::Vector{y, w[0], w[1]};
        },
        [=](const numeric::Vector &x, const numeric::Vector &y_b) {
          double w[2] = {0.4, 0.6}, w_b[2] = {y_b[1], y_b[2]};
          numeric::Vector x_b(x.size(), 0.0);
          adjoint(x.data(), x_b.data(), w, w_b, int(x.size()), y_b[0]);
          return x_b;
        });
  };
  withSpace("overwrittenIn", overwrittenIn, overwrittenIn_b);
  withSpace("addedToOverwritten", addedToOverwritten, addedToOverwritten_b);
  numeric::check(
      "byReference", numeric::Vector{0.3, 0.8, -0.6},
      [](const numeric::Vector &x) {
        double scale = x[0];
        return numeric::Vector{byReference(scale, x.data(), int(x.size()))};
      },
      [](const numeric::Vector &x, const numeric::Vector &y_b) {
        double scale = x[0], scale_b = 0.0;
        numeric::Vector x_b(x.size(), 0.0);
        byReference_b(scale, scale_b, x.data(), x_b.data(), int(x.size()), y_b[0]);
        x_b[0] += scale_b;
        return x_b;
      });
  numeric::check(
      "withValue", numeric::Vector{0.3, 0.8, -0.6},
      [](const numeric::Vector &x) { return numeric::Vector{withValue(x.data(), int(x.size()))}; },
      [](const numeric::Vector &x, const numeric::Vector &y_b) {
        numeric::Vector x_b(x.size(), 0.0);
        const double value = withValue_b(x.data(), x_b.data(), int(x.size()), y_b[0]);
        numeric::expect("withValue", withValue(x.data(), int(x.size())), value);
        return x_b;
      });
  return numeric::report();
}
