// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that another file defines and that overwrite what they are given: behind pointers, in vectors, in objects. They are
// called in loops, and their reverse halves bring back what was there. Both doors, and each with the other.
//
// RUN: %adjoint-gen %s -o %t.cpp -- -I %S/Inputs/halves
// RUN: %adjoint-gen %S/Inputs/halves/heat.cpp -o %t.heat.cpp
// RUN: %gxx -I %S/Inputs/halves %t.cpp %t.heat.cpp -o %t.exe %runtime-flags
// RUN: %t.exe
// RUN: %clangxx -I %S/Inputs/halves %t.cpp %t.heat.cpp -fsanitize=address,undefined -o %t.exe %runtime-flags
// RUN: %t.exe
// RUN: %clangxx %plugin %s %S/Inputs/halves/heat.cpp -I %S/Inputs/halves -o %t.exe %runtime-flags
// RUN: %t.exe
// RUN: %clangxx %plugin -c %s -I %S/Inputs/halves -o %t.o
// RUN: %gxx -I %S/Inputs/halves %t.o %t.heat.cpp -o %t.exe %runtime-flags
// RUN: %t.exe
//
// A file without halves is found out by the linker.
// RUN: %clangxx -I %source/runtime/include -I %S/Inputs/halves -c %S/Inputs/halves/heat.cpp -o %t.without.o
// RUN: not %gxx -I %S/Inputs/halves %t.o %t.without.o -o %t.exe %runtime-flags 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: heat::adjoint_halves::smooth_fwd(int, double*, double*, double const*, double*)

// So is one that sees other classes derived from one with virtual functions.
// RUN: %adjoint-gen %s -o %t.third.cpp -- -DHAS_THIRD -I %S/Inputs/halves
// RUN: not %gxx -DHAS_THIRD -I %S/Inputs/halves %t.third.cpp %t.heat.cpp -o %t.exe %runtime-flags 2>&1 | FileCheck %s --check-prefix=THIRD
// THIRD: heat::adjoint_halves::Constant_add_fwd(adjoint_plain::heat_Source_

#include "heat.h"

#include <adjoint/tape.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <stdexcept>

namespace sim {

#pragma adjoint reverse wrt(k)
double behindPointers(int n, const double *u0, const double *k, int steps) {
  std::vector<double> u(u0, u0 + n);
  for (int s = 0; s < steps; ++s)
    heat::smooth(n, u.data(), k);
  return u[1] * u[2];
}

#pragma adjoint reverse
double scalars(double x, double y) {
  double *at = new double(x);
  for (int i = 0; i < 3; ++i) {
    heat::scale(*at, y);
    y += *at * *at;
  }
  const double result = *at * y;
  delete at;
  return result;
}

} // namespace sim

#pragma adjoint reverse wrt(k)
double inVectors(const heat::Grid &grid, const std::vector<double> &u0, const std::vector<double> &k, int steps) {
  std::vector<double> u = u0;
  for (int s = 0; s < steps; ++s)
    heat::step(grid, u, k);
  double sum = 0.0;
  for (double x : u)
    sum += x * x;
  return sum;
}

namespace sim {

#pragma adjoint reverse
double longer(const std::vector<double> &x) {
  std::vector<double> u = x;
  heat::refine(u);
  heat::refine(u);
  double sum = 0.0;
  for (std::size_t i = 0; i < u.size(); ++i)
    sum += (1.0 + i) * u[i];
  return sum;
}

#pragma adjoint reverse
double exchanged(const std::vector<double> &x) {
  std::vector<double> a = x, b(x.rbegin(), x.rend());
  for (int i = 0; i < 3; ++i) {
    heat::exchange(a, b);
    a[1] += b[0] * b[2];
  }
  return a[0] * b[1] + a[2] * a[1];
}

#ifdef HAS_THIRD
class Third : public heat::Source {
public:
  void add(std::vector<double> &u) const override { u[0] *= factor; }
  double factor = 1.0;
};
#endif

// What the caller has is overwritten, and used after.
#pragma adjoint reverse
double ofArgument(std::vector<double> &x, const std::vector<double> &target) {
  double before = heat::misfit(x, target);
  heat::refine(x);
  return before * x[0] * x[3];
}

#pragma adjoint reverse
double ofObjects(double factor, const std::vector<double> &x) {
  heat::Damper damper(factor);
  std::vector<double> u = x;
  for (int i = 0; i < 3; ++i) {
    damper.apply(u);
    damper.learn(u[1]);
  }
  return u[0] * u[1] + u[2];
}

// A part of what is called is passive.
#pragma adjoint reverse
double returned(const std::vector<double> &x, double y) {
  const std::vector<double> ones = {1.0, 2.0};
  std::vector<double> u = heat::rates("square", x);
  for (int i = 0; i < 2; ++i)
    u = heat::rates(i == 0 ? "sine" : "square", u);
  return heat::misfit(ones, heat::rates("square", ones)) > 1.0 ? u[0] * u[1] * y : y;
}

#pragma adjoint reverse
double nested(const std::vector<double> &x, double rate) {
  std::vector<heat::Cell> cells(3);
  for (int i = 0; i < 3; ++i) {
    cells[i].heat = x[i];
    cells[i].species = {x[i] * rate};
  }
  for (int i = 0; i < 2; ++i)
    heat::mix(cells, rate);
  return cells[2].heat * cells[1].species[1] + cells[2].species[2];
}

#pragma adjoint reverse
double throwing(std::vector<double> &u) {
  for (int i = 0; i < 4; ++i)
    heat::heatUp(u);
  return u[0] * u[1];
}

#pragma adjoint reverse
double ofSources(const heat::Source &source, const std::vector<double> &x) {
  std::vector<double> u = x;
  for (int i = 0; i < 3; ++i)
    source.add(u);
  return u[0] * u[1] + u[2];
}

} // namespace sim

