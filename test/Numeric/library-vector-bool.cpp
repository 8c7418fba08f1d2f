// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// std::vector<bool>: bits that tables of results are kept with.

#include "numeric.h"

#include <cmath>
#include <vector>

namespace {
double lookUp(int k, double x, double y, std::vector<double> &known, std::vector<bool> &isKnown) {
  if (k < 2)
    return k ? x : y;
  if (!isKnown[k]) {
    known[k] = lookUp(k - 1, x, y, known, isKnown) * 0.7 + lookUp(k - 2, x, y, known, isKnown) * x;
    isKnown[k] = true;
  }
  return known[k];
}
} // namespace

#pragma adjoint reverse
double memoized(double x, double y) {
  std::vector<double> known(7);
  std::vector<bool> isKnown(7, false);
  return lookUp(6, x, y, known, isKnown) * known[3];
}

#pragma adjoint reverse
double sieve(double x, double y) {
  std::vector<bool> prime(12, true);
  double s = x;
  for (std::size_t i = 2; i < prime.size(); ++i) {
    if (!prime[i])
      continue;
    s = std::sin(s) * y + 0.1 * i;
    for (std::size_t j = 2 * i; j < prime.size(); j += i)
      prime[j] = false;
  }
  auto last = prime[11];
  last = !last;
  for (bool isPrime : prime)
    s *= isPrime ? y : 0.9;
  prime.push_back(prime[2]);
  return prime.back() && !prime[11] ? s * x : s;
}

int main() {
  numeric::check("memoized", memoized, memoized_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("sieve", sieve, sieve_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
