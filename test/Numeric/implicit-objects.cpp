// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-SECOND: none
// NUMERIC-VARIANTS: --no-tbr | --no-inline
//
// Calls that find where a residual is zero, or an objective least, and leave what they find in a vector: returned, assigned, overwritten;
// residuals that take vectors and objects.

#include "numeric.h"

#include <adjoint/tape.h>

#include <cmath>
#include <vector>

struct Model {
  double stiffness;
  std::vector<double> load;
};

std::vector<double> residual(const std::vector<double> &x, const Model &m) {
  std::vector<double> r(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    r[i] = x[i] * x[i] * x[i] + m.stiffness * x[i] - m.load[i] + (i > 0 ? 0.1 * x[i - 1] : 0.0);
  return r;
}

void residualInto(const std::vector<double> &x, const Model &m, std::vector<double> &r) { r = residual(x, m); }

void residualOfArray(const double *x, const Model &m, int n, double *r) {
  for (int i = 0; i < n; ++i)
    r[i] = x[i] * x[i] * x[i] + m.stiffness * x[i] - m.load[i] + (i > 0 ? 0.1 * x[i - 1] : 0.0);
}

double energy(const std::vector<double> &x, const Model &m) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += (0.25 * x[i] * x[i] + 0.5 * m.stiffness) * x[i] * x[i] - m.load[i] * x[i] + (i > 0 ? 0.1 * x[i - 1] * x[i] : 0.0);
  return sum;
}

double force(double x, const Model &m) { return x * x * x + m.stiffness * x - m.load[0]; }

// Of other files.
std::vector<double> newton(const Model &m);
void relax(const Model &m, std::vector<double> &x);
void relaxArray(const Model &m, int n, double *x);
std::vector<double> leastEnergy(const Model &m);
double root(const Model &m);

#pragma adjoint reverse
#pragma adjoint tangent
double springs(const std::vector<double> &load, double stiffness) {
  Model m{stiffness, load};
#pragma adjoint implicit(x : residual(x, m))
  std::vector<double> x = newton(m);
  double sum = 0.0;
  for (double v : x)
    sum += v * v;
  m.stiffness = sum + 1.0;
  std::vector<double> y(load.size(), 0.5);
  sum += y[1] * sum;
#pragma adjoint implicit(y : residualInto(y, m, result))
  relax(m, y);
  for (double v : y)
    sum += v * std::sin(v);
  m.stiffness += sum;
#pragma adjoint argmin(x : energy(x, m))
  x = leastEnergy(m);
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += (i + 1) * x[i];
  for (int k = 0; k < 3; ++k) {
    m.load[0] = 0.5 * sum;
#pragma adjoint implicit(x : residual(x, m)) solver(gmres)
    x = newton(m);
    double z[4] = {};
#pragma adjoint implicit(z : residualOfArray(z, m, 4, result))
    relaxArray(m, 4, z);
    double w = 0.0;
#pragma adjoint implicit(w : force(w, m))
    w = root(m);
    sum = 0.3 * sum * x[k] + z[k + 1] * w;
  }
  return sum;
}

int main() {
  const numeric::Vector at{0.4, 0.3, 0.9, -0.2, 1.3};
  auto loadOf = [](const numeric::Vector &all) { return numeric::Vector(all.begin(), all.begin() + 4); };
  numeric::check(
      "springs", at, [&](const numeric::Vector &x) { return numeric::Vector{springs(loadOf(x), x[4])}; },
      [&](const numeric::Vector &x, const numeric::Vector &y_b) {
        numeric::Vector load_b(4);
        double stiffness_b = 0.0;
        springs_b(loadOf(x), load_b, x[4], stiffness_b, y_b[0]);
        load_b.push_back(stiffness_b);
        return load_b;
      });

  const numeric::Vector load_d{0.2, -0.4, 1.0, 0.6};
  numeric::Vector load_b(4);
  double stiffness_b = 0.0, along = 0.0, tangent = 0.0;
  springs_b(loadOf(at), load_b, at[4], stiffness_b, 1.0);
  for (int i = 0; i < 4; ++i)
    along += load_b[i] * load_d[i];
  springs_d(loadOf(at), load_d, at[4], 0.7, tangent);
  numeric::expect("tangent", along + 0.7 * stiffness_b, tangent);
  numeric::expect("the tape is empty", 0.0, double(adjoint::Tape::local().bytes()));
  return numeric::report();
}

void relaxArray(const Model &m, int n, double *x) {
  for (int sweep = 0; sweep < 80; ++sweep)
    for (int i = 0; i < n; ++i)
      x[i] -= (x[i] * x[i] * x[i] + m.stiffness * x[i] - m.load[i] + (i > 0 ? 0.1 * x[i - 1] : 0.0)) / (3.0 * x[i] * x[i] + m.stiffness);
}
void relax(const Model &m, std::vector<double> &x) { relaxArray(m, int(x.size()), x.data()); }
std::vector<double> newton(const Model &m) {
  std::vector<double> x(m.load.size(), 0.3);
  relax(m, x);
  return x;
}
double root(const Model &m) { return newton(m)[0]; }
std::vector<double> leastEnergy(const Model &m) {
  std::vector<double> x(m.load.size(), 0.3);
  for (int sweep = 0; sweep < 400; ++sweep)
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double before = i > 0 ? x[i - 1] : 0.0, behind = i + 1 < x.size() ? x[i + 1] : 0.0;
      x[i] -= (x[i] * x[i] * x[i] + m.stiffness * x[i] - m.load[i] + 0.1 * (before + behind)) / (3.0 * x[i] * x[i] + m.stiffness);
    }
  return x;
}