namespace {

int wrong = 0;

void expect(const char *what, double expected, double got) {
  if (std::fabs(expected - got) <= 1e-6 * (1.0 + std::fabs(expected)))
    return;
  std::printf("%s: %.12g, expected %.12g\n", what, got, expected);
  ++wrong;
}

using Vector = std::vector<double>;

void check(const char *what, const std::function<double(const Vector &)> &f, const Vector &x, const Vector &gradient) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double h = 1e-6;
    Vector up = x, down = x;
    up[i] += h;
    down[i] -= h;
    expect(what, (f(up) - f(down)) / (2.0 * h), gradient[i]);
  }
}

} // namespace

int main() {
  const Vector k = {0.3, 0.2, 0.4, 0.1, 0.25}, u = {1.0, 0.4, 0.7, 0.2, 0.5};
  const int n = 5, steps = 4;

  Vector k_b(n);
  sim::behindPointers_b(n, u.data(), k.data(), k_b.data(), steps, 1.0);
  check("behindPointers", [&](const Vector &v) { return sim::behindPointers(n, u.data(), v.data(), steps); }, k, k_b);

  double x_b = 0.0, y_b = 0.0;
  sim::scalars_b(0.7, x_b, 1.3, y_b, 1.0);
  check("scalars", [](const Vector &v) { return sim::scalars(v[0], v[1]); }, {0.7, 1.3}, {x_b, y_b});

  const heat::Grid grid = {n, 0.1};
  k_b.assign(n, 0.0);
  inVectors_b(grid, u, k, k_b, steps, 1.0);
  check("inVectors", [&](const Vector &v) { return inVectors(grid, u, v, steps); }, k, k_b);

  Vector u_b;
  sim::longer_b(u, u_b, 1.0);
  check("longer", sim::longer, u, u_b);
  u_b.assign(n, 0.0);
  sim::exchanged_b(u, u_b, 1.0);
  check("exchanged", sim::exchanged, u, u_b);

  Vector x = u, x_seed, target_b;
  sim::ofArgument_b(x, x_seed, k, target_b, 1.0);
  check("ofArgument", [&](Vector v) { return sim::ofArgument(v, k); }, u, x_seed);
  check("ofArgument, target", [&](const Vector &v) { return sim::ofArgument(x = u, v); }, k, target_b);

  double factor_b = 0.0;
  u_b.assign(n, 0.0);
  sim::ofObjects_b(0.3, factor_b, u, u_b, 1.0);
  check("ofObjects", [&](const Vector &v) { return sim::ofObjects(0.3, v); }, u, u_b);
  check("ofObjects, factor", [&](const Vector &v) { return sim::ofObjects(v[0], u); }, {0.3}, {factor_b});

  y_b = 0.0;
  u_b.assign(n, 0.0);
  sim::returned_b(u, u_b, 1.3, y_b, 1.0);
  check("returned", [](const Vector &v) { return sim::returned(v, 1.3); }, u, u_b);
  check("returned, y", [&](const Vector &v) { return sim::returned(u, v[0]); }, {1.3}, {y_b});

  y_b = 0.0;
  u_b.assign(n, 0.0);
  sim::nested_b(u, u_b, 0.6, y_b, 1.0);
  check("nested", [](const Vector &v) { return sim::nested(v, 0.6); }, u, u_b);
  check("nested, rate", [&](const Vector &v) { return sim::nested(u, v[0]); }, {0.6}, {y_b});

  u_b.assign(n, 0.0);
  sim::throwing_b(x = u, u_b, 1.0);
  check("throwing", [](Vector v) { return sim::throwing(v); }, u, u_b);
  const std::size_t before = adjoint::Tape::local().bytes();
  try {
    sim::throwing_b(x = {30.0, 2.0}, u_b, 1.0);
    expect("thrown", 1.0, 0.0);
  } catch (const std::runtime_error &) {
  }
  expect("the tape", double(before), double(adjoint::Tape::local().bytes()));

  heat::Constant constant(0.2), constant_b(0.0);
  u_b.assign(n, 0.0);
  sim::ofSources_b(constant, constant_b, u, u_b, 1.0);
  check("ofSources, constant", [&](const Vector &v) { return sim::ofSources(constant, v); }, u, u_b);
  check("ofSources, power", [&](const Vector &v) { return sim::ofSources(heat::Constant(v[0]), u); }, {0.2}, {constant_b.power});
  heat::Growing growing(0.2), growing_b(0.0);
  u_b.assign(n, 0.0);
  sim::ofSources_b(growing, growing_b, u, u_b, 1.0);
  check("ofSources, growing", [&](const Vector &v) { return sim::ofSources(growing, v); }, u, u_b);
  check("ofSources, rate", [&](const Vector &v) { return sim::ofSources(heat::Growing(v[0]), u); }, {0.2}, {growing_b.power});
  return wrong != 0;
}
