// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sparse Jacobians and Hessians against dense ones, and their patterns: banded, arrow, the Laplacian of a grid, rows and
// columns that are full, branches; patterns of the caller's; and what is refused.
//
// REQUIRES: colpack
// RUN: %adjoint-gen %s -o %t.cpp -- -I %S/../Numeric
// RUN: %gxx -I %S/../Numeric %t.cpp -o %t.exe %runtime-flags %sparse-flags
// RUN: %t.exe
// RUN: %clangxx %plugin -I %S/../Numeric %s -o %t.exe %runtime-flags %sparse-flags
// RUN: %t.exe
//
// Without NaN there is no detection.
// RUN: not %gxx -ffast-math -fsyntax-only -I %S/../Numeric %t.cpp %runtime-flags 2>&1 | FileCheck %s
// CHECK: patterns are found by NaN; compile this file, and that of the derivative, without -ffinite-math-only

#include <adjoint/sparse.h>

#include "numeric.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

using numeric::Vector;
using Places = std::vector<std::pair<std::size_t, std::size_t>>;

namespace {

Vector point(std::size_t size) {
  Vector x(size);
  for (std::size_t i = 0; i < size; ++i)
    x[i] = std::sin(1.0 + 2.3 * double(i)) + 1.5;
  return x;
}

Places placesOf(const adjoint::Pattern &pattern) {
  Places places;
  const std::vector<int> rows = pattern.rows();
  for (std::size_t k = 0; k < pattern.size(); ++k)
    places.push_back({std::size_t(rows[k]), std::size_t(pattern.columns()[k])});
  return places;
}

/// Each place has its number, and all others are zero.
void compare(const char *name, const adjoint::Matrix<double> &dense, const adjoint::Pattern &pattern, const Vector &values) {
  numeric::expect(name, double(dense.rows()), double(pattern.rowCount()));
  numeric::expect(name, double(dense.columns()), double(pattern.columnCount()));
  numeric::expect(name, double(pattern.size()), double(values.size()));
  adjoint::Matrix<double> sparse(dense.rows(), dense.columns());
  const Places places = placesOf(pattern);
  for (std::size_t k = 0; k < places.size(); ++k)
    sparse(places[k].first, places[k].second) = values[k];
  for (std::size_t i = 0; i < dense.rows(); ++i)
    for (std::size_t j = 0; j < dense.columns(); ++j)
      numeric::expect(name, dense(i, j), sparse(i, j));
}

void expectPlaces(const char *name, const Places &expected, const adjoint::Pattern &pattern) {
  numeric::expect(name, 1.0, expected == placesOf(pattern));
}

template <class Exception, class Do> void expectThrown(const char *name, Do act) {
  bool isThrown = false;
  try {
    act();
  } catch (const Exception &) {
    isThrown = true;
  }
  numeric::expect(name, 1.0, isThrown);
}

} // namespace

// --------------------------------------------------------------- Hessians

/// Bandwidth 3: one place on either side of the diagonal.
#pragma adjoint hessian
double chain(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i + 1 < n; ++i) {
    const double stretch = x[i + 1] - x[i] * x[i];
    sum += 100.0 * stretch * stretch + (1.0 - x[i]) * (1.0 - x[i]);
  }
  return sum;
}

#pragma adjoint hessian
double arrow(const double *x, int n) {
  double sum = 0.0;
  for (int i = 1; i < n; ++i)
    sum += x[0] * x[i] * x[i];
  return sum;
}

/// The energy of a membrane on a grid of m times m points.
#pragma adjoint hessian
double membrane(const double *u, int m) {
  double sum = 0.0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j) {
      const double down = i + 1 < m ? u[(i + 1) * m + j] - u[i * m + j] : 0.0;
      const double right = j + 1 < m ? u[i * m + j + 1] - u[i * m + j] : 0.0;
      sum += down * down * down * down + right * right * right * right;
    }
  return sum;
}

/// Its pattern depends on the branch.
#pragma adjoint hessian
double branching(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return x[0] > 0.0 ? sum : sum + x[0] * x[1] * x[2];
}

