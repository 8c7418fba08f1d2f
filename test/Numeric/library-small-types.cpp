// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// The members of std::array, pair, tuple, optional, unique_ptr, reference_wrapper and initializer_list that other tests
// leave out.

#include "numeric.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <memory>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace {
template <class Range> double seen(const Range &v) {
  double s = 0.5, place = 1.0;
  for (double e : v)
    s = s * 0.9 + e * e * place++;
  return s;
}
} // namespace

// std::array: at, data, swap, iterators, get, comparison, arrays of arrays, by value and returned.
namespace {
using Matrix = std::array<std::array<double, 2>, 2>;
Matrix product(Matrix a, const Matrix &b) {
  Matrix r{};
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 2; ++j)
      r[i][j] = std::inner_product(a[i].begin(), a[i].end(), &b[0][j], 0.0, std::plus<>(),
                                   [](double u, double v) { return u * v; }) +
                a[i][1] * b[1][j];
  a[0][0] = 0.0;
  return r;
}
} // namespace

#pragma adjoint reverse
double arrays(double x, double y) {
  std::array<double, 3> a{x, y, x * y}, b = a;
  a.at(1) *= a.data()[0];
  a.swap(b);
  std::swap(a[0], b[2]);
  for (auto it = b.rbegin(); it != b.rend(); ++it)
    *it *= x;
  double *raw = a.data();
  raw[2] += std::get<1>(b) * *a.begin() * *(a.cend() - 1);
  double s = seen(a) + seen(b);
  if (a != b && !(a == b) && !a.empty())
    s *= a < b ? x : y;
  const Matrix m{{{x, y}, {y, 1.0}}};
  Matrix k = product(m, product(m, m));
  k[1] = m[0];
  const auto first = k[0], second = k[1];
  return s + first[0] * second[1] + k[0][1] * static_cast<double>(k.size());
}

// std::pair: constructors, get by place, assignment, comparison, in a vector, nested.
#pragma adjoint reverse
double pairs(double x, double y) {
  std::pair<double, double> p, q(x, y), r = q;
  p.first = x * y;
  p.second = p.first * y;
  r.second *= x;
  std::get<1>(q) += std::get<0>(r);
  q = r < p ? r : std::make_pair(x, p.second);
  std::pair<int, std::pair<double, std::vector<double>>> nested{2, {x, {y, x}}};
  nested.second.second.push_back(nested.second.first * y);
  auto &[count, rest] = nested;
  rest.first *= count;
  std::swap(p, r);
  double a = x, b;
  std::tie(b, a) = std::pair<double, double>(a * y, x * x);
  return p.first * p.second + q.first * q.second + r.first * rest.first + rest.second[2] * a * b;
}

// std::tuple: constructors, get, tie, forward_as_tuple, references, assignment, ==, <.
namespace {
std::tuple<double, double, std::vector<double>> split(double x, double y) {
  return {x * y, std::sin(x), {x, y}};
}
} // namespace

#pragma adjoint reverse
double tuples(double x, double y) {
  std::tuple<double, int, std::vector<double>> t(x, 3, {x, y}), u = t;
  std::get<0>(t) *= y;
  std::get<2>(t)[0] += std::get<0>(t);
  auto [a, b, v] = split(std::get<0>(t), y);
  v.push_back(a * b);
  double c = x, d = y;
  std::tuple<double &, double &> both = std::tie(c, d);
  std::get<0>(both) *= std::get<1>(both);
  std::tie(c, d) = std::make_tuple(d, c);
  auto weigh = [](auto &&values) { return std::get<0>(values) * std::get<1>(values) + std::get<1>(values); };
  double s = weigh(std::forward_as_tuple(c, d)) + weigh(std::make_tuple(x, y));
  t = std::make_tuple(s, 2, std::get<2>(u));
  if (std::tuple<double, double>(c, d) < std::tuple<double, double>(d, c))
    s *= x;
  return s + std::get<0>(t) * std::get<1>(t) + seen(v) + seen(std::get<2>(t));
}

// std::optional: emplace, ->, swap, of a class, as a member.
namespace {
struct Quote {
  double bid = 0.0, ask = 0.0;
  Quote() = default;
  Quote(double bid, double ask) : bid(bid), ask(ask) {}
  double middle() const { return 0.5 * (bid + ask); }
};
struct Instrument {
  double notional;
  std::optional<Quote> quote;
  double value() const { return quote ? notional * quote->middle() : notional; }
};
} // namespace

#pragma adjoint reverse
double optionals(double x, double y) {
  std::optional<Quote> q, r = Quote(x, y);
  q.emplace(x * y, y);
  q->bid *= r->ask;
  std::swap(q, r);
  Instrument known{x, q}, unknown{y, std::nullopt};
  known.quote->ask = x * x;
  double s = known.value() * unknown.value() + r.value().middle() + (*q).ask;
  unknown.quote = known.quote;
  known.quote.reset();
  std::optional<double> none, some = s;
  some = *some * x;
  if (!none && some)
    s += none.value_or(y) * some.value_or(1.0);
  return s + unknown.value() * known.value();
}

