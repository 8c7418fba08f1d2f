// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels/thomas.h"
#include "Kernel.h"

#pragma adjoint reverse wrt(t, upper, x) of(return) function(bench::thomas<double>)

namespace bench {

/// The transposed system is solved with the factors of the first one.
void thomasByHand(const double *__restrict t, double *__restrict t_b, double *__restrict upper, double *__restrict x,
                  double *__restrict scale, double *__restrict w, int n, double result_b) {
  const double *a = t, *b = t + n, *c = t + 2 * n, *d = t + 3 * n;
  scale[0] = 1.0 / b[0];
  upper[0] = c[0] * scale[0];
  x[0] = d[0] * scale[0];
  for (int i = 1; i < n; ++i) {
    scale[i] = 1.0 / (b[i] - a[i] * upper[i - 1]);
    upper[i] = c[i] * scale[i];
    x[i] = (d[i] - a[i] * x[i - 1]) * scale[i];
  }
  for (int i = n - 2; i >= 0; --i)
    x[i] -= upper[i] * x[i + 1];
  w[0] = 2.0 * result_b * x[0];
  for (int i = 1; i < n; ++i)
    w[i] = 2.0 * result_b * x[i] - upper[i - 1] * w[i - 1];
  double *a_b = t_b, *b_b = t_b + n, *c_b = t_b + 2 * n, *d_b = t_b + 3 * n;
  double next = 0.0, x_next = 0.0;
  for (int i = n - 1; i >= 0; --i) {
    double adjoint = (i + 1 < n ? w[i] - a[i + 1] * next : w[i]) * scale[i];
    d_b[i] += adjoint;
    b_b[i] -= adjoint * x[i];
    c_b[i] -= adjoint * x_next;
    if (i > 0)
      a_b[i] -= adjoint * x[i - 1];
    next = adjoint;
    x_next = x[i];
  }
}

namespace {

Kernel make(const Thomas &problem) {
  const int n = problem.n;
  const std::vector<double> zeros(n, 0.0);
  return {[=, u = zeros, x = zeros]() mutable { return thomas(problem.x.data(), u.data(), x.data(), n); },
          [=, u = zeros, x = zeros, u_b = zeros, x_b = zeros](double *g) mutable {
            u_b.assign(n, 0.0);
            x_b.assign(n, 0.0);
            thomas_b(problem.x.data(), g, u.data(), u_b.data(), x.data(), x_b.data(), n, 1.0);
          },
          [=, u = zeros, x = zeros, scale = zeros, w = zeros](double *g) mutable {
            thomasByHand(problem.x.data(), g, u.data(), x.data(), scale.data(), w.data(), n, 1.0);
          }};
}

const Registration registration(make);

} // namespace
} // namespace bench
