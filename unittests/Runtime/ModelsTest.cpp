// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The models do what the library does.

#include "adjoint/model.h"
#include "adjoint/throw.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <map>
#include <numeric>
#include <vector>

namespace adjoint::model::elementary {
double sqrt(double x) { return std::sqrt(x); }
double exp(double x) { return std::exp(x); }
double log(double x) { return std::log(x); }
double sin(double x) { return std::sin(x); }
double cos(double x) { return std::cos(x); }
double sinh(double x) { return std::sinh(x); }
double cosh(double x) { return std::cosh(x); }
double atan2(double y, double x) { return std::atan2(y, x); }
double hypot(double x, double y) { return std::hypot(x, y); }
double copysign(double x, double y) { return std::copysign(x, y); }
double fabs(double x) { return std::fabs(x); }
} // namespace adjoint::model::elementary

namespace {

namespace model = adjoint::model;

template <class V, class W> void expectSame(const V &v, const W &w) {
  ASSERT_EQ(v.size(), w.size());
  for (size_t i = 0; i < v.size(); ++i)
    EXPECT_EQ(v[i], w[i]) << i;
}

/// The same changes to a vector of the library and to its model.
template <class V> V changed() {
  V v;
  for (int i = 0; i < 9; ++i)
    v.push_back(1.5 * i);
  v.push_back(v[3]);
  v.insert(v.begin() + 2, v.back());
  const double more[3] = {7, 8, 9};
  v.insert(v.begin() + 1, more, more + 3);
  v.insert(v.end(), 2, v.front());
  v.erase(v.begin() + 4);
  v.erase(v.begin() + 1, v.begin() + 3);
  v.pop_back();
  v.resize(v.size() + 3);
  v.resize(v.size() - 1);
  v.resize(v.size() + 2, v[1]);
  v.emplace(v.begin(), 3);
  V w(v), u(3, 2.5), t(v.begin() + 1, v.end() - 1);
  w.assign(4, w[2]);
  u.swap(w);
  w = u;
  t.insert(t.begin(), u.begin(), u.end());
  v.shrink_to_fit();
  t.reserve(50);
  u.clear();
  u.resize(2);
  for (double e : u)
    t.push_back(e);
  return t == v || t < v ? v : t;
}

TEST(ModelsTest, vector) {
  expectSame(changed<model::vector<double>>(), changed<std::vector<double>>());
  model::vector<double> v(3);
  EXPECT_THROW(v.at(3), std::out_of_range);
  EXPECT_EQ(v[2], 0.0);
}

TEST(ModelsTest, vectorOfVectors) {
  model::vector<model::vector<double>> m(3, model::vector<double>(2, 1.0)), copy;
  m[1][1] = 5;
  copy = m;
  m.push_back(m[1]);
  m.erase(m.begin());
  m[0].push_back(7);
  EXPECT_EQ(copy[1].size(), 2u);
  EXPECT_EQ(m[0][2], 7.0);
  EXPECT_EQ(m[2][1], 5.0);
  m = static_cast<model::vector<model::vector<double>> &&>(copy);
  EXPECT_EQ(m.size(), 3u);
  EXPECT_TRUE(copy.empty());
}

template <bool isModel> std::vector<double> arranged(std::vector<double> v) {
  double *first = v.data(), *last = first + v.size();
  if constexpr (isModel) {
    model::rotate(first, first + 2, last);
    model::reverse(first + 1, last - 1);
    model::partial_sum(first, last - 3, first);
    model::sort(first, last - 2);
    v.push_back(*model::max_element(v.data(), v.data() + v.size()));
    auto ends = model::minmax_element(v.data(), v.data() + v.size());
    v.push_back(static_cast<double>(ends.second - ends.first));
    v.push_back(static_cast<double>(model::lower_bound(v.data(), v.data() + 4, 2.0) - v.data()));
    v.push_back(model::inner_product(v.data(), v.data() + 4, v.data() + 2, 0.5));
  } else {
    std::rotate(first, first + 2, last);
    std::reverse(first + 1, last - 1);
    std::partial_sum(first, last - 3, first);
    std::sort(first, last - 2);
    v.push_back(*std::max_element(v.data(), v.data() + v.size()));
    auto ends = std::minmax_element(v.data(), v.data() + v.size());
    v.push_back(static_cast<double>(ends.second - ends.first));
    v.push_back(static_cast<double>(std::lower_bound(v.data(), v.data() + 4, 2.0) - v.data()));
    v.push_back(std::inner_product(v.data(), v.data() + 4, v.data() + 2, 0.5));
  }
  return v;
}

TEST(ModelsTest, algorithms) {
  std::vector<double> v = {3, -1, 2, 2, 0.5, -4, 8, 1, 1.5};
  EXPECT_EQ(arranged<true>(v), arranged<false>(v));
}

void expectNear(model::complex<double> z, std::complex<double> w) {
  EXPECT_NEAR(z.real(), w.real(), 1e-13 * std::abs(w));
  EXPECT_NEAR(z.imag(), w.imag(), 1e-13 * std::abs(w));
}

/// The same changes to a map of the library and to its model.
template <class M> std::vector<double> keysAndValues() {
  M m;
  for (int key : {5, -1, 3, 3, 9, 0, 7})
    m[key] += 0.5 * key;
  double &kept = m[4];
  m.insert({4, 1.0});
  m.emplace(2, 8.0);
  m.insert_or_assign(9, 2.0);
  m.erase(3);
  m.erase(m.find(0));
  kept += 1.0;
  M copy(m), moved(std::move(copy));
  copy = moved;
  moved.clear();
  std::vector<double> all = {static_cast<double>(m.count(3)), static_cast<double>(m.size() + moved.size()),
                             m.lower_bound(3)->second, m.upper_bound(4)->second, m.rbegin()->second, m.at(-1)};
  for (auto it = copy.begin(); it != copy.end(); ++it) {
    all.push_back(it->first);
    all.push_back(it->second);
  }
  return all;
}

TEST(ModelsTest, maps) {
  expectSame(keysAndValues<model::map<int, double>>(), keysAndValues<std::map<int, double>>());
  model::map<int, double> m;
  EXPECT_THROW(m.at(3), std::out_of_range);
}

TEST(ModelsTest, complex) {
  for (double x : {0.7, -0.6})
    for (double y : {0.4, -1.2}) {
      model::complex<double> z(x, y);
      std::complex<double> w(x, y);
      expectNear(z * z / (z + 2.0), w * w / (w + 2.0));
      expectNear(sqrt(z), std::sqrt(w));
      expectNear(log(z), std::log(w));
      expectNear(exp(z), std::exp(w));
      expectNear(tan(z), std::tan(w));
      expectNear(tanh(z), std::tanh(w));
      expectNear(pow(z, 2.5), std::pow(w, 2.5));
      expectNear(pow(z, -3), std::pow(w, -3));
      expectNear(pow(z, z), std::pow(w, w));
      expectNear(1.0 / z - conj(z), 1.0 / w - std::conj(w));
    }
}

TEST(ModelsTest, tuples) {
  model::tuple<double, int, double> t(1.5, 2, 3.5);
  double a = 0, c = 0;
  int b = 0;
  model::tie(a, b, c) = t;
  EXPECT_EQ(a + b + c, 7.0);
  model::get<2>(t) = 4;
  EXPECT_EQ(model::apply([](double x, int y, double z) { return x + y + z; }, t), 7.5);
  EXPECT_TRUE(t == model::make_tuple(1.5, 2, 4.0));
  EXPECT_TRUE(model::make_pair(1, 2.0) < model::make_pair(1, 3.0));
}

TEST(ModelsTest, pointers) {
  model::shared_ptr<double> p = model::make_shared<double>(2.0), q = p;
  EXPECT_EQ(p.use_count(), 2);
  p.reset();
  EXPECT_EQ(q.use_count(), 1);
  model::unique_ptr<double[]> r = model::make_unique<double[]>(3);
  r[2] = *q;
  model::unique_ptr<double[]> s = static_cast<model::unique_ptr<double[]> &&>(r);
  EXPECT_FALSE(r);
  EXPECT_EQ(s[2], 2.0);
  model::optional<double> none, some = 1.5;
  EXPECT_THROW(none.value(), std::bad_optional_access);
  EXPECT_EQ(none.value_or(3.0) + *some, 4.5);
}

} // namespace
