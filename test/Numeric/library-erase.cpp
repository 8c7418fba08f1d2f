// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-STANDARD: c++20
//
// What removes elements: erase and erase_if of containers, remove and unique of objects that can only be moved, merge of maps.

#include "numeric.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

#pragma adjoint reverse
double erased(const double *x, int n) {
  std::vector<double> v(x, x + n);
  std::deque<double> d(x, x + n);
  std::list<double> l(x, x + n);
  v[0] *= v[1];
  double s = 0.1 * static_cast<double>(std::erase_if(v, [](double a) { return a > 1.0; }));
  s += static_cast<double>(std::erase_if(d, [&](const double &a) { return a * x[0] < 0.3; }));
  std::vector<int> ids = {1, 2, 1, n, 1};
  s += static_cast<double>(std::erase_if(l, [](double a) { return a < 0.5; }) + std::erase(ids, 1)) * x[1];
  for (double a : v)
    s += std::sin(a);
  for (double a : d)
    s *= a;
  for (double &a : l)
    s += (a *= a);
  return s;
}

// Of a value that is an element itself.
#pragma adjoint reverse
double erasedOwn(const double *x, int n) {
  std::list<int> ids = {n, 2, n, 3};
  const auto gone = std::erase(ids, ids.front());
  double s = static_cast<double>(gone) * x[0];
  for (int id : ids)
    s += id * x[1] * x[0];
  return s;
}

#pragma adjoint reverse
double erasedKeys(const double *x, int n) {
  std::map<int, double> m;
  std::unordered_map<int, double> u;
  std::multiset<int> keys;
  for (int i = 0; i < n; ++i) {
    m[i] = x[i] * x[(i + 1) % n];
    u[i % 3] += x[i];
    keys.insert(i / 2);
  }
  std::erase_if(m, [](const auto &entry) { return entry.first % 3 == 1 || entry.second > 1.5; });
  const auto gone = std::erase_if(u, [&](const std::pair<const int, double> &entry) { return entry.second < x[0]; });
  double s = static_cast<double>(gone + std::erase_if(keys, [](int k) { return k == 1; }));
  for (const auto &[key, value] : m)
    s += value * (key + 1);
  for (int key = 0; key < 3; ++key)
    if (u.count(key))
      s *= u.at(key);
  return s;
}

struct Particle {
  double x, mass;
  explicit Particle(double x, double mass) : x(x), mass(mass) {}
};

// Objects that are moved, not copied.
#pragma adjoint reverse
double removed(const double *x, int n) {
  std::vector<std::unique_ptr<Particle>> all;
  for (int i = 0; i + 1 < n; ++i)
    all.push_back(std::make_unique<Particle>(x[i], x[i + 1]));
  all.erase(std::remove_if(all.begin(), all.end(), [](const std::unique_ptr<Particle> &p) { return p->x > 1.2; }), all.end());
  auto alike = [](const auto &p, const auto &q) { return std::floor(2.0 * p->x) == std::floor(2.0 * q->x); };
  all.erase(std::unique(all.begin(), all.end(), alike), all.end());
  double s = 0.0;
  for (const auto &p : all)
    s += p->mass * std::exp(-p->x);
  return s * static_cast<double>(all.size());
}

#pragma adjoint reverse
double merged(const double *x, int n) {
  std::map<int, double> a, b;
  std::multimap<int, double> many, more;
  for (int i = 0; i < n; ++i) {
    a[2 * i] = x[i];
    b[3 * i] = x[i] * x[0];
    many.insert({i % 2, x[i]});
    more.insert({i % 3, std::cos(x[i])});
  }
  a.merge(b);
  a.merge(a);
  many.merge(std::move(more));
  double s = static_cast<double>(b.size());
  for (const auto &[key, value] : a)
    s += value * std::sqrt(key + 1.0);
  for (const auto &[key, value] : b)
    s *= value + key;
  double weight = 1.0;
  for (const auto &[key, value] : many)
    s += (weight *= 0.8) * value * value * (key + 1);
  return s;
}

int main() {
  numeric::check("erased", erased, erased_b, {{0.4, 0.9, 1.3, 0.7}, {0.8, 1.4, 0.25, 0.6, 0.3}});
  numeric::check("erasedOwn", erasedOwn, erasedOwn_b, {{0.4, 0.9, 1.3, 0.7}});
  numeric::check("erasedKeys", erasedKeys, erasedKeys_b, {{0.4, 0.9, 1.3, 0.7}, {0.8, 1.4, 1.6, 1.2, 0.3, 0.1}});
  numeric::check("removed", removed, removed_b, {{0.4, 0.9, 1.3, 0.7}, {0.3, 0.4, 1.6, 1.1, 0.8, 0.1, 0.2}});
  numeric::check("merged", merged, merged_b, {{0.4, 0.9, 1.3, 0.7}, {0.3, 0.4, 1.6, 1.1}});
  return numeric::report();
}
