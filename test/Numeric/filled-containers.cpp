// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Containers that loops fill by push_back and emplace_back: from empty, behind elements that there are, reserved, in nests of loops, with
// what they hold read on the way; and where a loop may not have the room ahead: it leaves early, adds sometimes, takes some away.
// Numbers that loops move on beside their counters.
//
// NUMERIC-VARIANTS: --no-reserve-ahead | --no-count-along | --no-reserve-ahead --no-count-along | --no-tbr | --no-inline

#include "numeric.h"

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using Vec = std::vector<double>;

#pragma adjoint reverse
double path(const Vec &x) {
  Vec p;
  p.push_back(x.empty() ? 1.0 : x[0] * x[0]);
  for (std::size_t i = 1; i < x.size(); ++i)
    p.push_back(p.back() * x[i] + p[i / 2] * p[i - 1]);
  double s = 0;
  for (double v : p)
    s += v * v * (1 + 0.1 * p.size());
  return s;
}

#pragma adjoint reverse
double rows(const Vec &x) {
  const int n = static_cast<int>(x.size());
  std::vector<Vec> all;
  for (int i = 0; i < n; ++i) {
    Vec row;
    row.reserve(n);
    for (int j = 0; j <= i; ++j)
      row.push_back(x[i] * x[j] + (row.empty() ? 0 : row.back()));
    all.push_back(row);
    for (double &v : all[i / 2])
      v *= 1.0 + 0.1 * x[i];
  }
  double s = 0;
  for (const Vec &row : all)
    for (double v : row)
      s += v * v;
  return s;
}

struct Point {
  double x, y;
  Point(double a, double b) : x(a), y(b) {}
};
struct Item {
  Vec values;
  std::string name;
  double weight;
};

// Several containers, of classes, and two elements in one iteration.
#pragma adjoint reverse
double shapes(const Vec &x) {
  std::vector<Point> points;
  std::vector<std::pair<int, double>> pairs;
  std::vector<Item> items;
  const int n = static_cast<int>(x.size());
  for (int i = n - 1; i >= 0; --i) {
    points.emplace_back(x[i], x[n - 1 - i] * x[i]);
    points.push_back({points[i % points.size()].y, x[i]});
    pairs.push_back({i, points.back().x});
    items.push_back(Item{{x[i], x[i] * x[i]}, "item", x[0]});
  }
  double s = 0;
  for (const Point &p : points)
    s += p.x * p.y;
  for (const auto &p : pairs)
    s += p.first * p.second * p.second;
  for (const Item &item : items)
    s += item.weight * item.values[0] * item.values[1];
  return s;
}

// A grid of both loops; then once more, of elements that there are.
#pragma adjoint reverse
double grid(const Vec &x) {
  const std::size_t n = x.size();
  Vec all;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      all.push_back(x[i] * std::sin(x[j]) + (j > 0 ? all[all.size() - 1] : 0));
  const std::size_t before = all.size();
  for (std::size_t i = 0; i < n; ++i) {
    all.push_back(all[i] * all[i]);
    for (std::size_t j = 0; j < 2; ++j)
      all.push_back(all[all.size() - 2] * x[i]);
  }
  double s = 0;
  for (std::size_t k = 0; k < all.size(); ++k)
    s += all[k] * all[k] * (k < before ? 1 : 0.5);
  return s;
}

// Where there is no room ahead.
#pragma adjoint reverse
double sometimes(const Vec &x) {
  Vec positive, stack, early, small;
  small.reserve(2);
  const int n = static_cast<int>(x.size());
  for (int i = 0; i < n; ++i) {
    if (x[i] > 0.5)
      positive.push_back(x[i] * x[i]);
    stack.push_back(x[i]);
    while (stack.size() > 2) {
      stack.back() *= stack[stack.size() - 2];
      stack[0] += stack.back();
      stack.pop_back();
    }
    small.push_back(x[i] * (small.empty() ? 1.0 : small.front()));
  }
  for (int i = 0; i < n; ++i) {
    early.push_back(x[i] * x[0]);
    if (early.back() > 2.0)
      break;
  }
  double s = 0;
  for (double v : positive)
    s += v * v;
  for (double v : stack)
    s += 2 * v * v;
  for (double v : early)
    s += 3 * v * v;
  for (double v : small)
    s += v * v;
  return s;
}

// The container is another one on the way: moved from, swapped, cleared, assigned.
#pragma adjoint reverse
double exchanged(const Vec &x) {
  Vec a, b;
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    a.push_back(x[i] * x[i]);
    if (i % 3 == 2) {
      std::swap(a, b);
      a.clear();
    }
    s += a.empty() ? b.front() : a.back() * a.front();
  }
  std::vector<Vec> kept;
  Vec run;
  for (std::size_t i = 0; i < x.size(); ++i) {
    run.push_back(x[i]);
    run.push_back(x[i] * run[0]);
    kept.push_back(std::move(run));
    run = Vec();
  }
  for (const Vec &v : kept)
    s += v[0] * v[1] * v.size();
  return s;
}

