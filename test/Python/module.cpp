// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --python: one module with functions of every kind, each checked from Python against differences (Inputs/module.py), and
// what is said of wrong arguments.
//
// REQUIRES: pybind11
// RUN: rm -rf %t && mkdir %t
// RUN: %adjoint-gen %s --python=everything --Wno-active-branch --size=positions=3*n,corner=2,weights=rows*columns,table.values=n+1 -o %t/everything.cpp
// RUN: %gxx %python-flags %t/everything.cpp -o %t/everything.so %runtime-flags
// RUN: %python3 %S/Inputs/module.py %t %source/runtime/python

#include <adjoint/adjoint.h>
#include <adjoint/directions.h>
#include <adjoint/taylor.h>

#include <array>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

/// The energy of springs in a row.
ADJOINT
double energy(const double *x, int n, double k) {
  double sum = 0.0;
  for (int i = 0; i + 1 < n; ++i)
    sum += 0.5 * k * (x[i + 1] - x[i]) * (x[i + 1] - x[i]);
  return sum;
}

// Has a helper for energy, and so has its tangent.
ADJOINT
double twiceEnergy(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i < 2; ++i)
    sum += energy(x, n, 1.0 + i * x[0]);
  return sum;
}

#pragma adjoint reverse value
double norm(const std::vector<double> &x, bool isRoot) {
  double sum = 0.0;
  for (double each : x)
    sum += each * each;
  return isRoot ? std::sqrt(sum) : sum;
}

#pragma adjoint reverse wrt(x, factor) of(y)
void scaled(const double *x, double factor, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = factor * x[i] * x[i];
}

// Input and output at once.
ADJOINT
void squared(double *x, int n) {
  for (int i = 0; i < n; ++i)
    x[i] = x[i] * x[i];
}

#pragma adjoint reverse wrt(x) of(s, c)
void polar(double x, double &s, double &c) {
  s = std::sin(x);
  c = std::cos(x);
}

ADJOINT
void grown(std::vector<double> &x, double rate) {
  for (double &each : x)
    each *= std::exp(rate);
}

ADJOINT
double inertia(const double *positions, const float *masses, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k)
      sum += masses[i] * positions[3 * i + k] * positions[3 * i + k];
  return sum;
}

ADJOINT
double gathered(const double *values, int nvalues, const int *where, int nwhere) {
  double sum = 0.0;
  for (int i = 0; i < nwhere; ++i)
    if (where[i] < nvalues)
      sum += values[where[i]] * (i + 1);
  return sum;
}

ADJOINT
double weighted(const double *weights, int rows, int columns, const double *corner) {
  return weights[0] * corner[0] + weights[rows * columns - 1] * corner[1];
}

namespace tables {
ADJOINT
double table(const double *values, int n) { return values[0] * values[n]; }
} // namespace tables

struct Point {
  std::array<double, 3> at{1.0, 1.0, 1.0};
};

struct Body {
  double mass = 2.0;
  int number = 7;
  std::string name = "body";
  Point center;
  std::vector<double> charges;
  double axis[2] = {0.0, 1.0};

  double kinetic(double speed) const { return 0.5 * mass * speed * speed + axis[1] * charges[0]; }
};
#pragma adjoint reverse function(Body::kinetic)

ADJOINT
double potential(const Body &body, const std::array<double, 3> &field) {
  double sum = 0.0;
  for (int i = 0; i < 3; ++i)
    sum += body.mass * body.center.at[i] * field[i];
  for (double charge : body.charges)
    sum += charge * charge;
  return sum;
}

#pragma adjoint reverse wrt(bodies)
double total(const std::vector<Body> &bodies) {
  double sum = 0.0;
  for (const Body &body : bodies)
    sum += body.mass * body.mass;
  return sum;
}

ADJOINT
void moved(Body &body, double t) { body.center.at[0] += t * body.mass; }

ADJOINT
Point halfway(const Point &a, const Point *b) {
  Point middle;
  for (int i = 0; i < 3; ++i)
    middle.at[i] = 0.5 * a.at[i] + 0.5 * b->at[i] * b->at[i];
  return middle;
}

ADJOINT
std::vector<double> powers(double x, int count) {
  std::vector<double> all(count);
  double power = 1.0;
  for (int i = 0; i < count; ++i)
    all[i] = power *= x;
  return all;
}

ADJOINT
double logarithm(double x) {
  if (x <= 0.0)
    throw std::domain_error("x is not positive");
  return std::log(x);
}

#pragma adjoint passive
void pause(int milliseconds);

ADJOINT
double slow(double x, int milliseconds) {
  pause(milliseconds);
  return x * x;
}
void pause(int milliseconds) { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); }

#pragma adjoint hessian_vector
double cubic(const double *x, int n, double k) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += k * x[i] * x[i] * x[(i + 1) % n];
  return sum;
}

// Coefficients are none of Python's.
#pragma adjoint tangent order(3)
double series(double x) { return x * x; }

// Nor are derivatives for several directions.
#pragma adjoint reverse width(3)
#pragma adjoint reverse
#pragma adjoint tangent width(2)
double fourth(double x) { return x * x * x * x; }

// Called as what the module's classes have in them.
ADJOINT
double a(double x) { return x * x; }
ADJOINT
double Parameters(double A) { return std::exp(A); }
namespace tables {
ADJOINT
double tangent(double primal) { return std::sin(primal); }
} // namespace tables