void checkHessians() {
  for (int n : {1, 2, 3, 7, 8, 33}) {
    const Vector x = point(std::size_t(n));
    const adjoint::SparseHessian<chain> banded(x, n);
    compare("chain", adjoint::hessian<chain>(x, n), banded.pattern(), banded(x, n));
    numeric::expect("colours of a chain", 1.0, banded.colourCount() <= 3);
    const adjoint::SparseHessian<arrow> arrowed(x, n);
    compare("arrow", adjoint::hessian<arrow>(x, n), arrowed.pattern(), arrowed(x, n));
    numeric::expect("colours of an arrow", 1.0, arrowed.colourCount() <= 2);
  }
  Places expected;
  for (std::size_t i = 0; i < 9; ++i)
    for (std::size_t j = i == 0 ? 0 : i - 1; j < (i + 2 < 9 ? i + 2 : 9); ++j)
      expected.push_back({i, j});
  expectPlaces("places of a chain", expected, adjoint::SparseHessian<chain>(point(9), 9).pattern());
  const Vector u = point(36);
  const adjoint::SparseHessian<membrane> grid(u, 6);
  compare("membrane", adjoint::hessian<membrane>(u, 6), grid.pattern(), grid(u, 6));
  numeric::expect("places of a membrane", 36.0 + 4.0 * 30.0, double(grid.pattern().size()));

  const adjoint::SparseHessian<branching> separate(Vector{1, 2, 3, 4}, 4);
  compare("branch", adjoint::hessian<branching>(Vector{2, 3, 4, 5}, 4), separate.pattern(), separate(Vector{2, 3, 4, 5}, 4));
  expectThrown<std::logic_error>("another branch", [&] { separate(Vector{-2, 3, 4, 5}, 4); });
  adjoint::SparseHessian<branching> unchecked = separate;
  unchecked.check(false);
  numeric::expect("unchecked", 4.0, double(unchecked(Vector{-2, 3, 4, 5}, 4).size()));
}

void checkGivenPatterns() {
  const Vector x = point(5);
  Places lower;
  for (std::size_t i = 0; i < 5; ++i) {
    lower.push_back({i, i});
    if (i > 0)
      lower.push_back({i, i - 1});
  }
  const adjoint::SparseHessian<chain> given(adjoint::Pattern(5, 5, lower));
  compare("mirror images are added", adjoint::hessian<chain>(x, 5), given.pattern(), given(x, 5));
  lower.pop_back();
  const adjoint::SparseHessian<chain> wrong(adjoint::Pattern(5, 5, lower));
  expectThrown<std::logic_error>("a place lacks", [&] { wrong(x, 5); });
  expectThrown<std::invalid_argument>("another size", [&] { given(point(6), 6); });
  expectThrown<std::out_of_range>("outside", [&] { adjoint::Pattern(2, 2, {{0, 2}}); });
}

// -------------------------------------------------------------- Jacobians

#pragma adjoint jacobian wrt(x, k)
void stencil(const double *x, double k, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = (i > 0 ? x[i - 1] : 0.0) - k * x[i] * x[i];
}

/// By tangents alone.
#pragma adjoint tangent
void columns(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[n - 1 - i];
}

/// By adjoints alone: one row is full.
#pragma adjoint reverse
double rows(const double *x, double *y, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    y[i] = x[i] * x[i];
    sum += std::sin(x[i]);
  }
  return sum;
}

#pragma adjoint jacobian
std::vector<double> fullRow(const std::vector<double> &x) {
  std::vector<double> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[i] += x[i] * x[i];
    y[x.size() / 2] += x[i];
  }
  return y;
}

