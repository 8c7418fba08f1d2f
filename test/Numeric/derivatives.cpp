// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Derivatives by the name of the function, <adjoint/derivatives.h>: each form of function, and each form of parameter.
// Jacobians are compared with differences, by their products with seeds, and the rest with Jacobians.

#include <adjoint/derivatives.h>

#include "numeric.h"

#include <array>
#include <tuple>
#include <vector>

using numeric::Vector;
using adjoint::Sweeps;

namespace {

/// J^T y_b
template <class T> Vector times(const adjoint::Matrix<T> &J, const Vector &y_b) {
  Vector x_b(J.columns());
  for (std::size_t i = 0; i < J.rows(); ++i)
    for (std::size_t j = 0; j < J.columns(); ++j)
      x_b[j] += static_cast<double>(J(i, j)) * y_b[i];
  return x_b;
}

/// A Jacobian at x, made in each way, against differences of `primal`.
template <class Primal, class Jacobian>
void checkJacobian(const char *name, const Vector &x, Primal primal, Jacobian jacobian,
                   double tolerance = numeric::defaultTolerance) {
  for (Sweeps sweeps : {Sweeps::Cheaper, Sweeps::Tangents, Sweeps::Adjoints})
    numeric::check(
        name, x, primal, [&](const Vector &v, const Vector &y_b) { return times(jacobian(v, sweeps), y_b); }, tolerance);
}

template <auto F, class... A> auto jacobianBy(Sweeps sweeps, A &...a) {
  return sweeps == Sweeps::Cheaper    ? adjoint::jacobian<F>(a...)
         : sweeps == Sweeps::Tangents ? adjoint::jacobian<F, Sweeps::Tangents>(a...)
                                      : adjoint::jacobian<F, Sweeps::Adjoints>(a...);
}

void expectSame(const char *name, const Vector &expected, const Vector &got) {
  numeric::expect(name, double(expected.size()), double(got.size()));
  for (std::size_t i = 0; i < expected.size() && i < got.size(); ++i)
    numeric::expect(name, expected[i], got[i], 1e-12);
}

} // namespace

// -------------------------------------------------------------- functions

#pragma adjoint hessian value
double scalars(double x, const double &y) { return x * x * std::sin(y); }

#pragma adjoint hessian
double array(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i + 1 < n; ++i)
    sum += x[i] * x[i] * x[i + 1];
  return sum;
}

namespace model {

#pragma adjoint jacobian
double overloaded(double x) { return x * x * x; }
#pragma adjoint jacobian
double overloaded(double x, double y) { return x * y * y; }

namespace {
#pragma adjoint reverse
double nobodyElseSees(double x) noexcept { return std::exp(x); }
} // namespace

template <class T> T power(T x, int n) {
  T product = 1;
  for (int i = 0; i < n; ++i)
    product *= x;
  return product;
}
#pragma adjoint jacobian function(power<double>)
#pragma adjoint reverse function(power<float>) name(power_float_b)

struct Line {
  double slope, start;

#pragma adjoint jacobian wrt(x)
  double at(double x) const { return slope * x * x + start; }
#pragma adjoint reverse
  static double twice(double x) { return 2.0 * x * x; }
  double twice(const char *) const { return slope; }
};

double inside(double x) { return adjoint::gradient<nobodyElseSees>(x) + adjoint::gradient<power<double>>(x, 3); }

} // namespace model

extern "C" {
#pragma adjoint reverse name(derivativeOfCFunction)
double cFunction(double x) { return x * std::fabs(x); }
}

void checkFunctions() {
  const auto [x_b, y_b] = adjoint::gradient<scalars>(1.2, 0.7);
  numeric::expect("scalars by x", 2.4 * std::sin(0.7), x_b);
  numeric::expect("scalars by y", 1.44 * std::cos(0.7), y_b);
  const auto [value, gradient] = adjoint::value_and_gradient<scalars>(1.2, 0.7);
  numeric::expect("scalars", scalars(1.2, 0.7), value);
  numeric::expect("value beside gradient", x_b, std::get<0>(gradient));
  const auto [x_bd, y_bd] = adjoint::hessian_vector<scalars>(1.2, 0.7)(1, 2);
  numeric::expect("Hessian product by x", 2.0 * std::sin(0.7) + 2.0 * 2.4 * std::cos(0.7), x_bd);
  numeric::expect("Hessian product by y", 2.4 * std::cos(0.7) - 2.0 * 1.44 * std::sin(0.7), y_bd);

  constexpr double (*one)(double) = model::overloaded;
  constexpr double (*two)(double, double) = model::overloaded;
  numeric::expect("one of two", 12.0, adjoint::gradient<one>(2));
  expectSame("the other", {9.0, 12.0}, {adjoint::jacobian<two>(2, 3)(0, 0), adjoint::jacobian<two>(2, 3)(0, 1)});
  numeric::expect("tangent of the other", 9.0 + 24.0, adjoint::jvp<two>(2, 3)(1, 2));
  numeric::expect("in a namespace", std::exp(1.5) + 6.75, model::inside(1.5));
  numeric::expect("float", 6.75, double(adjoint::gradient<model::power<float>>(1.5f, 3)), 1e-6);
  const model::Line line{3.0, 1.0};
  numeric::expect("member", 12.0, adjoint::gradient<&model::Line::at>(line, 2.0));
  constexpr double (*twice)(double) = &model::Line::twice;
  numeric::expect("static member", 12.0, adjoint::gradient<twice>(3.0));
  numeric::expect("extern C", 6.0, adjoint::gradient<cFunction>(3.0));
}