// std::unique_ptr: of an array, release, reset, swap, get, *, passed in and given back.
namespace {
struct Node {
  double value;
  std::unique_ptr<Node> next;
  Node(double value, std::unique_ptr<Node> next) : value(value), next(std::move(next)) {}
};
std::unique_ptr<Node> before(std::unique_ptr<Node> rest, double value) {
  return std::make_unique<Node>(value, std::move(rest));
}
} // namespace

#pragma adjoint reverse
double owners(double x, double y) {
  std::unique_ptr<double[]> a(new double[3]{x, y, x * y}), b = std::make_unique<double[]>(2);
  b[0] = a[2] * a[1];
  b[1] = b[0] * x;
  std::unique_ptr<double> one(new double(x)), other = std::make_unique<double>(y);
  one.swap(other);
  *one *= *other.get();
  std::swap(one, other);
  double *raw = one.release();
  double s = *raw * b[1] + (!one ? *other : 0.0);
  one.reset(raw);
  *one += a[0];
  other.reset();
  a.reset();
  std::unique_ptr<Node> list = before(before(nullptr, *one), s);
  list = before(std::move(list), x * y);
  for (Node *node = list.get(); node; node = node->next.get())
    s = s * 0.5 + node->value * node->value;
  return s + (other ? 1.0 : 2.0) * b[0];
}

// std::reference_wrapper: ref, cref, in a vector and in a pair, bound to another number.
namespace {
void add(double &to, const double &what) { to += what * to; }
} // namespace

#pragma adjoint reverse
double wrappers(double x, double y) {
  double a = x, b = y;
  std::vector<std::reference_wrapper<double>> both{a, b};
  for (double &each : both)
    each *= x;
  both[0].get() += both[1];
  std::reference_wrapper<double> chosen = std::ref(a);
  chosen.get() *= y;
  chosen = both[1];
  chosen.get() += 1.0;
  add(chosen, std::cref(a));
  std::vector<double> v{x, y};
  auto whole = std::ref(v);
  whole.get()[0] *= b;
  return a * b + v[0] * whole.get()[1];
}

// std::initializer_list: as a parameter, a variable, of a constructor, of a class.
namespace {
class Polynomial {
public:
  Polynomial(std::initializer_list<double> list) : coefficients(list) {}
  double operator()(double x) const {
    double s = 0.0;
    for (std::size_t i = coefficients.size(); i-- > 0;)
      s = s * x + coefficients[i];
    return s;
  }

private:
  std::vector<double> coefficients;
};
double sum(std::initializer_list<double> list) { return std::accumulate(list.begin(), list.end(), 0.0); }
double ends(std::initializer_list<std::pair<double, double>> list) {
  double s = static_cast<double>(list.size());
  for (const auto &[a, b] : list)
    s = s * a + b;
  return s * list.begin()->first;
}
} // namespace

#pragma adjoint reverse
double lists(double x, double y) {
  Polynomial p{x, y, 1.0, x * y};
  const std::initializer_list<double> values = {x, y * y};
  double s = p(x) * p(y) + sum({x, x * y}) * sum(values) + ends({{x, y}, {y, x * x}});
  for (double v : {x, y, s})
    s += v * v;
  return s;
}

// Comparisons of owners, with each other and with nothing.
struct Link {
  double value;
  std::unique_ptr<Link> next;
};

#pragma adjoint reverse
double comparedOwners(double x, double y) {
  std::unique_ptr<Link> head;
  for (int i = 0; i < 3; ++i) {
    auto link = std::make_unique<Link>();
    link->value = x * i;
    link->next = std::move(head);
    head = std::move(link);
  }
  double sum = 0.0;
  for (const Link *link = head.get(); link != nullptr; link = link->next.get()) {
    sum += link->value * y;
    if (link->next == nullptr)
      sum *= 2.0;
    if (nullptr != link->next && link->next != head)
      sum += x;
  }
  const auto first = std::make_shared<double>(x);
  std::shared_ptr<double> second = first, none;
  if (first == second && none == nullptr && first != none)
    sum += *first * *second;
  std::unique_ptr<double[]> left(new double[2]{x, y}), right(new double[2]{y, y});
  left.swap(right);
  return sum * left[0] + right[0];
}

