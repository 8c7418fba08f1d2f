// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-tbr
// NUMERIC-TANGENTS: none (objects would have to cross the boundary)
//
// std::tuple, std::optional and std::variant among the parameters and as results of the function itself.

#include "numeric.h"

#include <cmath>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

using numeric::Vector;
using Source = std::variant<double, std::pair<double, double>, std::vector<double>>;

namespace {

class Line {
public:
  Line() = default;
  Line(double level, double slope) : level(level), slope(slope) {}
  double at(double x) const { return level + slope * x * x; }
  void tilt(double by) { slope *= by * level; }
  Vector numbers() const { return {level, slope}; }

private:
  double level = 0.0, slope = 0.0;
};

} // namespace

// ---------------------------------------------------------------- tuples

#pragma adjoint reverse
std::tuple<double, double> polar(double x, double y) { return {std::hypot(x, y), std::atan2(y, x)}; }

#pragma adjoint reverse
double ofTuple(const std::tuple<double, int, std::vector<double>, Line> &t) {
  double s = std::get<0>(t);
  for (int i = 0; i < std::get<1>(t); ++i)
    for (double v : std::get<2>(t))
      s = std::sin(s * v) + v;
  return s * std::get<3>(t).at(s);
}

#pragma adjoint reverse
void turned(std::tuple<double, double, int> &t, double by) {
  const auto [x, y, n] = t;
  std::get<0>(t) = x * std::cos(by) - y * std::sin(by);
  std::get<1>(t) = std::get<0>(t) * y * n;
  std::get<2>(t) = n + 1;
}

#pragma adjoint reverse
std::tuple<std::vector<double>, double> grown(std::tuple<std::vector<double>, double> t, double x) {
  std::get<0>(t).push_back(x * std::get<1>(t));
  std::get<1>(t) *= std::get<0>(t)[0];
  return t;
}

// -------------------------------------------------------------- optionals

#pragma adjoint reverse
double orOther(const std::optional<double> &o, double x) { return o ? *o * *o * x : x * x * x; }

#pragma adjoint reverse
double byValue(std::optional<double> o, double x) {
  double s = o.value_or(x) * x;
  o = s * o.value_or(2.0 * x);
  return s + *o * *o;
}

/// Emptied, filled, or overwritten.
#pragma adjoint reverse
void changed(std::optional<double> &o, double x, int what) {
  const double before = o.value_or(x);
  if (what == 0)
    o.reset();
  else
    o = before * before * x;
}

/// A value that is not there gives nothing, whatever stands in its place.
#pragma adjoint reverse
std::optional<double> root(double x) {
  std::optional<double> r = x * x;
  if (x < 0.0)
    r.reset();
  else
    r = std::sqrt(*r + x);
  return r;
}

#pragma adjoint reverse
double ofVector(const std::optional<std::vector<double>> &o, double x) {
  double s = x;
  if (o)
    for (double v : *o)
      s = s * v + v * v;
  return s;
}

#pragma adjoint reverse
void fitted(std::optional<std::vector<double>> &o, double x) {
  if (!o)
    o.emplace();
  o->push_back(x * x);
  (*o)[0] *= x;
}

#pragma adjoint reverse
void tilted(std::optional<Line> &line, double x) {
  if (line)
    line->tilt(x);
  else
    line = Line(x, x * x);
}

// --------------------------------------------------------------- variants

#pragma adjoint reverse
double ofSource(const Source &source, double x) {
  if (const auto *p = std::get_if<1>(&source))
    return p->first * x - p->second * p->second;
  if (const auto *v = std::get_if<2>(&source))
    return (*v)[0] * (*v)[1] * x;
  return std::get<0>(source) * std::get<0>(source) * x;
}

#pragma adjoint reverse
void switched(std::variant<double, std::pair<double, double>> &v, double x) {
  if (const double *d = std::get_if<0>(&v))
    v = std::make_pair(*d * x, *d * *d);
  else
    v = std::get<1>(v).first * std::get<1>(v).second * x;
}

#pragma adjoint reverse
std::variant<double, std::pair<double, double>> madeVariant(double x, double y) {
  std::variant<double, std::pair<double, double>> made = x * y;
  if (x > 1.0)
    made = std::make_pair(x * x, y * x);
  return made;
}

// ------------------------------------------------------------------ tests

