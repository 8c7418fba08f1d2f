// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-TANGENTS: none (objects would have to cross the boundary)
//
// Adjoints that are extended begin with zeros, also where constructors of the user's make other numbers; constant members
// have adjoints; and elements without numbers are read, too.

#include "numeric.h"

#include <list>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

using numeric::Vector;

namespace {

struct Point {
  double x = 1.0, y = 2.0;
};

class Line {
public:
  explicit Line(double level = 3.0) : level(level), slope(level) {}
  double at(double x) const { return level * slope * x; }
  double number() const { return level + slope; }

private:
  double level, slope;
};

class Scale {
public:
  Scale(double factor, double shift) : factor(factor), shifts{shift, 0.5}, power(2) {}
  double of(double x) const { return factor * factor * x + shifts[0] * power; }
  const double factor;
  double shift() const { return shifts[0]; }

private:
  const double shifts[2];
  int power;
};

} // namespace

#pragma adjoint reverse
double all(const std::vector<Point> &v, const std::vector<Line> &lines, const std::list<Point> &l,
           const std::map<int, Point> &m, const std::optional<Point> &o) {
  double s = o->x * o->y;
  for (const Point &p : v)
    s += p.x * p.x * p.y;
  for (const Line &line : lines)
    s += line.at(s);
  for (const Point &p : l)
    s *= p.x + p.y;
  for (const auto &[k, p] : m)
    s += k * p.x * p.y;
  return s;
}

#pragma adjoint reverse
double scaled(const Scale &scale, std::tuple<const double, double> t, double x) {
  return scale.of(x) * std::get<0>(t) * std::get<1>(t);
}

#pragma adjoint reverse
double picked(const std::vector<std::vector<int>> &rows, const Vector &x) {
  double s = 1.0;
  for (const std::vector<int> &row : rows)
    for (int i : row)
      s *= x[i] * x[i];
  return s;
}

int main() {
  struct Arguments {
    std::vector<Point> v;
    std::vector<Line> lines;
    std::list<Point> l;
    std::map<int, Point> m;
    std::optional<Point> o;
  };
  auto arguments = [](const Vector &x) {
    return Arguments{{{x[0], x[1]}, {x[2], x[3]}}, {Line(x[4]), Line(x[5])}, {{x[6], x[7]}, {x[8], x[9]}},
                     {{1, {x[0], x[3]}}, {2, {x[2], x[4]}}}, Point{x[1], x[6]}};
  };
  numeric::check(
      "all", {0.7, 1.3, -0.4, 0.9, 0.3, 1.1, 0.8, 0.6, 1.4, 0.2},
      [&](const Vector &x) {
        const Arguments a = arguments(x);
        return Vector{all(a.v, a.lines, a.l, a.m, a.o)};
      },
      [&](const Vector &x, const Vector &y_b) {
        const Arguments a = arguments(x);
        std::vector<Point> v_b(1, Point{0.0, 0.0}); // extended, as all others are
        std::vector<Line> lines_b;
        std::list<Point> l_b(1, Point{0.0, 0.0});
        std::map<int, Point> m_b = {{2, {0.0, 0.0}}};
        std::optional<Point> o_b;
        all_b(a.v, v_b, a.lines, lines_b, a.l, l_b, a.m, m_b, a.o, o_b, y_b[0]);
        return Vector{v_b[0].x + m_b[1].x,
                      v_b[0].y + o_b->x,
                      v_b[1].x + m_b[2].x,
                      v_b[1].y + m_b[1].y,
                      lines_b[0].number() + m_b[2].y,
                      lines_b[1].number(),
                      l_b.front().x + o_b->y,
                      l_b.front().y,
                      l_b.back().x,
                      l_b.back().y};
      });
  numeric::check(
      "scaled", {0.7, 1.3, -0.4, 0.9, 1.1},
      [](const Vector &x) { return Vector{scaled(Scale(x[0], x[1]), {x[2], x[3]}, x[4])}; },
      [](const Vector &x, const Vector &y_b) {
        Scale scale_b(0.0, 0.0);
        std::tuple<const double, double> t_b(0.0, 0.0);
        double x_b = 0.0;
        scaled_b(Scale(x[0], x[1]), scale_b, {x[2], x[3]}, t_b, x[4], x_b, y_b[0]);
        return Vector{scale_b.factor, scale_b.shift(), std::get<0>(t_b), std::get<1>(t_b), x_b};
      });
  numeric::check(
      "picked", {0.7, 1.3, -0.4}, [](const Vector &x) { return Vector{picked({{0}, {}, {1, 2, 0}}, x)}; },
      [](const Vector &x, const Vector &y_b) {
        Vector x_b;
        picked_b({{0}, {}, {1, 2, 0}}, x, x_b, y_b[0]);
        return x_b;
      });
  return numeric::report();
}
