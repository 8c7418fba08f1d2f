// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-split-choices | --no-fusion | --no-tbr | --no-inline | --strong-zero
//
// Choices of functions' values: stored to arrays and variables that are overwritten, in each other, and of derivatives that are not
// finite where the other side is chosen. Sums of choices, and values that both sides of a choice use.

#include "numeric.h"

#include <cmath>
#include <vector>

#pragma adjoint reverse
double gates(const double *x, int n) {
  std::vector<double> gate(4 * n), state(n);
  for (int t = 0; t < 3; ++t) {
    for (int g = 0; g < 4 * n; ++g) {
      const double z = x[g % n] * (1 + g / n) + 0.3 * state[(g + 1) % n];
      gate[g] = g / n == 3 ? std::tanh(z) : 1.0 / (1.0 + std::exp(-z));
    }
    for (int k = 0; k < n; ++k)
      state[k] = gate[k] * state[k] + gate[n + k] * gate[3 * n + k];
  }
  double sum = 0.0;
  for (double s : state)
    sum += s * s;
  return sum;
}

// Where x is not positive, the root and its derivative are NaN.
#pragma adjoint reverse
double roots(const double *x, int n) {
  double sum = 0.0, last = 0.5;
  for (int i = 0; i < n; ++i) {
    double r = x[i] > 0.0 ? std::sqrt(x[i]) : x[i] > -0.5 ? std::exp(x[i]) : last;
    last = r > 0.7123 ? std::sqrt(r - 0.7123) * last : r * r;
    sum += last * r;
  }
  return sum;
}

// Both sides use the same value, which is therefore never without influence.
#pragma adjoint reverse
double robust(const double *x, int n) {
  double total = 0.0;
  for (int i = 0; i + 1 < n; ++i) {
    const double c = std::cos(x[i]), s = std::sin(x[i]);
    const double e = c * x[i + 1] + s, f = c - s * x[i + 1];
    const double chi = e * e + 0.3 * e * f + f * f;
    total += i % 2 == 0 ? chi : 0.25 * std::log1p(chi / 0.25);
  }
  return total;
}

// What is paid is a sum of choices; nothing is added where all of them are zero.
#pragma adjoint reverse
double paid(const double *x, int n) {
  double error = 0.0;
  for (int p = 0; p < 3; ++p) {
    double level = 0.1 * p, variance = 0.04;
    for (int i = 0; i < n; ++i) {
      const double v = std::fmax(variance, 0.0), root = std::sqrt(v + 1e-10);
      level += 0.3 * root * x[i] - 0.1 * v;
      variance += 0.5 * (0.05 - v) + 0.9 * root * x[(i + p) % n];
    }
    const double spot = std::exp(level);
    double payoff = 0.0;
    for (int k = 0; k < 4; ++k)
      payoff += std::fmax(spot - (0.903 + 0.1 * k), 0.0) * (k + 1);
    error += payoff;
  }
  return error;
}

// A short array that is set element by element, and added to in a loop.
#pragma adjoint reverse
double stages(const double *x, int n) {
  static const double a[3][2] = {{0.0, 0.0}, {0.5, 0.0}, {-1.0, 2.0}};
  double y[2] = {0.3, 0.7};
  for (int t = 0; t < n; ++t) {
    double k[3][2], stage[2];
    for (int s = 0; s < 3; ++s) {
      stage[0] = y[0];
      stage[1] = y[1] * x[t];
      for (int r = 0; r < s; ++r)
        for (int i = 0; i < 2; ++i)
          stage[i] += a[s][r] * k[r][i];
      k[s][0] = stage[0] * stage[1];
      k[s][1] = std::sin(stage[1]) - stage[0] * x[t];
    }
    for (int i = 0; i < 2; ++i)
      y[i] += 0.1 * (k[0][i] + k[1][i] * k[2][i]);
  }
  return y[0] * y[1];
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.55, 0.2, -0.7, 0.4}, {0.7, -0.2}, {1.1, 0.2}, {0.45, -0.3, 0.61}, {0.4, 0.1, 0.92, -0.2, 0.35}};
  numeric::check("gates", gates, gates_b, points);
  numeric::check("roots", roots, roots_b, points);
  numeric::check("robust", robust, robust_b, points);
  numeric::check("paid", paid, paid_b, points);
  numeric::check("stages", stages, stages_b, points);
  return numeric::report();
}
