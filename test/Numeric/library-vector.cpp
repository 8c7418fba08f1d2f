// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-RUNS-PLUGIN
//
// std::vector inside functions of numbers: growth, nesting, iterators, insertion and erasure, copies, comparison.

#include "numeric.h"

#include <cmath>
#include <vector>

namespace {
using Row = std::vector<double>;

double total(const Row &v) {
  double s = 0;
  for (double e : v)
    s += e * e;
  return s;
}
Row scaled(Row v, double by) {
  for (double &e : v)
    e *= by;
  return v;
}
void append(Row &v, double x) { v.push_back(x * v.back()); }
} // namespace

#pragma adjoint reverse
double growth(const double *x, int n) {
  Row v;
  for (int i = 0; i < n; ++i)
    v.push_back(x[i] * x[0]);
  v.push_back(v[0]); // a reference into what moves
  for (unsigned i = 1; i < v.size(); ++i)
    v[i] += v[i - 1] * v[i];
  return v.back() * v.front() + v.at(1);
}

#pragma adjoint reverse
double elements(const double *x, int n) {
  Row v(n, x[0]), w(x, x + n);
  v[1] = x[1];
  for (int i = 0; i < n; ++i)
    w[i] = std::sin(w[i]) * v[n - 1 - i];
  double *raw = w.data();
  raw[0] *= raw[1];
  double s = 0;
  for (Row::const_iterator it = w.cbegin(); it != w.cend(); ++it)
    s += *it * w[0];
  for (auto it = v.rbegin(); it != v.rend(); ++it)
    s = s * 0.5 + *it;
  return s;
}

#pragma adjoint reverse
double changes(const double *x, int n) {
  Row v = {x[0], 2.0, x[1] * x[0]};
  v.insert(v.begin() + 1, x[2]);
  v.insert(v.end(), x, x + n);
  v.erase(v.begin());
  v.erase(v.begin() + 1, v.begin() + 2);
  v.resize(v.size() + 2);
  v.resize(v.size() + 1, x[1]);
  v.pop_back();
  v.emplace_back(x[0] * x[1]);
  Row w;
  w.assign(v.begin(), v.begin() + 3);
  w.swap(v);
  v.reserve(20);
  append(v, x[2]);
  w.assign(2, v[0]);
  double s = total(v) + total(w) * v[1];
  v.clear();
  return v.empty() ? s : 0.0;
}

#pragma adjoint reverse
double nested(const double *x, int n) {
  std::vector<Row> m(2, Row(n));
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < n; ++j)
      m[i][j] = x[j] * (i + 1) + m[0][j] * x[0];
  m.push_back(scaled(m[1], x[1]));
  m[0] = m[2];
  double s = 0;
  for (const Row &row : m)
    s += total(row) * row[0];
  return s;
}

#pragma adjoint reverse
double values(const double *x, int n) {
  Row v(x, x + n), w = scaled(v, x[0]);
  Row moved = std::move(w);
  v = scaled(moved, 2.0);
  Row old = v;
  v[0] = v[1] * v[2];
  bool same = old == moved;
  return total(old) * v[0] + total(moved) + (same ? 1.0 : 2.0) * v[1];
}

int main() {
  numeric::check("growth", growth, growth_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.3, 0.2}});
  numeric::check("elements", elements, elements_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.3}});
  numeric::check("changes", changes, changes_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.3}});
  numeric::check("nested", nested, nested_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1}});
  numeric::check("values", values, values_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1}});
  return numeric::report();
}
