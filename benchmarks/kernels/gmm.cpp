// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels/gmm.h"
#include "Kernel.h"

#pragma adjoint reverse wrt(alphas, means, factors) function(bench::gmm<double>)

namespace bench {

void logSumExpByHand(int n, const double *x, double *x_b, double result_b) {
  double largest = x[0];
  for (int i = 1; i < n; ++i)
    if (x[i] > largest)
      largest = x[i];
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += std::exp(x[i] - largest);
  const double scale = result_b / sum;
  for (int i = 0; i < n; ++i)
    x_b[i] += scale * std::exp(x[i] - largest);
}

/// Each point goes forward and backward at once; Q x of every component is kept for one point.
void gmmByHand(int d, int k, int n, const double *__restrict alphas, double *__restrict alphas_b,
               const double *__restrict means, double *__restrict means_b, const double *__restrict factors,
               double *__restrict factors_b, const double *__restrict points, double gamma, int m, double result_b) {
  const int size = d * (d + 1) / 2;
  std::vector<double> diagonals(d * k), diagonals_b(d * k), sums(k), sums_b(k), centred(d * k), centred_b(d),
      scaled(d * k), terms(k), terms_b(k);
  for (int c = 0; c < k; ++c)
    for (int i = 0; i < d; ++i) {
      sums[c] += factors[c * size + i];
      diagonals[c * d + i] = std::exp(factors[c * size + i]);
    }
  for (int p = 0; p < n; ++p) {
    double largest = 0.0;
    for (int c = 0; c < k; ++c) {
      const double *__restrict q = &factors[c * size + d], *__restrict diagonal = &diagonals[c * d];
      double *__restrict x = &centred[c * d], *__restrict y = &scaled[c * d];
      for (int i = 0; i < d; ++i) {
        x[i] = points[p * d + i] - means[c * d + i];
        y[i] = diagonal[i] * x[i];
      }
      for (int j = 0; j < d; ++j, q += d - j)
        for (int i = j + 1; i < d; ++i)
          y[i] += q[i - j - 1] * x[j];
      double square = 0.0;
      for (int i = 0; i < d; ++i)
        square += y[i] * y[i];
      terms[c] = alphas[c] + sums[c] - 0.5 * square;
      if (c == 0 || terms[c] > largest)
        largest = terms[c];
    }
    double sum = 0.0;
    for (int c = 0; c < k; ++c) {
      terms[c] = std::exp(terms[c] - largest);
      sum += terms[c];
    }
    for (int c = 0; c < k; ++c) {
      const double weight = result_b * terms[c] / sum;
      alphas_b[c] += weight;
      sums_b[c] += weight;
      const double *__restrict q = &factors[c * size + d], *__restrict diagonal = &diagonals[c * d];
      double *__restrict q_b = &factors_b[c * size + d], *__restrict diagonal_b = &diagonals_b[c * d],
             *__restrict mean_b = &means_b[c * d];
      const double *__restrict x = &centred[c * d];
      double *__restrict y = &scaled[c * d], *__restrict x_b = centred_b.data();
      for (int i = 0; i < d; ++i)
        y[i] *= -weight;
      for (int i = 0; i < d; ++i) {
        diagonal_b[i] += x[i] * y[i];
        x_b[i] = diagonal[i] * y[i];
      }
      for (int j = 0; j < d; ++j, q += d - j, q_b += d - j) {
        double own = 0.0;
        for (int i = j + 1; i < d; ++i) {
          q_b[i - j - 1] += x[j] * y[i];
          own += q[i - j - 1] * y[i];
        }
        x_b[j] += own;
      }
      for (int i = 0; i < d; ++i)
        mean_b[i] -= x_b[i];
    }
  }
  logSumExpByHand(k, alphas, alphas_b, -n * result_b);
  for (int c = 0; c < k; ++c) {
    const double square_b = 0.5 * gamma * gamma * result_b;
    sums_b[c] -= m * result_b;
    for (int i = d; i < size; ++i)
      factors_b[c * size + i] += 2.0 * factors[c * size + i] * square_b;
    for (int i = 0; i < d; ++i) {
      const double e = diagonals[c * d + i];
      factors_b[c * size + i] += sums_b[c] + e * (diagonals_b[c * d + i] + 2.0 * e * square_b);
    }
  }
}

namespace {

Kernel make(const Gmm &problem) {
  constexpr int d = Gmm::d, k = Gmm::k;
  auto gradient = [=](auto adjoint) {
    return [=](double *g) {
      const double *x = problem.x.data();
      adjoint(d, k, problem.n, x, g, x + k, g + k, x + k + d * k, g + k + d * k, problem.points.data(), 1.0, 0, 1.0);
    };
  };
  return {[=] {
            const double *x = problem.x.data();
            return gmm(d, k, problem.n, x, x + k, x + k + d * k, problem.points.data(), 1.0, 0);
          },
          gradient([](auto... a) { gmm_b(a...); }),
          gradient([](auto... a) { gmmByHand(a...); })};
}

const Registration registration(make);

} // namespace
} // namespace bench
