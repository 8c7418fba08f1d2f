// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Default arguments, overloads, namespaces, and annotated functions with the same name or with internal linkage.

#include "numeric.h"

using numeric::Vector;

double affine(double x, double slope = 2.0, double offset = 0.5) {
  x *= slope;
  return x * x + offset;
}

#pragma adjoint reverse
double defaultArguments(double x, double y) {
  double r = affine(x);
  r = affine(r, y) * affine(y, x, r);
  return r + affine(y);
}

double overloaded(double x) { return x * x; }
double overloaded(double x, double y) { return x * y * y; }
float overloaded(float x) { return x * x * x; }
double overloaded(int k) { return k * 0.5; }
double overloaded(const double *x, int n) { return n > 0 ? x[0] * x[n - 1] : 0.0; }

#pragma adjoint reverse
double overloads(double x, double y) {
  double v[3] = {x, y, x * y};
  double r = overloaded(x) + overloaded(x, y) * overloaded(2);
  v[0] = r;
  return r * overloaded(v, 3) + overloaded(v[2], overloaded(v[1]));
}

#pragma adjoint reverse
double twin(double x) { return overloaded(x) * x; }

#pragma adjoint reverse
double twin(double x, double y) {
  x = twin(x) * y;
  return x * twin(y);
}

namespace outer {
double helper(double x) { return x * x + 1.0; }

namespace inner {
double helper(double x) { return x * x * x; }

#pragma adjoint reverse
double function(double x, double y) { return helper(x) * outer::helper(y) - helper(x * y); }
} // namespace inner
} // namespace outer

namespace {
#pragma adjoint reverse
double unnamed(double x, double y) {
  x *= outer::inner::helper(y);
  return x * x;
}
} // namespace

#pragma adjoint reverse
static double internal(double x, double y) {
  x *= y;
  return x * x * y;
}

#pragma adjoint reverse
inline double inlined(double x, double y) {
  y *= x;
  return x * y * y;
}

int main() {
  numeric::check("defaultArguments", defaultArguments, defaultArguments_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("overloads", overloads, overloads_b, {{0.7, 1.3}, {-1.1, 0.6}});
  for (double x : {0.7, -1.1}) {
    numeric::check(
        "twin(x)", {x}, [](const Vector &v) { return Vector{twin(v[0])}; },
        [](const Vector &v, const Vector &seed) {
          double x_b = 0.0;
          twin_b(v[0], x_b, seed[0]);
          return Vector{x_b};
        });
    numeric::check(
        "twin(x, y)", {x, 1.3}, [](const Vector &v) { return Vector{twin(v[0], v[1])}; },
        [](const Vector &v, const Vector &seed) {
          double x_b = 0.0, y_b = 0.0;
          twin_b(v[0], x_b, v[1], y_b, seed[0]);
          return Vector{x_b, y_b};
        });
  }
  numeric::check("function", outer::inner::function, outer::inner::function_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("unnamed", unnamed, unnamed_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("internal", internal, internal_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("inlined", inlined, inlined_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
