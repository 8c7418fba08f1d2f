// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-TANGENTS: none (objects would have to cross the boundary)
//
// The forward algorithm of a hidden Markov model, scaled in every step.

#include "numeric.h"

#include <array>
#include <cmath>
#include <numeric>
#include <vector>

constexpr int states = 3;
using Distribution = std::array<double, states>;

static Distribution softmax(const double *logits) {
  Distribution p{};
  for (int i = 0; i < states; ++i)
    p[i] = std::exp(logits[i]);
  double sum = std::accumulate(p.begin(), p.end(), 0.0);
  for (double &v : p)
    v /= sum;
  return p;
}

#pragma adjoint reverse
double logLikelihood(const std::vector<double> &logits, const std::vector<double> &means,
                     const std::vector<double> &observed) {
  std::array<Distribution, states> transition;
  for (int i = 0; i < states; ++i)
    transition[i] = softmax(&logits[i * states]);
  Distribution alpha;
  alpha.fill(1.0 / states);
  double sum = 0.0;
  for (double y : observed) {
    Distribution next{};
    for (int j = 0; j < states; ++j) {
      for (int i = 0; i < states; ++i)
        next[j] += alpha[i] * transition[i][j];
      next[j] *= std::exp(-0.5 * (y - means[j]) * (y - means[j]));
    }
    double scale = std::accumulate(next.begin(), next.end(), 0.0);
    for (int j = 0; j < states; ++j)
      alpha[j] = next[j] / scale;
    sum += std::log(scale);
  }
  return sum;
}

int main() {
  using numeric::Vector;
  Vector x = {0.2, -0.1, 0.4, 0.6, 0.3, -0.5, 0.1, 0.2, 0.9, -1.0, 0.1, 1.2, 0.3, 0.8, -0.9, 0.2};
  auto part = [](const Vector &v, int from, int to) { return Vector(v.begin() + from, v.begin() + to); };
  numeric::check(
      "logLikelihood", x,
      [&](const Vector &v) { return Vector{logLikelihood(part(v, 0, 9), part(v, 9, 12), part(v, 12, 16))}; },
      [&](const Vector &v, const Vector &y_b) {
        Vector a = part(v, 0, 9), b = part(v, 9, 12), c = part(v, 12, 16);
        Vector a_b(9), b_b(3), c_b(4);
        logLikelihood_b(a, a_b, b, b_b, c, c_b, y_b[0]);
        a_b.insert(a_b.end(), b_b.begin(), b_b.end());
        a_b.insert(a_b.end(), c_b.begin(), c_b.end());
        return a_b;
      });
  return numeric::report();
}
