// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Which elements of a matrix does a step overwrite, and which ones were needed before? Factorisations in place, by rows and by
// columns, in one array, in arrays of arrays and in vectors of rows; then what looks like them, but overwrites what was needed.

#include "numeric.h"

#include <cstddef>

using numeric::Vector;

/// Left-looking: no update is recorded.
#pragma adjoint reverse
void cholesky(double *a, int n) {
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k)
      a[j * n + j] -= a[j * n + k] * a[j * n + k];
    a[j * n + j] = std::sqrt(a[j * n + j]);
    for (int i = j + 1; i < n; ++i) {
      for (int k = 0; k < j; ++k)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
      a[i * n + j] /= a[j * n + j];
    }
  }
}

/// The diagonal in a branch of its own; into another matrix.
#pragma adjoint reverse
double logDeterminant(const double *a, int n) {
  std::vector<double> l(n * n, 0.0);
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      double s = a[i * n + j];
      for (int k = 0; k < j; ++k)
        s -= l[i * n + k] * l[j * n + k];
      if (i == j)
        l[i * n + i] = std::sqrt(s);
      else
        l[i * n + j] = s / l[j * n + j];
    }
    sum += std::log(l[i * n + i]);
  }
  return sum;
}

/// Right-looking, with std::size_t.
#pragma adjoint reverse
void lu(double *a, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = k + 1; i < n; ++i) {
      a[i * n + k] /= a[k * n + k];
      for (std::size_t j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
}

/// By columns, in a vector of rows.
#pragma adjoint reverse
double crout(const std::vector<double> &x, int n) {
  std::vector<std::vector<double>> a(n, std::vector<double>(n));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i][j] = x[i * n + j];
  for (int j = 0; j < n; ++j) {
    for (int i = j; i < n; ++i)
      for (int k = 0; k < j; ++k)
        a[i][j] -= a[i][k] * a[k][j];
    for (int i = j + 1; i < n; ++i) {
      for (int k = 0; k < j; ++k)
        a[j][i] -= a[j][k] * a[k][i];
      a[j][i] /= a[j][j];
    }
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      sum += a[i][j] * a[i][j] * (1.0 + 0.1 * i + 0.2 * j);
  return sum;
}

/// An array of arrays; the steps come from its end.
#pragma adjoint reverse
double backwards(const double *x) {
  double a[5][5];
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j)
      a[i][j] = x[i * 5 + j];
  for (int k = 4; k >= 0; --k)
    for (int i = k - 1; i >= 0; --i) {
      a[i][k] /= a[k][k];
      for (int j = k - 1; j >= 0; --j)
        a[i][j] -= a[i][k] * a[k][j];
    }
  double sum = 0.0;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j)
      sum += a[i][j] * a[i][j] * (1.0 + 0.1 * i + 0.2 * j);
  return sum;
}

/// Sums of products in the steps of a filter: their parts are not needed, what the step before left is.
#pragma adjoint reverse
double steps(const double *f, int n, int count) {
  std::vector<double> p(n * n, 0.5), q(n * n), r(n);
  double sum = 0.0;
  for (int s = 0; s < count; ++s) {
    for (int i = 0; i < n * n; ++i)
      q[i] = 0.1 * s;
    for (int k = 0; k < n; ++k)
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          q[i * n + j] += f[i * n + k] * p[k * n + j];
    for (int i = 0; i < n; ++i) {
      r[i] = q[i * n] * q[i * n];
      for (int j = 0; j < n; ++j)
        r[i] += f[j] * p[j];
      if (r[i] > 0.5) {
        r[i] = 0.2;
        r[i] += r[0] * r[0];
      }
      sum += r[i] * r[i];
    }
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        p[i * n + j] = q[i * n + j] * q[j * n + i];
        p[i * n + j] += r[j] * p[i * n + j] * p[i * n];
      }
  }
  return sum;
}