namespace {

void tuples() {
  numeric::check(
      "polar", {1.3, 0.4},
      [](const Vector &x) {
        auto [r, t] = polar(x[0], x[1]);
        return Vector{r, t};
      },
      [](const Vector &x, const Vector &y_b) {
        double a_b = 0.0, b_b = 0.0;
        polar_b(x[0], a_b, x[1], b_b, {y_b[0], y_b[1]});
        return Vector{a_b, b_b};
      });
  using Mixed = std::tuple<double, int, std::vector<double>, Line>;
  auto mixed = [](const Vector &x) { return Mixed(x[0], 2, {x[1], x[2]}, Line(x[3], x[4])); };
  numeric::check(
      "ofTuple", {0.7, 1.3, -0.4, 0.9, 0.3}, [&](const Vector &x) { return Vector{ofTuple(mixed(x))}; },
      [&](const Vector &x, const Vector &y_b) {
        Mixed t_b;
        ofTuple_b(mixed(x), t_b, y_b[0]);
        const Vector line = std::get<3>(t_b).numbers(), &v = std::get<2>(t_b);
        return Vector{std::get<0>(t_b), v[0], v[1], line[0], line[1]};
      });
  numeric::check(
      "turned", {0.7, 1.3, 0.4},
      [](const Vector &x) {
        std::tuple<double, double, int> t(x[0], x[1], 3);
        turned(t, x[2]);
        return Vector{std::get<0>(t), std::get<1>(t)};
      },
      [](const Vector &x, const Vector &y_b) {
        std::tuple<double, double, int> t(x[0], x[1], 3), t_b(y_b[0], y_b[1], 0);
        double by_b = 0.0;
        turned_b(t, t_b, x[2], by_b);
        return Vector{std::get<0>(t_b), std::get<1>(t_b), by_b};
      });
  numeric::check(
      "grown", {0.7, 1.3, 0.4, 0.9},
      [](const Vector &x) {
        auto [v, s] = grown({{x[0], x[1]}, x[2]}, x[3]);
        return Vector{v[0], v[1], v[2], s};
      },
      [](const Vector &x, const Vector &y_b) {
        std::tuple<std::vector<double>, double> t_b;
        double x_b = 0.0;
        grown_b({{x[0], x[1]}, x[2]}, t_b, x[3], x_b, {{y_b[0], y_b[1], y_b[2]}, y_b[3]});
        return Vector{std::get<0>(t_b)[0], std::get<0>(t_b)[1], std::get<1>(t_b), x_b};
      });
}

void optionals() {
  for (bool isThere : {false, true}) {
    auto given = [=](const Vector &x) { return isThere ? std::optional<double>(x[0]) : std::nullopt; };
    numeric::check(
        "orOther", {0.7, 1.3}, [&](const Vector &x) { return Vector{orOther(given(x), x[1])}; },
        [&](const Vector &x, const Vector &y_b) {
          std::optional<double> o_b; // filled if its primal is
          double x_b = 0.0;
          orOther_b(given(x), o_b, x[1], x_b, y_b[0]);
          return Vector{o_b.value_or(0.0), x_b};
        });
    numeric::check(
        "byValue", {0.7, 1.3}, [&](const Vector &x) { return Vector{byValue(given(x), x[1])}; },
        [&](const Vector &x, const Vector &y_b) {
          std::optional<double> o_b = 1.0; // added to
          double x_b = 0.0;
          byValue_b(given(x), o_b, x[1], x_b, y_b[0]);
          return Vector{*o_b - 1.0, x_b};
        });
    for (int what : {0, 1})
      numeric::check(
          "changed", {0.7, 1.3},
          [&](const Vector &x) {
            std::optional<double> o = given(x);
            changed(o, x[1], what);
            return Vector{o.value_or(0.0)};
          },
          [&](const Vector &x, const Vector &y_b) {
            std::optional<double> o = given(x), o_b = y_b[0]; // also where nothing is left
            double x_b = 0.0;
            changed_b(o, o_b, x[1], x_b, what);
            return Vector{isThere ? *o_b : 0.0, x_b};
          });
    auto vector = [=](const Vector &x) { return isThere ? std::optional<Vector>(Vector{x[0], x[1]}) : std::nullopt; };
    numeric::check(
        "ofVector", {0.7, 1.3, 0.4}, [&](const Vector &x) { return Vector{ofVector(vector(x), x[2])}; },
        [&](const Vector &x, const Vector &y_b) {
          std::optional<Vector> o_b;
          double x_b = 0.0;
          ofVector_b(vector(x), o_b, x[2], x_b, y_b[0]);
          return Vector{o_b ? (*o_b)[0] : 0.0, o_b ? (*o_b)[1] : 0.0, x_b};
        });
    numeric::check(
        "fitted", {0.7, 1.3, 0.4},
        [&](const Vector &x) {
          std::optional<Vector> o = vector(x);
          fitted(o, x[2]);
          return *o;
        },
        [&](const Vector &x, const Vector &y_b) {
          std::optional<Vector> o = vector(x), o_b = y_b;
          double x_b = 0.0;
          fitted_b(o, o_b, x[2], x_b);
          return Vector{isThere ? (*o_b)[0] : 0.0, isThere ? (*o_b)[1] : 0.0, x_b};
        });
    auto line = [=](const Vector &x) { return isThere ? std::optional<Line>(Line(x[0], x[1])) : std::nullopt; };
    numeric::check(
        "tilted", {0.7, 1.3, 0.4},
        [&](const Vector &x) {
          std::optional<Line> o = line(x);
          tilted(o, x[2]);
          return o->numbers();
        },
        [&](const Vector &x, const Vector &y_b) {
          std::optional<Line> o = line(x), o_b = Line(y_b[0], y_b[1]);
          double x_b = 0.0;
          tilted_b(o, o_b, x[2], x_b);
          const Vector before = isThere ? o_b->numbers() : Vector(2);
          return Vector{before[0], before[1], x_b};
        });
  }
  for (double at : {-0.7, 0.7})
    numeric::check(
        "root", {at}, [](const Vector &x) { return Vector{root(x[0]).value_or(0.0)}; },
        [](const Vector &x, const Vector &y_b) {
          double x_b = 0.0;
          root_b(x[0], x_b, y_b[0]);
          return Vector{x_b};
        });
}

Vector numbersOf(const Source &source) {
  if (const auto *p = std::get_if<1>(&source))
    return {p->first, p->second};
  if (const auto *v = std::get_if<2>(&source))
    return *v;
  return {std::get<0>(source), 0.0};
}

Vector numbersOf(const std::variant<double, std::pair<double, double>> &v) {
  return v.index() == 0 ? Vector{std::get<0>(v), 0.0} : Vector{std::get<1>(v).first, std::get<1>(v).second};
}

void variants() {
  for (int which : {0, 1, 2}) {
    auto source = [=](const Vector &x) {
      return which == 0 ? Source(x[0]) : which == 1 ? Source(std::make_pair(x[0], x[1])) : Source(Vector{x[0], x[1]});
    };
    numeric::check(
        "ofSource", {0.7, 1.3, 0.4}, [&](const Vector &x) { return Vector{ofSource(source(x), x[2])}; },
        [&](const Vector &x, const Vector &y_b) {
          Source source_b; // takes the alternative of its primal
          double x_b = 0.0;
          ofSource_b(source(x), source_b, x[2], x_b, y_b[0]);
          const Vector numbers = numbersOf(source_b);
          return Vector{numbers[0], numbers[1], x_b};
        });
  }
  using Either = std::variant<double, std::pair<double, double>>;
  for (bool isPair : {false, true})
    numeric::check(
        "switched", {0.7, 1.3, 0.4},
        [&](const Vector &x) {
          Either v = isPair ? Either(std::make_pair(x[0], x[1])) : Either(x[0]);
          switched(v, x[2]);
          return numbersOf(v);
        },
        [&](const Vector &x, const Vector &y_b) {
          Either v = isPair ? Either(std::make_pair(x[0], x[1])) : Either(x[0]);
          Either v_b = isPair ? Either(y_b[0]) : Either(std::make_pair(y_b[0], y_b[1]));
          double x_b = 0.0;
          switched_b(v, v_b, x[2], x_b);
          const Vector numbers = numbersOf(v_b);
          return Vector{numbers[0], numbers[1], x_b};
        });
  for (double at : {0.7, 1.7})
    numeric::check(
        "madeVariant", {at, 1.3}, [](const Vector &x) { return numbersOf(madeVariant(x[0], x[1])); },
        [](const Vector &x, const Vector &y_b) {
          double a_b = 0.0, b_b = 0.0;
          const Either seed = x[0] > 1.0 ? Either(std::make_pair(y_b[0], y_b[1])) : Either(y_b[0]);
          madeVariant_b(x[0], a_b, x[1], b_b, seed);
          return Vector{a_b, b_b};
        });
}

} // namespace

int main() {
  tuples();
  optionals();
  variants();
  return numeric::report();
}
