// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// The members of std::vector that library-vector.cpp leaves out: every form of insertion, assignment and comparison,
// capacity, iterators of each kind.

#include "numeric.h"

#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

namespace {
using Row = std::vector<double>;

/// Every element counts, and so does its place.
double seen(const Row &v) {
  double s = 0.5;
  for (std::size_t i = 0; i < v.size(); ++i)
    s = s * 0.9 + v[i] * v[i] * static_cast<double>(i + 1);
  return s;
}

struct Bond {
  double rate, years;
  Bond(double rate, double years) : rate(rate), years(years) {}
  double value() const { return std::exp(-rate * years); }
};
} // namespace

// From nothing, of a size, of a size and a value, from a range, from a list, by copy, by move.
#pragma adjoint reverse
double constructors(const double *x, int n) {
  Row none, zeros(3), same(2, x[0]), range(x, x + n), list{x[1], 2.0, x[0] * x[1]}, copy(range), braces = {x[2]};
  none.push_back(x[2]);
  copy[0] *= x[1];
  Row moved(std::move(list)), part(range.begin() + 1, range.end()), again(moved), backwards(range.rbegin(), range.rend());
  again.back() *= x[0];
  zeros[1] = x[0];
  return seen(none) * seen(zeros) + seen(same) * seen(range) + seen(copy) * seen(moved) + seen(part) * seen(again) +
         seen(backwards) * seen(braces) + static_cast<double>(list.size()) * x[0];
}

// = of a vector, of a list, of a temporary, of the vector itself; assign of a count, of a range, of a list.
#pragma adjoint reverse
double assigned(const double *x, int n) {
  Row v(x, x + n), w;
  w = v;
  w[0] *= x[1];
  v = {x[1], x[0] * x[2]};
  double s = seen(v);
  v = Row(3, x[0] * x[0]);
  v[2] = x[1];
  const Row &same = v;
  v = same;
  s += seen(v) * seen(w);
  w = std::move(v);
  w[1] *= x[2];
  s += seen(w);
  w.assign({x[0], x[1], x[0] * x[1], 1.0});
  s *= seen(w);
  w.assign(5, x[2]);
  s += seen(w);
  w.assign(x, x + 2);
  return s * seen(w);
}

// insert: of one element, of several, of a range, of a list, of an element of the vector itself; emplace.
#pragma adjoint reverse
double inserted(const double *x, int n) {
  Row v(x, x + n);
  auto at = v.insert(v.begin() + 1, x[0] * x[1]);
  *at *= x[2];
  v.insert(v.end() - 1, 2, x[1]);
  v.insert(v.begin(), {x[2], x[0] * x[0]});
  v.insert(v.begin() + 2, v[0]);
  at = v.emplace(v.begin() + 3, x[1] * x[1]);
  at[1] += *at;
  Row w(2, x[0]);
  w.insert(w.begin() + 1, v.begin(), v.begin() + 3);
  std::vector<Bond> bonds;
  bonds.emplace_back(x[0], 2.0);
  Bond &last = bonds.emplace_back(x[1], x[0]);
  last.years += 1.0;
  bonds.emplace(bonds.begin(), x[2], 0.5);
  double s = seen(v) * seen(w);
  for (const Bond &bond : bonds)
    s = s * 0.5 + bond.value();
  return s;
}

// erase: of one element, of a range, of none, in a loop; pop_back, resize to less and to more, clear.
#pragma adjoint reverse
double erased(const double *x, int n) {
  Row v(x, x + n);
  for (int i = 0; i < 4; ++i)
    v.push_back(v[i] * v.back());
  auto next = v.erase(v.begin() + 1);
  *next *= x[0];
  v.erase(v.begin(), v.begin());
  v.erase(v.end() - 2, v.end());
  double s = seen(v);
  for (auto it = v.begin(); it != v.end();) {
    if (*it > 0.5)
      it = v.erase(it);
    else
      ++it;
  }
  s += seen(v);
  v.resize(1, x[1]);
  v.resize(4, x[2]);
  v.resize(6);
  v[5] = v[1] * v[3];
  s *= seen(v);
  v.resize(2);
  v.pop_back();
  s += seen(v);
  v.clear();
  v.push_back(s * x[0]);
  return v.front() + s;
}

// reserve, capacity, shrink_to_fit, empty, size: what is held stays.
#pragma adjoint reverse
double capacities(const double *x, int n) {
  Row v;
  v.reserve(16);
  const double *before = v.data();
  for (int i = 0; i < n; ++i)
    v.push_back(x[i] * x[0]);
  double s = v.capacity() >= 16 && v.data() == before ? x[1] : x[0];
  v.shrink_to_fit();
  v[1] *= s;
  v.push_back(v[1]);
  if (!v.empty() && Row().empty() && v.capacity() >= v.size())
    s += seen(v);
  return s * static_cast<double>(v.size());
}

// What capacity says after each change of the size, as the library's own says it.
#pragma adjoint reverse
double rooms(const double *x, int n) {
  Row v, w(3), u(x, x + n);
  double s = 0.0;
  auto room = [&](const Row &row, double y) { s += y * static_cast<double>(row.capacity()); };
  v.reserve(10);
  v.push_back(x[0]);
  room(v, x[1]);
  v.shrink_to_fit();
  room(v, x[0]);
  v.push_back(x[1]);
  v.push_back(x[1]);
  room(v, x[1]);
  w.resize(4);
  room(w, x[0]);
  w.resize(20, 1.0);
  room(w, x[1]);
  w.resize(2);
  w.shrink_to_fit();
  room(w, x[0]);
  u.insert(u.begin(), 2, x[0]);
  room(u, x[1]);
  u = v;
  room(u, x[0]);
  u.assign(30, x[0]);
  room(u, x[1]);
  u.clear();
  u.shrink_to_fit();
  room(u, x[0]);
  return s + v[1] * w[1];
}

