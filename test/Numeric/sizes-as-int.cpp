// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Containers made with a size that was an int in between have the size of the container that it came from.
//
// NUMERIC-VARIANTS: --no-state-sizes

#include "numeric.h"

#include <stdexcept>
#include <vector>

#pragma adjoint reverse
double stepped(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> before = x, now = x, next(n);
  for (int s = 0; s < 3; ++s) {
    for (int i = 1; i < n - 1; ++i)
      next[i] = now[i] * before[i] + 0.3 * now[i + 1] * now[i - 1];
    before = now;
    now = next;
  }
  double sum = 0.0;
  for (double v : now)
    sum += v * v;
  return sum;
}

// A local container, of which the size is another's.
#pragma adjoint reverse
double local(const std::vector<double> &x) {
  std::vector<double> u = x;
  const unsigned n = unsigned(u.size());
  std::vector<double> w(n, 0.5), v;
  v = w;
  for (unsigned i = 0; i < n; ++i)
    v[i] *= u[i] * u[n - 1 - i] + w[i];
  w = v;
  w.resize(n + 1);
  w[n] = v[0] * v[n - 1];
  u = w;
  return u[n] * u[0] + u[n - 1];
}

// The int changes before it is used.
#pragma adjoint reverse
double changed(const std::vector<double> &x) {
  int n = int(x.size());
  if (n > 2)
    n -= 1;
  std::vector<double> w(n), copy = x;
  copy = w;
  for (int i = 0; i < n; ++i)
    copy[i] = x[i] * x[i];
  w = copy;
  double sum = 0.0;
  for (double v : w)
    sum += v * x[0];
  return sum * double(w.size());
}

// A type that cannot hold the size: the program computes with what is left of it.
#pragma adjoint reverse
double wrapped(const std::vector<double> &x) {
  const signed char n = static_cast<signed char>(x.size());
  std::vector<double> w(n), copy = x;
  copy = w;
  for (int i = 0; i < n; ++i)
    copy[i] = x[i] * x[i];
  return copy.front() * copy.back();
}

// Inlined where the size is a number, or another variable.
static double copied(const std::vector<double> &a) {
  const int k = int(a.size());
  std::vector<double> t(k);
  t = a;
  return t.front() * t.back();
}
static double emptied(std::vector<double> &a) {
  unsigned k = a.size();
  std::vector<double> t(k);
  t = a;
  a.resize(k + 1);
  a.back() = t.front();
  return copied(a);
}

#pragma adjoint reverse
double known(const std::vector<double> &x) {
  const int n = 2;
  std::vector<double> c(n, x[0]), d = x;
  d.resize(3);
  c[1] *= x.back();
  return copied(c) * copied(x) + copied(d) + emptied(c) + emptied(d);
}

using numeric::Vector;

int main() {
  const numeric::Points points = {{0.6}, {0.6, 1.2}, {0.6, 1.2, 0.8}, {0.6, 1.2, 0.8, 1.4, 1.0, 0.6}};
  numeric::check("stepped", stepped, stepped_b, points);
  numeric::check("local", local, local_b, points);
  numeric::check("changed", changed, changed_b, points);
  numeric::check("known", known, known_b, points);
  numeric::check("wrapped", wrapped, wrapped_b, points);
  Vector many(259, 0.5), many_b(259); // as a signed char: 3
  bool isRefused = false, isRight = false;
  try {
    wrapped_b(many, many_b, 1.0);
    isRight = many_b[0] > 0.0 && many_b[2] > 0.0 && many_b[3] == 0.0;
  } catch (const std::length_error &) {
    isRefused = true;
  }
  numeric::expect("wrapped: refused, or right", 1.0, isRefused || isRight);
  return numeric::report();
}