// ----------------------------------------------------------------- arrays

#pragma adjoint jacobian
double stencil(const double *x, double k, double *y, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    y[i] = k * x[i] * x[(i + 1) % n] + y[i] * y[i];
    sum += y[i];
  }
  return sum * k;
}

#pragma adjoint jacobian wrt(x) of(y)
void part(const double *x, double *y, double scale, const double *weights) {
  for (int i = 0; i < 3; ++i)
    y[i] = scale * weights[i] * std::sin(x[i] * x[(i + 1) % 2]);
}

void checkArrays() {
  const Vector x{1.1, -0.7, 0.4, 2.0};
  const Vector expected{2.2 * -0.7, 1.21 + 2.0 * -0.7 * 0.4, 0.49 + 2.0 * 0.4 * 2.0, 0.16};
  double plain[] = {1.1, -0.7, 0.4, 2.0};
  const std::array<double, 4> fixed{1.1, -0.7, 0.4, 2.0};
  const std::array<double, 4> ofPlain = adjoint::gradient<array>(plain, 4), ofFixed = adjoint::gradient<array>(fixed, 4);
  expectSame("vector", expected, adjoint::gradient<array>(x, 4));
  expectSame("array of C", expected, Vector(ofPlain.begin(), ofPlain.end()));
  expectSame("std::array", expected, Vector(ofFixed.begin(), ofFixed.end()));
  expectSame("pointer", expected, adjoint::gradient<array>(adjoint::array(&plain[0], 4), 4));
  const auto [value, gradient] = adjoint::value_and_gradient<array>(x, 4);
  numeric::expect("value", array(x.data(), 4), value);
  expectSame("gradient beside the value", expected, gradient);

  Vector all = x;
  all.push_back(1.3);                                // k
  all.insert(all.end(), {0.3, -0.2, 0.9, 0.6});      // y
  auto primal = [](const Vector &v) {
    Vector out(v.begin() + 5, v.end());
    const double result = stencil(v.data(), v[4], out.data(), 4);
    out.insert(out.begin(), result);
    return out;
  };
  checkJacobian("stencil", all, primal, [&](const Vector &v, Sweeps sweeps) {
    const Vector at(v.begin(), v.begin() + 4), y(v.begin() + 5, v.end());
    int n = 4;
    auto J = jacobianBy<stencil>(sweeps, at, v[4], y, n);
    expectSame("what f writes stays", {v[5], v[6], v[7], v[8]}, y);
    return J;
  });
  const Vector y(3), at{0.4, 1.2}, weights{1, 2, 3};
  auto ofPart = [&](const Vector &v) {
    Vector out(3);
    part(v.data(), out.data(), 1.5, weights.data());
    return out;
  };
  checkJacobian("wrt and of", {0.4, 1.2, 0.3}, ofPart, [&](const Vector &v, Sweeps sweeps) {
    double scale = 1.5;
    return jacobianBy<part>(sweeps, v, y, scale, weights);
  });
}