/// A factorisation in each step, of a matrix that the step sets; steps end where they have converged.
#pragma adjoint reverse
double implicitSteps(const double *x, int n, int count) {
  std::vector<double> a(n * n), y(x, x + n), r(n);
  double sum = 0.0;
  for (int s = 0; s < count; ++s) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        a[i * n + j] = (i == j ? 3.0 + y[i] : 0.2 * y[j] * x[i * n + j]);
    for (int i = 0; i < n; ++i)
      r[i] = y[i] * x[i] + 0.1 * s;
    for (int k = 0; k < n; ++k)
      for (int i = k + 1; i < n; ++i) {
        const double f = a[i * n + k] / a[k * n + k];
        for (int j = k; j < n; ++j)
          a[i * n + j] -= f * a[k * n + j];
        r[i] -= f * r[k];
      }
    double size = 0.0;
    for (int i = n - 1; i >= 0; --i) {
      for (int j = i + 1; j < n; ++j)
        r[i] -= a[i * n + j] * r[j];
      r[i] /= a[i * n + i];
      y[i] = 0.5 * y[i] + r[i];
      size += r[i] * r[i];
      sum += r[i] * a[i * n];
    }
    if (size > 5.0)
      break;
  }
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i];
  return sum;
}

/// The same with rows of a triangle alone, which leaves the others from the step before; and with one row too few.
#pragma adjoint reverse
double partlySet(const double *x, int n, int count) {
  std::vector<double> a(n * n, 0.7), b(n * n, 0.6);
  double sum = 0.0;
  for (int s = 0; s < count; ++s) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j)
        a[i * n + j] = 0.1 * s + x[i] * x[j];
    for (int i = 0; i + 1 < n; ++i)
      for (int j = 0; j < n; ++j)
        b[i * n + j] = 0.2 * s + x[i] * x[j];
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        a[i * n + j] += 0.1 * x[j];
        b[i * n + j] += 0.1 * x[i];
        sum += a[i * n + j] * a[i * n + j] * b[i * n + j] * b[i * n + j];
      }
  }
  return sum;
}

/// The row that two loops set is not the one that is added to, though both are called m.
#pragma adjoint reverse
double anotherRow(const double *x, int n) {
  double a[3][8] = {};
  double sum = 0.0;
  int m = 0;
  for (int s = 0; s < 6; ++s) {
    for (int i = m; i < m + 1; ++i)
      for (int j = 0; j < n; ++j)
        a[i][j] = 0.1 * s + x[j];
    m = (m + 1) % 3;
    for (int j = 0; j < n; ++j) {
      a[m][j] += x[0];
      sum += a[m][j] * a[m][j] * (1.0 + s);
    }
  }
  return sum;
}

/// A column that may lie in another row.
#pragma adjoint reverse
void beyond(double *a, int m, int n) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j <= n; ++j) {
      for (int k = 0; k < j; ++k)
        a[i * n + j] -= 0.3 * a[i * n + k] * a[i * n + k];
      a[i * n + j] = std::sin(a[i * n + j]);
    }
}

/// Elements to the right, which are overwritten in the next step; a pivot that changes after it was needed.
#pragma adjoint reverse
void relaxed(double *a, int n) {
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < n; ++k)
        if (k != j)
          a[i * n + j] -= 0.05 * a[i * n + k] * a[i * n + k];
      a[j * n + j] = a[j * n + j] * a[i * n + j] + 0.1;
    }
}

/// The pointer is moved between what was needed and what is overwritten.
#pragma adjoint reverse
void moved(double *a, int n) {
  double *p = a;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i; ++k)
      p[n] += p[k] * p[k];
    p[n] = std::sin(p[n]);
    ++p;
  }
}

/// A pointer into the block that comes when its elements have been needed.
#pragma adjoint reverse
void late(double *a, int n) {
  std::vector<double> v(a, a + n + 1);
  for (int i = 0; i < n; ++i)
    a[i] *= v[i] * v[i];
  double *const out = v.data() + 1;
  for (int i = 0; i < n; ++i)
    out[i] = a[i];
  for (int i = 0; i < n; ++i)
    a[i] *= v[i] * v[i + 1];
}

/// The rows overlap: the width is smaller than what a row is long.
#pragma adjoint reverse
void overlapping(double *a, int m, int width, int n) {
  for (int i = 1; i < m; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < j; ++k)
        a[i * width + j] += 0.1 * a[(i - 1) * width + k] * a[i * width + k];
}

/// The branch that is taken for equal counters, once before and once behind the other.
#pragma adjoint reverse
void branches(double *a, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (i == j)
        a[i * n + j] = std::sin(a[i * n + j]) * a[j * n + j];
      else
        a[i * n + j] *= a[j * n + j];
      if (i != j)
        a[i * n + i] += 0.1 * a[i * n + j] * a[j * n + j];
    }
}

