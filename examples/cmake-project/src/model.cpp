// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fit/model.h"

#include <cmath>

namespace fit {

namespace {
double square(double x) { return x * x; }
} // namespace

ADJOINT
double misfit(const Oscillation &oscillation, const double *times, const double *measured, int count) {
  double sum = 0.0;
  for (int i = 0; i < count; ++i) {
    double envelope = oscillation.amplitude * std::exp(-oscillation.damping * times[i]);
    sum += square(envelope * std::cos(oscillation.frequency * times[i]) - measured[i]);
  }
  return sum;
}

} // namespace fit
