// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-fusion | --no-use-tape-blocks | --no-fusion --no-use-tape-blocks | --no-tbr | --no-liveness | --no-recompute | --no-inline-loops
//
// Loops whose sweeps may run at once, and loops that only look like that: iterations that hand something on, in arrays
// that are written in part, at other indices, under a condition, by a callee, through another name.

#include "numeric.h"

#include <cmath>

// ------------------------------------------------- work space of one iteration

#pragma adjoint reverse
double wholeArray(const double *x, int n) {
  double *w = new double[n];
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k)
      w[k] = x[i] * x[k] + k;
    for (int k = n - 1; k >= 1; --k)
      w[k] *= std::sin(w[k - 1]);
    for (int k = 0; k < n; ++k)
      s += w[k] * w[k];
  }
  delete[] w;
  return s;
}

#pragma adjoint reverse
double triangle(const double *x, int n) {
  double *w = new double[n];
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k)
      w[k] = std::exp(x[k] - x[i]);
    for (int j = 0; j < n; ++j)
      for (int k = j + 1; k < n; ++k)
        w[k] += w[j] * x[k];
    s += w[n - 1] * w[0];
  }
  delete[] w;
  return s;
}

void powers(int m, double x, double *__restrict out) {
  for (int k = 0; k < m; ++k)
    out[k] = std::pow(x, k + 1);
}

double combine(int m, const double *w) {
  double s = 0.0;
  for (int k = 0; k < m; ++k)
    s += w[k] / (1.0 + s * s);
  return s;
}

#pragma adjoint reverse
double throughCallees(const double *x, int n) {
  double w[6];
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    powers(6, x[i], w);
    const double c = combine(6, w);
    s += c * x[i];
  }
  return s;
}

#pragma adjoint reverse
double dataDependentTrips(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    double y = x[i];
    int steps = 0;
    while (y * y > 0.3 && steps < 20) {
      y = 0.7 * y * std::cos(y);
      ++steps;
    }
    for (int k = 0; k < steps; ++k)
      y += y * x[0] * 0.1;
    s += std::exp(y);
  }
  return s;
}

#pragma adjoint reverse
double overwrittenScalars(const double *x, int n) {
  double t = 1.0, s = 0.0;
  for (int i = n - 1; i >= 0; i -= 1) {
    t = x[i] * x[i];
    if (t > 0.5)
      t = std::sqrt(t) * x[0];
    else
      t = t * t;
    s -= t * t * t;
  }
  return s;
}

#pragma adjoint reverse
double strides(const double *x, int n) {
  double s = 0.0;
  for (unsigned i = 0; i < unsigned(n); ++i) {
    const double t = std::exp(x[i]);
    s += t * t;
  }
  for (int i = 1; i <= n - 1; i += 2) {
    double t = std::exp(x[i]);
    t = t * std::log(t + 2.0);
    s += t * t;
  }
  return s;
}

// ------------------------------------------------------ what is handed on

// The last element is that of the iteration before.
#pragma adjoint reverse
double allButOne(const double *x, int n) {
  double *w = new double[n + 1]();
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k)
      w[k] = x[i] * x[k];
    for (int k = 0; k <= n; ++k)
      s += w[k] * w[k];
    w[n] = s * w[0];
  }
  delete[] w;
  return s;
}

// As many elements as the iteration says.
#pragma adjoint reverse
double growing(const double *x, int n) {
  double *w = new double[n]();
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n - i; ++k)
      w[k] = x[k] * x[i];
    for (int k = 0; k < n; ++k)
      s += w[k] * w[k] * x[k];
  }
  delete[] w;
  return s;
}

// Written if a condition holds.
#pragma adjoint reverse
double sometimes(const double *x, int n) {
  double w[2] = {};
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    if (x[i] > 0.5) {
      w[0] = x[i] * x[i];
      w[1] = w[0] * x[0];
    }
    s += w[0] * w[1];
  }
  return s;
}

void half(int m, double x, double *out) {
  for (int k = 0; k < m / 2; ++k)
    out[k] = x * x * (k + 1);
}

#pragma adjoint reverse
double calleeFillsHalf(const double *x, int n) {
  double w[4] = {0.1, 0.2, 0.3, 0.4};
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    half(4, x[i], w);
    for (int k = 0; k < 4; ++k)
      s += w[k] * w[k] * x[i];
    w[3] = w[0] * w[1];
  }
  return s;
}

// Through another name.
#pragma adjoint reverse
double otherName(double *w, const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    w[i] = x[n - 1 - i] * x[n - 1 - i];
    s += w[i] * w[i];
  }
  return s;
}

// Elements in another order than they were written.
#pragma adjoint reverse
double shifted(const double *x, int n) {
  double *w = new double[n + 1]();
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    w[i] = x[i] * x[i];
    s += w[i + 1] * w[i] + w[0];
    w[i + 1] = w[i] * x[0];
  }
  delete[] w;
  return s;
}

#pragma adjoint reverse
double walkingPointer(const double *x, int n) {
  const double *p = x;
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    const double t = std::exp(*p);
    s += t * t;
    ++p;
  }
  return s;
}

// ------------------------------------------ what comes before and behind the loop

