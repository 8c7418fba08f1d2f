// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES (what a null pointer may point to)
//
// Pointers with a deleter, shared arrays, allocators that containers are given, functions that hold pointers to members.

#include "numeric.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Free {
  void operator()(void *p) const { std::free(p); }
};
#pragma adjoint reverse
double arrays(const double *x, int n) {
  auto a = std::make_unique<double[]>(n);
  std::unique_ptr<double[], Free> b(static_cast<double *>(std::malloc(n * sizeof(double))));
  std::unique_ptr<double, void (*)(double *)> c(new double(x[0]), [](double *p) { delete p; });
  std::shared_ptr<double[]> d(new double[n]), e;
  std::copy_n(x, n, a.get());
  for (int i = 0; i < n; ++i) {
    b[i] = a[i] * *c;
    d[i] = b[i] + a[n - 1 - i];
  }
  *c += b[1];
  a = std::make_unique<double[]>(2);
  a[0] = d[0] * d[1];
  e = d;
  e[1] *= x[1];
  d.reset();
  double s = e.use_count() * e[1];
  e = nullptr;
  return a[0] + a[1] + *c * s;
}

struct Pool {
  double *take() {
    ++used;
    return new double(0);
  }
  void give(double *p) {
    last = *p;
    delete p;
    --used;
  }
  int used = 0;
  double last = 1;
};
#pragma adjoint reverse
double deleters(double x, double y) {
  Pool pool;
  double seen = x;
  auto back = [&pool](double *p) { pool.give(p); };
  {
    std::unique_ptr<double, decltype(back)> a(pool.take(), back);
    *a = x * y;
    std::unique_ptr<double, decltype(back)> b = std::move(a);
    if (!a && b)
      *b *= pool.used;
  }
  std::unique_ptr<double, std::function<void(double *)>> c(new double(y), [&](double *p) {
    seen += *p * x;
    delete p;
  });
  *c *= seen;
  c.reset(new double(seen));
  *c *= y;
  c.reset();
  return seen * pool.last + pool.used;
}

#pragma adjoint reverse
double allocators(double x, double y) {
  std::allocator<double> a;
  std::vector<double> v(3, x, a), w({x, y, x * y}, a), u(v.begin() + 1, v.end(), std::allocator<double>()), e(a);
  std::list<double> l(2, y, a);
  std::map<int, double> m({{1, x}, {2, y}}, std::allocator<std::pair<const int, double>>());
  e.push_back(v[0] * w[2]);
  std::vector<double, std::allocator<double>> again(e, a);
  again[0] *= y;
  return u[1] * l.back() + e[0] * again[0] + m[2];
}

using Fn = std::function<double(double)>;
struct Poly {
  std::vector<double> c;
  double operator()(double t) const {
    double r = 0;
    for (auto it = c.rbegin(); it != c.rend(); ++it)
      r = r * t + *it;
    return r;
  }
  double at0() const { return c[0]; }
  double plus(double d) const { return c[1] + d; }
};
static Fn derivative(Fn g, double h) {
  return [=](double t) { return (g(t + h) - g(t - h)) / (2 * h); };
}
static Fn power(int k) {
  if (k == 0)
    return [](double) { return 1.0; };
  Fn p = power(k - 1);
  return [p](double t) { return t * p(t); };
}
#pragma adjoint reverse
double functions(double x, double y) {
  Poly poly{{x, y, x * y}};
  Fn p = poly, d = derivative(p, 0.125), q;
  double s = q ? q(1) : p(y);
  q = d;
  s += q(x) + power(3)(y);
  std::function<double(const Poly &)> first = &Poly::at0;
  std::function<double(const Poly &, double)> second = &Poly::plus;
  std::function<std::vector<double> &(Poly &)> member = &Poly::c;
  member(poly)[0] *= s;
  std::map<std::string, std::function<void(double)>> ops;
  ops["+"] = [&](double v) { s += v; };
  ops["*"] = [&](double v) { s *= v; };
  ops["*"](y);
  ops["+"](first(poly));
  return s + second(poly, x) * x;
}

int main() {
  numeric::check("arrays", arrays, arrays_b, {{0.7, 1.3, -0.4}, {1.1, 0.6, 0.9, 0.2}});
  const numeric::Points points{{0.7, 1.3}, {1.1, -0.6}};
  numeric::check("deleters", deleters, deleters_b, points);
  numeric::check("allocators", allocators, allocators_b, points);
  numeric::check("functions", functions, functions_b, points);
  return numeric::report();
}
