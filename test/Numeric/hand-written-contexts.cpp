// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-SECOND: none
// NUMERIC-VARIANTS: --no-tbr | --no-inline | --no-fusion
//
// Hand-written adjoints in two halves, which hand over a context: in a line, in loops, branches, callees and recursions, with
// overwritten arguments, heap memory, checkpoints and exceptions.

#include "numeric.h"

#include <adjoint/tape.h>

#include <cmath>
#include <stdexcept>
#include <vector>

/// Contexts that are alive, and how often a matrix has been factored.
int alive = 0, factorisations = 0;

/// An LU factorisation without pivoting, and a copy of what it has overwritten.
struct Factors {
  std::vector<double> lu, old;
  Factors() { ++alive; }
  ~Factors() { --alive; }
  Factors(const Factors &) = delete;
  Factors &operator=(const Factors &) = delete;
};

void factor(std::vector<double> &a, int n) {
  ++factorisations;
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
}

void solveWith(const std::vector<double> &lu, int n, double *x) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      x[i] -= lu[i * n + j] * x[j];
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j)
      x[i] -= lu[i * n + j] * x[j];
    x[i] /= lu[i * n + i];
  }
}

void solveTransposedWith(const std::vector<double> &lu, int n, double *x) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j)
      x[i] -= lu[j * n + i] * x[j];
    x[i] /= lu[i * n + i];
  }
  for (int i = n - 1; i >= 0; --i)
    for (int j = i + 1; j < n; ++j)
      x[i] -= lu[j * n + i] * x[j];
}

namespace dense {

/// A x = b, with b in x when it is called: in place.
void solve(const double *a, double *x, int n);

#pragma adjoint forward_of(solve)
void solve_fwd(const double *a, double *x, int n, Factors &context);
#pragma adjoint reverse_of(solve) restores
void solve_rev(const double *a, double *a_b, double *x, double *x_b, int n, Factors &context);
#pragma adjoint tangent_of(solve)
void solve_d(const double *a, const double *a_d, double *x, double *x_d, int n);

} // namespace dense

/// The largest of n numbers: the context is an index.
double largest(const double *x, int n);

struct Where {
  int index;
};
#pragma adjoint forward_of(largest)
double largest_fwd(const double *x, int n, Where &where);
#pragma adjoint reverse_of(largest)
void largest_rev(const double *x, double *x_b, int n, double result_b, Where &where);
#pragma adjoint tangent_of(largest)
double largest_d(const double *x, const double *x_d, int n, double &result_d);

extern "C" {
/// The logarithm, which throws for what has none: the context is a number.
double logOf(double x);
#pragma adjoint forward_of(logOf)
double logOf_fwd(double x, double &inverse);
#pragma adjoint reverse_of(logOf)
void logOf_rev(double x, double &x_b, double result_b, double &inverse);
#pragma adjoint tangent_of(logOf)
double logOf_d(double x, double x_d, double &result_d);
}

/// Writes powers of x: the context is a vector, and what was there is not restored.
void powers(double x, double *y, int n);

#pragma adjoint forward_of(powers)
void powers_fwd(double x, double *y, int n, std::vector<double> &slopes);
#pragma adjoint reverse_of(powers)
void powers_rev(double x, double &x_b, double *y, double *y_b, int n, std::vector<double> &slopes);
#pragma adjoint tangent_of(powers)
void powers_d(double x, double x_d, double *y, double *y_d, int n);

using dense::solve;

#pragma adjoint reverse
double once(double x, double y) {
  double a[4] = {3.0 + x, y, 1.0, 4.0 - x * y};
  double v[2] = {x * y, std::sin(y)};
  solve(a, v, 2);
  return v[0] * v[0] + x * v[1];
}

/// What is overwritten is needed before, and the solution behind.
#pragma adjoint reverse
double inPlace(const double *x, int n) {
  double a[9], v[3];
  for (int i = 0; i < 9; ++i)
    a[i] = 0.1 * x[i % n] * i + (i % 4 == 0 ? 5.0 : 0.0);
  for (int i = 0; i < 3; ++i)
    v[i] = x[i % n] * x[i % n];
  double s = v[0] * v[1] * v[2];
  solve(a, v, 3);
  s += v[0] * v[1] * v[2];
  a[0] *= v[1];
  solve(a, v, 3);
  v[0] *= v[1];
  return s * v[0] + v[2];
}