// The sum decides, is an index, is needed.
#pragma adjoint reverse
double sumIsUsed(const double *x, int n) {
  double s = 0.0;
  int big = 0;
  for (int i = 0; i < n; ++i) {
    const double t = std::exp(x[i]);
    s += t * t;
    big += x[i] > 0.5;
  }
  double r = x[big % n] * s;
  if (s > 2.0)
    r *= r;
  return r;
}

// The input of the loop is overwritten behind it, its work space is used before it.
#pragma adjoint reverse
double overwrittenBehind(double *x, int n) {
  double w[2];
  w[0] = x[0] * x[0];
  w[1] = std::exp(w[0]);
  double s = w[0] * w[1];
  for (int i = 0; i < n; ++i) {
    w[0] = x[i] * x[i];
    w[1] = std::sin(w[0]);
    s += w[0] * w[1];
  }
  for (int i = 0; i < n; ++i)
    x[i] = x[i] * x[i];
  return s + x[0];
}

#pragma adjoint reverse
double twoLoopsOneSpace(const double *x, int n) {
  double *w = new double[n];
  double s = 0.0, t = 1.0;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k)
      w[k] = x[i] * x[k];
    for (int k = 0; k < n; ++k)
      s += w[k] * w[k];
  }
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k)
      w[k] = std::exp(x[i] - x[k]);
    for (int k = 0; k < n; ++k)
      t += w[k] * x[k];
  }
  delete[] w;
  return s * 2.0 + t;
}

// The same in a callee that is called twice, with a work space of its caller.
double inner(const double *x, int n, double *__restrict w) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    w[0] = x[i] * x[i];
    w[1] = w[0] * std::exp(x[i]);
    s += w[0] * w[1];
  }
  return s;
}

#pragma adjoint reverse
double inCallee(const double *x, int n) {
  double w[2];
  const double a = inner(x, n, w);
  const double b = inner(x, n / 2, w);
  return a * b + a;
}

#pragma adjoint reverse value
double withValue(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    const double t = std::exp(x[i]) * x[0];
    s += t * t;
  }
  return s;
}

// The forward half passes on what the loop leaves.
void leaves(const double *x, double *y, int n) {
  double t = 1.0;
  for (int i = 0; i < n; ++i) {
    t = std::sin(x[i]);
    y[i] = t * t + t;
  }
}

#pragma adjoint reverse
double outputsOfCallee(const double *x, int n) {
  double *y = new double[n]();
  leaves(x, y, n);
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += y[i] * y[i];
  leaves(y, y, n);
  for (int i = 0; i < n; ++i)
    s += std::sin(y[i]);
  delete[] y;
  return s;
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9}, {0.7}, {1.1, 0.2}};
  numeric::check("wholeArray", wholeArray, wholeArray_b, points);
  numeric::check("triangle", triangle, triangle_b, points);
  numeric::check("throughCallees", throughCallees, throughCallees_b, points);
  numeric::check("dataDependentTrips", dataDependentTrips, dataDependentTrips_b, points);
  numeric::check("overwrittenScalars", overwrittenScalars, overwrittenScalars_b, points);
  numeric::check("strides", strides, strides_b, points);
  numeric::check("allButOne", allButOne, allButOne_b, points);
  numeric::check("growing", growing, growing_b, points);
  numeric::check("sometimes", sometimes, sometimes_b, points);
  numeric::check("calleeFillsHalf", calleeFillsHalf, calleeFillsHalf_b, points);
  numeric::check("shifted", shifted, shifted_b, points);
  numeric::check("walkingPointer", walkingPointer, walkingPointer_b, points);
  numeric::check("sumIsUsed", sumIsUsed, sumIsUsed_b, points);
  numeric::check("overwrittenBehind", overwrittenBehind, overwrittenBehind_b, points);
  numeric::check("twoLoopsOneSpace", twoLoopsOneSpace, twoLoopsOneSpace_b, points);
  numeric::check("inCallee", inCallee, inCallee_b, points);
  numeric::check("outputsOfCallee", outputsOfCallee, outputsOfCallee_b, points);
  numeric::check(
      "otherName", numeric::Vector{0.3, 0.8, -0.6, 0.9},
      [](const numeric::Vector &x) {
        numeric::Vector v = x;
        return numeric::Vector{otherName(v.data(), v.data(), int(v.size()))};
      },
      [](const numeric::Vector &x, const numeric::Vector &y_b) {
        numeric::Vector v = x, v_b(v.size(), 0.0);
        otherName_b(v.data(), v_b.data(), v.data(), v_b.data(), int(v.size()), y_b[0]);
        return v_b;
      });
  numeric::check(
      "withValue", numeric::Vector{0.3, 0.8, -0.6},
      [](const numeric::Vector &x) { return numeric::Vector{withValue(x.data(), int(x.size()))}; },
      [](const numeric::Vector &x, const numeric::Vector &y_b) {
        numeric::Vector x_b(x.size(), 0.0);
        const double value = withValue_b(x.data(), x_b.data(), int(x.size()), y_b[0]);
        numeric::expect("withValue", withValue(x.data(), int(x.size())), value);
        return x_b;
      });
  double x_b[1] = {0.0}, none = 0.0;
  wholeArray_b(&none, x_b, 0, 1.0);
  strides_b(&none, x_b, 0, 1.0);
  numeric::consumed("no iteration", x_b, 1);
  return numeric::report();
}