// What leads into the container.
#pragma adjoint reverse
double led(const Vec &x) {
  Vec v(1, 0.5);
  const double *last = &v[0];
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double next = *last * x[i] + x[i];
    v.push_back(next);
    last = &v.back();
  }
  Vec w;
  w.reserve(x.size() + 1);
  w.push_back(2.0);
  const double &first = w[0];
  for (std::size_t i = 0; i < x.size(); ++i)
    w.push_back(first * x[i] * w[i]);
  double s = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    s += v[i] * v[i] + w[i] * w[i];
  return s;
}

// Numbers beside the counter.
#pragma adjoint reverse
double beside(const Vec &x) {
  const int n = static_cast<int>(x.size());
  Vec a(3 * n + 4), b(n + 1);
  int k = 1, down = n;
  unsigned m = 2;
  std::size_t all = 0;
  for (int i = 0; i < n; ++i) {
    a[k] = x[i] * x[i];
    k += 2;
    a[k - 1] = a[k - 2] * (k % 5);
    b[down--] += x[i] * a[m];
    ++m;
    if (k > 2 * n)
      b[0] += a[m] * x[i];
    for (int j = 0; j < 2; ++j)
      ++all;
    b[i / 2] += 0.01 * static_cast<double>(all) * x[i];
  }
  for (int i = n; i > 0; i--) {
    a[k % (3 * n + 4)] += b[i] * b[i];
    k -= 1;
    b[i - 1] *= 1.0 + 0.01 * k;
  }
  double s = 0.1 * k + 0.2 * down + 0.3 * m;
  for (double v : a)
    s += v * v;
  for (double v : b)
    s += v * v;
  return s;
}

// Several numbers, at one of which the counter begins.
#pragma adjoint reverse
double begun(const Vec &x) {
  const int n = static_cast<int>(x.size());
  int k = n > 2 ? 1 : 0, m = 0, p = 3, q = 1;
  double s = 0;
  for (int i = k; i < n; ++i) {
    s += x[k] * x[i] * (m + 1) + x[n - q];
    ++k;
    ++m;
    ++p;
    ++q;
  }
  return s * (m + 1) * p + 0.1 * k * q * s;
}

// Of a loop that is not entered, nothing is computed: d may be 0.
static double divided(const double *x, int n, int m, int d) {
  Vec v;
  int k = 0;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m / d; ++j) {
      v.push_back(x[i] * x[j % n]);
      ++k;
    }
    s += x[i] * k;
    k += m % d;
  }
  for (double e : v)
    s += e * e;
  return s + 0.1 * k;
}
#pragma adjoint reverse
double notEntered(const Vec &x) {
  const int n = static_cast<int>(x.size());
  return divided(x.data(), n, 2 * n, n);
}

// Nor in front of what throws.
#pragma adjoint reverse
double guarded(const double *x, int m, int d) {
  Vec v;
  v.push_back(x[0]);
  if (d == 0)
    throw std::invalid_argument("d");
  for (int j = 0; j < m / d; ++j)
    v.push_back(v.back() * x[1]);
  double s = 0;
  for (double e : v)
    s += e * e;
  return s;
}

namespace {

void checkGuarded() {
  const double x[2] = {1.2, -0.7};
  double x_b[2] = {}, powers = 0, product = x[0];
  for (int k = 0; k <= 3; ++k, product *= x[1])
    powers += product * product;
  numeric::expect("guarded", powers, guarded(x, 6, 2));
  guarded_b(x, x_b, 6, 2, 1.0);
  numeric::expect("guarded_b", 2 * powers / x[0], x_b[0]);
  bool hasThrown = false;
  try {
    guarded_b(x, x_b, 6, 0, 1.0);
  } catch (const std::invalid_argument &) {
    hasThrown = true;
  }
  numeric::expect("guarded throws", 1.0, hasThrown);
}

template <class Function, class Adjoint> void check(const char *name, Function function, Adjoint adjoint) {
  for (int n : {0, 1, 2, 3, 8, 17}) {
    numeric::Vector x(n);
    for (int i = 0; i < n; ++i)
      x[i] = 0.3 + 0.7 * std::sin(2.1 * i + 1.0);
    numeric::check(
        name, x, [=](const numeric::Vector &at) { return numeric::Vector{function(at)}; },
        [=](const numeric::Vector &at, const numeric::Vector &y_b) {
          numeric::Vector x_b(at.size());
          adjoint(at, x_b, y_b[0]);
          return x_b;
        });
  }
}

} // namespace

int main() {
  check("path", path, path_b);
  check("rows", rows, rows_b);
  check("shapes", shapes, shapes_b);
  check("grid", grid, grid_b);
  check("sometimes", sometimes, sometimes_b);
  check("exchanged", exchanged, exchanged_b);
  check("led", led, led_b);
  check("beside", beside, beside_b);
  check("begun", begun, begun_b);
  check("notEntered", notEntered, notEntered_b);
  checkGuarded();
  return numeric::report();
}
