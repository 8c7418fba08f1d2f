// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
// NUMERIC-NEEDS-ANALYSES
// NUMERIC-SECOND: none (by itself)
//
// The elementals of adjoint/linear/elementals.h, each at matrices of all shapes: empty, of one number, square, rectangular.
// Adjoint, tangent and second order are compared with differences.

#include "elementals.h"

#include <adjoint/linear.h>

using namespace adjoint::linear;
using elementals::Numbers;

/// The factorisation of a, the solution for k right-hand sides, and what it is worth.
double solved(Decomposition how, const double *a, long m, long n, long k, const double *p, int count) {
  unsigned long *factor = new unsigned long[static_cast<unsigned long>(factor_words(how, m, n))];
  factorise(how, factor, a, m, n);
  const Numbers b(m * k, p, count, 5);
  Numbers x(n * k);
  solve(how, x.values, a, factor, b.values, m, n, k);
  const double worth = x.worth();
  delete[] factor;
  return worth;
}

#pragma adjoint reverse
double symmetricSolutions(const double *p, int count) {
  double s = 0.0;
  for (long n = 0; n < 5; ++n)
    for (long k = 0; k < 3; ++k) {
      Numbers a(n * n);
      a.makeRegular(n, n, p, count);
      s += solved(Decomposition::cholesky, a.values, n, n, k, p, count) + solved(Decomposition::ldlt, a.values, n, n, k, p, count);
    }
  return s;
}

#pragma adjoint reverse
double solutions(const double *p, int count) {
  double s = 0.0;
  for (long n = 0; n < 5; ++n)
    for (long k = 0; k < 3; ++k) {
      Numbers a(n * n);
      a.makeRegular(n, n, p, count);
      s += solved(Decomposition::lu, a.values, n, n, k, p, count) + solved(Decomposition::qr, a.values, n, n, k, p, count) +
           solved(Decomposition::pivoted_qr, a.values, n, n, k, p, count);
    }
  return s;
}

#pragma adjoint reverse
double leastSquares(const double *p, int count) {
  double s = 0.0;
  for (long n = 1; n < 4; ++n)
    for (long m = n + 1; m < 6; m += 2) {
      Numbers a(m * n);
      a.makeRegular(m, n, p, count);
      s += solved(Decomposition::qr, a.values, m, n, 2, p, count) + solved(Decomposition::pivoted_qr, a.values, m, n, 1, p, count);
    }
  return s;
}

/// Fewer equations than unknowns, and as many, and more.
#pragma adjoint reverse
double shortestSolutions(const double *p, int count) {
  double s = 0.0;
  for (long n = 0; n < 5; ++n)
    for (long m = 0; m < 5; ++m) {
      Numbers a(m * n);
      a.makeRegular(m, n, p, count);
      s += solved(Decomposition::complete, a.values, m, n, 2, p, count);
    }
  return s;
}

#pragma adjoint reverse
double inverses(const double *p, int count) {
  double s = 0.0;
  for (long n = 0; n < 6; ++n) {
    Numbers a(n * n), x(n * n);
    a.makeRegular(n, n, p, count);
    inverse(x.values, a.values, n);
    s += x.worth() + 0.01 * determinant(a.values, n);
  }
  return s;
}

#pragma adjoint reverse
double choleskyFactors(const double *p, int count) {
  double s = 0.0;
  for (long n = 0; n < 6; ++n) {
    Numbers a(n * n), l(n * n);
    a.makeRegular(n, n, p, count);
    unsigned long *factor = new unsigned long[static_cast<unsigned long>(factor_words(Decomposition::cholesky, n, n))];
    factorise(Decomposition::cholesky, factor, a.values, n, n);
    cholesky(l.values, a.values, factor, n);
    s += l.worth();
    delete[] factor;
  }
  return s;
}

#pragma adjoint reverse
double diagonals(const double *p, int count) {
  double s = 0.0;
  for (long n = 0; n < 6; ++n) {
    Numbers a(n * n), d(n);
    a.makeRegular(n, n, p, count);
    unsigned long *factor = new unsigned long[static_cast<unsigned long>(factor_words(Decomposition::ldlt, n, n))];
    factorise(Decomposition::ldlt, factor, a.values, n, n);
    ldlt_diagonal(d.values, a.values, factor, n);
    s += d.worth();
    delete[] factor;
  }
  return s;
}

#pragma adjoint reverse
double symmetricFactors(const double *p, int count) {
  double s = 0.0;
  for (long n = 0; n < 6; ++n) {
    Numbers a(n * n), l(n * n);
    a.makeRegular(n, n, p, count);
    unsigned long *factor = new unsigned long[static_cast<unsigned long>(factor_words(Decomposition::ldlt, n, n))];
    factorise(Decomposition::ldlt, factor, a.values, n, n);
    ldlt_lower(l.values, a.values, factor, n);
    s += l.worth();
    delete[] factor;
  }
  return s;
}

