// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-restoring-copies | --no-tbr | --no-fusion | --no-inline | --no-recompute | --no-liveness
//
// Copies bring back what they were made from (RestoringCopies.h): of vectors, of short arrays, in loops around. And those that must not,
// or not alone: the source is needed behind the copy, at the begin of an iteration, or in front of the loop; the copy stands in a branch,
// copies a part, another number of elements each time, or values that change on the way; its target is overwritten behind it.

#include "numeric.h"

#include <array>
#include <cmath>
#include <utility>

#pragma adjoint reverse
double recurrent(const double *x, int n) {
  std::vector<double> h(3, 0.4), next(3);
  double sum = 0.0;
  for (int t = 0; t < n; ++t) {
    for (int i = 0; i < 3; ++i) {
      double s = x[t];
      for (int j = 0; j < 3; ++j)
        s += x[(i + j) % n] * h[j] * h[i];
      next[i] = std::tanh(s);
    }
    h = next;
    sum += h[0] * h[1] + std::sin(h[2]);
  }
  return sum;
}

#pragma adjoint reverse
double shortArrays(const double *x, int n) {
  std::array<double, 4> state = {0.1, 0.2, 0.3, 0.4};
  double sum = 0.0;
  for (int t = 0; t < n; ++t) {
    std::array<double, 4> next{};
    if (t == 1) {
      next = state;
    } else {
      for (int j = 0; j < 4; ++j)
        for (int i = 0; i < 4; ++i)
          next[j] += state[i] * std::cos(x[t] + i * j);
    }
    double total = 1.0;
    for (double &v : next) {
      v *= std::exp(x[t] * v);
      total += v * v;
    }
    for (double &v : next)
      v /= total;
    sum += std::log(total);
    state = next;
  }
  return sum + state[1] * state[2];
}

// The loop runs in another one, whose iterations begin with new values.
#pragma adjoint reverse
double repeated(const double *x, int n) {
  double h[3], next[3], result = 0.0;
  for (int r = 0; r < n; ++r) {
    for (int i = 0; i < 3; ++i)
      h[i] = x[r] * (i + 1);
    for (int t = 0; t < 3; ++t) {
      for (int i = 0; i < 3; ++i)
        next[i] = std::exp(-h[i] * h[(i + 1) % 3]);
      for (int i = 0; i < 3; ++i)
        h[i] = next[i];
    }
    result += h[0] * h[1] * h[2];
  }
  return result;
}

// What is needed of the source stands behind the copy, and at the begin of the next iteration.
#pragma adjoint reverse
double neededBehind(const double *x, int n) {
  double h[3] = {0.1, 0.2, 0.3}, next[3] = {0.5, 0.6, 0.7}, sum = 0.0;
  for (int t = 0; t < n; ++t) {
    sum += std::sin(next[t % 3] * x[t]);
    for (int i = 0; i < 3; ++i)
      next[i] = std::tanh(x[t] * h[i] + h[(i + 1) % 3]);
    for (int i = 0; i < 3; ++i)
      h[i] = next[i];
    for (int i = 0; i < 3; ++i)
      next[i] *= next[i] * h[i];
    for (int i = 0; i < 3; ++i)
      sum += next[i] * next[i];
  }
  return sum + h[0] * h[1];
}

// Needed in front of the loop, and behind it.
#pragma adjoint reverse
double neededAround(const double *x, int n) {
  double h[2] = {0.1, 0.2}, next[2];
  for (int i = 0; i < 2; ++i)
    next[i] = x[i % n] * x[0];
  double sum = next[0] * next[1];
  for (int t = 0; t < n; ++t) {
    for (int i = 0; i < 2; ++i)
      next[i] = std::sin(x[t] + h[i] * h[1 - i]) * (1.0 + x[t]);
    sum += next[0] * next[1];
    for (int i = 0; i < 2; ++i)
      h[i] = next[i];
  }
  return sum * next[0] + h[1] * h[1];
}

// Only sometimes, and not all.
#pragma adjoint reverse
double partly(const double *x, int n) {
  double h[3] = {0.1, 0.2, 0.3}, g[3] = {0.3, 0.2, 0.1}, next[3], other[3], sum = 0.0;
  for (int t = 0; t < n; ++t) {
    for (int i = 0; i < 3; ++i) {
      next[i] = std::tanh(x[t] * h[i] * h[i] + g[i]);
      other[i] = std::exp(-g[i] * x[t] * g[i]);
    }
    if (x[t] > 0.32)
      for (int i = 0; i < 3; ++i)
        h[i] = next[i];
    for (int i = 0; i < 2; ++i)
      g[i] = other[i];
    sum += h[t % 3] * g[2] * g[0];
  }
  return sum;
}