// begin, end, rbegin, rend, cbegin, cend, crbegin, crend; arithmetic on iterators.
#pragma adjoint reverse
double iterators(const double *x, int n) {
  Row v(x, x + n);
  double s = 1.0;
  for (auto it = v.rbegin(); it != v.rend(); ++it)
    *it *= s += *it * 0.5;
  for (auto it = v.crbegin(); it != v.crend(); it++)
    s = s * 0.7 + *it;
  for (auto it = v.cbegin(); it < v.cend(); it += 2)
    s += it[0] * *it;
  Row::iterator last = v.end();
  --last;
  *last-- *= x[0];
  s += *last * static_cast<double>(v.end() - last) + *std::next(v.begin()) * *std::prev(v.end());
  std::advance(last, -1);
  *(last + 1) = s;
  const Row &c = v;
  for (auto it = std::begin(c); it != std::end(c); ++it)
    s += *it;
  return s * *c.begin() * *(c.rbegin() + 1) + static_cast<double>(std::distance(c.begin(), c.end())) * c.end()[-1];
}

// front, back, at, [] and data, read and written, of vectors that are const and that are not.
#pragma adjoint reverse
double accesses(const double *x, int n) {
  Row v(x, x + n);
  v.front() *= v.back();
  v.at(1) += v.front() * v[0];
  v.back() = v.at(1) * x[0];
  double *raw = v.data();
  raw[1] *= raw[0];
  *(raw + n - 1) += x[1];
  const Row &c = v;
  const double *read = c.data();
  return c.front() * c.at(1) + c.back() * c[1] + read[0] * read[n - 1];
}

// swap by the member and by the function, of vectors and of rows; ==, !=, < and >.
#pragma adjoint reverse
double swapped(const double *x, int n) {
  Row v(x, x + n), w(2, x[0] * x[1]);
  v.swap(w);
  v[0] *= x[2];
  std::swap(v, w);
  std::swap(v[0], w[1]);
  std::vector<Row> rows{v, w, {x[2]}};
  std::swap(rows[0], rows[2]);
  rows[1].swap(rows[2]);
  double s = seen(rows[0]) + seen(rows[1]) * seen(rows[2]);
  if (v < w)
    s *= x[0];
  if (v > w)
    s *= x[1];
  if (v != w && !(v == w))
    s += seen(v);
  return s;
}

// Rows in rows: grown, copied, returned, passed by value and by reference.
namespace {
using Table = std::vector<Row>;
Table transposed(const Table &t) {
  Table r(t[0].size(), Row(t.size()));
  for (std::size_t i = 0; i < t.size(); ++i)
    for (std::size_t j = 0; j < t[i].size(); ++j)
      r[j][i] = t[i][j];
  return r;
}
Table squared(Table t) {
  for (Row &row : t)
    for (double &e : row)
      e *= e;
  t.push_back(t.front());
  return t;
}
void extend(Table &t, Row row) {
  row[0] *= 2.0;
  t.emplace_back(row);
  t.emplace_back(2, row[1]);
  t.push_back(std::move(row));
}
} // namespace

#pragma adjoint reverse
double nested(const double *x, int) {
  Table t{{x[0], x[1], x[2]}, {x[2], x[0] * x[1], 1.0}};
  Table u = transposed(t);
  extend(u, u[0]);
  u = squared(u);
  u.insert(u.begin(), t[0]);
  u.erase(u.begin() + 1);
  u.resize(u.size() + 1, Row{x[0]});
  std::vector<Table> all(2, u);
  all[1][0][0] *= x[1];
  double s = 0.0;
  for (const Table &table : all)
    for (const Row &row : table)
      s = s * 0.8 + seen(row);
  return s;
}

// Values that are elements of the vector that changes.
#pragma adjoint reverse
double ownElements(double x, double y) {
  std::vector<double> v{x, y, x * y};
  v.insert(v.begin(), v[2]); // full: it moves
  v.insert(v.begin() + 1, v[3]);
  v.emplace(v.begin() + 2, v.back());
  v.insert(v.begin() + 1, 3, v[0]);
  v.insert(v.begin() + 1, 2, v[4]);
  v.emplace(v.end(), v.front());
  v.assign(5, v[3]);
  v.assign(20, v[1] * y);
  v.resize(60, v[1]);
  v.push_back(v[2]);
  double s = 1;
  for (double e : v)
    s = 0.9 * s + e * x;
  return s;
}

int main() {
  const numeric::Points points = {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.3}};
  numeric::check("constructors", constructors, constructors_b, points);
  numeric::check("assigned", assigned, assigned_b, points);
  numeric::check("inserted", inserted, inserted_b, points);
  numeric::check("erased", erased, erased_b, points);
  numeric::check("capacities", capacities, capacities_b, points);
  numeric::check("rooms", rooms, rooms_b, points);
  numeric::check("iterators", iterators, iterators_b, points);
  numeric::check("accesses", accesses, accesses_b, points);
  numeric::check("swapped", swapped, swapped_b, points);
  numeric::check("nested", nested, nested_b, points);
  numeric::check("ownElements", ownElements, ownElements_b, {{0.7, 1.3}, {-0.4, 2.0}});
  return numeric::report();
}