// Orders of several numbers, and optional ones.
#pragma adjoint reverse
double ordered(double x, double y) {
  std::optional<double> none, first = x, second = y;
  double sum = 0.0;
  if (none == std::nullopt && first != std::nullopt)
    sum += *first * y;
  sum += first == second ? 1.0 : x * *second;
  if (first != none && first != 0.75)
    sum *= 2.0;
  const std::vector<double> u{x, y}, v{x, x};
  if (u <= v)
    sum += x;
  if (u >= v)
    sum += y * y;
  const std::array<double, 2> p{x, y}, q{y, x};
  if (p <= q)
    sum += x * y;
  if (p > q)
    sum *= y;
  if (std::make_tuple(x, 1) <= std::make_tuple(y, 2) && std::make_tuple(x, 1) != std::make_tuple(y, 2))
    sum *= 3.0;
  if (std::make_pair(x, 1) >= std::make_pair(y, 2))
    sum += x * x;
  return sum + std::max({x, y, 0.5}, [](double a, double b) { return a * a < b * b; }) * x;
}

// Optional objects of a class without a default constructor.
struct Offer {
  double price;
  int count;
  explicit Offer(double price, int count = 1) : price(price), count(count) {}
};

std::optional<Offer> quoteOf(double x, double y) {
  if (x > 0.0)
    return Offer(x * y, 2);
  return std::nullopt;
}

#pragma adjoint reverse
double optionalQuotes(double x, double y) {
  std::optional<Offer> first, second(Offer{y}), found = quoteOf(x, y), last;
  if (x > 0.0)
    first = Offer(x * y);
  last = found;
  if (x > 1.0)
    last.reset();
  last.emplace(x);
  return (first ? first->price * second->price : y) + (found ? found->price * found->count : x) +
         last->price * last.value().price;
}

// Elements of tuples and pairs by their type.
namespace {
struct Level {
  double height;
};
} // namespace

#pragma adjoint reverse
double byType(double x, double y) {
  std::tuple<int, double, Level> t{2, x, Level{y}};
  std::get<double>(t) *= y;
  std::get<Level>(t).height += std::get<double>(t) * std::get<int>(t);
  std::pair<double, int> p{x * y, 3};
  std::get<double>(p) += std::get<int>(p) * x;
  const auto &same = t;
  return std::get<Level>(same).height * std::get<double>(p) + std::get<double>(std::make_tuple(x, 1));
}

// Optional numbers and objects that change places, and that have an order.
#pragma adjoint reverse
double exchanged(double x, double y) {
  std::optional<double> a = x, b, c = std::make_optional<double>(y);
  a.swap(b);
  double s = a ? x : *b * y;
  std::swap(a, c);
  *a *= x;
  std::optional<std::vector<double>> v = std::make_optional<std::vector<double>>(2, x), w;
  w.swap(v);
  (*w)[0] *= y;
  if (c < a && !(a < c) && c == std::nullopt)
    s += *a * (*w)[0];
  return s + seen(*w) + (v ? x : y);
}

// Pointers to shared objects, by their base and by what they are.
namespace {
struct Leg {
  virtual ~Leg() = default;
  virtual double value(double rate) const = 0;
};
struct Fixed : Leg {
  double amount;
  explicit Fixed(double amount) : amount(amount) {}
  double value(double rate) const override { return amount * std::exp(-rate); }
};
struct Floating : Leg {
  double spread;
  explicit Floating(double spread) : spread(spread) {}
  double value(double rate) const override { return (rate + spread) * spread; }
};
} // namespace

#pragma adjoint reverse
double casts(double x, double y) {
  std::vector<std::shared_ptr<Leg>> legs{std::make_shared<Fixed>(x), std::make_shared<Floating>(y)};
  double s = 0.0;
  for (const std::shared_ptr<Leg> &leg : legs) {
    s += leg->value(x * y);
    if (auto fixed = std::dynamic_pointer_cast<Fixed>(leg))
      fixed->amount *= y;
    else
      std::static_pointer_cast<Floating>(leg)->spread += x;
  }
  return s * legs[0]->value(y) + legs[1]->value(x) + static_cast<double>(legs[0].use_count());
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {-0.4, 0.9}};
  numeric::check("arrays", arrays, arrays_b, points);
  numeric::check("pairs", pairs, pairs_b, points);
  numeric::check("tuples", tuples, tuples_b, points);
  numeric::check("optionals", optionals, optionals_b, points);
  numeric::check("owners", owners, owners_b, points);
  numeric::check("wrappers", wrappers, wrappers_b, points);
  numeric::check("lists", lists, lists_b, points);
  numeric::check("comparedOwners", comparedOwners, comparedOwners_b, {{0.7, 1.3}, {1.4, 0.9}});
  numeric::check("ordered", ordered, ordered_b, {{0.7, 1.3}, {1.4, 0.9}});
  numeric::check("optionalQuotes", optionalQuotes, optionalQuotes_b, {{0.7, 1.3}, {1.4, 0.9}, {-1.0, 2.0}});
  numeric::check("byType", byType, byType_b, points);
  numeric::check("exchanged", exchanged, exchanged_b, points);
  numeric::check("casts", casts, casts_b, points);
  return numeric::report();
}
