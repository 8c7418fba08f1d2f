// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES (the value beside a Hessian product of objects)
//
// Jacobians and Hessians in chunks of several directions: the same as by one direction at a time, whatever is left over; also
// where several cannot be taken, and products with the columns of a matrix.

#include <adjoint/derivatives.h>

#include "numeric.h"

#include <array>
#include <vector>

using adjoint::Matrix;
using adjoint::Sweeps;
using numeric::Vector;

namespace {

void mapOf(const double *x, int n, double *y, int m) {
  for (int i = 0; i < m; ++i) {
    double sum = y[i];
    for (int j = 0; j < n; ++j)
      sum = sum * 0.5 + std::sin(x[j] * (1.0 + i)) * x[(i + j) % n];
    y[i] = sum * sum;
  }
}

double energyOf(const double *x, int n, const std::vector<double> &weights) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += weights[static_cast<std::size_t>(i)] * x[i] * x[i] * std::exp(x[(i + 1) % n] * x[(i + 2) % n]);
  return sum;
}

} // namespace

#pragma adjoint jacobian
void byFour(const double *x, int n, double *y, int m) { mapOf(x, n, y, m); }
#pragma adjoint jacobian width(1)
void byOne(const double *x, int n, double *y, int m) { mapOf(x, n, y, m); }
#pragma adjoint jacobian width(3)
void byThree(const double *x, int n, double *y, int m) { mapOf(x, n, y, m); }

#pragma adjoint hessian
double energy(const double *x, int n, const std::vector<double> &weights) { return energyOf(x, n, weights); }
#pragma adjoint hessian width(1)
double energyByOne(const double *x, int n, const std::vector<double> &weights) { return energyOf(x, n, weights); }
#pragma adjoint hessian width(5) value
double energyByFive(const double *x, int n, const std::vector<double> &weights) { return energyOf(x, n, weights); }

// What is called knows one direction alone.
double known(double x) { return x * x; }
#pragma adjoint derivative_of(known)
void known_b(double x, double &x_b, double result_b) { x_b += 2.0 * x * result_b; }
#pragma adjoint tangent_of(known)
double known_d(double x, double x_d, double &result_d) {
  result_d = 2.0 * x * x_d;
  return x * x;
}
#pragma adjoint jacobian
void callsKnown(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = known(x[i]) * x[n - 1];
}

// A class, of which no object holds several directions.
struct Body {
  double mass;
  std::vector<double> charges;
};
template <> struct adjoint::Numbers<Body> {
  template <class B, class Do> static void visit(B &body, const Do &act) {
    act(body.mass);
    act(body.charges);
  }
};
#pragma adjoint hessian
double force(const Body &body, const std::array<double, 2> &r) {
  double sum = 0.0;
  for (double charge : body.charges)
    sum += charge * charge * body.mass * r[0] / r[1];
  return sum;
}

#pragma adjoint jacobian
std::vector<double> resized(const std::vector<double> &x, int count) {
  std::vector<double> y;
  for (int i = 0; i < count; ++i)
    y.push_back(x[static_cast<std::size_t>(i) % x.size()] * x[0]);
  return y;
}

#pragma adjoint jacobian
void both(std::vector<double> &x, std::array<double, 3> &a, double &s) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] *= a[i % 3] * s;
    a[i % 3] += x[i];
  }
  s *= a[1];
}

namespace {

Vector numbersOf(const Matrix<double> &m) { return Vector(m.data(), m.data() + m.rows() * m.columns()); }

void expectSame(const char *name, const Matrix<double> &expected, const Matrix<double> &got, double tolerance = 1e-13) {
  numeric::expect(name, double(expected.rows()), double(got.rows()));
  numeric::expect(name, double(expected.columns()), double(got.columns()));
  const Vector a = numbersOf(expected), b = numbersOf(got);
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
    numeric::expect(name, a[i], b[i], tolerance);
}

Matrix<double> times(const Matrix<double> &A, const Matrix<double> &B, bool isTransposed = false) {
  Matrix<double> C(isTransposed ? A.columns() : A.rows(), B.columns());
  for (std::size_t i = 0; i < A.rows(); ++i)
    for (std::size_t j = 0; j < A.columns(); ++j)
      for (std::size_t k = 0; k < B.columns(); ++k)
        C(isTransposed ? j : i, k) += A(i, j) * B(isTransposed ? i : j, k);
  return C;
}

Matrix<double> drawn(std::size_t rows, std::size_t columns) {
  Matrix<double> m(rows, columns);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j)
      m(i, j) = std::cos(double(3 * i + 7 * j + i * j));
  return m;
}