void checkJacobians() {
  for (int n : {1, 2, 5, 16, 21}) {
    const Vector x = point(std::size_t(n)), y(x.size());
    const adjoint::SparseJacobian<stencil> J(x, 1.3, y, n);
    compare("stencil", adjoint::jacobian<stencil>(x, 1.3, y, n), J.pattern(), J(x, 1.3, y, n));
    const adjoint::SparseJacobian<columns> C(x, y, n);
    compare("columns", adjoint::jacobian<columns>(x, y, n), C.pattern(), C(x, y, n));
    const adjoint::SparseJacobian<rows> R(x, y, n);
    compare("rows", adjoint::jacobian<rows>(x, y, n), R.pattern(), R(x, y, n));
    numeric::expect("by rows", 1.0, R.goesByRows());
    const adjoint::SparseJacobian<fullRow> F(x);
    compare("full row", adjoint::jacobian<fullRow>(x), F.pattern(), F(x));
  }
  const Vector x = point(3), y(3);
  const adjoint::SparseJacobian<stencil> J(x, 1.3, y, 3);
  expectPlaces("places of a stencil", {{0, 0}, {0, 3}, {1, 0}, {1, 1}, {1, 3}, {2, 1}, {2, 2}, {2, 3}}, J.pattern());
  const Vector zeros(3);
  expectPlaces("partials that are zero count", {{0, 0}, {0, 2}, {1, 1}, {2, 0}, {2, 2}},
               adjoint::SparseJacobian<columns>(zeros, y, 3).pattern());
  const adjoint::SparseJacobian<stencil> given(J.pattern());
  compare("a given pattern", adjoint::jacobian<stencil>(x, 1.3, y, 3), given.pattern(), given(x, 1.3, y, 3));
  expectThrown<std::invalid_argument>("another size", [&] { given(point(4), 1.3, Vector(4), 4); });
  expectThrown<std::logic_error>("a place lacks", [&] {
    adjoint::SparseJacobian<stencil>(adjoint::Pattern(3, 4, {{0, 0}, {1, 1}, {2, 2}}))(x, 1.3, y, 3);
  });
}

/// Of which the derivative is zero, but for rounding: a full row lacks nothing.
#pragma adjoint jacobian
double shifted(const double *x, int n) {
  double shift = 0.1;
  for (int i = 0; i < n; ++i)
    shift += x[i] * x[(i + 1) % n];
  return shift + std::log(std::exp(0.3 - shift) + std::exp(0.7 - shift) + std::exp(0.1 - shift));
}

void checkRounding() {
  for (int k = 0; k < 20; ++k) {
    Vector x = point(3);
    x[0] += 0.1 * k;
    const adjoint::SparseJacobian<shifted> J(x, 3);
    for (double value : J(x, 3))
      numeric::expect("rounding alone", 0.0, std::fabs(value) < 1e-12 ? 0.0 : value);
  }
}

/// Multipliers begin as zero: what is zero there alone has its place, also behind a partial derivative that may be infinite.
#pragma adjoint hessian wrt(x)
double lagrangian(const double *x, const double *multipliers, int n) {
  double s = 0;
  for (int i = 0; i + 1 < n; ++i)
    s += multipliers[i] * std::sqrt(std::max(x[i] * x[i + 1], 1e-6)) / x[i];
  return s;
}

void checkZeros() {
  const Vector x = point(4), later = {1.0, 0.5, 2.0, 0.0};
  const adjoint::SparseHessian<lagrangian> H(x, Vector(4, 0.0), 4);
  compare("from zero multipliers", adjoint::hessian<lagrangian>(x, later, 4), H.pattern(), H(x, later, 4));
}

/// Large: memory and time stay linear.
void checkLarge() {
  const int n = 100000;
  const Vector x = point(n);
  const adjoint::SparseHessian<chain> H(x, n);
  numeric::expect("places", 3.0 * n - 2.0, double(H.pattern().size()));
  numeric::expect("colours", 1.0, H.colourCount() <= 3);
  const Vector values = H(x, n);
  for (std::size_t i : {0u, 1u, 777u, 99998u}) {
    const std::size_t k = std::size_t(H.pattern().starts()[i]) + (i > 0);
    const double inner = 1200.0 * x[i] * x[i] - 400.0 * x[i + 1] + 2.0;
    numeric::expect("diagonal", inner + (i > 0 ? 200.0 : 0.0), values[k]);
    numeric::expect("beside it", -400.0 * x[i], values[k + 1]);
  }
}

int main() {
  checkHessians();
  checkGivenPatterns();
  checkJacobians();
  checkLarge();
  checkRounding();
  checkZeros();
  return numeric::report();
}