/// vjp, jvp: y_b . (J x_d) = (J^T y_b) . x_d, and both are those of the Jacobian.
void checkProducts() {
  const Vector x{1.1, -0.7, 0.4, 2.0}, x_d{0.3, 0.1, -1.0, 0.5}, y{0.3, -0.2, 0.9, 0.6}, y_d{1.0, 0.2, 0.7, -0.4};
  const auto J = adjoint::jacobian<stencil>(x, 1.3, y, 4);
  Vector d = x_d;
  d.push_back(0.8);
  d.insert(d.end(), y_d.begin(), y_d.end());
  Vector expected(5);
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t j = 0; j < 9; ++j)
      expected[i] += J(i, j) * d[j];
  double k = 0.0;
  auto forward = adjoint::jvp<stencil>(x, k, y, 4);
  k = 1.3; // which is read in the call
  for (int repeat = 0; repeat < 2; ++repeat) {
    const auto [result_d, out_d] = forward(x_d, 0.8, y_d);
    Vector got{result_d};
    got.insert(got.end(), out_d.begin(), out_d.end());
    expectSame("jvp", expected, got);
  }
  const Vector seeds{0.4, 1.0, -2.0, 0.7, 0.1};
  auto reverse = adjoint::vjp<stencil>(x, 1.3, y, 4);
  for (int repeat = 0; repeat < 2; ++repeat) {
    const auto [x_b, k_b, y_b] = reverse(0.4, std::array<double, 4>{1.0, -2.0, 0.7, 0.1});
    Vector got = x_b;
    got.push_back(k_b);
    got.insert(got.end(), y_b.begin(), y_b.end());
    expectSame("vjp", times(J, seeds), got);
  }
}

// ---------------------------------------------------------------- objects

struct Body {
  double mass = 1.0; // which no adjoint may begin with
  std::vector<double> charges;
};
template <> struct adjoint::Numbers<Body> {
  template <class B, class Do> static void visit(B &body, const Do &act) {
    act(body.mass);
    act(body.charges);
  }
};

#pragma adjoint jacobian
double potential(const Body &body, double t) {
  double sum = 0.0;
  for (double charge : body.charges)
    sum += charge * charge * t;
  return sum * body.mass;
}

#pragma adjoint jacobian
std::vector<double> running(const std::vector<double> &x, double factor) {
  std::vector<double> sums;
  double sum = 0.0;
  for (double each : x) {
    sum += factor * each * each;
    sums.push_back(sum);
  }
  sums.push_back(factor * factor);
  return sums;
}

#pragma adjoint jacobian
void grow(const std::array<double, 2> &x, std::vector<double> &y, double &scale) {
  y.resize(3);
  y[0] = scale * x[0];
  y[1] = x[0] * x[1];
  y[2] = y[1] * y[1];
  scale *= scale;
}

#pragma adjoint jacobian
std::array<double, 2> rotated(std::array<double, 2> x, const std::vector<std::vector<double>> &m) {
  return {m[0][0] * x[0] + m[0][1] * x[1], m[1][0] * x[0] * x[0] + m[1][1] * x[1]};
}

void checkObjects() {
  auto ofBody = [](const Vector &v) { return Vector{potential({v[0], {v[1], v[2]}}, v[3])}; };
  checkJacobian("class of the user", {0.7, 1.2, -0.4, 2.0}, ofBody, [](const Vector &v, Sweeps sweeps) {
    const Body body{v[0], {v[1], v[2]}};
    return jacobianBy<potential>(sweeps, body, v[3]);
  });
  const auto [body_b, t_b] = adjoint::gradient<potential>(Body{2.0, {3.0}}, 0.5);
  expectSame("object", {4.5, 6.0, 18.0}, {body_b.mass, body_b.charges.at(0), t_b});

  auto ofRunning = [](const Vector &v) { return running({v[0], v[1], v[2]}, v[3]); };
  checkJacobian("a vector is returned", {0.7, 1.2, -0.4, 2.0}, ofRunning, [](const Vector &v, Sweeps sweeps) {
    const Vector x{v[0], v[1], v[2]};
    return jacobianBy<running>(sweeps, x, v[3]);
  });
  auto ofGrow = [](const Vector &v) {
    Vector y;
    double scale = v[2];
    grow({v[0], v[1]}, y, scale);
    y.push_back(scale);
    return y;
  };
  checkJacobian("a vector is resized", {0.7, 1.2, -0.4}, ofGrow, [](const Vector &v, Sweeps sweeps) {
    const std::array<double, 2> x{v[0], v[1]};
    const Vector y;
    auto J = jacobianBy<grow>(sweeps, x, y, v[2]);
    expectSame("the vector stays empty", {}, y);
    return J;
  });
  auto ofRotated = [](const Vector &v) {
    const auto y = rotated({v[0], v[1]}, {{v[2], v[3]}, {v[4], v[5]}});
    return Vector{y[0], y[1]};
  };
  checkJacobian("vectors of vectors", {0.7, 1.2, -0.4, 0.3, 0.9, 1.7}, ofRotated, [](const Vector &v, Sweeps sweeps) {
    const std::array<double, 2> x{v[0], v[1]};
    const std::vector<Vector> m{{v[2], v[3]}, {v[4], v[5]}};
    return jacobianBy<rotated>(sweeps, x, m);
  });
}

