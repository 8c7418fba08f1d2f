// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-STANDARD: c++20
// NUMERIC-TANGENTS: none (they are asked for here)
//
// Tangents that make objects of the user's anew: they return them, take containers by value, or change their sizes.

#include "numeric.h"

#include <cmath>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

using numeric::Vector;
using Rows = std::vector<Vector>;

namespace {

class Line {
public:
  Line() = default;
  Line(double level, double slope) : level(level), slope(slope) {}
  double at(double x) const { return level + slope * x * x; }
  void tilt(double by) {
    slope *= by * level;
    ++tilts;
    last = "tilted";
  }
  Vector numbers() const { return {level, slope}; }
  int count() const { return tilts; }
  const std::string &what() const { return last; }

private:
  double level = 0.0, slope = 1.0;
  int tilts = 0;
  std::string last;
};

} // namespace

// ---------------------------------------------------------------- results

#pragma adjoint reverse
#pragma adjoint tangent
std::pair<double, double> polar(double x, double y) { return {std::hypot(x, y), std::atan2(y, x)}; }

#pragma adjoint reverse
#pragma adjoint tangent
std::tuple<double, int, Vector> counted(double x, double y) { return {x * y, 2, {x, x * x, y}}; }

/// Without memory for tangents that are all zero.
#pragma adjoint reverse
#pragma adjoint tangent
Vector powers(double x, int n) {
  if (n == 0)
    return {1.0, 2.0};
  Vector all;
  double power = 1.0;
  for (int i = 0; i < n; ++i)
    all.push_back(power *= x);
  return all;
}

#pragma adjoint reverse
#pragma adjoint tangent
Rows table(const Vector &x, double a) {
  Rows rows;
  for (std::size_t i = 0; i < x.size(); ++i) {
    rows.emplace_back();
    for (std::size_t j = 0; j < i; ++j)
      rows[i].push_back(x[i] * x[j] * a);
  }
  return rows;
}

#pragma adjoint reverse
#pragma adjoint tangent
Line tilted(const Line &line, double by) {
  Line other = line;
  other.tilt(by);
  return other;
}

#pragma adjoint reverse
#pragma adjoint tangent
std::optional<double> root(double x) {
  if (x < 0.0)
    return std::nullopt;
  return std::sqrt(x) * x;
}

#pragma adjoint reverse
#pragma adjoint tangent
std::variant<double, Vector> either(double x, bool isMany) {
  std::variant<double, Vector> v = x * x;
  if (isMany)
    v = Vector{x, x * x * x};
  return v;
}

#pragma adjoint reverse
#pragma adjoint tangent
std::deque<double> window(double x) {
  std::deque<double> d = {x, 2.0 * x};
  d.push_front(x * x);
  d.pop_back();
  return d;
}

// --------------------------------------------------------------- by value

#pragma adjoint reverse
#pragma adjoint tangent
double used(Vector x) {
  x.push_back(x[0] * x[1]);
  double s = 0.0;
  for (double &v : x) {
    v *= v;
    s += v * x[0];
  }
  return s;
}

#pragma adjoint reverse
#pragma adjoint tangent
double nested(Rows rows, std::tuple<double, Vector> t) {
  rows[0].push_back(std::get<0>(t));
  rows.pop_back();
  double s = std::get<1>(t)[0];
  for (const Vector &row : rows)
    for (double v : row)
      s = s * v + v;
  return s;
}

#pragma adjoint reverse
#pragma adjoint tangent
double ofSpan(std::span<const double> x, std::span<double> y) {
  double s = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i)
    s += y[i] *= x[i] * x[i];
  return s;
}

/// Numbers only move; what nobody asks for is freed.
#pragma adjoint tangent
Rows moved(Rows rows, Vector other, bool isOther) {
  rows.erase(rows.begin());
  if (isOther)
    rows[0] = std::move(other);
  return rows;
}

#pragma adjoint tangent of(x)
Vector copied(Vector &x, double a) {
  x.push_back(a * a);
  return x;
}

// ------------------------------------------------------------------ sizes

#pragma adjoint reverse
#pragma adjoint tangent
void grown(Vector &x, double a) {
  for (int i = 0; i < 5; ++i)
    x.push_back(x[i] * a);
  x[0] *= x[5];
}

#pragma adjoint reverse
#pragma adjoint tangent
void reshaped(Rows &rows, double a) {
  rows[0].push_back(a * rows[0][0]);
  rows.push_back(rows[0]);
  rows[1].clear();
}