namespace {

Vector matrix(int n, int more = 0) {
  Vector x(n * n + more);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = 0.3 * std::sin(1.3 * i * i + 0.4);
  for (int i = 0; i < n; ++i)
    x[i * n + i] += 2.0 + 0.1 * i;
  return x;
}

/// Of a function that overwrites its argument.
template <class Run, class Adjoint> void checkInPlace(const char *name, const Vector &x, Run run, Adjoint adjoint) {
  numeric::check(
      name, x,
      [=](Vector y) {
        run(y.data());
        return y;
      },
      [=](Vector y, Vector y_b) {
        adjoint(y.data(), y_b.data());
        return y_b;
      });
}

} // namespace

int main() {
  for (int n : {0, 1, 2, 3, 6}) {
    const Vector x = matrix(n, 1);
    checkInPlace("cholesky", x, [=](double *a) { cholesky(a, n); }, [=](double *a, double *a_b) { cholesky_b(a, a_b, n); });
    checkInPlace("lu", x, [=](double *a) { lu(a, n); }, [=](double *a, double *a_b) { lu_b(a, a_b, n); });
    checkInPlace("relaxed", x, [=](double *a) { relaxed(a, n); }, [=](double *a, double *a_b) { relaxed_b(a, a_b, n); });
    checkInPlace("branches", x, [=](double *a) { branches(a, n); }, [=](double *a, double *a_b) { branches_b(a, a_b, n); });
    checkInPlace("late", x, [=](double *a) { late(a, n); }, [=](double *a, double *a_b) { late_b(a, a_b, n); });
    checkInPlace("moved", matrix(3, 2 * n), [=](double *a) { moved(a, n); }, [=](double *a, double *a_b) { moved_b(a, a_b, n); });
    numeric::check(
        "logDeterminant", x, [=](const Vector &a) { return Vector{logDeterminant(a.data(), n)}; },
        [=](const Vector &a, const Vector &y_b) {
          Vector a_b(a.size());
          logDeterminant_b(a.data(), a_b.data(), n, y_b[0]);
          return a_b;
        });
    numeric::check(
        "steps", x, [=](const Vector &a) { return Vector{steps(a.data(), n, 3)}; },
        [=](const Vector &a, const Vector &y_b) {
          Vector a_b(a.size());
          steps_b(a.data(), a_b.data(), n, 3, y_b[0]);
          return a_b;
        });
    numeric::check(
        "implicitSteps", x, [=](const Vector &a) { return Vector{implicitSteps(a.data(), n, 3)}; },
        [=](const Vector &a, const Vector &y_b) {
          Vector a_b(a.size());
          implicitSteps_b(a.data(), a_b.data(), n, 3, y_b[0]);
          return a_b;
        });
    numeric::check(
        "anotherRow", x, [=](const Vector &a) { return Vector{anotherRow(a.data(), n)}; },
        [=](const Vector &a, const Vector &y_b) {
          Vector a_b(a.size());
          anotherRow_b(a.data(), a_b.data(), n, y_b[0]);
          return a_b;
        });
    numeric::check(
        "partlySet", x, [=](const Vector &a) { return Vector{partlySet(a.data(), n, 3)}; },
        [=](const Vector &a, const Vector &y_b) {
          Vector a_b(a.size());
          partlySet_b(a.data(), a_b.data(), n, 3, y_b[0]);
          return a_b;
        });
    numeric::check(
        "crout", x, [=](const Vector &a) { return Vector{crout(a, n)}; },
        [=](const Vector &a, const Vector &y_b) {
          Vector a_b(a.size());
          crout_b(a, a_b, n, y_b[0]);
          return a_b;
        });
    for (int m : {1, 3}) {
      checkInPlace(
          "beyond", matrix(6, m * n), [=](double *a) { beyond(a, m, n); }, [=](double *a, double *a_b) { beyond_b(a, a_b, m, n); });
      checkInPlace(
          "overlapping", matrix(6, m * n), [=](double *a) { overlapping(a, m, 2, n); },
          [=](double *a, double *a_b) { overlapping_b(a, a_b, m, 2, n); });
    }
  }
  numeric::check(
      "backwards", matrix(5), [=](const Vector &a) { return Vector{backwards(a.data())}; },
      [=](const Vector &a, const Vector &y_b) {
        Vector a_b(a.size());
        backwards_b(a.data(), a_b.data(), y_b[0]);
        return a_b;
      });
  return numeric::report();
}