/// Implicit Euler: the context of each step waits for the reverse sweep.
#pragma adjoint reverse
double steps(double x, double y) {
  double u[2] = {x, y};
  for (int t = 0; t < 7; ++t) {
    const double a[4] = {1.5 + 0.1 * u[0] * u[0], 0.2 * y, -0.3 * u[1], 1.2 + 0.01 * t * x};
    solve(a, u, 2);
    if (u[0] * u[1] < 0.3 * t)
      u[1] += 0.1 * logOf(2.0 + u[0] * u[0]);
    else
      powers(0.5 * u[0], u, t % 3);
  }
  return u[0] + 2.0 * u[1];
}

/// Of what no context restores, the whole is recorded.
#pragma adjoint reverse
double overwrites(double x, double y) {
  double v[3] = {x, y, x * y};
  double s = 0.0;
  for (int i = 0; i < 3; ++i) {
    s += v[0] * v[1] * v[2] + v[i] * v[i];
    powers(x + 0.1 * i * v[2], v, i + 1);
    y *= v[0];
  }
  return s * v[0] + y;
}

/// Memory of the caller and of the heap.
#pragma adjoint reverse value
double onHeap(double *x, int n) {
  double *a = new double[n * n];
  for (int i = 0; i < n * n; ++i)
    a[i] = i % (n + 1) ? 0.1 * x[i % n] : 4.0 + i;
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  solve(a, x, n);
  for (int i = 0; i < n; ++i)
    x[i] *= s;
  solve(a, x, n);
  s += x[0] * x[n - 1] * a[0];
  delete[] a;
  return s;
}

double shortened(const std::vector<double> &a, std::vector<double> &v, int depth) {
  if (depth == 0)
    return largest(v.data(), static_cast<int>(v.size()));
  const double before = v[0] * v[1];
  solve(a.data(), v.data(), 2);
  v[0] += before;
  return shortened(a, v, depth - 1) * v[1] + before;
}

#pragma adjoint reverse
double recursion(double x, double y) {
  std::vector<double> a = {2.0 + x * x, y, 0.5, 3.0};
  std::vector<double> v = {x, x * y};
  const double s = shortened(a, v, 3);
  return s + shortened(a, v, 2) * v[0];
}

#pragma adjoint reverse
double search(const double *x, int n) {
  double s = 0.0;
  for (int i = 1; i < n; ++i) {
    const double top = largest(x, i);
    s += top > 1.0 ? logOf(top) * x[i] : top * top * largest(x + 1, i);
  }
  return s;
}

/// The same steps, from snapshots.
#pragma adjoint reverse
double checkpointed(double x, double y) {
  double u[2] = {x, y};
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < 20; ++t) {
    const double a[4] = {1.5 + 0.1 * u[0] * u[0], 0.2 * y, -0.3 * u[1], 1.2 + 0.01 * t * x};
    const double before = u[0] * u[1];
    solve(a, u, 2);
    u[1] += 0.1 * logOf(2.0 + before);
  }
#pragma adjoint checkpoint
  powers(u[0], u, 2);
  return u[0] + 2.0 * u[1];
}

/// Each iteration's two sweeps may stand together.
#pragma adjoint reverse
double sum(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += logOf(1.0 + x[i] * x[i]) * x[i];
  return s;
}

int passes(double x) { return x > 0.0 ? 3 : 2; }

/// Called without an active argument, it is called as it is.
#pragma adjoint reverse
double passive(double x) {
  double fixed[2] = {1.0, 2.0};
  double v = 0.0;
  for (int i = 0; i < passes(x); ++i) {
    v += x * fixed[0] * fixed[1];
    powers(1.1, fixed, 2);
  }
  return v * v;
}

#pragma adjoint reverse
double throws(double x, double y) {
  double u[2] = {x, y};
  for (int t = 0; t < 5; ++t) {
    const double a[4] = {1.5, 0.2 * y, -0.3, 1.2};
    solve(a, u, 2);
    u[0] += logOf(u[1] - 0.2 * t);
  }
  return u[0];
}

void throwsInTheMiddle() {
  double x_b = 0.0, y_b = 0.0;
  bool isThrown = false;
  try {
    throws_b(1.0, x_b, 1.0, y_b, 1.0);
  } catch (const std::domain_error &) {
    isThrown = true;
  }
  numeric::expect("the exception leaves", 1.0, isThrown);
  numeric::expect("contexts are destroyed when it does", 0.0, alive);
  numeric::expect("the tape is empty", 0.0, double(adjoint::Tape::local().bytes()));
}

