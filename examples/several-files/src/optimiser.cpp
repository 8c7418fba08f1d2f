// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "heat/optimiser.h"

#include <algorithm>
#include <cmath>

namespace heat {

namespace {

using Vector = std::vector<double>;

double product(const Vector &a, const Vector &b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

Vector moved(Vector x, double length, const Vector &direction) {
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] += length * direction[i];
  return x;
}

} // namespace

std::vector<double> minimise(const Evaluation &evaluate, std::vector<double> x) {
  Vector gradient(x.size()), next(x.size());
  double value = evaluate(x, gradient);
  Vector direction = moved(Vector(x.size()), -1.0, gradient);
  double length = 1.0;
  for (int i = 0; i < 500 && product(gradient, gradient) > 1e-20; ++i) {
    double slope = product(gradient, direction);
    if (slope >= 0.0) {
      direction = moved(Vector(x.size()), -1.0, gradient);
      slope = -product(gradient, gradient);
    }
    double reached = value;
    for (length *= 4.0; length > 1e-16; length *= 0.5) {
      reached = evaluate(moved(x, length, direction), next);
      if (reached <= value + 0.1 * length * slope) // false also for what is no number
        break;
    }
    x = moved(x, length, direction);
    value = reached;
    const double change = product(next, next) - product(next, gradient);
    const double beta = std::max(0.0, change / product(gradient, gradient));
    direction = moved(moved(Vector(x.size()), -1.0, next), beta, direction);
    gradient = next;
  }
  return x;
}

} // namespace heat
