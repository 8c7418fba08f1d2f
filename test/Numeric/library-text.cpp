// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Texts as parts of other objects: keys of maps, elements of vectors, pairs and tuples, members, captures, results.

#include "numeric.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

struct Leg {
  std::string name;
  double rate;
  std::string ccy = "USD";
  const std::string &label() const { return name; }
  std::string copy() const { return name; }
};
double lookup(const std::map<std::string, double> &m, const std::string &key) {
  auto it = m.find(key);
  return it == m.end() ? 0.0 : it->second;
}
#pragma adjoint reverse
double looked(double x, double y) {
  std::map<std::string, double> m{{"spot", x}, {"vol", y}};
  m["rate"] = x * y;
  std::string key = "vol";
  double s = m[key] * m.at("spot") + lookup(m, "rate") + lookup(m, key);
  for (const auto &[k, v] : m) {
    if (k == "spot" || k.size() == 3)
      s += v * v;
  }
  for (const auto &kv : m)
    if (kv.first < "s")
      s *= 1 + kv.second;
  std::vector<std::string> names = {"spot", "vol"};
  names.push_back("ra" + std::string("te"));
  for (const std::string &n : names)
    s += std::sin(m[n]);
  for (auto n : names)
    s += std::cos(m[n]) * n.size();
  for (size_t i = 0; i < names.size(); ++i)
    if (names[i] != "vol")
      s *= m[names[i]];
  std::vector<Leg> legs = {{"a", x}, {"bb", y}};
  legs.push_back(Leg{"spot", x * y});
  legs[0].name = "vol";
  legs[1].name = names[2];
  for (const auto &l : legs) {
    if (m.count(l.name))
      s += m[l.label()] * l.rate;
    if (l.ccy == "USD")
      s += l.rate;
    if (l.copy() == "spot")
      s *= y;
  }
  auto g = [key, names](double t) { return key == "vol" && names[0] == "spot" ? t * t : t; };
  return g(s);
}

#pragma adjoint reverse
double pairs(double x, double y) {
  std::vector<std::pair<std::string, double>> v = {{"b", x}, {"a", y}};
  v.emplace_back("c", x * y);
  v.push_back(std::make_pair("d", x + y));
  double s = 0;
  for (auto &[n, w] : v)
    s += n == "b" ? w * w : w;
  std::pair<std::string, double> p{"z", y};
  p.first = "b";
  if (p.first == v[0].first)
    s *= p.second;
  return s;
}

#pragma adjoint reverse
double changed(double x, double y) {
  std::vector<std::string> n = {"a", "b"};
  for (auto &s : n)
    s = s + "x";
  std::string &r = n[1];
  r = "hello";
  return n[1].size() * x * y + n[0].size() * y;
}

#pragma adjoint reverse
double sorted(double x, double y) {
  std::vector<std::string> n = {"c", "ab", "b"};
  std::swap(n[0], n[1]);
  std::sort(n.begin(), n.end());
  return (n[0] == "ab" ? x * y : y) * x;
}

double g(const std::string &s, double x) { return s == "ab" ? x * x : x; }
double h(std::string s, double x) {
  s += "d";
  return s == "abd" ? x * x : x;
}
#pragma adjoint reverse
double passed(double x, double y) {
  std::vector<std::string> n = {"c", "ab", "b"};
  return g(n[1], x) * h(n[1], y) + g(n[0], y);
}

#pragma adjoint reverse
double chosen(double x, double y) {
  std::vector<std::string> n = {"c", "ab", "b"};
  std::string k = "q";
  std::string t = x > 1 ? n[0] : n[1];
  const std::string &r = y > 1 ? n[2] : k;
  return x * y * t.size() + y * y * r.size();
}

struct P {
  std::string name;
  double v;
};
#pragma adjoint reverse
double printed(double x, double y) {
  P p{"abc", x};
  if (x < 0)
    throw std::runtime_error("bad " + p.name);
  std::ostringstream o;
  o << p.name << "=" << p.v;
  std::printf("%s", p.name.c_str());
  std::cout << p.name << std::endl;
  return p.v * y * o.str().size() / o.str().size();
}