// The number of elements depends on the iteration.
#pragma adjoint reverse
double growing(const double *x, int n) {
  double h[6] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, next[6] = {}, sum = 0.0;
  for (int t = 0; t < n; ++t) {
    const int width = 2 + (2 * t) % 5;
    for (int i = 0; i < width; ++i)
      next[i] = std::tanh(x[t] * h[i] * h[i] + 0.1 * i);
    for (int i = 0; i < width; ++i)
      h[i] = next[i];
    for (int i = 0; i < 6; ++i)
      sum += h[i] * h[i];
  }
  return sum;
}

// The target changes behind the copy, the source between its use and the copy.
#pragma adjoint reverse
double changed(const double *x, int n) {
  double h[3] = {0.1, 0.2, 0.3}, next[3], sum = 0.0;
  for (int t = 0; t < n; ++t) {
    for (int i = 0; i < 3; ++i)
      next[i] = std::tanh(x[t] * h[i] * h[i]);
    for (int i = 0; i < 3; ++i) {
      sum += std::exp(next[i]);
      next[i] = next[i] * next[i] + x[t];
    }
    next[1] = 0.5 * next[0];
    for (int i = 0; i < 3; ++i)
      h[i] = next[i];
    h[0] = std::sin(h[1] * h[2] * x[t]);
    h[2] *= h[0];
  }
  return sum + h[0] * h[2];
}

// A variable of the iteration is computed again from the source, at the end of the iteration.
#pragma adjoint reverse
double computedAgain(const double *x, int n) {
  double h[2] = {0.1, 0.2}, next[2] = {0.3, 0.4}, sum = 0.0;
  for (int t = 0; t < n; ++t) {
    for (int i = 0; i < 2; ++i)
      next[i] = h[i] * h[1 - i] + x[t];
    const double product = next[0] * next[1];
    const double scaled = 0.5 * next[0];
    sum += product * product + std::sin(scaled * product);
    for (int i = 0; i < 2; ++i)
      h[i] = next[i];
  }
  return sum + h[0];
}

// The head of the loop needs the source, behind the body.
#pragma adjoint reverse
double inTheHead(const double *x, int n) {
  double h[2] = {0.1, 0.2}, next[2], sum = 0.0;
  for (int t = 0; t < n; sum += std::sin(next[0] * next[1]), ++t) {
    for (int i = 0; i < 2; ++i)
      next[i] = std::tanh(x[t] * h[i] + h[1 - i] * h[i]);
    for (int i = 0; i < 2; ++i)
      h[i] = next[i];
  }
  return sum * h[0];
}

// Pointers that change places.
#pragma adjoint reverse
double swapped(const double *x, int n) {
  std::vector<double> a(3, 0.4), b(3, 0.1), c(3, 0.2);
  double sum = 0.0;
  for (int t = 0; t < n; ++t) {
    for (int i = 0; i < 3; ++i)
      b[i] = std::tanh(a[i] * a[(i + 1) % 3] + x[t] * c[i]);
    for (int i = 0; i < 3; ++i)
      c[i] = b[i];
    sum += a[0] * b[1] * c[2];
    std::swap(a, b);
  }
  return sum;
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.55}, {0.7}, {0.2, 0.41}, {0.45, -0.35, 0.61}};
  numeric::check("recurrent", recurrent, recurrent_b, points);
  numeric::check("shortArrays", shortArrays, shortArrays_b, points);
  numeric::check("repeated", repeated, repeated_b, points);
  numeric::check("neededBehind", neededBehind, neededBehind_b, points);
  numeric::check("neededAround", neededAround, neededAround_b, points);
  numeric::check("partly", partly, partly_b, points);
  numeric::check("growing", growing, growing_b, points);
  numeric::check("changed", changed, changed_b, points);
  numeric::check("computedAgain", computedAgain, computedAgain_b, points);
  numeric::check("inTheHead", inTheHead, inTheHead_b, points);
  numeric::check("swapped", swapped, swapped_b, points);
  return numeric::report();
}
