// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Containers of the user's own that take their memory from an allocator: std::allocator, directly and through std::allocator_traits.

#include "numeric.h"

#include <cmath>
#include <memory>
#include <new>
#include <utility>
#include <vector>

template <class T, class A = std::allocator<T>> class Buffer {
  using Traits = std::allocator_traits<A>;
  A from;
  T *first = nullptr;
  std::size_t count = 0, room = 0;

  void grow() {
    const std::size_t larger = room == 0 ? 2 : 2 * room;
    T *moved = Traits::allocate(from, larger);
    for (std::size_t i = 0; i < count; ++i) {
      Traits::construct(from, moved + i, std::move(first[i]));
      Traits::destroy(from, first + i);
    }
    if (first)
      Traits::deallocate(from, first, room);
    first = moved;
    room = larger;
  }

public:
  Buffer() = default;
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer() {
    for (std::size_t i = 0; i < count; ++i)
      Traits::destroy(from, first + i);
    if (first)
      Traits::deallocate(from, first, room);
  }
  void push(const T &value) {
    if (count == room)
      grow();
    Traits::construct(from, first + count, value);
    ++count;
  }
  T &operator[](std::size_t i) { return first[i]; }
  const T &operator[](std::size_t i) const { return first[i]; }
  std::size_t size() const { return count; }
};

#pragma adjoint reverse
double numbers(const double *x, int n) {
  Buffer<double> b;
  for (int i = 0; i < n; ++i) {
    b.push(x[i] * x[i]);
    b[0] *= 1 + 0.1 * b[i];
  }
  double s = 0;
  for (std::size_t i = 0; i < b.size(); ++i)
    s += std::sin(b[i]) * b[(i + 1) % b.size()];
  return s;
}

#pragma adjoint reverse
double rows(const double *x, int n) {
  Buffer<std::vector<double>> b;
  for (int i = 0; i < n; ++i)
    b.push(std::vector<double>(i + 1, x[i]));
  double s = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    b[i][0] *= b[0][0];
    for (double v : b[i])
      s += v * v * b[i][0];
  }
  return s;
}

#pragma adjoint reverse
double direct(const double *x, int n) {
  std::allocator<double> from;
  double *t = from.allocate(n);
  for (int i = 0; i < n; ++i)
    t[i] = std::exp(x[i]);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += t[i] * t[n - 1 - i] * x[0];
  from.deallocate(t, n);
  return s;
}

// One whose end and room are pointers, too, as those of the standard library are.
template <class T, class A = std::allocator<T>> class Stretch {
  T *first = nullptr, *last = nullptr, *limit = nullptr;
  A from;

  void grow() {
    const std::size_t count = last - first, larger = count ? 2 * count : 1;
    T *moved = from.allocate(larger);
    for (std::size_t i = 0; i < count; ++i) {
      ::new (moved + i) T(std::move(first[i]));
      first[i].~T();
    }
    if (first)
      from.deallocate(first, limit - first);
    first = moved;
    last = moved + count;
    limit = moved + larger;
  }

public:
  Stretch() = default;
  Stretch(const Stretch &) = delete;
  ~Stretch() {
    for (T *p = first; p != last; ++p)
      p->~T();
    if (first)
      from.deallocate(first, limit - first);
  }
  template <class... X> T &add(X &&...x) {
    if (last == limit)
      grow();
    ::new (last) T(std::forward<X>(x)...);
    return *last++;
  }
  T *begin() { return first; }
  T *end() { return last; }
};

struct Pair {
  double a, b;
  Pair(double a, double b) : a(a), b(b) {}
};

#pragma adjoint reverse
double pairs(const double *x, int n) {
  Stretch<double> squares;
  for (int i = 0; i < n; ++i)
    squares.add(x[i] * x[i]);
  Stretch<Pair> all;
  for (double square : squares)
    all.add(square, x[0]);
  double s = 0.0;
  for (Pair &pair : all)
    s += pair.a * pair.b * std::sin(pair.a);
  return s;
}

int main() {
  using numeric::Vector;
  const Vector x{0.4, 0.9, -0.3, 0.7, 0.5};
  auto check = [&](const char *name, auto function, auto adjoint) {
    numeric::check(
        name, x, [=](const Vector &at) { return Vector{function(at.data(), 5)}; },
        [=](const Vector &at, const Vector &y_b) {
          Vector x_b(at.size());
          adjoint(at.data(), x_b.data(), 5, y_b[0]);
          return x_b;
        });
  };
  check("numbers", numbers, numbers_b);
  check("rows", rows, rows_b);
  check("direct", direct, direct_b);
  check("pairs", pairs, pairs_b);
  return numeric::report();
}
