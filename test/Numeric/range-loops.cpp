// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-dissolve-blocks | --no-dissolve-blocks --no-fusion | --no-fusion | --no-recompute | --no-liveness | --no-use-tape-blocks
//
// Loops over elements, by iterators and by pointers, whose sweeps run at once as those over an index; the same in blocks of
// the source, in branches and behind an early return; and blocks whose variables have one name, or are overwritten where
// the reverse sweep still needs them.

#include "numeric.h"

#include <array>
#include <cmath>
#include <vector>

#pragma adjoint reverse
double elements(const double *values, int n) {
  const std::vector<double> x(values, values + n);
  double s = 0.0;
  for (double v : x)
    s += std::exp(v);
  for (auto it = x.begin(); it != x.end(); ++it)
    s += std::sin(*it) * x[0];
  return s;
}

#pragma adjoint reverse
double pointers(const double *x, int n) {
  double s = 0.0;
  for (const double *p = x, *last = x + n; p != last; ++p)
    s += std::exp(*p * x[1]);
  return s;
}

#pragma adjoint reverse
double ofArray(const double *x, int) {
  std::array<double, 3> a = {x[0] * x[1], x[1], x[2]};
  double s = 0.0;
  for (double &v : a)
    v = v * x[1];
  for (const double v : a)
    s += std::exp(v);
  return s;
}

#pragma adjoint reverse
double rows(const double *x, int n) {
  std::vector<std::vector<double>> all(2, std::vector<double>(x, x + n));
  double s = 0.0;
  for (const std::vector<double> &row : all) {
    double t = x[0];
    for (double v : row)
      t += std::exp(v) * t;
    s += t;
  }
  return s;
}

#pragma adjoint reverse
double guarded(const double *values, int n) {
  const std::vector<double> x(values, values + n);
  if (x.empty())
    return 0.0;
  double s = 0.0;
  for (double v : x)
    s += std::exp(v) * x[0];
  return s;
}

#pragma adjoint reverse
double either(const double *x, int n) {
  double s = x[0];
  const double a = x[0] * x[1];
  if (a > 0.0) {
    double t = std::sin(a);
    for (int i = 0; i < n; ++i)
      s += std::exp(t * x[i]);
    t = t * x[1];
    s = s + t * t;
  } else {
    for (int i = 0; i < n; ++i)
      s -= std::cos(a * x[i]);
  }
  return s * x[1];
}

// The sum is needed behind the branch, where it can be no other.
#pragma adjoint reverse
double neededBehind(const double *x, int n) {
  double s = 1.0;
  if (n > 1) {
    for (int i = 0; i < n; ++i)
      s += std::exp(x[i]);
    s = std::log(s) * x[0];
  }
  return s * s;
}

#pragma adjoint reverse
double chosen(const double *x, int n) {
  double s = 0.0;
  switch (n % 2) {
  case 0:
    for (int i = 0; i < n; ++i)
      s += std::exp(x[i]);
    break;
  case 1: {
    const double *p = x + 1;
    for (int i = 0; i + 1 < n; ++i)
      s += std::sin(p[i] * x[0]);
    break;
  }
  default:
    break;
  }
  return s;
}

#pragma adjoint reverse
double blocks(const double *x, int n) {
  double s = 0.0;
  { // two variables of one name
    double t = x[0] * x[1];
    s += std::exp(t);
    t = t * s;
    s += t * t;
  }
  {
    double t = s * x[0];
    for (int i = 0; i < n; ++i) {
      {
        const double u = std::sin(t * x[i]);
        t = t + u * u;
      }
      {
        const double u = std::cos(t);
        t = t * u;
      }
    }
    s = t * s;
  }
  return s;
}

// What the loop reads is overwritten behind it.
#pragma adjoint reverse
double overwritten(const double *x, int n) {
  double y[4] = {}, s = 0.0;
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[0];
  if (x[0] > 0.0) {
    for (int i = 0; i < n; ++i)
      s += std::exp(y[i]);
    for (int i = 0; i < n; ++i)
      y[i] = y[i] * y[0];
  }
  for (int i = 0; i < n; ++i)
    s += std::sin(y[i]);
  return s;
}

int main() {
  const numeric::Points points = {{0.5, 0.8, 1.1}, {-0.4, 0.7, 0.3, 0.6}};
  numeric::check("elements", elements, elements_b, points);
  numeric::check("pointers", pointers, pointers_b, points);
  numeric::check("ofArray", ofArray, ofArray_b, points);
  numeric::check("rows", rows, rows_b, points);
  numeric::check("guarded", guarded, guarded_b, points);
  numeric::check("either", either, either_b, points);
  numeric::check("neededBehind", neededBehind, neededBehind_b, points);
  numeric::check("chosen", chosen, chosen_b, points);
  numeric::check("blocks", blocks, blocks_b, points);
  numeric::check("overwritten", overwritten, overwritten_b, points);
  return numeric::report();
}