#pragma adjoint reverse
double counted(double x, double y) {
  std::map<std::string, int> c;
  ++c["a"];
  c["b"] += 2;
  c["a"]++;
  std::vector<std::string> n = {"a", "b"};
  auto it = std::find(n.begin(), n.end(), "b");
  std::string key = "a";
  auto jt = std::find(n.begin(), n.end(), key);
  return x * c["a"] + y * y * c[*it] + (jt - n.begin()) * x;
}

std::vector<std::string> names() { return {"a", "bc"}; }
std::string nm(int i) {
  auto v = names();
  return v[i];
}
#pragma adjoint reverse
double returned(double x, double y) {
  auto n = names();
  double s = 0;
  for (auto &k : n)
    s += k.length() * x * y;
  if (nm(1) == "bc")
    s *= y;
  return s;
}

#pragma adjoint reverse
double called(double x, double y) {
  std::map<std::string, double> m{{"a", x}, {"b", y}};
  auto get = [&](const std::string &k) { return m.at(k); };
  std::function<double(const std::string &)> fn = [&](const std::string &k) { return m[k] * 2; };
  std::vector<std::string> n = {"b", "a"};
  return get("a") * fn("b") + get(n[0]) * fn(n[1]);
}

#pragma adjoint reverse
double held(double x, double y) {
  std::array<std::string, 2> a = {"a", "b"};
  std::tuple<std::string, double> t{"q", x};
  std::optional<std::string> o;
  o = "z";
  std::set<std::string> st{"a", "z"};
  double s = std::get<1>(t) * y;
  if (st.count(*o) && std::get<0>(t) == "q" && a[1] == "b")
    s *= x;
  return s;
}

class Model {
public:
  Model(std::string n, double v) : name_(std::move(n)), vol_(v) {}
  const std::string &name() const { return name_; }
  void rename(const std::string &n) { name_ = n; }
  double vol() const { return name_ == "heston" ? vol_ * vol_ : vol_; }

private:
  std::string name_;
  double vol_;
};
#pragma adjoint reverse
double renamed(double x, double y) {
  Model m("heston", x);
  double s = m.vol();
  m.rename("bs");
  s += m.vol() * y;
  const std::string &n = m.name();
  if (n == "bs")
    s *= y;
  if (m.name().size() == 2)
    s *= x;
  std::string c = m.name();
  c += "x";
  return s * c.size();
}

struct Inst {
  virtual ~Inst() = default;
  virtual double pv(const std::map<std::string, double> &m) const = 0;
};
struct Bond : Inst {
  std::string ccy;
  double n;
  Bond(std::string c, double n) : ccy(c), n(n) {}
  double pv(const std::map<std::string, double> &m) const override { return n * std::exp(-m.at(ccy)); }
};
#pragma adjoint reverse
double dispatched(double x, double y) {
  std::map<std::string, double> m{{"USD", x}, {"EUR", y}};
  std::vector<std::unique_ptr<Inst>> b;
  b.push_back(std::make_unique<Bond>("USD", y));
  b.push_back(std::make_unique<Bond>("EUR", x));
  double s = 0;
  for (auto &i : b)
    s += i->pv(m);
  return s;
}

class Part {
public:
  Part(std::string label, double weight) : label_(std::move(label)), weight_(weight) {}
  std::string &label() { return label_; }
  double weight() const { return weight_; }
  void mark() { label_ += "!"; }

private:
  std::string label_;
  double weight_;
};

#pragma adjoint reverse
double changedInPlace(double x, double y) {
  std::vector<Part> parts = {{"a", x}, {"b", y}, {"a", x * y}};
  std::vector<std::string> names;
  double sum = 0.0;
  for (Part &part : parts) {
    names.push_back(part.label());
    names.back() += std::to_string(names.size());
    names.back()[0] = 'p';
    if (part.label() == "a" && names.size() > 1)
      part.mark();
    sum += part.weight() * static_cast<double>(part.label().size());
  }
  names[0].append(names[1]).push_back('c');
  names[2].clear();
  if (names[0] == "p1p2c" && names[2].empty())
    sum *= parts[2].label() == "a!" ? y : x;
  return sum;
}

