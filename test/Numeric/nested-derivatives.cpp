// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-SECOND: none
//
// Functions that call adjoints and tangents of others, which are generated from the same file: descent along a gradient, a
// force that is the derivative of a potential, outputs that are overwritten. Adjoints and tangents of such functions, so all
// four combinations; NUMERIC-SECOND would be the third order.

#include "numeric.h"

#include <cmath>

namespace model {

#pragma adjoint reverse
double energy(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += std::sin(x[i]) * x[i] * x[(i + 1) % n];
  return s;
}

#pragma adjoint reverse name(slope)
#pragma adjoint tangent
double potential(double q, double width) { return std::exp(-q * q / width) + 0.1 * q * q * width; }

#pragma adjoint reverse
#pragma adjoint tangent
void step(const double *p, double *x) {
  x[0] = x[0] * p[0] + std::sin(x[1]);
  x[1] = x[1] * x[0] * p[1];
}

} // namespace model

#pragma adjoint reverse
double descent(const double *start, int n) {
  double x[4], gradient[4];
  for (int i = 0; i < n; ++i)
    x[i] = start[i];
  for (int k = 0; k < 4; ++k) {
    for (int i = 0; i < n; ++i)
      gradient[i] = 0;
    model::energy_b(x, gradient, n, 1.0);
    for (int i = 0; i < n; ++i)
      x[i] -= 0.1 * gradient[i];
  }
  return model::energy(x, n);
}

#pragma adjoint reverse
double particle(double q, double v, double width) {
  for (int k = 0; k < 5; ++k) {
    double force = 0, unused = 0;
    model::slope(q, force, width, unused, 0.5 + 0.1 * v);
    v -= 0.2 * force + 0.01 * unused;
    q += 0.2 * v;
  }
  return q * v;
}

#pragma adjoint reverse
double particleAlong(double q, double v, double width) {
  for (int k = 0; k < 5; ++k) {
    double force = 0;
    const double height = model::potential_d(q, 1.0 + 0.1 * v, width, 0.3, force);
    v -= 0.2 * force * height;
    q += 0.2 * v;
  }
  return q * v;
}

#pragma adjoint reverse
double throughStep(const double *p) {
  double x[2] = {p[0], p[1] * 2}, x_b[2] = {1.0, p[0]}, p_b[2] = {p[1], 0.0};
  model::step_b(p, p_b, x, x_b);
  return x_b[0] * p_b[0] + x_b[1] * p_b[1];
}

#pragma adjoint reverse
double alongStep(const double *p) {
  double x[2] = {p[0], p[1] * 2}, x_d[2] = {1.0, p[0]};
  const double p_d[2] = {p[1], 0.5};
  model::step_d(p, p_d, x, x_d);
  return x[0] * x_d[0] + x[1] * x_d[1];
}

// What is no independent of the adjoint that is called may be one of the caller.
#pragma adjoint reverse wrt(x)
double weighted(double x, double k) { return x * x * x * k + std::sin(k * x); }

#pragma adjoint reverse wrt(x) of(y)
double both(const double *x, double *y) {
  y[0] = x[0] * x[0] * y[0];
  return y[0] * x[1];
}

#pragma adjoint reverse name(weightedAdjoint)
double throughWeighted(double x, double k) {
  double slope = x;
  weighted_b(x, slope, k, 1.5 * k);
  return slope * k;
}

#pragma adjoint reverse name(bothAdjoint)
double throughBoth(const double *x) {
  double y[1] = {x[1]}, y_b[1] = {x[0]}, x_b[2] = {0.0, x[1]};
  both_b(x, x_b, y, y_b);
  return x_b[0] * x_b[1] + y_b[0];
}

// Nothing depends on x: there is nothing to add.
#pragma adjoint reverse
double constant(double x) { return x > 0.0 ? 2.0 : 2.5; }

#pragma adjoint reverse name(constantAdjoint)
double throughConstant(double x) {
  double slope = x * x;
  constant_b(x, slope, x);
  return slope * x;
}

int main() {
  numeric::check("throughWeighted", throughWeighted, weightedAdjoint, {{0.7, 1.3}, {-0.4, 0.9}});
  numeric::check("throughBoth", throughBoth, bothAdjoint, {{0.7, 1.3}, {-0.4, 0.9}});
  numeric::check("throughConstant", throughConstant, constantAdjoint, {{0.7}, {-0.4}});
  numeric::check("descent", descent, descent_b, {{0.7, 1.3, -0.4}, {0.2, -1.1}});
  numeric::check("particle", particle, particle_b, {{0.7, 0.2, 1.3}, {-0.4, 0.9, 2.0}});
  numeric::check("particleAlong", particleAlong, particleAlong_b, {{0.7, 0.2, 1.3}, {-0.4, 0.9, 2.0}});
  numeric::check("throughStep", throughStep, throughStep_b, {{0.7, 1.3}, {-0.4, 0.6}});
  numeric::check("alongStep", alongStep, alongStep_b, {{0.7, 1.3}, {-0.4, 0.6}});
  return numeric::report();
}
