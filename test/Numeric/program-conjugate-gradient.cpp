// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-TANGENTS: none (objects would have to cross the boundary)
//
// Conjugate gradients with a lambda for the matrix product, differentiated through its iterations.

#include "numeric.h"

#include <cmath>
#include <numeric>
#include <vector>

using Vec = std::vector<double>;

static double dot(const Vec &a, const Vec &b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

template <class Apply> static Vec solve(const Apply &apply, const Vec &b, int iterations) {
  Vec x(b.size(), 0.0), r = b, p = b;
  double rho = dot(r, r);
  for (int k = 0; k < iterations; ++k) {
    Vec q = apply(p);
    double alpha = rho / dot(p, q);
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    double next = dot(r, r);
    double beta = next / rho;
    for (std::size_t i = 0; i < x.size(); ++i)
      p[i] = r[i] + beta * p[i];
    rho = next;
  }
  return x;
}

#pragma adjoint reverse
double compliance(const Vec &stiffness, const Vec &load) {
  auto apply = [&stiffness](const Vec &u) {
    const std::size_t n = u.size();
    Vec f(n);
    for (std::size_t i = 0; i < n; ++i) {
      f[i] = (stiffness[i] + stiffness[i + 1]) * u[i];
      if (i > 0)
        f[i] -= stiffness[i] * u[i - 1];
      if (i + 1 < n)
        f[i] -= stiffness[i + 1] * u[i + 1];
    }
    return f;
  };
  Vec u = solve(apply, load, 2);
  return dot(u, load);
}

int main() {
  numeric::check(
      "compliance", {2.0, 1.5, 0.7, 1.1, 0.9, 0.4, -0.6, 1.3, 0.2},
      [&](const Vec &v) { return Vec{compliance(Vec(v.begin(), v.begin() + 5), Vec(v.begin() + 5, v.end()))}; },
      [&](const Vec &v, const Vec &y_b) {
        Vec k(v.begin(), v.begin() + 5), f(v.begin() + 5, v.end());
        Vec k_b(5), f_b(4);
        compliance_b(k, k_b, f, f_b, y_b[0]);
        k_b.insert(k_b.end(), f_b.begin(), f_b.end());
        return k_b;
      });
  return numeric::report();
}
