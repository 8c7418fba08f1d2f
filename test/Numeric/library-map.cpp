// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// std::map, unordered_map, set and multiset as variables: filled, looked up, changed, walked over, copied; elements
// that stay where they are while others come and go.

#include "numeric.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#pragma adjoint reverse
double walked(double x, double y) {
  std::map<int, double> m;
  m[3] = x;
  m[1] = y * x;
  m.emplace(2, 3.0);
  m.insert({7, x * x});
  double s = 0;
  double w = 1;
  for (const auto &kv : m) {
    s += w * kv.second * kv.second;
    w *= x;
  }
  m[1] *= y;
  auto it = m.find(1);
  if (it != m.end())
    s += it->second * x;
  for (auto &[k, v] : m) {
    v = std::sin(v) * k;
    s += v * y;
  }
  return s * m.at(3) + m.size();
}

#pragma adjoint reverse
double kept(double x, double y) {
  std::map<int, double> m{{1, x}, {2, y}};
  double &r = m[1];
  m[5] = x * x;
  m[0] = y;
  m[3] = 2;
  r *= y;
  auto it = m.find(2);
  m[-1] = r;
  it->second *= x;
  double s = 0;
  for (auto i = m.begin(); i != m.end();) {
    if (i->first == 3)
      i = m.erase(i);
    else {
      s += i->second * i->first;
      ++i;
    }
  }
  auto c = m;
  c[1] = 0;
  m.clear();
  m[1] = s;
  std::map<int, double> q = std::move(c);
  std::swap(m, q);
  return s + m[2] * q[1] + m.size();
}

#pragma adjoint reverse
double hashed(double x, double y) {
  std::unordered_map<std::string, double> m;
  m["a"] = x;
  m["b"] = y;
  m.insert({"c", x * y});
  m.emplace("d", x + y);
  m.try_emplace("a", 3.0);
  m.insert_or_assign("b", y * y);
  double s = 0;
  for (const auto &[k, v] : m)
    s += v * v * k.size();
  auto it = m.find("zz");
  if (it == m.end())
    s *= x;
  m.erase("a");
  s += m.size() * x;
  std::unordered_map<int, double> memo;
  for (int i = 0; i < 5; ++i) {
    if (memo.count(i % 3))
      memo[i % 3] *= x;
    else
      memo[i % 3] = y + i;
  }
  for (int i = 0; i < 3; ++i)
    s += memo.at(i);
  return s;
}

#pragma adjoint reverse
double sets(double x, double y) {
  std::set<double> s{x, y, x * y};
  std::multiset<double> q;
  q.insert(x);
  q.insert(x * x);
  q.insert(y);
  double r = *s.begin() * 2 + *s.rbegin();
  std::vector<double> v(q.begin(), q.end());
  r += v[1] * v[0];
  r += std::accumulate(q.begin(), q.end(), 0.0);
  std::map<double, int, std::greater<double>> g;
  g[x] = 1;
  g[y] = 2;
  r += g.begin()->first * g.begin()->second;
  return r;
}

struct Curve {
  std::string name;
  std::map<double, double> pts;
  double at(double t) const {
    auto hi = pts.lower_bound(t);
    if (hi == pts.begin())
      return hi->second;
    if (hi == pts.end())
      return pts.rbegin()->second;
    auto lo = std::prev(hi);
    double w = (t - lo->first) / (hi->first - lo->first);
    return lo->second * (1 - w) + w * hi->second;
  }
};
#pragma adjoint reverse
double interpolated(double x, double y) {
  Curve c;
  c.name = "c";
  c.pts[1.0] = x;
  c.pts[2.0] = y;
  c.pts[5.0] = x * y;
  return c.at(0.5) * c.at(1.7) + c.at(3.0) * c.at(9.0) * c.at(2.0);
}

enum class Ccy { USD, EUR };
struct Greeks {
  double delta = 0, vega = 0;
};
#pragma adjoint reverse
double byEnum(double x, double y) {
  std::map<Ccy, double> fx{{Ccy::USD, 1.0}, {Ccy::EUR, x}};
  std::map<std::string, Greeks> g;
  g["a"].delta = x * y;
  g["a"].vega += y;
  g["b"] = Greeks{x, y};
  double s = std::accumulate(g.begin(), g.end(), 0.0,
                             [](double a, const auto &p) { return a + p.second.delta * p.second.vega; });
  return s * fx[Ccy::EUR] + fx.at(Ccy::USD);
}

// Keys that are told apart in the user's way.
struct RemainderHash { size_t operator()(int k) const { return k % 3; } };
struct SameRemainder { bool operator()(int a, int b) const { return a % 3 == b % 3; } };
#pragma adjoint reverse
double byRemainder(double x, double y) {
  std::unordered_map<int, double, RemainderHash, SameRemainder> m;
  for (int i = 0; i < 7; ++i) m[i] += x * i + y;
  std::unordered_map<std::string, double> n{{"a", x}, {"b", y}};
  n["a"] *= m[5];
  std::unordered_set<int, RemainderHash, SameRemainder> s{1, 4, 2};
  return m[0] * m[1] + n["a"] * n.at("b") * s.size();
}

// Several elements of one key stand beside each other.
#pragma adjoint reverse
double grouped(double x, double y) {
  std::unordered_multimap<int, double> m{{1, x}, {2, y}};
  m.rehash(32);
  m.max_load_factor(2.0f);
  m.emplace(1, x * y);
  m.insert({2, x + y});
  m.emplace(1, y * y);
  m.insert({5, 3.0});
  double s = static_cast<double>(m.count(1)) * x + m.find(5)->second;
  const auto [first, last] = m.equal_range(1);
  for (auto it = first; it != last; ++it)
    s += it->second * it->second;
  double all = 0;
  for (const auto &[k, v] : m)
    all += k * v * v;
  m.erase(2);
  std::unordered_multiset<int> keys{3, 3, 4};
  return s * all * static_cast<double>(m.size() + keys.count(3));
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {2.1, 0.4}, {1.6, 1.1}};
  numeric::check("walked", walked, walked_b, points);
  numeric::check("kept", kept, kept_b, points);
  numeric::check("hashed", hashed, hashed_b, points);
  numeric::check("sets", sets, sets_b, points);
  numeric::check("interpolated", interpolated, interpolated_b, points);
  numeric::check("byEnum", byEnum, byEnum_b, points);
  numeric::check("byRemainder", byRemainder, byRemainder_b, {{0.73, 1.3}, {1.13, 0.6}});
  numeric::check("grouped", grouped, grouped_b, {{0.7, 1.3}, {-0.4, 2.0}});
  return numeric::report();
}