// A comparison of texts whose value only numbers need that nobody reads.
#pragma adjoint reverse
double unread(double x, double y) {
  const std::string name = x > y ? "up" : std::string("down");
  std::vector<double> weights(4, 0.5);
  std::fill(weights.begin() + 1, weights.end(), (name == "up") * 0.5);
  return x * y;
}

// One text or another, by a condition.
std::string direction(bool up) { return up ? "up" : "down"; }

std::string doubled(double &x, bool up) {
  x *= 2.0;
  return direction(up);
}

#pragma adjoint reverse
double eitherText(double x, double y) {
  const std::string made = x > y ? doubled(x, true) : doubled(y, false); // one of them alone
  std::string start = x > y ? "a" : "b";
  start += x > 1.0 ? "c" : "dd";
  const std::string all = y > 0.5 ? start : "none";
  const std::vector<std::string> names = {"p", "q"};
  const std::string name = x > y ? names[0] : names[1];
  std::map<std::string, double> found;
  found[x > y ? "first" : "second"] = x;
  found[direction(y > 1.0)] += y * y;
  if (x > 1000.0)
    std::cerr << (y > 0.0 ? "positive" : "negative") << '\n';
  start += x > 5.0 ? doubled(y, true) : "";
  if (start == (y > 1.0 ? "bdd" : "none") || made == (x > 4.0 ? "up" : "left"))
    return x * y;
  return x * x * double(all.size()) * (found["first"] + found["down"]) + (name == "p" ? y : x);
}
// A text that is moved is copied.
struct Labelled { std::string name; double v; };
#pragma adjoint reverse
double moved(double x, double y) {
  std::string a = "ab";
  std::string b = std::move(a);
  a = "c";
  a += std::move(b);
  std::vector<std::string> names;
  names.push_back(std::move(a));
  std::map<std::string, double> m;
  m[names[0]] = x * y;
  std::string key = std::move(names[0]);
  Labelled n{std::move(key), x};
  Labelled k = std::move(n);
  return k.name == "cab" ? m.at(k.name) * k.v : y;
}

/// Keys that are made of views.
#pragma adjoint reverse
double keyedByViews(double x, double y) {
  std::map<std::string, double> m;
  const std::string_view first = "a", second = "b";
  m[std::string(first)] = x * x;
  m[std::string{second}] = y;
  return m.at(std::string(first)) * m[std::string(second)] + (m.find(std::string(second)) != m.end() ? x : y);
}

int main() {
  numeric::check("keyedByViews", keyedByViews, keyedByViews_b, {{0.7, 1.3}, {1.1, -0.6}});
  const numeric::Points points = {{0.7, 1.3}, {2.1, 0.4}, {1.6, 1.1}};
  numeric::check("changedInPlace", changedInPlace, changedInPlace_b, points);
  numeric::check("looked", looked, looked_b, points);
  numeric::check("pairs", pairs, pairs_b, points);
  numeric::check("changed", changed, changed_b, points);
  numeric::check("sorted", sorted, sorted_b, points);
  numeric::check("passed", passed, passed_b, points);
  numeric::check("chosen", chosen, chosen_b, points);
  numeric::check("printed", printed, printed_b, points);
  numeric::check("counted", counted, counted_b, points);
  numeric::check("returned", returned, returned_b, points);
  numeric::check("called", called, called_b, points);
  numeric::check("held", held, held_b, points);
  numeric::check("renamed", renamed, renamed_b, points);
  numeric::check("dispatched", dispatched, dispatched_b, points);
  numeric::check("unread", unread, unread_b, points);
  numeric::check("eitherText", eitherText, eitherText_b, {{0.7, 1.3}, {2.1, 0.4}, {1.6, 1.1}, {0.2, 0.3}});
  numeric::check("moved", moved, moved_b, {{0.7, 1.3}, {-0.4, 2.0}});
  return numeric::report();
}
