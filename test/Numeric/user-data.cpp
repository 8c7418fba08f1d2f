// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-TANGENTS: none (the wrappers below are of adjoints)
//
// Objectives with user data behind a pointer to void, as C's solvers call them: the adjoint keeps that pointer.

#include "numeric.h"

#include <cmath>
#include <vector>

using Vector = numeric::Vector;

struct Spring {
  double stiffness, rest;
};

class Model {
public:
  explicit Model(Vector weights) : weights(weights) {}
  double operator()(int i, double t) const { return weights[i] * t * t; }
  const Vector &all() const { return weights; }

private:
  Vector weights;
};

// passive user data
#pragma adjoint reverse wrt(x)
double energy(unsigned n, const double *x, void *data) {
  const Spring *spring = (const Spring *)data;
  double e = 0;
  for (unsigned i = 0; i < n; ++i)
    e += spring->stiffness * std::pow(x[i] - spring->rest, 2) * std::exp(-e);
  return e;
}

double weighted(const double *x, int n, void *data) {
  const Model &model = *static_cast<Model *>(data);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += std::sin(model(i, x[i])) * s + model(i, 1.0);
  return s;
}

// of a class that is mirrored, handed on; not asked for
#pragma adjoint reverse
double passedOn(const double *x, int n, void *params) { return weighted(x, n, params) * x[0]; }

// asked for, and overwritten
#pragma adjoint reverse wrt(x, data)
double asked(const double *x, int n, void *data) {
  auto *spring = static_cast<Spring *>(data);
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s += spring->stiffness * x[i];
    spring->stiffness *= x[i] + spring->rest;
  }
  return s * spring->stiffness;
}

double energyOf(const double *x, int n) {
  Spring spring{1.7, 0.2};
  return energy(static_cast<unsigned>(n), x, &spring);
}
void energyOf_b(const double *x, double *x_b, int n, double result_b) {
  Spring spring{1.7, 0.2};
  void *data = &spring;
  energy_b(static_cast<unsigned>(n), x, x_b, data, result_b);
}

Model modelOf(int n) { return Model(Vector(n, 0.7)); }

double passedOnOf(const double *x, int n) {
  Model model = modelOf(n);
  return passedOn(x, n, &model);
}
void passedOnOf_b(const double *x, double *x_b, int n, double result_b) {
  Model model = modelOf(n);
  passedOn_b(x, x_b, n, &model, result_b);
}

double askedOf(const double *x, int n) {
  Spring spring{x[n - 2], x[n - 1]};
  return asked(x, n - 2, &spring);
}
void askedOf_b(const double *x, double *x_b, int n, double result_b) {
  Spring spring{x[n - 2], x[n - 1]}, spring_b{0, 0};
  void *data_b = &spring_b;
  asked_b(x, x_b, n - 2, &spring, data_b, result_b);
  x_b[n - 2] += spring_b.stiffness;
  x_b[n - 1] += spring_b.rest;
}

int main() {
  numeric::check("energy", energyOf, energyOf_b, {{0.7, -1.3, 0.4}});
  numeric::check("passedOn", passedOnOf, passedOnOf_b, {{0.7, -1.3, 0.4}});
  numeric::check("asked", askedOf, askedOf_b, {{0.7, -1.3, 0.4, 0.6, 1.2}});
  return numeric::report();
}
