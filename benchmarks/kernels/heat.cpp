// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels/heat.h"
#include "Kernel.h"

#pragma adjoint reverse wrt(current, next) of(return) function(bench::heat<double>)

namespace bench {

/// The step is linear and its own transpose but for the boundary: adjoints are gathered as values are.
void heatByHand(int n, double *__restrict current, double *__restrict current_b, double *__restrict next,
                double *__restrict next_b, const double *__restrict target, double result_b) {
  heat(n, current, next, target);
  for (int i = 0; i < n * n; ++i)
    current_b[i] += 2.0 * (current[i] - target[i]) * result_b;
  const double a = 0.2;
  for (int step = HeatSteps; step-- > 0;) {
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

namespace {

Kernel make(const Heat &problem) {
  const int n = problem.n;
  return {[=, u = problem.x, v = problem.x]() mutable {
            u = problem.x;
            return heat(n, u.data(), v.data(), problem.target.data());
          },
          [=, u = problem.x, v = problem.x, v_b = problem.x](double *g) mutable {
            u = problem.x;
            v_b.assign(n * n, 0.0);
            heat_b(n, u.data(), g, v.data(), v_b.data(), problem.target.data(), 1.0);
          },
          [=, u = problem.x, v = problem.x, next_b = std::vector<double>(problem.x.size())](double *g) mutable {
            u = problem.x;
            heatByHand(n, u.data(), g, v.data(), next_b.data(), problem.target.data(), 1.0);
          }};
}

const Registration registration(make);

} // namespace
} // namespace bench