// --------------------------------------------------------------- Hessians

#pragma adjoint hessian
double rosenbrock(const std::vector<double> &x, double steepness) {
  double sum = 0.0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    const double valley = x[i + 1] - x[i] * x[i], distance = 1.0 - x[i];
    sum += steepness * valley * valley + distance * distance;
  }
  return sum;
}

void checkHessians() {
  const Vector at{0.7, 1.2, -0.4, 100.0};
  auto gradient = [](const Vector &v) {
    auto [x_b, k_b] = adjoint::gradient<rosenbrock>(Vector{v[0], v[1], v[2]}, v[3]);
    x_b.push_back(k_b);
    return x_b;
  };
  auto hessian = [](const Vector &v) { return adjoint::hessian<rosenbrock>(Vector{v[0], v[1], v[2]}, v[3]); };
  numeric::check("Hessian", at, gradient, [&](const Vector &v, const Vector &y_b) { return times(hessian(v), y_b); });
  const auto H = hessian(at);
  for (std::size_t i = 0; i < H.rows(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      numeric::expect("symmetric", H(i, j), H(j, i), 1e-14);
  auto product = adjoint::hessian_vector<rosenbrock>(Vector{at[0], at[1], at[2]}, at[3]); // which keeps the vector
  for (std::size_t j = 0; j < 3; ++j) {
    Vector direction(3);
    direction[j] = 1.0;
    const auto [x_bd, k_bd] = product(direction, 0.0);
    expectSame("product with a unit direction", {H(j, 0), H(j, 1), H(j, 2), H(j, 3)}, {x_bd[0], x_bd[1], x_bd[2], k_bd});
  }
}

// ------------------------------------------------------- pairs and tuples

#pragma adjoint jacobian
std::tuple<double, Vector> parts(const std::pair<double, double> &p, double t) {
  return {p.first * t, Vector{p.second - t, p.first * p.second}};
}
#pragma adjoint jacobian
std::pair<double, double> turned(double r, double t) { return {r * t * t, r - t}; }

void checkParts() {
  const auto J = adjoint::jacobian<parts>(std::pair(0.7, 1.2), -0.4);
  expectSame("first row", {-0.4, 0.0, 0.7}, {J(0, 0), J(0, 1), J(0, 2)});
  expectSame("second row", {0.0, 1.0, -1.0}, {J(1, 0), J(1, 1), J(1, 2)});
  expectSame("third row", {1.2, 0.7, 0.0}, {J(2, 0), J(2, 1), J(2, 2)});
  const auto K = adjoint::jacobian<turned>(2.0, 3.0);
  expectSame("of a pair", {9.0, 12.0, 1.0, -1.0}, {K(0, 0), K(0, 1), K(1, 0), K(1, 1)});
}

// ----------------------------------------------------------------- errors

template <class Exception, class Do> void expectThrown(const char *name, Do act) {
  bool isThrown = false;
  try {
    act();
  } catch (const Exception &) {
    isThrown = true;
  }
  numeric::expect(name, 1.0, isThrown);
}

#pragma adjoint reverse
void shrink(std::vector<double> &x) {
  x[0] *= x[1];
  x.pop_back();
}

void checkErrors() {
  const Vector x{1, 2, 3}, y(3);
  expectThrown<std::invalid_argument>("direction of another size", [&] { adjoint::jvp<stencil>(x, 1.3, y, 3)(Vector{1}, 0, y); });
  expectThrown<std::invalid_argument>("seed of another size", [&] { adjoint::vjp<stencil>(x, 1.3, y, 3)(1.0, Vector{1}); });
  double one[4] = {1, 2, 3, 4};
  const auto front = adjoint::array(&one[0], 3), back = adjoint::array(&one[1], 3);
  expectThrown<std::invalid_argument>("what is written overlaps", [&] { adjoint::jacobian<stencil>(front, 1.3, back, 3); });
  expectThrown<std::invalid_argument>("direction of objects", [&] { adjoint::jvp<running>(x, 1.3)(Vector{1}, 0); });
}

int main() {
  checkParts();
  checkFunctions();
  checkArrays();
  checkProducts();
  checkObjects();
  checkHessians();
  checkErrors();
  const auto J = adjoint::jacobian<shrink>(Vector{2, 3});
  expectSame("an independent is resized", {1.0, 2.0, 3.0, 2.0}, {double(J.rows()), double(J.columns()), J(0, 0), J(0, 1)});
  return numeric::report();
}
