// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Functions that the pragma names: instances of templates, one of several overloads, members of class templates,
// functions of other namespaces; the adjoints stand behind the pragma, in the namespaces of the functions.

#include "numeric.h"

namespace ns {
template <class T> T horner(T x, T y) {
  T s = x;
  for (int i = 0; i < 3; ++i)
    s = s * y + x;
  return s;
}
template <class T, int N> auto scaled(T x) { return x * N + x * x; }
} // namespace ns

#pragma adjoint reverse function(ns::horner<double>)

using Real = double;
#pragma adjoint reverse function(ns::horner<float>) wrt(x) name(horner_x)
#pragma adjoint reverse function(ns::scaled<Real, 3>)
#pragma adjoint reverse function(ns::scaled<double, (2 > 1 ? 5 : 4)>) name(fivefold)

// Overloads, one of them defined further up than the other.
namespace shapes {
double area(double a) { return a * a; }
double area(double a, double b) { return a * b; }
double area(const double *sides, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i)
    s *= sides[i];
  return s;
}
template <class T> T area(T a, T b, T c) { return a * b + b * c * a; }
namespace inner {
double area(double a) { return a * a * a; }
#pragma adjoint tangent \
    function(inner::area) name(area_tangent)
} // namespace inner
#pragma adjoint reverse function(area(double, double)) \
    of(return) wrt(b) name(area_by_b)
#pragma adjoint reverse function(area(const double *sides, int n))
} // namespace shapes
#pragma adjoint reverse function(::shapes::area<double>(double, double, double))
#pragma adjoint reverse function(shapes::inner::area) value

// Members.
template <class T> struct Line {
  T slope, offset;
  T at(T x) const { return slope * x + offset * slope; }
  T at(T x) { return slope * x * x; }
  static T twice(T x) { return x + x * x; }
  T operator()(T x) const { return offset * x * slope; }
};
#pragma adjoint reverse function(Line<double>::at(double) const) wrt(this, x)
#pragma adjoint reverse function(Line<double>::at(double)) wrt(x) of(return) name(steep)
#pragma adjoint reverse function(Line<double>::twice)
#pragma adjoint reverse function(Line<double>::operator()) name(call_b)

namespace {
template <class... T> double sum(T... x) { return (0.0 + ... + (x * x)); }
} // namespace
#pragma adjoint reverse function(sum<double, double>) name(sum_b)
double behind(double x) { return x; }
#pragma adjoint reverse function(behind)

// Lambdas without captures are called by the names of their variables.
namespace closures {
const auto cubed = [](double t, const double *w) { return t * t * t * w[1]; };
}
#pragma adjoint reverse function(closures::cubed)

using numeric::Vector;

int main() {
  numeric::check(
      "lambda", {1.3, 0.2, 0.7}, [](const Vector &v) { return Vector{closures::cubed(v[0], &v[1])}; },
      [](const Vector &v, Vector s) {
        Vector b(3);
        closures::cubed_b(v[0], b[0], &v[1], &b[1], s[0]);
        return b;
      });
  numeric::check(
      "horner", {1.3, 0.2}, [](const Vector &v) { return Vector{ns::horner(v[0], v[1])}; },
      [](const Vector &v, Vector s) {
        double a = 0, b = 0;
        ns::horner_b(v[0], a, v[1], b, s[0]);
        return Vector{a, b};
      });
  numeric::check(
      "scaled", {1.3}, [](const Vector &v) { return Vector{ns::scaled<double, 3>(v[0]) * ns::scaled<double, 5>(v[0])}; },
      [](const Vector &v, Vector s) {
        double a = 0;
        ns::scaled_b(v[0], a, s[0] * ns::scaled<double, 5>(v[0]));
        ns::fivefold(v[0], a, s[0] * ns::scaled<double, 3>(v[0]));
        return Vector{a};
      });
  numeric::check(
      "area_by_b", {0.4}, [](const Vector &v) { return Vector{shapes::area(1.7, v[0])}; },
      [](const Vector &v, Vector s) {
        double b = 0;
        shapes::area_by_b(1.7, v[0], b, s[0]);
        return Vector{b};
      });
  numeric::check(
      "area of sides", {0.4, 1.2, 2.0}, [](const Vector &v) { return Vector{shapes::area(v.data(), 3)}; },
      [](const Vector &v, Vector s) {
        Vector b(3);
        shapes::area_b(v.data(), b.data(), 3, s[0]);
        return b;
      });
  numeric::check(
      "area of three", {0.4, 1.2, 2.0}, [](const Vector &v) { return Vector{shapes::area(v[0], v[1], v[2])}; },
      [](const Vector &v, Vector s) {
        Vector b(3);
        shapes::area_b(v[0], b[0], v[1], b[1], v[2], b[2], s[0]);
        return b;
      });
  numeric::check(
      "inner", {0.4}, [](const Vector &v) { return Vector{shapes::inner::area(v[0])}; },
      [](const Vector &v, Vector s) {
        double b = 0, tangent = 0;
        const double value = shapes::inner::area_b(v[0], b, s[0]);
        numeric::expect("inner value", value, shapes::inner::area_tangent(v[0], 1.0, tangent));
        numeric::expect("inner tangent", b, s[0] * tangent);
        return Vector{b};
      });
  numeric::check(
      "members", {0.4, 1.2, 2.0},
      [](const Vector &v) {
        Line<double> line{v[0], v[1]};
        const Line<double> &same = line;
        return Vector{same.at(v[2]) + line.at(v[2]) + Line<double>::twice(v[2]) + same(v[2])};
      },
      [](const Vector &v, Vector s) {
        Line<double> line{v[0], v[1]}, line_b{0, 0};
        double x_b = 0;
        at_b(line, line_b, v[2], x_b, s[0]);
        twice_b(v[2], x_b, s[0]);
        call_b(line, line_b, v[2], x_b, s[0]);
        steep(line, v[2], x_b, s[0]);
        line_b.slope += v[2] * v[2] * s[0]; // steep has no adjoint of the object
        return Vector{line_b.slope, line_b.offset, x_b};
      });
  numeric::check(
      "sum", {0.4, 1.2}, [](const Vector &v) { return Vector{sum(v[0], v[1]) * behind(2.0)}; },
      [](const Vector &v, Vector s) {
        Vector b(2);
        sum_b(v[0], b[0], v[1], b[1], 2.0 * s[0]);
        return b;
      });
  float x_b = 0.0f;
  ns::horner_x(1.0f, x_b, 2.0f, 1.0f);
  double behind_bar = 0.0;
  behind_b(1.0, behind_bar, 1.0);
  numeric::expect("instance of float", 15.0, x_b);
  numeric::expect("behind", 1.0, behind_bar);
  return numeric::report();
}
