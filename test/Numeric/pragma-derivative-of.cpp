// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-SECOND: none
//
// Hand-written adjoints and tangents, announced with derivative_of and tangent_of: of a declaration without a body, of a function that overwrites
// its arguments, in place of a body that could be differentiated.

#include "numeric.h"

#include <cmath>

// Defined at the end of this file, as if in another one.
double normalCdf(double x);

#pragma adjoint derivative_of(normalCdf)
void normalCdf_b(double x, double &x_b, double result_b) {
  x_b += result_b * 0.3989422804014327 * std::exp(-0.5 * x * x);
}

#pragma adjoint tangent_of(normalCdf)
double normalCdf_d(double x, double x_d, double &result_d) {
  result_d = 0.3989422804014327 * std::exp(-0.5 * x * x) * x_d;
  return normalCdf(x);
}

#pragma adjoint reverse
double scalar(double x, double y) {
  double t = normalCdf(x * y);
  x = normalCdf(t) * t;
  t = normalCdf(-x);
  return t * x + normalCdf(normalCdf(y));
}

void fillPowers(const double *x, double *y, int n);

// Only declared here as well.
#pragma adjoint derivative_of(fillPowers)
void fillPowers_b(const double *x, double *x_b, double *y, double *y_b, int n);
#pragma adjoint tangent_of(fillPowers)
void fillPowers_d(const double *x, const double *x_d, double *y, double *y_d, int n);

#pragma adjoint reverse
double arrays(const double *x, int n) {
  double v[3], w[3];
  fillPowers(x, v, 3);
  fillPowers(v + 1, w, 2);
  v[0] *= w[1] * n;
  fillPowers(&v[0], w, 3);
  return v[0] * w[2] + v[2] * w[1];
}

void grow(double &x, double factor);

#pragma adjoint derivative_of(grow)
void grow_b(double &x, double &x_b, double factor, double &factor_b);
#pragma adjoint tangent_of(grow)
void grow_d(double &x, double &x_d, double factor, double factor_d);

// Nothing active is in what the call overwrites; what was there before is needed.
#pragma adjoint reverse
double overwritesPassive(double x, double y) {
  double a = 0.8, s = x * x * a;
  grow(a, 0.5);
  return s * a * y;
}

#pragma adjoint reverse
double inOut(double x, double y) {
  double s = x;
  for (int i = 0; i < 3; ++i) {
    grow(s, y);
    y += 0.1 * s * x;
  }
  grow(y, s);
  return s * y;
}

// Has a body, but its derivative is known better: at a fixed point the iteration need not be reversed.
double squareRoot(double a) {
  double x = a > 1.0 ? a : 1.0;
  for (int i = 0; i < 40; ++i)
    x = 0.5 * (x + a / x);
  return x;
}

int handWrittenCalls = 0;

#pragma adjoint derivative_of(squareRoot)
void adjointOfSquareRoot(double a, double &a_b, double result_b) {
  ++handWrittenCalls;
  a_b += result_b * 0.5 / squareRoot(a);
}

#pragma adjoint tangent_of(squareRoot)
double tangentOfSquareRoot(double a, double a_d, double &result_d) {
  const double r = squareRoot(a);
  result_d = 0.5 / r * a_d;
  return r;
}

#pragma adjoint reverse
double otherName(double x, double y) {
  double r = squareRoot(x * y);
  x *= r;
  return squareRoot(x) * r;
}

/// Operators, of which several may have one name.
struct Scaled {
  double v;
  Scaled operator*(double k) const;
  Scaled operator*() const { return {v * v}; }
  double operator()(double x) const;
};
#pragma adjoint derivative_of(Scaled::operator*)
void product_b(const Scaled &self, Scaled &self_b, double k, double &k_b, Scaled result_b) {
  self_b.v += k * result_b.v;
  k_b += self.v * result_b.v;
}
#pragma adjoint tangent_of(Scaled::operator*)
Scaled product_d(const Scaled &self, const Scaled &self_d, double k, double k_d, Scaled &result_d) {
  result_d = {self_d.v * k + self.v * k_d};
  return {self.v * k};
}
#pragma adjoint derivative_of(Scaled::operator())
void at_b(const Scaled &self, Scaled &self_b, double x, double &x_b, double result_b) {
  self_b.v += x * x * result_b;
  x_b += 2 * self.v * x * result_b;
}
#pragma adjoint tangent_of(Scaled::operator())
double at_d(const Scaled &self, const Scaled &self_d, double x, double x_d, double &result_d) {
  result_d = self_d.v * x * x + 2 * self.v * x * x_d;
  return self.v * x * x;
}

#pragma adjoint reverse
double operators(double x, double y) {
  Scaled a{x};
  a = a * (x * y);
  return a(y) * (a * y).v;
}

int main() {
  numeric::check("operators", operators, operators_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("scalar", scalar, scalar_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("arrays", arrays, arrays_b, {{0.7}, {-1.1}});
  numeric::check("overwritesPassive", overwritesPassive, overwritesPassive_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("inOut", inOut, inOut_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("otherName", otherName, otherName_b, {{0.7, 1.3}, {2.1, 0.6}});
  numeric::expect("the hand-written adjoint was called", 1.0, handWrittenCalls > 0);
  return numeric::report();
}

double normalCdf(double x) { return 0.5 * std::erfc(-x * 0.7071067811865476); }

void fillPowers(const double *x, double *y, int n) {
  double p = *x;
  for (int i = 0; i < n; ++i, p *= *x)
    y[i] = p;
}

void fillPowers_b(const double *x, double *x_b, double *, double *y_b, int n) {
  double p = 1.0;
  for (int i = 0; i < n; ++i, p *= *x) {
    *x_b += (i + 1) * p * y_b[i];
    y_b[i] = 0.0;
  }
}

void grow(double &x, double factor) { x += factor * x * x; }

void grow_b(double &x, double &x_b, double factor, double &factor_b) {
  factor_b += x * x * x_b;
  x_b *= 1.0 + 2.0 * factor * x;
}

void fillPowers_d(const double *x, const double *x_d, double *y, double *y_d, int n) {
  double p = 1.0;
  for (int i = 0; i < n; ++i, p *= *x) {
    y_d[i] = (i + 1) * p * *x_d;
    y[i] = p * *x;
  }
}

void grow_d(double &x, double &x_d, double factor, double factor_d) {
  x_d = (1.0 + 2.0 * factor * x) * x_d + x * x * factor_d;
  x += factor * x * x;
}

Scaled Scaled::operator*(double k) const { return {v * k}; }
double Scaled::operator()(double x) const { return v * x * x; }