#pragma adjoint reverse
#pragma adjoint tangent
void slid(std::deque<double> &d, double x) {
  d.push_front(d.front() * x);
  d.push_front(d.back() * x);
  d.pop_back();
}

#pragma adjoint reverse
#pragma adjoint tangent
void chosen(std::optional<double> &o, double x) {
  if (o)
    o.reset();
  else
    o = x * x;
}

#pragma adjoint reverse
#pragma adjoint tangent
double counting(Line &line, double x) {
  line.tilt(x);
  line.tilt(2.0 * x);
  return line.at(x);
}

/// What elements hold is left, too.
#pragma adjoint reverse
#pragma adjoint tangent
void tiltedAll(std::vector<Line> &lines, double x) {
  for (Line &line : lines)
    line.tilt(x);
}

#pragma adjoint reverse
#pragma adjoint tangent
void exchanged(std::vector<std::pair<Vector, double>> &v, double x) {
  v[0].second = v[1].second * x;
  v[1].first[0] *= v[0].second;
}

// ------------------------------------------------------------------ tests

namespace {

Vector numbersOf(const Rows &rows) {
  Vector all;
  for (const Vector &row : rows)
    all.insert(all.end(), row.begin(), row.end());
  return all;
}
Vector vectorOf(const std::deque<double> &d) { return Vector(d.begin(), d.end()); }
Vector part(const Vector &x, std::size_t first, std::size_t last) { return Vector(x.begin() + first, x.begin() + last); }

void results() {
  numeric::check(
      "polar", {1.3, 0.4},
      [](const Vector &x) {
        const auto [r, t] = polar(x[0], x[1]);
        return Vector{r, t};
      },
      [](const Vector &x, const Vector &y_b) {
        double a_b = 0.0, b_b = 0.0;
        polar_b(x[0], a_b, x[1], b_b, {y_b[0], y_b[1]});
        return Vector{a_b, b_b};
      },
      [](const Vector &x, const Vector &x_d) {
        std::pair<double, double> y_d;
        const auto y = polar_d(x[0], x_d[0], x[1], x_d[1], y_d);
        return Vector{y_d.first, y_d.second, y.first, y.second};
      });
  auto shown = [](const std::tuple<double, int, Vector> &t) { return numeric::joined(Vector{std::get<0>(t)}, std::get<2>(t)); };
  numeric::check(
      "counted", {1.3, 0.4}, [&](const Vector &x) { return shown(counted(x[0], x[1])); },
      [](const Vector &x, const Vector &y_b) {
        double a_b = 0.0, b_b = 0.0;
        counted_b(x[0], a_b, x[1], b_b, {y_b[0], 0, part(y_b, 1, 4)});
        return Vector{a_b, b_b};
      },
      [&](const Vector &x, const Vector &x_d) {
        std::tuple<double, int, Vector> y_d;
        const auto y = counted_d(x[0], x_d[0], x[1], x_d[1], y_d);
        numeric::expect("counted", 2, std::get<1>(y));
        return numeric::joined(shown(y_d), shown(y));
      });
  for (int n : {0, 1, 4})
    numeric::check(
        "powers", {1.3}, [=](const Vector &x) { return powers(x[0], n); },
        [=](const Vector &x, const Vector &y_b) {
          double x_b = 0.0;
          powers_b(x[0], x_b, n, y_b);
          return Vector{x_b};
        },
        [=](const Vector &x, const Vector &x_d) {
          Vector y_d(3, 5.0); // of another size, and not zero
          const Vector y = powers_d(x[0], x_d[0], n, y_d);
          return numeric::joined(y_d, y);
        });
  numeric::check(
      "table", {1.3, 0.4, 0.7, 0.9}, [](const Vector &x) { return numbersOf(table(part(x, 0, 3), x[3])); },
      [](const Vector &x, const Vector &y_b) {
        Vector v_b;
        double a_b = 0.0;
        table_b(part(x, 0, 3), v_b, x[3], a_b, {{}, {y_b[0]}, {y_b[1], y_b[2]}});
        return Vector{v_b[0], v_b[1], v_b[2], a_b};
      },
      [](const Vector &x, const Vector &x_d) {
        Rows y_d;
        const Rows y = table_d(part(x, 0, 3), part(x_d, 0, 3), x[3], x_d[3], y_d);
        return numeric::joined(numbersOf(y_d), numbersOf(y));
      });
  numeric::check(
      "tilted", {1.3, 0.4, 0.7}, [](const Vector &x) { return tilted(Line(x[0], x[1]), x[2]).numbers(); },
      [](const Vector &x, const Vector &y_b) {
        Line line_b(0.0, 0.0);
        double by_b = 0.0;
        tilted_b(Line(x[0], x[1]), line_b, x[2], by_b, Line(y_b[0], y_b[1]));
        return numeric::joined(line_b.numbers(), Vector{by_b});
      },
      [](const Vector &x, const Vector &x_d) {
        Line y_d;
        const Line y = tilted_d(Line(x[0], x[1]), Line(x_d[0], x_d[1]), x[2], x_d[2], y_d);
        numeric::expect("tilted", 1, y.count());
        numeric::expect("tilted", 1, y.what() == "tilted");
        return numeric::joined(y_d.numbers(), y.numbers());
      });
  for (double at : {-1.3, 1.3})
    numeric::check(
        "root", {at}, [](const Vector &x) { return Vector{root(x[0]).value_or(0.0)}; },
        [](const Vector &x, const Vector &y_b) {
          double x_b = 0.0;
          root_b(x[0], x_b, y_b[0]);
          return Vector{x_b};
        },
        [](const Vector &x, const Vector &x_d) {
          std::optional<double> y_d = 7.0;
          const std::optional<double> y = root_d(x[0], x_d[0], y_d);
          numeric::expect("root", y.has_value(), y_d.has_value());
          return Vector{y_d.value_or(0.0), y.value_or(0.0)};
        });
  auto all = [](const std::variant<double, Vector> &v) {
    return v.index() == 0 ? Vector{std::get<0>(v), 0.0} : std::get<1>(v);
  };
  for (bool isMany : {false, true})
    numeric::check(
        "either", {1.3}, [=](const Vector &x) { return all(either(x[0], isMany)); },
        [=](const Vector &x, const Vector &y_b) {
          double x_b = 0.0;
          const auto seed = isMany ? std::variant<double, Vector>(y_b) : std::variant<double, Vector>(y_b[0]);
          either_b(x[0], x_b, isMany, seed);
          return Vector{x_b};
        },
        [=](const Vector &x, const Vector &x_d) {
          std::variant<double, Vector> y_d;
          const auto y = either_d(x[0], x_d[0], isMany, y_d);
          return numeric::joined(all(y_d), all(y));
        });
  numeric::check(
      "window", {1.3}, [](const Vector &x) { return vectorOf(window(x[0])); },
      [](const Vector &x, const Vector &y_b) {
        double x_b = 0.0;
        window_b(x[0], x_b, {y_b[0], y_b[1]});
        return Vector{x_b};
      },
      [](const Vector &x, const Vector &x_d) {
        std::deque<double> y_d;
        const std::deque<double> y = window_d(x[0], x_d[0], y_d);
        return numeric::joined(vectorOf(y_d), vectorOf(y));
      });
}

void values() {
  numeric::check(
      "used", {1.3, 0.4, 0.7}, [](const Vector &x) { return Vector{used(x)}; },
      [](const Vector &x, const Vector &y_b) {
        Vector x_b;
        used_b(x, x_b, y_b[0]);
        return x_b;
      },
      [](const Vector &x, const Vector &x_d) {
        double y_d = 0.0;
        const double y = used_d(x, x_d, y_d);
        return Vector{y_d, y};
      });
  auto rows = [](const Vector &x) { return Rows{{x[0]}, {x[1], x[2]}, {x[3]}}; };
  auto rest = [](const Vector &x) { return std::tuple<double, Vector>(x[4], {x[5]}); };
  numeric::check(
      "nested", {1.3, 0.4, 0.7, 0.9, 1.1, 0.6}, [&](const Vector &x) { return Vector{nested(rows(x), rest(x))}; },
      [&](const Vector &x, const Vector &y_b) {
        Rows rows_b;
        std::tuple<double, Vector> rest_b;
        nested_b(rows(x), rows_b, rest(x), rest_b, y_b[0]);
        return numeric::joined(numbersOf(rows_b), Vector{std::get<0>(rest_b), std::get<1>(rest_b)[0]});
      },
      [&](const Vector &x, const Vector &x_d) {
        double y_d = 0.0;
        const double y = nested_d(rows(x), rows(x_d), rest(x), rest(x_d), y_d);
        return Vector{y_d, y};
      });
  numeric::check(
      "ofSpan", {1.3, 0.4, 0.7, 0.9},
      [](Vector x) {
        const double y = ofSpan(std::span(x).first(2), std::span(x).last(2));
        return Vector{y, x[2], x[3]};
      },
      [](Vector x, const Vector &y_b) {
        Vector x_b = {0.0, 0.0, y_b[1], y_b[2]};
        std::span<double> first_b = std::span(x_b).first(2), last_b = std::span(x_b).last(2);
        ofSpan_b(std::span(x).first(2), first_b, std::span(x).last(2), last_b, y_b[0]);
        return x_b;
      },
      [](Vector x, Vector x_d) {
        double y_d = 0.0;
        const double y = ofSpan_d(std::span(x).first(2), std::span(x_d).first(2), std::span(x).last(2), std::span(x_d).last(2), y_d);
        return Vector{y_d, x_d[2], x_d[3], y, x[2], x[3]};
      });
}

void sizes() {
  numeric::check(
      "grown", {1.3, 0.4, 0.7},
      [](const Vector &x) {
        Vector v = part(x, 0, 2);
        grown(v, x[2]);
        return v;
      },
      [](const Vector &x, const Vector &y_b) {
        Vector v = part(x, 0, 2), v_b = y_b;
        double a_b = 0.0;
        grown_b(v, v_b, x[2], a_b);
        return Vector{v_b[0], v_b[1], a_b};
      },
      [](const Vector &x, const Vector &x_d) {
        Vector v = part(x, 0, 2), v_d = part(x_d, 0, 2);
        grown_d(v, v_d, x[2], x_d[2]);
        return numeric::joined(v_d, v);
      });
  auto rows = [](const Vector &x) { return Rows{{x[0]}, {x[1]}}; };
  numeric::check(
      "reshaped", {1.3, 0.4, 0.7},
      [&](const Vector &x) {
        Rows r = rows(x);
        reshaped(r, x[2]);
        return numbersOf(r);
      },
      [&](const Vector &x, const Vector &y_b) {
        Rows r = rows(x), r_b = {{y_b[0], y_b[1]}, {}, {y_b[2], y_b[3]}};
        double a_b = 0.0;
        reshaped_b(r, r_b, x[2], a_b);
        return Vector{r_b[0][0], r_b[1][0], a_b};
      },
      [&](const Vector &x, const Vector &x_d) {
        Rows r = rows(x), r_d = rows(x_d);
        reshaped_d(r, r_d, x[2], x_d[2]);
        numeric::expect("reshaped", 0, r[1].size() + r_d[1].size());
        return numeric::joined(numbersOf(r_d), numbersOf(r));
      });
  numeric::check(
      "slid", {1.3, 0.4, 0.7},
      [](const Vector &x) {
        std::deque<double> d = {x[0], x[1]};
        slid(d, x[2]);
        return vectorOf(d);
      },
      [](const Vector &x, const Vector &y_b) {
        std::deque<double> d = {x[0], x[1]}, d_b = {y_b[0], y_b[1], y_b[2]};
        double x_b = 0.0;
        slid_b(d, d_b, x[2], x_b);
        return Vector{d_b[0], d_b[1], x_b};
      },
      [](const Vector &x, const Vector &x_d) {
        std::deque<double> d = {x[0], x[1]}, d_d = {x_d[0], x_d[1]};
        slid_d(d, d_d, x[2], x_d[2]);
        return numeric::joined(vectorOf(d_d), vectorOf(d));
      });
  for (bool isThere : {false, true}) {
    auto given = [=](double x) { return isThere ? std::optional<double>(x) : std::nullopt; };
    numeric::check(
        "chosen", {1.3, 0.4},
        [&](const Vector &x) {
          std::optional<double> o = given(x[0]);
          chosen(o, x[1]);
          return Vector{o.value_or(0.0)};
        },
        [&](const Vector &x, const Vector &y_b) {
          std::optional<double> o = given(x[0]), o_b = y_b[0];
          double x_b = 0.0;
          chosen_b(o, o_b, x[1], x_b);
          return Vector{isThere ? *o_b : 0.0, x_b};
        },
        [&](const Vector &x, const Vector &x_d) {
          std::optional<double> o = given(x[0]), o_d = given(x_d[0]);
          chosen_d(o, o_d, x[1], x_d[1]);
          numeric::expect("chosen", isThere ? 0 : 2, o.has_value() + o_d.has_value());
          return Vector{o_d.value_or(0.0), o.value_or(0.0)};
        });
  }
  numeric::check(
      "counting", {1.3, 0.4, 0.7},
      [](const Vector &x) {
        Line line(x[0], x[1]);
        const double y = counting(line, x[2]);
        return numeric::joined(line.numbers(), Vector{y});
      },
      [](const Vector &x, const Vector &y_b) {
        Line line(x[0], x[1]), line_b(y_b[0], y_b[1]);
        double x_b = 0.0;
        counting_b(line, line_b, x[2], x_b, y_b[2]);
        return numeric::joined(line_b.numbers(), Vector{x_b});
      },
      [](const Vector &x, const Vector &x_d) {
        Line line(x[0], x[1]), line_d(x_d[0], x_d[1]);
        double y_d = 0.0;
        const double y = counting_d(line, line_d, x[2], x_d[2], y_d);
        numeric::expect("counting", 2, line.count());
        return numeric::joined(numeric::joined(line_d.numbers(), Vector{y_d}), numeric::joined(line.numbers(), Vector{y}));
      });
}

void moves() {
  const Rows rows = {{1.0}, {2.0, 3.0}, {4.0}}, rows_d = {{1.5}, {2.5, 3.5}, {4.5}};
  for (bool isOther : {false, true}) {
    Rows y_d;
    const Rows y = moved_d(rows, rows_d, {5.0, 6.0, 7.0}, {5.5, 6.5, 7.5}, isOther, y_d);
    const Vector expected = isOther ? Vector{5.0, 6.0, 7.0, 4.0} : Vector{2.0, 3.0, 4.0};
    numeric::expect("moved", expected.size(), numbersOf(y).size());
    numeric::expect("moved", expected.size(), numbersOf(y_d).size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      numeric::expect("moved", expected[i], numbersOf(y)[i]);
      numeric::expect("moved", expected[i] + 0.5, numbersOf(y_d)[i]);
    }
  }
  Vector x = {2.0}, x_d = {1.0};
  const Vector y = copied_d(x, x_d, 3.0, 1.0);
  numeric::expect("copied", 9.0, y[1]);
  numeric::expect("copied", 6.0, x_d[1]);
}

void elements() {
  auto lines = [](const Vector &x) { return std::vector<Line>{Line(x[0], x[1]), Line(x[2], x[3])}; };
  auto shown = [](const std::vector<Line> &v) { return numeric::joined(v[0].numbers(), v[1].numbers()); };
  numeric::check(
      "tiltedAll", {1.3, 0.4, 0.7, 0.9, 1.1},
      [&](const Vector &x) {
        std::vector<Line> v = lines(x);
        tiltedAll(v, x[4]);
        return shown(v);
      },
      [&](const Vector &x, const Vector &y_b) {
        std::vector<Line> v = lines(x), v_b = lines(y_b);
        double x_b = 0.0;
        tiltedAll_b(v, v_b, x[4], x_b);
        return numeric::joined(shown(v_b), Vector{x_b});
      },
      [&](const Vector &x, const Vector &x_d) {
        std::vector<Line> v = lines(x), v_d = lines(x_d);
        tiltedAll_d(v, v_d, x[4], x_d[4]);
        numeric::expect("tiltedAll", 2, v[0].count() + v[1].count());
        return numeric::joined(shown(v_d), shown(v));
      });
  using Pairs = std::vector<std::pair<Vector, double>>;
  auto pairs = [](const Vector &x) { return Pairs{{{}, x[0]}, {{x[1]}, x[2]}}; };
  auto all = [](const Pairs &v) { return Vector{v[0].second, v[1].first[0], v[1].second}; };
  numeric::check(
      "exchanged", {1.3, 0.4, 0.7, 0.9},
      [&](const Vector &x) {
        Pairs v = pairs(x);
        exchanged(v, x[3]);
        return all(v);
      },
      [&](const Vector &x, const Vector &y_b) {
        Pairs v = pairs(x), v_b = pairs(y_b);
        double x_b = 0.0;
        exchanged_b(v, v_b, x[3], x_b);
        return numeric::joined(all(v_b), Vector{x_b});
      },
      [&](const Vector &x, const Vector &x_d) {
        Pairs v = pairs(x), v_d = pairs(x_d);
        exchanged_d(v, v_d, x[3], x_d[3]);
        return numeric::joined(all(v_d), all(v));
      });
}

} // namespace

int main() {
  results();
  values();
  sizes();
  elements();
  moves();
  return numeric::report();
}
