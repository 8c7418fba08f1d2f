// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES
// NUMERIC-SECOND: none
//
// A model of a class of the user's whose functions end in a hand-written adjoint with a context, which is announced in the model.

#include "numeric.h"

#include <memory>
#include <vector>

namespace linear {

/// A matrix with hidden numbers.
class Matrix {
public:
  explicit Matrix(int size);
  int size() const;
  double *data();
  const double *data() const;
  double &operator()(int i, int j);
  const double &operator()(int i, int j) const;
  void solve(double *x) const;

private:
  struct Storage;
  std::shared_ptr<Storage> storage;
};

struct Inverse {
  std::vector<double> entries;
};
void solve(const double *a, int n, double *x);
void solve_fwd(const double *a, int n, double *x, Inverse &context);
void solve_rev(const double *a, double *a_b, int n, double *x, double *x_b, Inverse &context);
void solve_d(const double *a, const double *a_d, int n, double *x, double *x_d);

} // namespace linear

#ifdef ADJOINT_GEN
namespace linear {
#pragma adjoint tangent_of(solve)
void solve_d(const double *a, const double *a_d, int n, double *x, double *x_d);
#pragma adjoint forward_of(linear::solve)
void solve_fwd(const double *a, int n, double *x, Inverse &context);
#pragma adjoint reverse_of(linear::solve)
void solve_rev(const double *a, double *a_b, int n, double *x, double *x_b, Inverse &context);
} // namespace linear
namespace adjoint::model::linear {
class Matrix {
public:
  explicit Matrix(int size) : entries(new double[size * size]()), extent(size) {}
  Matrix(const Matrix &other) : entries(new double[other.extent * other.extent]), extent(other.extent) {
    for (int i = 0; i < extent * extent; ++i)
      entries[i] = other.entries[i];
  }
  ~Matrix() { delete[] entries; }
  int size() const { return extent; }
  double &operator()(int i, int j) { return entries[i * extent + j]; }
  const double &operator()(int i, int j) const { return entries[i * extent + j]; }
  void solve(double *x) const { ::linear::solve(entries, extent, x); }

private:
  ADJOINT_VIEW("$.data()", "$.size() * $.size()") double *entries;
  ADJOINT_VIEW("$.size()") int extent;
};
} // namespace adjoint::model::linear
#endif

#pragma adjoint reverse
double solved(const double *p, int n) {
  linear::Matrix a(2);
  a(0, 0) = 3.0 + p[0];
  a(0, 1) = p[n - 1];
  a(1, 0) = p[0] * p[1];
  a(1, 1) = 2.0;
  double x[2] = {p[1], 1.0}, s = 0.0;
  for (int i = 0; i < 3; ++i) {
    const double before = x[0];
    a.solve(x);
    s += x[0] * x[1] + before;
    a(1, 1) += 0.1 * s;
  }
  return s;
}

int main() {
  numeric::check("solved", solved, solved_b, {{0.7, 1.3, 0.4}, {-1.1, 0.6}});
  return numeric::report();
}

namespace linear {

struct Matrix::Storage {
  int size;
  std::vector<double> entries;
};
Matrix::Matrix(int size) : storage(new Storage{size, std::vector<double>(size * size)}) {}
int Matrix::size() const { return storage->size; }
double *Matrix::data() { return storage->entries.data(); }
const double *Matrix::data() const { return storage->entries.data(); }
double &Matrix::operator()(int i, int j) { return data()[i * size() + j]; }
const double &Matrix::operator()(int i, int j) const { return data()[i * size() + j]; }
void Matrix::solve(double *x) const { linear::solve(data(), size(), x); }

void solve_fwd(const double *a, int, double *x, Inverse &context) {
  const double det = a[0] * a[3] - a[1] * a[2], x0 = x[0];
  context.entries = {a[3] / det, -a[1] / det, -a[2] / det, a[0] / det};
  x[0] = context.entries[0] * x0 + context.entries[1] * x[1];
  x[1] = context.entries[2] * x0 + context.entries[3] * x[1];
}
void solve(const double *a, int n, double *x) {
  Inverse inverse;
  solve_fwd(a, n, x, inverse);
}
void solve_rev(const double *, double *a_b, int, double *x, double *x_b, Inverse &context) {
  const double x0 = x_b[0];
  x_b[0] = context.entries[0] * x0 + context.entries[2] * x_b[1];
  x_b[1] = context.entries[1] * x0 + context.entries[3] * x_b[1];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      a_b[2 * i + j] -= x_b[i] * x[j];
}
void solve_d(const double *a, const double *a_d, int n, double *x, double *x_d) {
  solve(a, n, x);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      x_d[i] -= a_d[2 * i + j] * x[j];
  solve(a, n, x_d);
}

} // namespace linear
