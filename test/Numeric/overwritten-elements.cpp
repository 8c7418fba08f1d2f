// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-distribute-loops --no-defer-sums | --no-tbr | --no-fusion | --no-liveness | --no-recompute
//
// Elements of arrays that are stored to once, or anew after all was stored to, need no record; those that only look
// like that do. All functions return a square, so that no loop is fused.

#include "numeric.h"

#include <cmath>

namespace {
double squared(double s) { return s * s; }
} // namespace

// ------------------------------------------------------------------ once

#pragma adjoint reverse
double once(const double *x, int n) {
  double *w = new double[n];
  for (int i = 0; i < n; ++i)
    w[i] = std::exp(x[i]);
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += w[i] * w[i] * x[0];
  delete[] w;
  return squared(s);
}

#pragma adjoint reverse
double scan(const double *x, int n) {
  double *w = new double[n + 1];
  w[0] = x[0];
  for (int i = 1; i <= n; ++i)
    w[i] = std::sin(w[i - 1] * x[i - 1]) + w[i - 1] * w[i - 1];
  double s = w[n];
  for (int i = n - 1; i >= 0; --i)
    w[i] = w[i + 1] * w[i + 1] * x[i];
  s += w[0] * w[n / 2];
  delete[] w;
  return squared(s);
}

// A neighbour that is overwritten later.
#pragma adjoint reverse
double ahead(const double *x, int n) {
  double *w = new double[n + 1];
  for (int i = 0; i <= n; ++i)
    w[i] = 0.5 + 0.1 * i;
  for (int i = 0; i < n; ++i)
    w[i] = std::exp(w[i + 1] * x[i]) * w[i + 1];
  for (int i = n; i >= 1; --i)
    w[i] = w[i - 1] * w[i - 1] * x[n - i];
  double s = 0.0;
  for (int i = 0; i <= n; ++i)
    s += w[i];
  delete[] w;
  return squared(s);
}

#pragma adjoint reverse
double twice(const double *x, int n) {
  double *w = new double[n];
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    w[i] = std::exp(x[i]);
    s += w[i] * w[i];
    w[i] = std::sin(w[i]) * x[i];
    if (x[i] > 0.4)
      w[i] = w[i] * w[i] * x[0];
    s += w[i] * x[i];
  }
  delete[] w;
  return squared(s);
}

#pragma adjoint reverse
double sometimes(const double *x, int n) {
  double *w = new double[n]();
  double s = 0.0;
  for (int repeat = 0; repeat < 2; ++repeat)
    for (int i = 0; i < n; ++i) {
      if (x[i] > 0.1 * repeat)
        w[i] = w[i] + std::exp(x[i] * (repeat + 1));
      s += w[i] * w[i];
    }
  delete[] w;
  return squared(s);
}

// Rows of a matrix: with the right width each element is stored to once, with a smaller one rows overlap.
template <int Width> double rows(const double *x, int n) {
  double *w = new double[4 * n + 4]();
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 4; ++j) {
      w[i * Width + j] = std::exp(x[i] * (j + 1) * 0.3);
      s += w[i * Width + j] * w[i * Width + j] * x[0];
    }
  for (int i = 0; i < 4 * n; ++i)
    s += w[i] * w[i];
  delete[] w;
  return s;
}

#pragma adjoint reverse
double wideRows(const double *x, int n) { return squared(rows<4>(x, n)); }

#pragma adjoint reverse
double overlappingRows(const double *x, int n) { return squared(rows<2>(x, n)); }

// What is needed before are other elements, or not quite.
template <int First> double behind(const double *x, int n) {
  double *w = new double[n + 3]();
  w[0] = std::exp(x[0]);
  w[1] = x[0] * w[0];
  w[2] = w[0] * w[1] * w[1];
  for (int i = 1; i < 3; ++i)
    w[2] += w[i - 1] * w[i - 1];
  for (int i = First; i < n + 3; ++i)
    w[i] = std::sin(w[i - 1]) * x[(i - 1) % n] + 0.3;
  double s = 0.0;
  for (int i = 0; i < n + 3; ++i)
    s += w[i] * w[i];
  delete[] w;
  return s;
}

#pragma adjoint reverse
double behindAll(const double *x, int n) { return squared(behind<3>(x, n)); }

