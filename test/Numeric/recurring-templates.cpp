// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Curiously recurring templates with classes between base and derived class, and copies of parts of objects.

#include "numeric.h"

namespace {
struct Root {
  double a;
};

template <class Derived> struct Base : Root {
  double b;
  const Derived &self() const { return static_cast<const Derived &>(*this); }
  double twice() const { return 2 * self().c * b; }
};

template <class Derived> struct Middle : Base<Derived> {
  double m;
};

struct Copied : Middle<Copied> {
  double c;
  Copied(double x, double y) {
    a = x;
    b = y * x;
    c = x + y;
    m = x * y * c;
  }
  Copied(const Copied &other) : Middle<Copied>(other), c(other.c) {}
};

struct Plain : Middle<Plain> {
  double c = 0;
};
} // namespace

#pragma adjoint reverse
double copies(double x, double y) {
  Copied first(x, y);
  Copied second(first);
  first.a *= 3;
  first.b *= x;
  first.m = 1;
  return second.twice() + second.a * second.m * second.b + first.m * first.twice();
}

#pragma adjoint reverse
double assignments(double x, double y) {
  Plain p, q;
  p.a = x;
  p.b = x * y;
  p.m = y;
  p.c = p.a * y;
  q = p;
  p.a = 7;
  p.m *= 2;
  q.a *= x;
  double s = p.twice() * p.m;
  p = q;
  return s + p.a * p.m * p.twice();
}

int main() {
  numeric::check("copies", copies, copies_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("assignments", assignments, assignments_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
