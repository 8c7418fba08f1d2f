// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-reuse-values | --no-reuse-values --no-local-records | --no-join-branches | --no-tbr | --no-recompute | --no-fusion | --no-inline
//
// Functions of what a variable holds the value of: sines and cosines of one angle, in loops, branches and calls in two halves. Where
// the angle, or the memory that it is in, has another value by then, the value is another one.

#include "numeric.h"

#include <cmath>

#pragma adjoint reverse
double turned(const double *x, int n) {
  double sum = 0.0, a = 1.0, b = 0.5;
  for (int i = 0; i < n; ++i) {
    const double angle = x[i] * (1 + i);
    const double c = std::cos(angle), s = std::sin(angle);
    const double old = a;
    a = c * a - s * b;
    b = s * old + c * b;
    sum += a * b;
  }
  return sum;
}

// The angle changes behind its sine and cosine, which are used later.
#pragma adjoint reverse
double changed(const double *x, int n) {
  double sum = 0.0, angle = 0.3;
  for (int i = 0; i < n; ++i) {
    angle += x[i];
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    angle *= c * x[i];
    sum += std::sin(angle) * s + c * std::cos(angle);
    angle -= s * s;
  }
  return sum + angle * angle;
}

// So does the memory that it is read from.
#pragma adjoint reverse
double inMemory(double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    const double c = std::cos(x[i]);
    const double s = std::sin(x[i]);
    x[i] = s * c + x[(i + 1) % n];
    sum += std::cos(x[i]) * s;
    if (s > 0.111) {
      const double e = std::exp(x[i]);
      x[(i + 1) % n] *= e * 0.1;
      sum += e * c + std::exp(x[i]);
    }
  }
  return sum;
}

namespace {

struct Rotation {
  double c, s;
  explicit Rotation(double angle) : c(std::cos(angle)), s(std::sin(angle)) {}
  void turn(double *p) const {
    const double x = c * p[0] - s * p[1];
    p[1] = s * p[0] + c * p[1];
    p[0] = x;
  }
};

double around(const double *w, double *p) {
  const double square = w[0] * w[0] + w[1] * w[1];
  if (square > 0.0101) {
    const double angle = std::sqrt(square), c = std::cos(angle), s = std::sin(angle);
    const double k = (w[0] * p[0] + w[1] * p[1]) * (1.0 - c) / angle;
    p[0] = p[0] * c + k * w[0] + s;
    p[1] = p[1] * c + k * w[1] - s;
    return angle;
  }
  p[0] += w[1];
  return 0.0;
}

} // namespace

#pragma adjoint reverse
double chain(const double *x, int n) {
  double p[2] = {1.0, 0.25}, sum = 0.0;
  for (int i = 0; i < n; ++i) {
    Rotation(x[i]).turn(p);
    sum += around(x + (i + 1 < n ? i : 0), p);
    Rotation(p[0] * x[i]).turn(p);
  }
  return sum * p[0] + p[1];
}

#pragma adjoint reverse
double powers(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    const double r = x[i] * x[i] + 0.5;
    const double root = std::sqrt(r), power = std::pow(r, 1.5), log = std::log(r);
    sum += root * std::sqrt(r) + std::pow(r, 1.5) * power + std::hypot(root, log) + std::log(r) * std::exp(-r) + std::exp(-r);
  }
  return sum;
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.55, 0.2, -0.7, 0.4}, {0.7, -0.2}, {1.1, 0.2}, {0.45, -0.3, 0.61}, {0.4, 0.1, 0.92, -0.2, 0.35}};
  numeric::check("turned", turned, turned_b, points);
  numeric::check("changed", changed, changed_b, points);
  numeric::check("inMemory", inMemory, inMemory_b, points);
  numeric::check("chain", chain, chain_b, points);
  numeric::check("powers", powers, powers_b, points);
  return numeric::report();
}