#pragma adjoint reverse
double behindSome(const double *x, int n) { return squared(behind<2>(x, n)); }

#pragma adjoint reverse
double behindOne(const double *x, int n) { return squared(behind<1>(x, n)); }

// A loop that is left out of the forward sweep reads what is needed before.
#pragma adjoint reverse
double behindFused(const double *x, int n) {
  double *w = new double[n + 1]();
  w[0] = x[0];
  w[1] = x[0] * 0.5;
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    double t = w[1] + x[i];
    s += t * t;
  }
  for (int i = 1; i <= n; ++i)
    w[i] = w[i - 1] * x[i - 1];
  s += w[n] * w[n];
  delete[] w;
  return s;
}

// Needed by the step before.
#pragma adjoint reverse
double steps(const double *x, int n) {
  double *w = new double[n], *v = new double[n];
  for (int i = 0; i < n; ++i)
    w[i] = x[i];
  for (int step = 0; step < 3; ++step) {
    for (int i = 0; i < n; ++i)
      v[i] = std::sin(w[i]) * x[i];
    for (int i = 0; i < n; ++i)
      w[i] = v[i] * v[i] + w[n - 1 - i] * 0.1;
  }
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += w[i] * v[i];
  delete[] v;
  delete[] w;
  return squared(s);
}

// An index that changes, a pointer that changes.
#pragma adjoint reverse
double changing(const double *x, int n) {
  double *a = new double[2 * n + 2]();
  double s = 0.0;
  int at = 0;
  for (int i = 0; i < n; ++i) {
    a[at + i] = std::exp(x[i]);
    s += a[at + i] * a[0] * a[0];
    at = i % 2 == 0 ? -i : 0;
  }
  double *p = a + 1;
  for (int i = 0; i < n; ++i) {
    p[i] = std::exp(x[i] * 0.5);
    s += p[i] * p[i];
    if (i == 0)
      p = a;
  }
  delete[] a;
  return squared(s);
}

// --------------------------------------------------------------- settled

void multiply(int n, const double *__restrict m, const double *__restrict x, double *__restrict y) {
  for (int i = 0; i < n; ++i)
    y[i] = m[0] * x[i];
  for (int j = 0; j < n; ++j)
    for (int i = j + 1; i < n; ++i)
      y[i] += m[j] * x[j];
}

#pragma adjoint reverse
double settled(const double *x, int n) {
  double *m = new double[n], *y = new double[n], *z = new double[n];
  for (int i = 0; i < n; ++i)
    m[i] = std::cos(x[i]);
  double s = 0.0;
  for (int repeat = 0; repeat < 3; ++repeat) {
    multiply(n, m, x, y);
    for (int i = 0; i < n; ++i)
      s += y[i] * y[i] * (repeat + 1);
    multiply(n, y, x, z);
    for (int i = 0; i < n; ++i)
      s += z[i] * y[i];
  }
  delete[] z;
  delete[] m;
  delete[] y;
  return squared(s);
}

// The first loop stores to a part only; something is needed between; the bound changes between.
#pragma adjoint reverse
double unsettled(const double *x, int n) {
  double *y = new double[n];
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[i];
  for (int i = 0; i < n; ++i)
    s += y[i] * y[i];
  for (int i = 0; i < n / 2; ++i)
    y[i] = x[i];
  for (int i = 0; i < n; ++i)
    y[i] += x[0];
  for (int i = 0; i < n; ++i)
    s += std::exp(y[i]);
  int m = n / 2;
  for (int i = 0; i < m; ++i)
    y[i] = x[i] * 0.5;
  m = n;
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < m; ++i)
      y[i] += x[j % n];
  for (int i = 0; i < n; ++i)
    s += y[i] * y[i];
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
  for (int j = 0; j < 2; ++j) {
    for (int i = 0; i < n; ++i)
      y[i] += x[i] * 0.5;
    for (int i = 0; i < n; ++i)
      s += std::sin(y[i] * y[i]);
  }
  delete[] y;
  return squared(s);
}

// What is stored first is not needed, and not executed.
#pragma adjoint reverse
double deadWriter(const double *x, int n) {
  double *y = new double[n];
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    y[i] = std::exp(x[i]);
  for (int i = 0; i < n; ++i)
    s += y[i] * y[i];
  for (int i = 0; i < n; ++i)
    y[i] = 3.0;
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
  for (int i = 0; i < n; ++i)
    s += y[i] * 2.0;
  delete[] y;
  return squared(s);
}

