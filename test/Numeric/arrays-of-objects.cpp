// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-SECOND: none (sizes of arrays are noted)
// NUMERIC-VARIANTS: --no-inline | --no-tbr | --no-liveness | --no-activity --no-recompute
//
// `delete[]` of objects with destructors: the last one ends first, as many as were made.

#include "numeric.h"

#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

// A container as one writes it by hand, and containers in it.
template <class T> class Array {
public:
  explicit Array(std::size_t n = 0) : n(n), data(n ? new T[n] : nullptr) {}
  Array(const Array &o) : n(o.n), data(n ? new T[n] : nullptr) {
    for (std::size_t i = 0; i < n; ++i)
      data[i] = o.data[i];
  }
  Array &operator=(const Array &o) {
    if (this == &o)
      return *this;
    T *const fresh = o.n ? new T[o.n] : nullptr;
    for (std::size_t i = 0; i < o.n; ++i)
      fresh[i] = o.data[i];
    delete[] data;
    data = fresh;
    n = o.n;
    return *this;
  }
  Array(Array &&o) noexcept : n(std::exchange(o.n, 0)), data(std::exchange(o.data, nullptr)) {}
  ~Array() { delete[] data; }
  void resize(std::size_t size) {
    T *const fresh = new T[size];
    for (std::size_t i = 0; i < n && i < size; ++i)
      fresh[i] = data[i];
    delete[] data;
    data = fresh;
    n = size;
  }
  T &operator[](std::size_t i) { return data[i]; }
  const T &operator[](std::size_t i) const { return data[i]; }
  std::size_t size() const { return n; }

private:
  std::size_t n;
  T *data;
};

#pragma adjoint reverse
double matrix(const double *x, int n) {
  Array<Array<double>> a(n), none(0);
  for (int i = 0; i < n; ++i) {
    a[i] = Array<double>(n);
    for (int j = 0; j < n; ++j)
      a[i][j] = x[i] * x[j] + j;
  }
  Array<Array<double>> b = a;
  b[0][0] = a[n - 1][0] * x[0];
  none = b;
  a.resize(n + 1);
  a[n] = b[n - 1];
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      s += a[i][j] * b[j][i] * none[j][j] + a[n][j];
  return s;
}

// What a destructor does counts: the order shows.
struct Guard {
  double weight = 0.5, *sum = nullptr;
  ~Guard() {
    if (sum)
      *sum = *sum * weight + weight * weight;
  }
};

#pragma adjoint reverse
double guards(const double *x, int n) {
  double sum = x[0];
  for (int s = 0; s < 3; ++s) {
    Guard *const first = new Guard[n], *second = nullptr;
    for (int i = 0; i < n; ++i) {
      first[i].weight = x[i] * (s + 1);
      first[i].sum = i == s ? nullptr : &sum;
    }
    if (s == 1) {
      second = new Guard[2]{{x[0], &sum}, {x[n - 1], &sum}};
      sum *= second[1].weight;
    }
    delete[] first;
    sum += x[s % n] * sum;
    delete[] second;
  }
  return sum;
}

// Library classes as elements, and owners of arrays.
#pragma adjoint reverse
double owners(const double *x, int n) {
  std::vector<double> *rows = new std::vector<double>[n];
  std::unique_ptr<std::vector<double>[]> columns(new std::vector<double>[2]);
  auto guards = std::make_unique<Array<double>[]>(n);
  for (int i = 0; i < n; ++i) {
    rows[i].push_back(x[i] * x[0]);
    rows[i].resize(3, x[i]);
    columns[i % 2].push_back(rows[i][0] * x[i]);
    guards[i] = Array<double>(2);
    guards[i][1] = guards[i][0] = x[i];
  }
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    for (double e : rows[i])
      s += e * std::sin(columns[i % 2][i / 2]) * guards[i][1];
  delete[] rows;
  return s;
}

int main() {
  const numeric::Points points = {{0.7, -0.4, 1.2}, {0.3, 0.9, 0.5, -0.8}, {0.6, 1.1}};
  numeric::check("matrix", matrix, matrix_b, points);
  numeric::check("guards", guards, guards_b, points);
  numeric::check("owners", owners, owners_b, points);
  return numeric::report();
}
