// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels/fft.h"
#include "Kernel.h"

#pragma adjoint reverse wrt(z) of(return) function(bench::spectrum<double>)

namespace bench {

/// The adjoint of a transform is the one in the other direction.
void spectrumByHand(double *__restrict z, double *__restrict z_b, const double *__restrict roots,
                    const double *__restrict weights, int n, double result_b) {
  transform(z, roots, n, 1.0);
  for (int k = 0; k < n; ++k) {
    z_b[k] += 2.0 * result_b * weights[k] * z[k];
    z_b[n + k] += 2.0 * result_b * weights[k] * z[n + k];
  }
  transform(z_b, roots, n, -1.0);
}

namespace {

Kernel make(const Fft &problem) {
  const int n = problem.n;
  return {[=, z = problem.x]() mutable {
            z = problem.x;
            return spectrum(z.data(), problem.roots.data(), problem.weights.data(), n);
          },
          [=, z = problem.x](double *g) mutable {
            z = problem.x;
            spectrum_b(z.data(), g, problem.roots.data(), problem.weights.data(), n, 1.0);
          },
          [=, z = problem.x](double *g) mutable {
            z = problem.x;
            spectrumByHand(z.data(), g, problem.roots.data(), problem.weights.data(), n, 1.0);
          }};
}

const Registration registration(make);

} // namespace
} // namespace bench