Vector point(int n) {
  Vector x(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i)
    x[static_cast<std::size_t>(i)] = 0.3 + 0.1 * std::sin(5.0 * i);
  return x;
}

void checkSizes(int n, int m) {
  const Vector x = point(n), y = point(m);
  expectSame("four at once, by columns", adjoint::jacobian<byOne, Sweeps::Tangents>(x, n, y, m),
             adjoint::jacobian<byFour, Sweeps::Tangents>(x, n, y, m));
  expectSame("four at once, by rows", adjoint::jacobian<byOne, Sweeps::Adjoints>(x, n, y, m),
             adjoint::jacobian<byFour, Sweeps::Adjoints>(x, n, y, m));
  expectSame("three at once", adjoint::jacobian<byOne>(x, n, y, m), adjoint::jacobian<byThree>(x, n, y, m), 1e-11);
  if (n < 3)
    return;
  const Vector weights(static_cast<std::size_t>(n), 0.5);
  const Matrix<double> H = adjoint::hessian<energyByOne>(x, n, weights);
  expectSame("Hessian by four", H, adjoint::hessian<energy>(x, n, weights));
  expectSame("Hessian by five", H, adjoint::hessian<energyByFive>(x, n, weights));
}

void checkProducts() {
  const int n = 6, m = 3;
  const Vector x = point(n), y = point(m), weights(6, 0.5);
  const Matrix<double> J = adjoint::jacobian<byOne>(x, n, y, m);
  for (std::size_t count : {1u, 2u, 4u, 7u}) {
    const Matrix<double> S = drawn(J.columns(), count), W = drawn(J.rows(), count);
    expectSame("J S", times(J, S), adjoint::jvp<byFour>(x, n, y, m)(S), 1e-12);
    expectSame("J S one by one", times(J, S), adjoint::jvp<byOne>(x, n, y, m)(S), 1e-12);
    expectSame("J^T W", times(J, W, true), adjoint::vjp<byFour>(x, n, y, m)(W), 1e-12);
    const Matrix<double> H = adjoint::hessian<energyByOne>(x, n, weights), D = drawn(H.columns(), count);
    expectSame("H D", times(H, D), adjoint::hessian_vector<energy>(x, n, weights)(D), 1e-12);
  }
  bool isRefused = false;
  try {
    adjoint::jvp<byFour>(x, n, y, m)(Matrix<double>(2, 2));
  } catch (const std::invalid_argument &) {
    isRefused = true;
  }
  numeric::expect("directions of another size", 1.0, isRefused);
}

void checkOneByOne() {
  static_assert(!adjoint::derivatives::SeveralAtOnce<force, adjoint::derivatives::Kind::HessianVector>::isKnown);
  const Vector x = {0.5, 1.5, 2.0};
  const Vector y(3);
  const Matrix<double> J = adjoint::jacobian<callsKnown>(x, y, 3);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      numeric::expect("of one direction alone", (i == j ? 2.0 * x[i] * x[2] : 0.0) + (j == 2 ? x[i] * x[i] : 0.0), J(i, j));
  const Body body = {2.0, {1.0, 3.0}};
  const std::array<double, 2> r = {0.5, 4.0};
  const Matrix<double> H = adjoint::hessian<force>(body, r);
  numeric::expect("class", 2.0 * 2.0 * 0.5 / 4.0, H(1, 1));
  numeric::expect("class and array", 2.0 * 3.0 * 2.0 / 4.0, H(2, 3));
  const Matrix<double> R = adjoint::jacobian<resized, Sweeps::Adjoints>(Vector{2.0, 3.0}, 5);
  numeric::expect("rows of a result with a size of its own", 5.0, double(R.rows()));
  numeric::expect("resized", 4.0, R(4, 0));
  expectSame("resized, by columns", R, adjoint::jacobian<resized, Sweeps::Tangents>(Vector{2.0, 3.0}, 5));
  std::vector<double> v = {0.5, -1.0, 2.0, 0.25};
  std::array<double, 3> a = {1.5, 0.5, -0.75};
  double s = 1.25;
  expectSame("overwritten containers", adjoint::jacobian<both, Sweeps::Tangents>(v, a, s),
             adjoint::jacobian<both, Sweeps::Adjoints>(v, a, s));
}

} // namespace

int main() {
  for (int n : {1, 2, 3, 4, 5, 8, 9})
    for (int m : {1, 2, 4, 6})
      checkSizes(n, m);
  checkProducts();
  checkOneByOne();
  return numeric::report();
}
