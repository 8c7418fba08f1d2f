// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// The log-likelihood of a Gaussian mixture with full covariances, on std::vector.
//
// NUMERIC-TANGENTS: none
// NUMERIC-NEEDS-ANALYSES (parameters without adjoints)

#include "numeric.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gmm {

/// Dimensions and data of the problem.
struct Input {
  int dimension;
  int components;
  std::vector<std::vector<double>> points;
};

static double logSumExp(const std::vector<double> &values) {
  double largest = *std::max_element(values.begin(), values.end());
  double sum = 0.0;
  for (double v : values)
    sum += std::exp(v - largest);
  return largest + std::log(sum);
}

/// The squared length of Q (x - mu), where the diagonal of the triangular Q is exp(q).
static double squaredDistance(const std::vector<double> &x, const double *mean, const double *factor, int d) {
  std::vector<double> centred(d);
  for (int i = 0; i < d; ++i)
    centred[i] = x[i] - mean[i];
  double sum = 0.0;
  const double *below = factor + d;
  for (int i = 0; i < d; ++i) {
    double row = std::exp(factor[i]) * centred[i];
    for (int j = 0; j < i; ++j)
      row += *below++ * centred[j];
    sum += row * row;
  }
  return sum;
}

#pragma adjoint reverse wrt(weights, means, factors)
double logLikelihood(const std::vector<double> &weights, const std::vector<double> &means,
                     const std::vector<double> &factors, const Input &input) {
  const int d = input.dimension, k = input.components;
  const int size = d * (d + 1) / 2;
  std::vector<double> terms(k);
  std::vector<double> traces;
  for (int c = 0; c < k; ++c) {
    double trace = 0.0;
    for (int i = 0; i < d; ++i)
      trace += factors[c * size + i];
    traces.push_back(trace);
  }
  double sum = 0.0;
  for (const auto &x : input.points) {
    for (int c = 0; c < k; ++c)
      terms[c] = weights[c] + traces[c] - 0.5 * squaredDistance(x, &means[c * d], factors.data() + c * size, d);
    sum += logSumExp(terms);
  }
  return sum - static_cast<double>(input.points.size()) * logSumExp(weights);
}

} // namespace gmm

int main() {
  using numeric::Vector;
  const int d = 3, k = 2, size = d * (d + 1) / 2;
  gmm::Input input{d, k, {{0.1, -0.4, 1.2}, {1.3, 0.2, -0.7}, {-0.6, 0.9, 0.3}, {0.4, 0.4, -0.2}}};
  Vector x = {0.2, -0.3, 0.5, -0.1, 0.7, -0.8, 0.6, 0.1};
  for (int i = 0; i < k * size; ++i)
    x.push_back(0.3 * std::sin(1.0 + i));
  auto weights = [&](const Vector &v) { return Vector(v.begin(), v.begin() + k); };
  auto means = [&](const Vector &v) { return Vector(v.begin() + k, v.begin() + k + k * d); };
  auto factors = [&](const Vector &v) { return Vector(v.begin() + k + k * d, v.end()); };
  numeric::check(
      "logLikelihood", x,
      [&](const Vector &v) { return Vector{gmm::logLikelihood(weights(v), means(v), factors(v), input)}; },
      [&](const Vector &v, const Vector &y_b) {
        Vector w = weights(v), m = means(v), q = factors(v);
        Vector w_b(w.size()), m_b(m.size()), q_b(q.size());
        gmm::logLikelihood_b(w, w_b, m, m_b, q, q_b, input, y_b[0]);
        w_b.insert(w_b.end(), m_b.begin(), m_b.end());
        w_b.insert(w_b.end(), q_b.begin(), q_b.end());
        return w_b;
      });
  return numeric::report();
}
