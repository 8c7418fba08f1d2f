// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Counters that generated code cannot name: it leaves them alone.

#include "numeric.h"

#include <cmath>

namespace {

class Decay {
public:
  explicit Decay(double rate) : rate(rate) { ++made; }
  Decay(const Decay &other) : rate(other.rate) {
    made++;
    Decay::copied += 1;
  }
  ~Decay() { --made; }
  double operator()(double t) const {
    if (t > 1.0)
      ++evaluations;
    return std::exp(-rate * t);
  }
  static int evaluated() { return evaluations; }

private:
  double rate;
  static int made, copied, evaluations;
};

int Decay::made = 0;
int Decay::copied = 0;
int Decay::evaluations = 0;

double squared(double x) {
  [[maybe_unused]] static long calls = 0;
  ++calls;
  for (int i = 0; i < 2; ++i, ++calls)
    x *= x;
  return x;
}

} // namespace

#pragma adjoint reverse
double decayed(const double *x, int n) {
  [[maybe_unused]] static unsigned runs = 0;
  runs += 1;
  Decay decay(x[0]);
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const Decay copy = decay;
    s += copy(x[i] * i) * s + squared(x[i]);
  }
  return s;
}

int main() {
  numeric::check("decayed", decayed, decayed_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9}});
  return numeric::report();
}
