// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Sorting: numbers, indices by what they refer to, objects with arrays and names, again in each step; deques, arrays,
// from the end; the median, the least ones, and searches; from none to 33 elements.

#include "numeric.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <string>
#include <vector>
#pragma adjoint reverse
double argsorted(const std::vector<double> &x) {
  std::vector<int> idx(x.size());
  std::iota(idx.begin(), idx.end(), 0);
  std::sort(idx.begin(), idx.end(), [&](int a, int b) { return x[a] > x[b]; });
  double s = 0;
  for (std::size_t i = 0; i < idx.size(); ++i)
    s += (i + 1) * x[idx[i]] * x[idx[i]];
  return s;
}
struct Item {
  double key;
  std::vector<double> values;
  std::string name;
};
#pragma adjoint reverse
double items(const std::vector<double> &x) {
  std::vector<Item> v;
  for (std::size_t i = 0; i < x.size(); ++i)
    v.push_back({0.3 * x[i], {x[i], x[i] * x[i]}, "n" + std::to_string(i)});
  for (int s = 0; s < 3; ++s) {
    std::sort(v.begin(), v.end(), [](const Item &a, const Item &b) { return a.key < b.key; });
    for (std::size_t i = 0; i < v.size(); ++i)
      v[i].key = v[i].key * (1 + 0.5 * (i % 3)) + s + 0.1 * std::sin(v[i].key), v[i].values[0] *= 1 + 0.1 * i;
  }
  double s = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    s += v[i].key * (i + 1) + v[i].values[0] * v[i].values[1] * i;
  return s;
}
#pragma adjoint reverse
double others(const std::vector<double> &x) {
  std::vector<double> v = x;
  std::deque<double> d(x.begin(), x.end());
  std::sort(v.rbegin(), v.rend());
  std::sort(d.begin(), d.end(), [](double a, double b) { return std::abs(a - 0.5) < std::abs(b - 0.5); });
  double s = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    s += v[i] * d[i] * (i + 1);
  std::vector<double> w = x;
  if (!w.empty()) {
    std::nth_element(w.begin(), w.begin() + w.size() / 2, w.end());
    s += w[w.size() / 2] * w[w.size() / 2];
  }
  double a[5] = {};
  for (std::size_t i = 0; i < x.size() && i < 5; ++i)
    a[i] = x[i] * x[0];
  std::sort(a, a + 5, std::greater<double>());
  std::partial_sort(w.begin(), w.begin() + w.size() / 2, w.end());
  for (std::size_t i = 0; i < w.size() / 2; ++i)
    s += w[i] * (i + 2);
  auto it = std::lower_bound(v.begin(), v.end(), 0.3, [](double e, double t) { return e > t; });
  return s + a[0] * 3 + a[1] * a[2] + (it == v.end() ? 0 : *it * *it);
}
// By what is stored to behind it, which the lambda captures by reference.
#pragma adjoint reverse
double sortedBy(int n, double *__restrict a, const double *__restrict b) {
  std::vector<int> o(n);
  for (int i = 0; i < n; ++i)
    o[i] = i;
  std::sort(o.begin(), o.end(), [&](int i, int j) { return a[i] < a[j]; });
  std::sort(o.begin(), o.end(), [&](int i, int j) { return b[i] * a[j] < b[j] * a[i]; });
  for (int i = 0; i < n; ++i)
    a[o[i]] = b[i] * b[o[i]] * (i + 1) + 0.5 * a[o[i]];
  return n > 0 ? a[0] * a[n - 1] + a[n / 2] : 0;
}
namespace {

using numeric::Vector;

template <class Function, class Adjoint> void check(const char *name, Function function, Adjoint adjoint) {
  for (int n : {0, 1, 2, 3, 8, 20, 33}) {
    Vector x(n);
    for (int i = 0; i < n; ++i)
      x[i] = i * 7 % n + 0.1 * std::sin(1.3 * i + 0.7); // no two are near each other
    numeric::check(
        name, x, [=](const Vector &at) { return Vector{function(at)}; },
        [=](const Vector &at, const Vector &y_b) {
          Vector x_b(at.size());
          adjoint(at, x_b, y_b[0]);
          return x_b;
        });
  }
}

void checkSortedBy() {
  for (int n : {0, 1, 2, 7, 20}) {
    Vector x(2 * n);
    for (int i = 0; i < 2 * n; ++i)
      x[i] = 1.5 + i * 7 % (2 * n) + 0.1 * std::sin(1.3 * i + 0.7);
    numeric::check(
        "sortedBy", x,
        [=](const Vector &at) {
          Vector all = at;
          return Vector{sortedBy(n, all.data(), all.data() + n)};
        },
        [=](const Vector &at, const Vector &y_b) {
          Vector all = at, all_b(2 * n);
          sortedBy_b(n, all.data(), all_b.data(), all.data() + n, all_b.data() + n, y_b[0]);
          return all_b;
        });
  }
}

} // namespace

int main() {
  checkSortedBy();
  check("argsorted", argsorted, argsorted_b);
  check("items", items, items_b);
  check("others", others, others_b);
  return numeric::report();
}
