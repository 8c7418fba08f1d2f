// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-name-rows | --no-gather-sums | --no-gather-sums --no-distribute-loops | --no-apart | --no-inline | --no-use-tape-blocks
//
// Stencils on vectors of vectors, whose rows have a name in front of the reversed loop: grids without inner points, rows that
// are not there where the loop does not run, vectors that change places; and where rows are the same after all: swapped, shared,
// those of a vector with two names, those of two vectors that are one when the row is taken.

#include "numeric.h"

#include <cmath>
#include <utility>
#include <vector>

namespace {
using Rows = std::vector<std::vector<double>>;

Rows grid(const double *x, int n, int m) {
  Rows u(n, std::vector<double>(m));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      u[i][j] = x[(i * m + j) % n] * (1.0 + 0.1 * j) + 0.01 * i;
  return u;
}

double weighted(const Rows &u) {
  double s = 0.0;
  for (std::size_t i = 0; i < u.size(); ++i)
    for (std::size_t j = 0; j < u[i].size(); ++j)
      s += u[i][j] * u[i][j] * (1.0 + 0.3 * i + 0.07 * j);
  return s;
}
} // namespace

#pragma adjoint reverse
double jacobi(const double *x, int n) {
  Rows u(n, std::vector<double>(n)), v(n, std::vector<double>(n));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      u[i][j] = v[i][j] = x[i] * (1.0 + 0.1 * j);
  for (int s = 0; s < 3; ++s) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] * u[i][j + 1]);
    std::swap(u, v);
  }
  return weighted(u);
}

// Other bounds than the loop around has: without a test there would be rows in front of the first.
#pragma adjoint reverse
double rowsThatAreNotThere(const double *x, int n) {
  const int m = 9;
  Rows u = grid(x, n, m), v(n, std::vector<double>(m, 0.5));
  for (int i = 0; i <= n; ++i) {
    const int last = i > 0 && i < n ? m - 1 : 1;
    for (int j = 1; j < last; ++j)
      v[i][j] = u[i - 1][j - 1] * 0.3 + u[i - 1][j + 1] * u[i][j];
  }
  return weighted(v);
}

#pragma adjoint reverse
double unsignedColumns(const double *x, int n) {
  Rows u = grid(x, n, 21), v(n, std::vector<double>(21));
  for (std::size_t i = 0; i < u.size(); ++i)
    for (std::size_t j = 2; j + 2 < u[i].size(); ++j)
      v[i][j] = u[i][j - 2] - 2.0 * u[i][j] * u[i][j] + u[i][j + 2];
  return weighted(v);
}

// A Gauss-Seidel sweep: what is added to is read.
#pragma adjoint reverse
double inPlace(const double *x, int n) {
  Rows u = grid(x, n, 7);
  for (int s = 0; s < 2; ++s)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < 6; ++j)
        u[i][j] = 0.3 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] * u[i][j]);
  return weighted(u);
}

#pragma adjoint reverse
double swappedRows(const double *x, int n) {
  Rows u = grid(x, n, 20);
  for (int s = 0; s + 1 < n; ++s) {
    std::swap(u[s], u[s + 1]);
    for (int j = 1; j < 19; ++j)
      u[s][j] = 0.5 * u[s + 1][j - 1] + 0.2 * u[s + 1][j + 1] * u[s][j];
  }
  return weighted(u);
}

#pragma adjoint reverse
double oneVectorTwoNames(const double *x, int n) {
  Rows u = grid(x, n, 20), w = grid(x, n, 20);
  Rows &v = n % 2 == 0 ? u : w;
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < 19; ++j)
      v[i][j] = 0.5 * u[i][j - 1] + 0.2 * u[i][j + 1] * u[i][j];
  return weighted(u) + weighted(w);
}

struct Row {
  double *elements;
};

// Two rows are one block.
#pragma adjoint reverse
double sharedRows(const double *x, int n) {
  double first[20], second[20];
  Row rows[3] = {{first}, {second}, {first}};
  for (int j = 0; j < 20; ++j) {
    first[j] = x[j % n] * (1.0 + 0.1 * j);
    second[j] = x[(j + 1) % n];
  }
  for (int i = 1; i < 3; ++i)
    for (int j = 1; j < 19; ++j)
      rows[i].elements[j] = rows[i - 1].elements[j - 1] * 0.3 + rows[i - 1].elements[j + 1] * rows[0].elements[j];
  double s = 0.0;
  for (int j = 0; j < 20; ++j)
    s += first[j] * second[j] * (j + 1);
  return s;
}

#pragma adjoint reverse
double allocatedAndShared(const double *x, int n) {
  Row *rows = new Row[4];
  for (int i = 0; i < 4; ++i) {
    double *const made = new double[20];
    rows[i].elements = made;
    for (int j = 0; j < 20; ++j)
      made[j] = x[(i + j) % n] * (1.0 + 0.1 * j);
  }
  double *const kept = rows[1].elements;
  rows[1].elements = rows[0].elements;
  for (int i = 1; i < 4; ++i)
    for (int j = 1; j < 19; ++j)
      rows[i].elements[j] = rows[i - 1].elements[j - 1] * 0.3 + rows[i - 1].elements[j + 1] * rows[i].elements[j];
  double s = 0.0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 20; ++j)
      s += rows[i].elements[j] * rows[i].elements[j] * (j + 1);
  rows[1].elements = kept;
  for (int i = 0; i < 4; ++i)
    delete[] rows[i].elements;
  delete[] rows;
  return s;
}

// A vector, and where the row was taken another one.
#pragma adjoint reverse
double swappedBehind(const double *x, int n) {
  Rows u = grid(x, n, 20), v = grid(x, n, 20);
  for (int i = 0; i + 1 < n; ++i) {
    double *const early = u[i].data();
    std::swap(u, v);
    double *const late = v[i].data();
    for (int j = 1; j < 19; ++j)
      late[j] = 0.5 * early[j - 1] + 0.2 * early[j + 1] * u[i + 1][j];
  }
  return weighted(u) + weighted(v);
}

int main() {
  for (int n : {1, 2, 3, 4, 5, 6, 20}) {
    numeric::Vector x(n);
    for (int i = 0; i < n; ++i)
      x[i] = 0.7 + 0.3 * std::sin(2.0 * i + 0.4);
    numeric::check("jacobi", jacobi, jacobi_b, {x});
    numeric::check("rowsThatAreNotThere", rowsThatAreNotThere, rowsThatAreNotThere_b, {x});
    numeric::check("unsignedColumns", unsignedColumns, unsignedColumns_b, {x});
    numeric::check("inPlace", inPlace, inPlace_b, {x});
    numeric::check("swappedRows", swappedRows, swappedRows_b, {x});
    numeric::check("oneVectorTwoNames", oneVectorTwoNames, oneVectorTwoNames_b, {x});
    numeric::check("sharedRows", sharedRows, sharedRows_b, {x});
    numeric::check("allocatedAndShared", allocatedAndShared, allocatedAndShared_b, {x});
    numeric::check("swappedBehind", swappedBehind, swappedBehind_b, {x});
  }
  return numeric::report();
}
