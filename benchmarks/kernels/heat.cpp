// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The heat equation on a square of n by n points by explicit steps, and how far its solution is from a target.
#include "Kernel.h"

namespace {

enum { Steps = 50 };

/// `current` is the initial state, and scratch.
#pragma adjoint reverse wrt(current, next) of(return)
double heat(int n, double *__restrict current, double *__restrict next, const double *__restrict target) {
  const double a = 0.2;
  for (int step = 0; step < Steps; ++step) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        next[i * n + j] = current[i * n + j] + a * (current[(i - 1) * n + j] + current[(i + 1) * n + j] +
                                                    current[i * n + j - 1] + current[i * n + j + 1] -
                                                    4.0 * current[i * n + j]);
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        current[i * n + j] = next[i * n + j];
  }
  double misfit = 0.0;
  for (int i = 0; i < n * n; ++i)
    misfit += (current[i] - target[i]) * (current[i] - target[i]);
  return misfit;
}

/// The step is linear and its own transpose but for the boundary: adjoints are gathered as values are.
void heatByHand(int n, double *__restrict current, double *__restrict current_b, double *__restrict next,
                const double *__restrict target, double result_b) {
  heat(n, current, next, target);
  for (int i = 0; i < n * n; ++i)
    current_b[i] += 2.0 * (current[i] - target[i]) * result_b;
  const double a = 0.2;
  std::vector<double> state(n * n);
  double *__restrict next_b = state.data();
  for (int step = Steps; step-- > 0;) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        next_b[i * n + j] = a * current_b[i * n + j];
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        current_b[i * n + j] += next_b[(i - 1) * n + j] + next_b[(i + 1) * n + j] + next_b[i * n + j - 1] +
                                next_b[i * n + j + 1] - 4.0 * next_b[i * n + j];
    for (int j = 1; j < n - 1; ++j) {
      current_b[j] += next_b[n + j];
      current_b[(n - 1) * n + j] += next_b[(n - 2) * n + j];
      current_b[j * n] += next_b[j * n + 1];
      current_b[j * n + n - 1] += next_b[j * n + n - 2];
    }
  }
}

bench::Kernel make(int n) {
  const std::vector<double> initial = bench::numbers(n * n, 0.0, 1.0), target = bench::numbers(n * n, 0.0, 1.0);
  return {[=, u = initial, v = initial]() mutable {
            u = initial;
            return heat(n, u.data(), v.data(), target.data());
          },
          [=, u = initial, v = initial, v_b = initial](std::vector<double> &g) mutable {
            u = initial;
            v_b.assign(n * n, 0.0);
            heat_b(n, u.data(), g.data(), v.data(), v_b.data(), target.data(), 1.0);
          },
          [=, u = initial, v = initial, v_b = initial](std::vector<double> &g) mutable {
            u = initial;
            heatByHand(n, u.data(), g.data(), v.data(), target.data(), 1.0);
          },
          initial.size()};
}

const bench::Registration registration("heat", make, 256);

} // namespace
