// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline-loops
//
// Functions that write a global by its name, and read it through a reference or a pointer that they are given.

#include "numeric.h"

#include <cmath>
#include <functional>

static double level, levels[3];

void raise(const double &by, double *x) {
  level = x[0] * 2.0;
  for (int i = 1; i < 3; ++i)
    x[i] = std::sin(by * 0.5) + 0.1 * i;
}

#pragma adjoint reverse
double raised(double *x) {
  level = 0.3;
  raise(level, x);
  return x[1] * x[2];
}

void setFrom(double *x) { level = x[0] * x[3]; }
void through(const double &by, double *x) {
  setFrom(x);
  for (int i = 1; i < 3; ++i)
    x[i] *= by;
}

#pragma adjoint reverse
double passedOn(double *x) {
  level = 0.3;
  through(level, x);
  return x[1] + x[2] * x[2];
}

void fill(const double *from, double *x) {
  for (int i = 0; i < 3; ++i)
    levels[i] = x[i] * x[3];
  for (int i = 0; i < 3; ++i)
    x[i] += std::cos(from[i]);
}

#pragma adjoint reverse
double filled(double *x) {
  fill(levels, x);
  fill(&levels[0], x);
  return x[0] * x[1] * x[2];
}

void repeat(const double &by, double *x, int depth) {
  if (depth > 0) {
    level += x[0] * 0.5;
    repeat(by, x, depth - 1);
  } else {
    for (int i = 1; i < 3; ++i)
      x[i] = std::sin(by);
  }
}

#pragma adjoint reverse
double repeated(double *x) {
  level = 0.1;
  repeat(level, x, 2);
  return x[1] * x[2];
}

struct Gauge {
  virtual ~Gauge() {}
  virtual double read(const double &at, double *x) const = 0;
};
struct Scale : Gauge {
  double read(const double &at, double *x) const override {
    level = x[0] * x[1];
    double s = 0.0;
    for (int i = 0; i < 2; ++i)
      s += at * x[i];
    return s;
  }
};

#pragma adjoint reverse
double dispatched(double *x) {
  level = 1.0;
  Scale scale;
  const Gauge &gauge = scale;
  const std::function<double(const double &)> read = [&](const double &at) {
    level *= x[2];
    double s = at;
    for (int i = 0; i < 2; ++i)
      s *= at;
    return s;
  };
  return gauge.read(level, x) + read(level);
}

struct Reader {
  const double *at;
};
double look(Reader reader, double *x) {
  level = x[0] * x[0];
  double s = 1.0;
  for (int i = 0; i < 2; ++i)
    s *= *reader.at + x[i];
  return s;
}

#pragma adjoint reverse
double held(double *x) {
  level = 2.0;
  const Reader reader{&level};
  return look(reader, x) * x[3];
}

int main() {
  const std::vector<numeric::Vector> points = {{0.4, 0.9, 1.3, 0.7}, {-0.8, 1.4, 0.25, 0.6}};
  auto check = [&](const char *name, double (*f)(double *), void (*f_b)(double *, double *, double)) {
    for (const numeric::Vector &point : points)
      numeric::check(
          name, point,
          [=](const numeric::Vector &x) {
            numeric::Vector at = x;
            return numeric::Vector{f(at.data())};
          },
          [=](const numeric::Vector &x, const numeric::Vector &y_b) {
            numeric::Vector at = x, x_b(x.size());
            f_b(at.data(), x_b.data(), y_b[0]);
            return x_b;
          });
  };
  check("raised", raised, raised_b);
  check("passedOn", passedOn, passedOn_b);
  check("filled", filled, filled_b);
  check("repeated", repeated, repeated_b);
  check("dispatched", dispatched, dispatched_b);
  check("held", held, held_b);
  return numeric::report();
}
