// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-TANGENTS: none (objects would have to cross the boundary)
//
// Maps among the parameters of the function itself: read, changed, grown, passed by value, returned, in a class.

#include "numeric.h"

#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>
using Params = std::map<std::string, double>;
#pragma adjoint reverse
double price(const Params &p, double t) {
  double s = p.at("spot") * std::exp(-p.at("rate") * t);
  auto it = p.find("div");
  if (it != p.end())
    s += it->second * it->second;
  for (const auto &[k, v] : p)
    if (k != "spot")
      s += v * t;
  return s;
}
#pragma adjoint reverse
double changed(Params &p, double t) {
  p["rate"] *= t;
  p["fwd"] = p["spot"] * p["rate"];
  p["spot"] = p["spot"] * p["spot"];
  return p["fwd"] * t;
}
#pragma adjoint reverse
double byValue(std::map<int, double> m, double t) {
  m[1] *= t;
  m[7] = m[1];
  return m[7] * m[2];
}
#pragma adjoint reverse
std::map<int, double> made(double x, double y) {
  std::map<int, double> m;
  m[3] = x * y;
  m[1] = x * x;
  return m;
}
#pragma adjoint reverse
double hashed(const std::unordered_map<std::string, double> &m, double t) {
  double s = 1;
  for (auto &kv : m)
    s = s * t + kv.second;
  return s;
}
struct Market {
  std::string name;
  std::map<double, double> curve;
  std::map<std::string, std::vector<double>> vols;
};
#pragma adjoint reverse
double nested(const Market &m, double t) {
  double s = 0;
  for (auto &[k, v] : m.curve)
    s += k * v * v * t;
  for (auto &[n, v] : m.vols)
    for (double e : v)
      s += e * e * (n == "a" ? t : 1.0);
  return m.name == "x" ? s * t : s;
}
int main() {
  using V = numeric::Vector;
  auto P = [](const V &x) { return Params{{"spot", x[0]}, {"rate", x[1]}, {"div", x[2]}}; };
  numeric::check(
      "price", {1.2, 0.3, 0.7, 1.4}, [&](const V &x) { return V{price(P(x), x[3])}; },
      [&](const V &x, const V &y) {
        Params p = P(x), p_b;
        p_b["nothing"] = 3;
        double t_b = 0;
        price_b(p, p_b, x[3], t_b, y[0]);
        return V{p_b.at("spot"), p_b.at("rate"), p_b.at("div"), t_b};
      });
  numeric::check(
      "changed", {1.2, 0.3, 0.7, 1.4},
      [&](const V &x) {
        Params p = P(x);
        double r = changed(p, x[3]);
        return V{r, p["spot"], p["rate"], p["div"], p["fwd"]};
      },
      [&](const V &x, const V &y) {
        Params p = P(x), p_b{{"spot", y[1]}, {"rate", y[2]}, {"div", y[3]}, {"fwd", y[4]}};
        double t_b = 0;
        changed_b(p, p_b, x[3], t_b, y[0]);
        return V{p_b.at("spot"), p_b.at("rate"), p_b.at("div"), t_b};
      });
  numeric::check(
      "byValue", {1.2, 0.3, 0.7},
      [&](const V &x) {
        return V{byValue({{1, x[0]}, {2, x[1]}}, x[2])};
      },
      [&](const V &x, const V &y) {
        std::map<int, double> m{{1, x[0]}, {2, x[1]}}, m_b;
        double t_b = 0;
        byValue_b(m, m_b, x[2], t_b, y[0]);
        return V{m_b[1], m_b[2], t_b};
      });
  numeric::check(
      "made", {1.2, 0.3},
      [&](const V &x) {
        auto m = made(x[0], x[1]);
        return V{m[1], m[3]};
      },
      [&](const V &x, const V &y) {
        std::map<int, double> r{{1, y[0]}, {3, y[1]}};
        double a = 0, b = 0;
        made_b(x[0], a, x[1], b, r);
        return V{a, b};
      });
  auto H = [](const V &x) {
    std::unordered_map<std::string, double> m;
    for (int i = 0; i < 5; ++i)
      m["k" + std::to_string(i)] = x[i];
    return m;
  };
  numeric::check(
      "hashed", {1.2, 0.3, 0.7, 1.1, 0.9, 1.4}, [&](const V &x) { return V{hashed(H(x), x[5])}; },
      [&](const V &x, const V &y) {
        auto m = H(x);
        std::unordered_map<std::string, double> m_b{{"k3", 0.0}, {"k0", 0.0}};
        double t_b = 0;
        hashed_b(m, m_b, x[5], t_b, y[0]);
        V r;
        for (int i = 0; i < 5; ++i)
          r.push_back(m_b.at("k" + std::to_string(i)));
        r.push_back(t_b);
        return r;
      });
  auto M = [](const V &x) { return Market{"x", {{1.0, x[0]}, {2.0, x[1]}}, {{"a", {x[2], x[3]}}, {"b", {x[4]}}}}; };
  numeric::check(
      "nested", {1.2, 0.3, 0.7, 1.1, 0.9, 1.4}, [&](const V &x) { return V{nested(M(x), x[5])}; },
      [&](const V &x, const V &y) {
        Market m = M(x), m_b;
        double t_b = 0;
        nested_b(m, m_b, x[5], t_b, y[0]);
        return V{m_b.curve[1.0], m_b.curve[2.0], m_b.vols["a"][0], m_b.vols["a"][1], m_b.vols["b"][0], t_b};
      });
  return numeric::report();
}
