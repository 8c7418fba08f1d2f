// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-TANGENTS: none (objects would have to cross the boundary)
//
// Lists and valarrays among the parameters of the function itself.

#include "numeric.h"

#include <forward_list>
#include <list>
#include <valarray>
#include <vector>
#pragma adjoint reverse
double combined(const std::list<double> &l, const std::valarray<double> &a, std::valarray<double> &b,
                const std::forward_list<double> &w) {
  double s = 1;
  for (double e : l)
    s = s * e + e * e;
  for (std::size_t i = 0; i < a.size(); ++i) {
    b[i] *= a[i];
    s += b[i] * s;
  }
  for (double e : w)
    s *= e;
  return s + (a * b).sum();
}
int main() {
  using V = numeric::Vector;
  auto L = [](const V &x) { return std::list<double>{x[0], x[1]}; };
  auto A = [](const V &x) { return std::valarray<double>{x[2], x[3]}; };
  auto B = [](const V &x) { return std::valarray<double>{x[4], x[5]}; };
  auto W = [](const V &x) { return std::forward_list<double>{x[6], x[7]}; };
  numeric::check(
      "combined", {1.2, 0.3, 0.7, 1.1, 0.9, 1.4, 0.8, 1.3},
      [&](const V &x) {
        auto b = B(x);
        double r = combined(L(x), A(x), b, W(x));
        return V{r, b[0], b[1]};
      },
      [&](const V &x, const V &y) {
        auto l = L(x);
        std::list<double> l_b;
        auto a = A(x), b = B(x);
        std::valarray<double> a_b, b_b{y[1], y[2]};
        auto w = W(x);
        std::forward_list<double> w_b;
        combined_b(l, l_b, a, a_b, b, b_b, w, w_b, y[0]);
        return V{l_b.front(), l_b.back(), a_b[0], a_b[1], b_b[0], b_b[1], w_b.front(), *std::next(w_b.begin())};
      });
  return numeric::report();
}
