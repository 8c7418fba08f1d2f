// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES (memory that is exchanged)
// NUMERIC-TANGENTS: none (copies of objects that own memory by a pointer would have to be made)
//
// Objects that own numbers by a pointer and do not know how many there are: work arrays that come and go, matrices that
// are overwritten, returned, and moved.

#include "numeric.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

using numeric::Vector;

class Domain {
public:
  explicit Domain(Vector x) : x(x), kept(new double[x.size()]()) {}
  ~Domain() {
    delete[] kept;
    std::free(work);
  }
  Domain(const Domain &) = delete;
  Domain &operator=(const Domain &) = delete;

  void allocate() { work = static_cast<double *>(std::malloc(x.size() * sizeof(double))); }
  void release() {
    std::free(work);
    work = nullptr;
  }
  double &at(int i) { return x[i]; }
  double &strain(int i) { return work[i]; }
  double &force(int i) { return kept[i]; }
  int size() const { return static_cast<int>(x.size()); }

private:
  Vector x;
  double *kept, *work = nullptr;
};

// work arrays in each step; what is there before stays
#pragma adjoint reverse
double steps(Domain &domain, double h) {
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    domain.allocate();
    for (int i = 0; i < domain.size(); ++i)
      domain.strain(i) = domain.at(i) * domain.at(i) * h;
    for (int i = 0; i < domain.size(); ++i) {
      domain.force(i) = domain.strain(i) * domain.at((i + 1) % domain.size());
      domain.at(i) += h * std::sin(domain.force(i));
      s += domain.strain(i) * domain.force(i);
    }
    domain.release();
  }
  return s;
}

class Matrix {
public:
  Matrix(int n, int m) : n(n), m(m), numbers(new double[n * m]()) {}
  Matrix(const Matrix &o) : Matrix(o.n, o.m) { std::copy(o.numbers.get(), o.numbers.get() + n * m, numbers.get()); }
  Matrix(Matrix &&) noexcept = default;
  Matrix &operator=(Matrix &&) noexcept = default;
  double &operator()(int i, int j) { return numbers[i * m + j]; }
  double operator()(int i, int j) const { return numbers[i * m + j]; }
  int rows() const { return n; }
  int columns() const { return m; }
  Matrix &operator+=(const Matrix &o) {
    for (int i = 0; i < n * m; ++i)
      numbers[i] += o.numbers[i];
    return *this;
  }

private:
  int n, m;
  std::unique_ptr<double[]> numbers;
};

Matrix operator*(const Matrix &a, const Matrix &b) {
  Matrix c(a.rows(), b.columns());
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < b.columns(); ++j)
      for (int k = 0; k < a.columns(); ++k)
        c(i, j) += a(i, k) * b(k, j);
  return c;
}

#pragma adjoint reverse
void exponential(const Matrix &a, Matrix &out) {
  Matrix term(a.rows(), a.rows());
  for (int i = 0; i < a.rows(); ++i)
    term(i, i) = 1;
  out = Matrix(term);
  for (int k = 1; k < 6; ++k) {
    term = term * a;
    for (int i = 0; i < a.rows(); ++i)
      for (int j = 0; j < a.rows(); ++j)
        term(i, j) /= k;
    out += term;
  }
}

#pragma adjoint reverse
Matrix power(const Matrix &a, double factor, int n) {
  Matrix p(a);
  for (int k = 1; k < n; ++k) {
    p = p * a;
    p(0, 1) *= factor;
  }
  return p;
}

// memory of the caller's that changes hands: nobody knows how much
#pragma adjoint reverse
double exchanged(Matrix &a, Matrix &b) {
  std::swap(a, b);
  return a(0, 0) * b(0, 1);
}

Matrix matrix(const Vector &x) {
  Matrix a(2, 2);
  for (int i = 0; i < 4; ++i)
    a(i / 2, i % 2) = x[i];
  return a;
}
Vector numbers(const Matrix &a) { return {a(0, 0), a(0, 1), a(1, 0), a(1, 1)}; }

int main() {
  numeric::check(
      "steps", {0.3, -0.7, 0.5, 0.1},
      [](const Vector &x) {
        Domain domain(Vector(x.begin(), x.end() - 1));
        Vector y{steps(domain, x.back())};
        for (int i = 0; i < domain.size(); ++i)
          y.push_back(domain.at(i) + 2 * domain.force(i));
        return y;
      },
      [](const Vector &x, const Vector &seeds) {
        Domain domain(Vector(x.begin(), x.end() - 1)), domain_b(Vector(seeds.begin() + 1, seeds.end()));
        for (int i = 0; i < domain.size(); ++i)
          domain_b.force(i) = 2 * seeds[i + 1];
        double h_b = 0;
        steps_b(domain, domain_b, x.back(), h_b, seeds[0]);
        Vector x_b;
        for (int i = 0; i < domain.size(); ++i)
          x_b.push_back(domain_b.at(i));
        x_b.push_back(h_b);
        return x_b;
      });
  numeric::check(
      "exponential", {0.1, 0.4, -0.3, 0.2},
      [](const Vector &x) {
        Matrix out(2, 2);
        exponential(matrix(x), out);
        return numbers(out);
      },
      [](const Vector &x, const Vector &seeds) {
        Matrix a_b(2, 2), out(2, 2), out_b = matrix(seeds);
        exponential_b(matrix(x), a_b, out, out_b);
        for (double left : numbers(out_b))
          numeric::expect("consumed", 0, left);
        return numbers(a_b);
      });
  numeric::check(
      "power", {0.7, 0.4, -0.3, 0.9, 1.2}, [](const Vector &x) { return numbers(power(matrix(x), x[4], 4)); },
      [](const Vector &x, const Vector &seeds) {
        Matrix a_b(2, 2);
        double factor_b = 0;
        power_b(matrix(x), a_b, x[4], factor_b, 4, matrix(seeds));
        Vector x_b = numbers(a_b);
        x_b.push_back(factor_b);
        return x_b;
      });
  bool isRefused = false;
  try {
    Matrix a(2, 2), b(2, 2), a_b(2, 2), b_b(2, 2);
    exchanged_b(a, a_b, b, b_b, 1.0);
  } catch (const std::logic_error &) {
    isRefused = true;
  }
  numeric::expect("exchanged", 1, isRefused);
  return numeric::report();
}