void factorsOnce() {
  factorisations = 0;
  double x_b = 0.0, y_b = 0.0;
  once_b(0.7, x_b, 1.3, y_b, 1.0);
  numeric::expect("one factorisation for both sweeps", 1.0, factorisations);
}

int main() {
  numeric::check("once", once, once_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("inPlace", inPlace, inPlace_b, {{0.7, 1.3, 0.4}, {-1.1, 0.6}});
  numeric::check("steps", steps, steps_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("overwrites", overwrites, overwrites_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("onHeap", onHeap, onHeap_b, {{0.7, 1.3, 0.4}, {-1.1, 0.6}});
  numeric::check("recursion", recursion, recursion_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("search", search, search_b, {{0.7, 1.3, 0.4}, {-1.1, 0.6, 1.7, 0.3}});
  numeric::check("checkpointed", checkpointed, checkpointed_b, {{0.7, 1.3}, {1.1, 0.6}});
  numeric::check("sum", sum, sum_b, {{0.7, 1.3, 0.4}, {-1.1, 0.6}});
  numeric::check("passive", passive, passive_b, {{0.7}, {-1.1}});
  throwsInTheMiddle();
  factorsOnce();
  numeric::expect("every context has been destroyed", 0.0, alive);
  return numeric::report();
}

// As if in another file.

namespace dense {

void solve(const double *a, double *x, int n) {
  std::vector<double> lu(a, a + n * n);
  factor(lu, n);
  solveWith(lu, n, x);
}

void solve_fwd(const double *a, double *x, int n, Factors &context) {
  context.lu.assign(a, a + n * n);
  context.old.assign(x, x + n);
  factor(context.lu, n);
  solveWith(context.lu, n, x);
}

/// b_b = A^-T x_b, A_b -= b_b x^T.
void solve_rev(const double *, double *a_b, double *x, double *x_b, int n, Factors &context) {
  solveTransposedWith(context.lu, n, x_b);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a_b[i * n + j] -= x_b[i] * x[j];
  for (int i = 0; i < n; ++i)
    x[i] = context.old[i];
}

void solve_d(const double *a, const double *a_d, double *x, double *x_d, int n) {
  solve(a, x, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      x_d[i] -= a_d[i * n + j] * x[j];
  solve(a, x_d, n);
}

} // namespace dense

double largest_fwd(const double *x, int n, Where &where) {
  where.index = 0;
  for (int i = 1; i < n; ++i)
    if (x[i] > x[where.index])
      where.index = i;
  return x[where.index];
}
double largest(const double *x, int n) {
  Where where;
  return largest_fwd(x, n, where);
}
void largest_rev(const double *, double *x_b, int, double result_b, Where &where) { x_b[where.index] += result_b; }
double largest_d(const double *x, const double *x_d, int n, double &result_d) {
  Where where;
  const double top = largest_fwd(x, n, where);
  result_d = x_d[where.index];
  return top;
}

double logOf(double x) {
  if (!(x > 0.0))
    throw std::domain_error("no logarithm");
  return std::log(x);
}
double logOf_fwd(double x, double &inverse) {
  inverse = 1.0 / x;
  return logOf(x);
}
void logOf_rev(double, double &x_b, double result_b, double &inverse) { x_b += inverse * result_b; }
double logOf_d(double x, double x_d, double &result_d) {
  result_d = x_d / x;
  return logOf(x);
}

void powers(double x, double *y, int n) {
  double p = x;
  for (int i = 0; i < n; ++i, p *= x)
    y[i] = p;
}
void powers_fwd(double x, double *y, int n, std::vector<double> &slopes) {
  slopes.resize(n);
  double p = 1.0;
  for (int i = 0; i < n; ++i, p *= x)
    slopes[i] = (i + 1) * p;
  powers(x, y, n);
}
void powers_rev(double, double &x_b, double *, double *y_b, int n, std::vector<double> &slopes) {
  for (int i = 0; i < n; ++i) {
    x_b += slopes[i] * y_b[i];
    y_b[i] = 0.0;
  }
}
void powers_d(double x, double x_d, double *y, double *y_d, int n) {
  double p = 1.0;
  for (int i = 0; i < n; ++i, p *= x)
    y_d[i] = (i + 1) * p * x_d;
  powers(x, y, n);
}
