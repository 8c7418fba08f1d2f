// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-SECOND: none
// NUMERIC-NEEDS-ANALYSES
//
// Second derivatives of functions with a hand-written tangent: of its source, by the same rules. A set of functions whose
// tangents are made of functions of the set has derivatives of any order that the tool makes.

#include "numeric.h"

#include <cmath>
#include <vector>

// The sine and the cosine of another file.
double sine(double x);
double cosine(double x);

#pragma adjoint derivative_of(sine)
void sine_b(double x, double &x_b, double result_b) { x_b += cosine(x) * result_b; }
#pragma adjoint derivative_of(cosine)
void cosine_b(double x, double &x_b, double result_b) { x_b -= sine(x) * result_b; }
#pragma adjoint tangent_of(sine)
double sine_d(double x, double x_d, double &result_d) {
  result_d = cosine(x) * x_d;
  return sine(x);
}
#pragma adjoint tangent_of(cosine)
double cosine_d(double x, double x_d, double &result_d) {
  result_d = -sine(x) * x_d;
  return cosine(x);
}

#pragma adjoint hessian
double scalar(double x, double y) {
  double s = sine(x * y) * cosine(x);
  for (int i = 0; i < 3; ++i)
    s += cosine(s * sine(y));
  return s * x;
}
double scalarPlain(double x, double y) {
  double s = std::sin(x * y) * std::cos(x);
  for (int i = 0; i < 3; ++i)
    s += std::cos(s * std::sin(y));
  return s * x;
}

// A linear system, in place, with a context.
struct Matrix2 {
  double a, b, c, d;
};
void solve(const double *m, double *x);

#pragma adjoint forward_of(solve)
void solve_fwd(const double *m, double *x, Matrix2 &inverse);
#pragma adjoint reverse_of(solve)
void solve_rev(const double *m, double *m_b, double *x, double *x_b, Matrix2 &inverse);
/// A x = b: A x_d = b_d - A_d x.
#pragma adjoint tangent_of(solve)
void solve_d(const double *m, const double *m_d, double *x, double *x_d) {
  solve(m, x);
  x_d[0] -= m_d[0] * x[0] + m_d[1] * x[1];
  x_d[1] -= m_d[2] * x[0] + m_d[3] * x[1];
  solve(m, x_d);
}

#pragma adjoint hessian
double system(const double *v, int n) {
  double m[4] = {3.0 + v[0], v[1] * v[0], std::sin(v[n - 1]), 2.0 - v[1]};
  double x[2] = {v[0] * v[1], 1.0 + v[n - 1]};
  solve(m, x);
  return x[0] * x[1] + x[1] * x[1] * sine(x[0]);
}

double dot(const std::vector<double> &a, const std::vector<double> &b) {
  double s = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    s += a[i] * b[i];
  return s;
}

/// f_bd by central differences of f_b.
template <class Gradient, class Product>
void second(const char *name, const std::vector<double> &x, Gradient gradient, Product product) {
  const std::size_t n = x.size();
  std::vector<double> v(n), b(n), bd(n), up = x, down = x;
  for (std::size_t i = 0; i < n; ++i)
    v[i] = std::cos(1.0 + double(i));
  const double h = 1e-5;
  for (std::size_t i = 0; i < n; ++i) {
    up[i] += h * v[i];
    down[i] -= h * v[i];
  }
  std::vector<double> high(n), low(n), here(n);
  gradient(up, high);
  gradient(down, low);
  gradient(x, here);
  product(x, v, b, bd);
  for (std::size_t i = 0; i < n; ++i) {
    numeric::compare(name, "gradient", i, here[i], b[i], 1e-10);
    numeric::compare(name, "product", i, (high[i] - low[i]) / (2 * h), bd[i], 1e-6 * (1.0 + std::fabs(bd[i])));
  }
}

int main() {
  for (const std::vector<double> &x : {std::vector<double>{0.7, 1.3}, std::vector<double>{-1.1, 0.6}}) {
    second("scalar", x,
           [](const auto &at, auto &b) { scalar_b(at[0], b[0], at[1], b[1], 1.0); },
           [](const auto &at, const auto &v, auto &b, auto &bd) {
             scalar_bd(at[0], v[0], b[0], bd[0], at[1], v[1], b[1], bd[1], 1.0, 0.0);
           });
    numeric::compare("scalar", "value", 0, scalarPlain(x[0], x[1]), scalar(x[0], x[1]), 1e-14);
  }
  for (const std::vector<double> &x : {std::vector<double>{0.7, 1.3, 0.4}, std::vector<double>{-1.1, 0.6}})
    second("system", x,
           [](const auto &at, auto &b) { system_b(at.data(), b.data(), int(at.size()), 1.0); },
           [](const auto &at, const auto &v, auto &b, auto &bd) {
             system_bd(at.data(), v.data(), b.data(), bd.data(), int(at.size()), 1.0, 0.0);
           });
  return numeric::report();
}

double sine(double x) { return std::sin(x); }
double cosine(double x) { return std::cos(x); }

void solve_fwd(const double *m, double *x, Matrix2 &inverse) {
  const double det = m[0] * m[3] - m[1] * m[2];
  inverse = {m[3] / det, -m[1] / det, -m[2] / det, m[0] / det};
  const double x0 = x[0];
  x[0] = inverse.a * x0 + inverse.b * x[1];
  x[1] = inverse.c * x0 + inverse.d * x[1];
}
void solve(const double *m, double *x) {
  Matrix2 inverse;
  solve_fwd(m, x, inverse);
}
void solve_rev(const double *, double *m_b, double *x, double *x_b, Matrix2 &inverse) {
  const double x0 = x_b[0];
  x_b[0] = inverse.a * x0 + inverse.c * x_b[1];
  x_b[1] = inverse.b * x0 + inverse.d * x_b[1];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      m_b[2 * i + j] -= x_b[i] * x[j];
}
