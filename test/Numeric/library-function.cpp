// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-SECOND: none
//
// std::function: what it holds is chosen at run time, copied with it, and found again in the reverse sweep.
#include "numeric.h"

#include <cmath>
#include <functional>
#include <vector>

namespace {

#pragma adjoint reverse
double chosen(double a, double x) {
  std::function<double(double)> g = [a](double t) { return a * std::sin(t); };
  double y = g(x);
  if (y > 0.3)
    g = [a, x](double t) { return a * t + x; };
  return y + g(y * x);
}

double trapezoid(const std::function<double(double)> &g, double from, double to, int n) {
  double h = (to - from) / n, sum = 0.5 * (g(from) + g(to));
  for (int i = 1; i < n; ++i)
    sum += g(from + i * h);
  return sum * h;
}

#pragma adjoint reverse
double passed(double a, double b) {
  double inner = trapezoid([a](double t) { return std::exp(-a * t * t); }, 0.0, b, 5);
  return inner * trapezoid([&](double t) { return t * a + inner; }, a, b, 4);
}

double newton(std::function<double(double)> g, std::function<double(double)> dg, double x) {
  for (int i = 0; i < 6; ++i)
    x -= g(x) / dg(x);
  return x;
}

#pragma adjoint reverse
double root(double c, double p) {
  return newton([&](double x) { return x * x * x + p * x - c; }, [&](double x) { return 3 * x * x + p; }, 1.0);
}

struct Option {
  std::function<double(double)> payoff;
  double weight;
  double value(double s) const { return weight * payoff(s); }
};

#pragma adjoint reverse
double member(double s, double k) {
  Option call{[k](double t) { return t > k ? t - k : 0.0; }, k};
  Option square{[](double t) { return t * t; }, s};
  return call.value(s) + square.value(s * k);
}

#pragma adjoint reverse
double several(double x, double y) {
  std::vector<std::function<double(double)>> layers;
  layers.push_back([y](double t) { return std::tanh(t * y); });
  layers.push_back([](double t) { return t * t + 0.5; });
  layers.emplace_back([x](double t) { return t / x; });
  double value = x;
  for (const auto &layer : layers)
    value = layer(value);
  for (auto &layer : layers)
    value += layer(y);
  return value;
}

double cube(double t) { return t * t * t; }
struct Line {
  double slope, offset;
  double operator()(double t) const { return slope * t + offset; }
};

#pragma adjoint reverse
double kinds(double x, double y) {
  std::function<double(double)> g = cube;
  double sum = g(x);
  g = Line{x, y};
  sum += g(y);
  std::function<double(double)> copy = g;
  g = nullptr;
  if (!g)
    sum *= copy(sum);
  std::function<double(double, double)> two = [](double a, double b) { return std::pow(a, b); };
  return sum + two(x, y);
}

#pragma adjoint reverse
double recursive(double x, double y) {
  std::function<double(double, int)> power = [&](double t, int k) { return k == 0 ? 1.0 + x : t * power(t, k - 1); };
  return power(x * x, 3) * y + power(y, 2);
}

std::function<double(double)> scaled(double factor) {
  return [factor](double t) { return factor * t * t; };
}
std::function<double(double)> composed(std::function<double(double)> f, std::function<double(double)> g) {
  return [f, g](double t) { return f(g(t)); };
}

#pragma adjoint reverse
double returned(double x, double y) {
  auto both = composed(scaled(x), scaled(y));
  return both(x + y) + scaled(y)(x);
}

#pragma adjoint reverse
double writes(double x, double y) {
  double total = 0.0;
  std::function<void(double)> add = [&](double t) { total += t * total + t; };
  for (int i = 0; i < 3; ++i) {
    add(x);
    add(y * total);
  }
  return total;
}

using Rhs = std::function<void(const std::vector<double> &, std::vector<double> &)>;
void euler(const Rhs &rhs, std::vector<double> &state, double h, int steps) {
  std::vector<double> slope(state.size());
  for (int s = 0; s < steps; ++s) {
    rhs(state, slope);
    for (size_t i = 0; i < state.size(); ++i)
      state[i] += h * slope[i];
  }
}

#pragma adjoint reverse
double pendulum(double angle, double length) {
  std::vector<double> state = {angle, 0.1};
  auto rhs = [length](const std::vector<double> &y, std::vector<double> &dy) {
    dy[0] = y[1];
    dy[1] = -9.81 / length * std::sin(y[0]);
  };
  euler(rhs, state, 0.05, 6);
  return state[0] * state[0] + state[1];
}

} // namespace

// What one function puts into a std::function may be called by another, as far as the file shows: there the pointers of a
// capture lead nowhere, also beside a global that has an adjoint.
namespace {
double levels[3];

double blended(double a, double b, int k) {
  double r = a;
  for (int i = 0; i < k; ++i)
    r = 0.5 * r * b + a;
  return r;
}
struct Operation {
  std::function<double(double)> of;
  double weight;
  double value(double s) const { return weight * of(s); }
};
} // namespace

#pragma adjoint reverse
double operated(double *x, int n) {
  Operation op{[](double t) { return t > -1.4 ? 0.7 * t : t * 0.7 * t; }, -0.9};
  for (int i = 0; i < n; ++i)
    for (double *p = x, *q = x + n - 1; p < q; ++p, --q)
      *p += 0.5 * op.value(x[i]) * *q;
  return x[0];
}

#pragma adjoint reverse
double leveled(const double *x, int n) {
  for (int i = 0; i < 3; ++i)
    levels[i] = x[0] * i;
  const double *z = x;
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    Operation op{[=](double t) { return 0.6 * blended(t * z[0], -(i > 0 ? levels : z)[1], i); }, x[0]};
    s += op.value(x[i]);
  }
  return s;
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {2.1, 0.4}, {1.6, 1.1}};
  numeric::check("chosen", chosen, chosen_b, points);
  numeric::check("passed", passed, passed_b, points);
  numeric::check("root", root, root_b, points);
  numeric::check("member", member, member_b, points);
  numeric::check("several", several, several_b, points);
  numeric::check("kinds", kinds, kinds_b, points);
  numeric::check("recursive", recursive, recursive_b, points);
  numeric::check("returned", returned, returned_b, points);
  numeric::check("writes", writes, writes_b, points);
  numeric::check("pendulum", pendulum, pendulum_b, points);
  numeric::check("operated", operated, operated_b, {{0.7, 1.3}, {-0.4, 0.9, 0.3}});
  numeric::check("leveled", leveled, leveled_b, {{0.7, 1.3}, {-0.4, 0.9, 0.3}});
  return numeric::report();
}