// --------------------------------------------------------------- stencils

#pragma adjoint reverse
double stencil(const double *x, int n) {
  double *u = new double[n + 2](), *v = new double[n + 2]();
  for (int i = 0; i < n; ++i)
    u[i + 1] = x[i] * x[i];
  for (int step = 0; step < 3; ++step) {
    for (int i = 1; i <= n; ++i)
      v[i] = u[i] + 0.2 * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
    for (int i = 1; i < n + 1; ++i)
      u[i] = v[i] + 0.1 * v[i - 1];
  }
  double s = 0.0;
  for (int i = 0; i < n + 2; ++i)
    s += u[i] * v[i];
  delete[] v;
  delete[] u;
  return s;
}

// In place: a neighbour is the new one.
#pragma adjoint reverse
double inPlace(const double *x, int n) {
  double *u = new double[n + 2]();
  for (int i = 0; i < n; ++i)
    u[i + 1] = x[i] * x[i];
  for (int step = 0; step < 3; ++step)
    for (int i = 1; i <= n; ++i)
      u[i] = 0.5 * u[i - 1] + 0.2 * u[i] + 0.3 * u[i + 1];
  double s = 0.0;
  for (int i = 0; i < n + 2; ++i)
    s += u[i] * u[i];
  delete[] u;
  return s;
}

// One array by two names.
#pragma adjoint reverse
void twoNames(const double *u, double *v, int n) {
  for (int i = 1; i < n - 1; ++i)
    v[i] = 0.5 * u[i - 1] + 0.25 * u[i + 1];
}

// What is needed to restore something else: indices, which are overwritten.
#pragma adjoint reverse
double indices(const double *x, int n) {
  int *at = new int[n];
  double *v = new double[n];
  for (int i = 0; i < n; ++i)
    v[i] = i;
  for (int i = 0; i < n; ++i)
    at[i] = n - 1 - i;
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += v[i] * x[i] * x[i];
  for (int i = 0; i < n; ++i)
    v[at[i]] = 2.0 + i;
  for (int i = 0; i < n; ++i)
    at[i] = i;
  for (int i = 0; i < n; ++i)
    sum += v[i] * x[i] * x[0];
  delete[] at;
  delete[] v;
  return sum;
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.5}, {0.7}, {1.1, 0.2}};
  numeric::check("once", once, once_b, points);
  numeric::check("scan", scan, scan_b, points);
  numeric::check("ahead", ahead, ahead_b, points);
  numeric::check("twice", twice, twice_b, points);
  numeric::check("sometimes", sometimes, sometimes_b, points);
  numeric::check("wideRows", wideRows, wideRows_b, points);
  numeric::check("overlappingRows", overlappingRows, overlappingRows_b, points);
  numeric::check("behindAll", behindAll, behindAll_b, points);
  numeric::check("behindSome", behindSome, behindSome_b, points);
  numeric::check("behindOne", behindOne, behindOne_b, points);
  numeric::check("behindFused", behindFused, behindFused_b, points);
  numeric::check("steps", steps, steps_b, points);
  numeric::check("changing", changing, changing_b, points);
  numeric::check("unsettled", unsettled, unsettled_b, points);
  numeric::check("settled", settled, settled_b, points);
  numeric::check("deadWriter", deadWriter, deadWriter_b, points);
  numeric::check("stencil", stencil, stencil_b, points);
  numeric::check("inPlace", inPlace, inPlace_b, points);
  numeric::check("indices", indices, indices_b, points);
  numeric::check(
      "twoNames", numeric::Vector{0.3, 0.8, -0.6, 0.9, 0.1},
      [](const numeric::Vector &x) {
        numeric::Vector v = x;
        twoNames(v.data(), v.data(), int(v.size()));
        return v;
      },
      [](const numeric::Vector &x, const numeric::Vector &y_b) {
        numeric::Vector v = x, v_b = y_b;
        twoNames_b(v.data(), v_b.data(), v.data(), v_b.data(), int(v.size()));
        return v_b;
      });
  return numeric::report();
}
