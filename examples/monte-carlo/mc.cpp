// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mc.h"

#include <cmath>
#include <cstdint>

namespace {

unsigned currentBatch = 0;

/// Uniform in (0, 1), a function of its index (splitmix64).
double uniform(std::uint64_t index) {
  std::uint64_t z = (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return (double(z >> 12) + 0.5) / 4503599627370496.0;
}

/// The normally distributed random number of path I (Box and Muller).
double normal(int I) {
  const std::uint64_t index = (std::uint64_t(currentBatch) << 32) + 2u * std::uint64_t(I);
  return std::sqrt(-2.0 * std::log(uniform(index))) * std::cos(6.283185307179586 * uniform(index + 1));
}

double endValue(const double *x, double z) { return x[0] * std::exp(x[1] - 0.5 * x[2] * x[2] + x[2] * z); }

} // namespace

void selectBatch(unsigned batch) { currentBatch = batch; }

void mc(const double *x, double *s, int M) {
  for (int I = 0; I < M; ++I)
    s[I] = endValue(x, normal(I));
}

void mc_b(const double *x, double *x_b, double *, double *s_b, int M) {
  for (int I = 0; I < M; ++I) {
    const double z = normal(I);
    const double weight = s_b[I] * endValue(x, z);
    s_b[I] = 0.0;
    x_b[0] += weight / x[0];
    x_b[1] += weight;
    x_b[2] += weight * (z - x[2]);
  }
}
