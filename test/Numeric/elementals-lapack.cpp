// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: lapacke
// RUN: %numeric
// NUMERIC-LIBRARIES: -llapacke -lopenblas
// NUMERIC-NEEDS-ANALYSES
//
// The elementals of adjoint/lapack/elementals.h, each at matrices of all shapes and strides: empty, of one number, square, rectangular.
// Adjoint, tangent and second order are compared with differences.

#include "elementals.h"

#include <adjoint/lapack.h>

using namespace adjoint::lapack;
using elementals::Numbers;

#pragma adjoint reverse
double products(const double *p, int count) {
  double s = 0.0;
  for (long m = 0; m < 4; ++m)
    for (long k = 0; k < 3; ++k)
      for (long n = 0; n < 3; ++n)
        for (int how = 0; how < 4; ++how) {
          const Numbers a(m * k, p, count, 1 + how), b(k * n, p, count, 4);
          Numbers c(m * n);
          product(c.values, a.values, how % 2 ? k : 1, how % 2 ? 1 : m, b.values, how / 2 ? n : 1, how / 2 ? 1 : k, m, k, n);
          s += c.worth();
        }
  return s;
}

#pragma adjoint reverse
double productsWithVectors(const double *p, int count) {
  double s = 0.0;
  for (long m = 0; m < 4; ++m)
    for (long n = 0; n < 4; ++n)
      for (int byRow = 0; byRow < 2; ++byRow) {
        const Numbers a(m * n, p, count, 2 + byRow), x(n, p, count, 3);
        Numbers y(m);
        product_vector(y.values, a.values, byRow ? n : 1, byRow ? 1 : m, x.values, m, n);
        s += y.worth();
      }
  return s;
}

#pragma adjoint reverse
double trianglesAndVectors(const double *p, int count) {
  double s = 0.0;
  for (long n = 0; n < 5; ++n)
    for (int how = 0; how < 8; ++how) {
      const bool isUpper = how % 2 == 1, isUnit = how / 2 % 2 == 1, isByRow = how / 4 == 1;
      Numbers a(n * n), y(n), z(n);
      a.makeRegular(n, n, p, count);
      const Numbers x(n, p, count, 3);
      triangular_vector(y.values, isUpper, isUnit, a.values, isByRow ? n : 1, isByRow ? 1 : n, x.values, n);
      symmetric_vector(z.values, isUpper, a.values, n, x.values, n);
      s += y.worth() + z.worth();
    }
  return s;
}

#pragma adjoint reverse
double triangularSolutions(const double *p, int count) {
  double s = 0.0;
  for (long n = 0; n < 4; ++n)
    for (long k = 0; k < 3; ++k)
      for (int how = 0; how < 8; ++how) {
        const bool isUpper = how % 2 == 1, isUnit = how / 2 % 2 == 1, isByRow = how / 4 == 1;
        Numbers a(n * n), x(n * k);
        a.makeRegular(n, n, p, count);
        const Numbers b(n * k, p, count, 3);
        solve_triangular(x.values, isUpper, isUnit, a.values, isByRow ? n : 1, isByRow ? 1 : n, b.values, isByRow ? k : 1,
                         isByRow ? 1 : n, n, k);
        s += x.worth();
      }
  return s;
}

double solved(Factorisation how, const double *a, long m, long n, long k, const double *p, int count) {
  unsigned long *factor = new unsigned long[static_cast<unsigned long>(factor_words(m, n))];
  factorise(how, factor, a, m, n);
  const Numbers b(m * k, p, count, 5);
  Numbers x(n * k);
  solve(how, x.values, a, factor, b.values, m, n, k);
  const double worth = x.worth();
  delete[] factor;
  return worth;
}

#pragma adjoint reverse
double solutions(const double *p, int count) {
  double s = 0.0;
  for (long n = 0; n < 4; ++n)
    for (long k = 0; k < 3; ++k) {
      Numbers a(n * n);
      a.makeRegular(n, n, p, count);
      s += solved(Factorisation::cholesky, a.values, n, n, k, p, count) + solved(Factorisation::lu, a.values, n, n, k, p, count);
    }
  for (long n = 1; n < 4; ++n)
    for (long m = n; m < 6; m += 2) {
      Numbers a(m * n);
      a.makeRegular(m, n, p, count);
      s += solved(Factorisation::qr, a.values, m, n, 2, p, count);
    }
  return s;
}

#pragma adjoint reverse
double packedFactors(const double *p, int count) {
  double s = 0.0;
  for (long n = 0; n < 5; ++n) {
    Numbers a(n * n), l(n * n), lu(n * n);
    a.makeRegular(n, n, p, count);
    unsigned long *factor = new unsigned long[static_cast<unsigned long>(factor_words(n, n))];
    factorise(Factorisation::cholesky, factor, a.values, n, n);
    factors(Factorisation::cholesky, l.values, a.values, factor, n);
    unsigned long *other = new unsigned long[static_cast<unsigned long>(factor_words(n, n))];
    factorise(Factorisation::lu, other, a.values, n, n);
    factors(Factorisation::lu, lu.values, a.values, other, n);
    s += l.worth() + lu.worth();
    delete[] other;
    delete[] factor;
  }
  return s;
}

/// Vectors count by their squares, free of signs.
double squares(const Numbers &vectors) {
  double s = 0.0;
  for (long i = 0; i < vectors.n; ++i)
    s += 0.1 * static_cast<double>(i + 1) * vectors.values[i] * vectors.values[i];
  return s;
}

#pragma adjoint reverse
double spectra(const double *p, int count) {
  double s = 0.0;
  for (long n = 0; n < 5; ++n)
    for (int upper = 0; upper < 2; ++upper) {
      Numbers a(n * n), w(n), v(n * n);
      a.makeRegular(n, n, p, count);
      eigen(w.values, v.values, upper == 1, a.values, n);
      s += w.worth() + squares(v);
    }
  return s;
}

#pragma adjoint reverse
double singularVectors(const double *p, int count) {
  double s = 0.0;
  for (long m = 0; m < 4; ++m)
    for (long n = 0; n < 4; ++n) {
      const long k = m < n ? m : n;
      Numbers a(m * n), w(k), u(m * k), vt(k * n);
      a.makeRegular(m, n, p, count);
      singular(w.values, u.values, vt.values, a.values, m, n);
      s += w.worth() + squares(u) + squares(vt);
    }
  return s;
}

int main() {
  const numeric::Points points = {{0.9, 0.2, -0.3, 0.8, 1.1, -0.7, 0.4}};
  numeric::check("products", products, products_b, points);
  numeric::check("productsWithVectors", productsWithVectors, productsWithVectors_b, points);
  numeric::check("trianglesAndVectors", trianglesAndVectors, trianglesAndVectors_b, points);
  numeric::check("triangularSolutions", triangularSolutions, triangularSolutions_b, points);
  numeric::check("solutions", solutions, solutions_b, points);
  numeric::check("packedFactors", packedFactors, packedFactors_b, points);
  numeric::check("spectra", spectra, spectra_b, points);
  numeric::check("singularVectors", singularVectors, singularVectors_b, points);
  return numeric::report();
}
