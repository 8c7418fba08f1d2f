// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Adaptive Simpson quadrature, recursive: the depth depends on active data. The derivative by a bound of the interval
// is the integrand there.

#include "numeric.h"

#include <cmath>

using numeric::Vector;

double peak(double t, double p) { return std::exp(-p * t * t) / (1.0 + t * t * p); }

double simpson(double fa, double fm, double fb, double h) { return h / 6.0 * (fa + 4.0 * fm + fb); }

double refine(double p, double a, double b, double fa, double fm, double fb, double whole, double tolerance,
              int depth) {
  double m = 0.5 * (a + b), h = 0.5 * (b - a);
  double fl = peak(0.5 * (a + m), p), fr = peak(0.5 * (m + b), p);
  double left = simpson(fa, fl, fm, h), right = simpson(fm, fr, fb, h);
  double error = left + right - whole;
  if (depth == 0 || std::fabs(error) <= 15.0 * tolerance)
    return left + right + error / 15.0;
  return refine(p, a, m, fa, fl, fm, left, 0.5 * tolerance, depth - 1) +
         refine(p, m, b, fm, fr, fb, right, 0.5 * tolerance, depth - 1);
}

#pragma adjoint reverse
double integral(double a, double b, double p) {
  double fa = peak(a, p), fb = peak(b, p), fm = peak(0.5 * (a + b), p);
  return refine(p, a, b, fa, fm, fb, simpson(fa, fm, fb, b - a), 1e-5, 12);
}

double root(double t) { return std::sqrt(t); }
double wave(double t) { return std::sin(3.0 * t) * t; }

// The integrand is an argument, and the callee counts its own calls.
double generic(double (*f)(double), double a, double b, double tolerance, int &calls) {
  ++calls;
  double m = 0.5 * (a + b);
  double coarse = simpson(f(a), f(m), f(b), b - a);
  double fine = simpson(f(a), f(0.5 * (a + m)), f(m), m - a) + simpson(f(m), f(0.5 * (m + b)), f(b), b - m);
  if (std::fabs(fine - coarse) < tolerance)
    return fine;
  return generic(f, a, m, 0.5 * tolerance, calls) + generic(f, m, b, 0.5 * tolerance, calls);
}

#pragma adjoint reverse
double twoIntegrals(double a, double b) {
  int calls = 0;
  double r = generic(root, a, b, 1e-4, calls);
  a *= r;
  r += generic(wave, a, a + b, 1e-4, calls) * (calls > 0);
  return r * a;
}

int main() {
  numeric::check("integral", integral, integral_b, {{-0.7, 1.3, 2.1}, {0.2, 3.1, 4.7}});
  numeric::check("twoIntegrals", twoIntegrals, twoIntegrals_b, {{0.7, 1.6}, {1.2, 2.9}});
  for (double b : {1.3, 2.9}) {
    double a_b = 0.0, b_b = 0.0, p_b = 0.0;
    integral_b(-0.7, a_b, b, b_b, 2.1, p_b, 1.0);
    numeric::expect("d integral / d b", peak(b, 2.1), b_b, 1e-3);
    numeric::expect("d integral / d a", -peak(-0.7, 2.1), a_b, 1e-3);
  }
  return numeric::report();
}
