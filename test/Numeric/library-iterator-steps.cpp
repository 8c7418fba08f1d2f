// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// std::next, prev, advance and distance of iterators of the user's, and of lists and maps.

#include "numeric.h"
#include <cstddef>
#include <iterator>
#include <list>
#include <map>
#include <vector>

// Every s-th element; subtracted.
struct Strided {
  using iterator_category = std::random_access_iterator_tag;
  using value_type = double;
  using difference_type = std::ptrdiff_t;
  using pointer = const double *;
  using reference = const double &;

  const double *p;
  std::ptrdiff_t s;

  reference operator*() const { return *p; }
  Strided &operator++() { return *this += 1; }
  Strided &operator--() { return *this += -1; }
  Strided &operator+=(difference_type n) {
    p += n * s;
    return *this;
  }
  friend Strided operator+(Strided a, difference_type n) { return a += n; }
  friend difference_type operator-(const Strided &a, const Strided &b) { return (a.p - b.p) / a.s; }
  friend bool operator==(const Strided &a, const Strided &b) { return a.p == b.p; }
  friend bool operator!=(const Strided &a, const Strided &b) { return a.p != b.p; }
};

// The sums so far; only forwards.
struct Sums {
  using iterator_category = std::forward_iterator_tag;
  using value_type = double;
  using difference_type = std::ptrdiff_t;
  using pointer = const double *;
  using reference = double;

  const double *p;
  double sum;

  double operator*() const { return sum + *p; }
  Sums &operator++() {
    sum += *p++;
    return *this;
  }
  friend bool operator==(const Sums &a, const Sums &b) { return a.p == b.p; }
  friend bool operator!=(const Sums &a, const Sums &b) { return a.p != b.p; }
};

#pragma adjoint reverse
double strided(const double *x, int n) {
  Strided first{x, 2}, last = first + n / 2;
  double s = *std::next(first) * *std::prev(last) * x[1];
  std::advance(first, 1);
  s += *first * *std::next(first, -1);
  return s * static_cast<double>(std::distance(first, last) - std::distance(last, first));
}

#pragma adjoint reverse
double sums(const double *x, int n) {
  Sums first{x, 0.0}, last{x + n, 0.0};
  double s = *std::next(first, 2);
  const auto count = std::distance(first, last);
  std::advance(first, count - 1);
  return s * *first * static_cast<double>(count);
}

#pragma adjoint reverse
double library(const double *x, int n) {
  std::list<double> l(x, x + n);
  std::map<int, double> m{{3, x[0]}, {1, x[1]}, {2, x[2]}};
  auto it = l.begin();
  std::advance(it, 2);
  *it *= x[0];
  return *std::next(l.begin(), 2) * *std::prev(l.end()) + std::next(m.begin())->second * std::prev(m.end())->second +
         static_cast<double>(std::distance(l.begin(), l.end())) * x[1];
}

int main() {
  const numeric::Points points = {{0.7, 1.3, -0.8, 0.4}, {1.1, 0.9, 1.2, 0.6, 0.3, -1.4}};
  numeric::check("strided", strided, strided_b, points);
  numeric::check("sums", sums, sums_b, points);
  numeric::check("library", library, library_b, points);
  return numeric::report();
}