/// Rows change their places.
#pragma adjoint reverse
double triangularFactors(const double *p, int count) {
  double s = 0.0;
  for (long n = 0; n < 6; ++n) {
    Numbers a(n * n), lu(n * n);
    a.makeRegular(n, n, p, count);
    for (long j = 0; j < n; ++j)
      a.values[(j + 2) % n + j * n] += 4.0 + 0.5 * static_cast<double>(j);
    unsigned long *factor = new unsigned long[static_cast<unsigned long>(factor_words(Decomposition::lu, n, n))];
    factorise(Decomposition::lu, factor, a.values, n, n);
    lu_factors(lu.values, a.values, factor, n);
    s += lu.worth();
    delete[] factor;
  }
  return s;
}

/// Eigenvectors count by their squares, free of signs.
#pragma adjoint reverse
double eigenvalues(const double *p, int count) {
  double s = 0.0;
  for (long n = 0; n < 5; ++n) {
    Numbers a(n * n), w(n), v(n * n);
    a.makeRegular(n, n, p, count);
    eigen(w.values, v.values, a.values, n);
    s += w.worth();
    for (long i = 0; i < n * n; ++i)
      s += 0.1 * static_cast<double>(i + 1) * v.values[i] * v.values[i];
  }
  return s;
}

/// Of one with different eigenvalues, and of one whose eigenvalues are equal.
#pragma adjoint reverse
double squareRoots(const double *p, int count) {
  double s = 0.0;
  for (long n = 0; n < 5; ++n) {
    Numbers a(n * n), x(n * n);
    a.makeRegular(n, n, p, count);
    for (int k = 0; k < 2; ++k) {
      square_root(x.values, a.values, n, k == 1);
      s += x.worth();
    }
    for (long i = 0; i < n * n; ++i)
      a.values[i] = i % (n + 1) == 0 ? p[0] + 1.0 : 0.0 * p[1];
    for (int k = 0; k < 2; ++k) {
      square_root(x.values, a.values, n, k == 1);
      s += x.worth();
    }
  }
  return s;
}

#pragma adjoint reverse
double sylvesters(const double *p, int count) {
  double s = 0.0;
  for (long n = 0; n < 5; ++n) {
    Numbers x(n * n), y(n * n);
    const Numbers b(n * n, p, count, 3);
    x.makeRegular(n, n, p, count);
    for (long j = 0; j < n; ++j)
      for (long i = 0; i < j; ++i)
        x.values[i + j * n] = x.values[j + i * n];
    sylvester(y.values, x.values, b.values, n);
    s += y.worth();
  }
  return s;
}

#pragma adjoint reverse
double singularValues(const double *p, int count) {
  double s = 0.0;
  for (long m = 0; m < 4; ++m)
    for (long n = 0; n < 4; ++n) {
      Numbers a(m * n), w(m < n ? m : n);
      a.makeRegular(m, n, p, count);
      singular_values(w.values, a.values, m, n);
      s += w.worth();
    }
  return s;
}

#pragma adjoint reverse
double singularVectors(const double *p, int count) {
  double s = 0.0;
  for (long m = 0; m < 5; ++m)
    for (long n = 0; n < 4; ++n) {
      const long k = m < n ? m : n;
      Numbers a(m * n), w(k), u(m * k), v(n * k);
      a.makeRegular(m, n, p, count);
      svd(u.values, w.values, v.values, a.values, m, n, false);
      s += w.worth() + u.worth() * v.worth() + u.worth();
    }
  return s;
}

#pragma adjoint reverse
double products(const double *p, int count) {
  double s = 0.0;
  for (long m = 0; m < 4; ++m)
    for (long k = 0; k < 3; ++k)
      for (long n = 0; n < 3; ++n) {
        const Numbers a(m * k, p, count, 1), b(k * n, p, count, 4);
        Numbers c(m * n);
        multiply(c.values, a.values, b.values, m, k, n);
        s += c.worth();
      }
  return s;
}

int main() {
  const numeric::Points points = {{0.9, 0.2, -0.3, 0.8, 1.1, -0.7, 0.4}};
  numeric::check("symmetricSolutions", symmetricSolutions, symmetricSolutions_b, points);
  numeric::check("solutions", solutions, solutions_b, points);
  numeric::check("leastSquares", leastSquares, leastSquares_b, points);
  numeric::check("shortestSolutions", shortestSolutions, shortestSolutions_b, points);
  numeric::check("inverses", inverses, inverses_b, points);
  numeric::check("choleskyFactors", choleskyFactors, choleskyFactors_b, points);
  numeric::check("diagonals", diagonals, diagonals_b, points);
  numeric::check("symmetricFactors", symmetricFactors, symmetricFactors_b, points);
  numeric::check("triangularFactors", triangularFactors, triangularFactors_b, points);
  numeric::check("eigenvalues", eigenvalues, eigenvalues_b, points);
  numeric::check("squareRoots", squareRoots, squareRoots_b, points);
  numeric::check("sylvesters", sylvesters, sylvesters_b, points);
  numeric::check("singularValues", singularValues, singularValues_b, points);
  numeric::check("singularVectors", singularVectors, singularVectors_b, points);
  numeric::check("products", products, products_b, points);
  return numeric::report();
}
