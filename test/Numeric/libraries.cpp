// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-KEEPS-MEMORY: what a throw leaves behind
//
// What installed libraries are made of: policies that are explicit specialisations, functions of <cmath> handed over by
// their address, constants that functions make once, errors that are raised by functions.

#include "numeric.h"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace lib {
namespace policies {
struct standard {};
template <class A = standard, class B = standard> class policy {};
template <> class policy<standard, standard> {};
} // namespace policies

template <class T, class P> T power(T x, int n, const P &p) { return n <= 0 ? x : x * power(x * x, n - 1, p); }

template <class T> inline constexpr T big(long double v) { return static_cast<T>(v); }
template <class T> T rational(const T &x) {
  static const T coefficients[2] = {big<T>(0.25L), big<T>(0.5L)};
  static const T scale = big<T>(3.0L);
  return (coefficients[0] * x + coefficients[1]) * scale;
}
inline double pi() { return std::atan2(0.0, -1.0); }
inline double degrees(double x) {
  static const double degree = pi() / 180.0;
  return x / degree;
}

template <class E> struct wrapped : E {
  explicit wrapped(const E &e) : E(e) {}
};
struct located : std::runtime_error {
  explicit located(const std::string &what) : std::runtime_error(what) {}
};
struct bare : std::exception {};
template <class E> [[noreturn]] void raise(const E &e) { throw e; }
template <class E> [[noreturn]] void raiseWrapped(const E &e) { throw wrapped<E>(e); }
inline double checked(double x, int n) {
  if (x < -100.0)
    raise(std::domain_error("x is small"));
  if (x > 100.0)
    raiseWrapped(std::domain_error("x is " + std::to_string(x)));
  if (n < 0)
    raise(bare());
  if (n == 77)
    throw "a text";
  if (n == 78)
    throw 5u;
  if (n > 100)
    throw located("n is " + std::to_string(n));
  return std::sqrt(101.0 + x) * n;
}
} // namespace lib

#pragma adjoint reverse
double powers(double x, double y) {
  return lib::power(x, 2, lib::policies::policy<>()) * y;
}

static double twice(double (*f)(double), double x) { return f(x) + f(2.0 * x); }

#pragma adjoint reverse
double mathematics(double x, double y) {
  double (*root)(double) = std::sqrt, (*power)(double, double) = std::pow;
  return twice(std::sin, x) * power(y, x) + twice(std::exp, y) * root(x);
}

#pragma adjoint reverse
double constants(double x, double y) {
  const unsigned long long most = (std::numeric_limits<unsigned long long>::max)();
  return lib::rational(x) * lib::degrees(y) * (most == 1 ? x : 0.01);
}

// Compilers warn of arrays that are compared.
struct Buffer {
  double d[3];
};
static bool areSame(const double *a, const double *b) { return a == b; }

#pragma adjoint reverse
double apart(double x, double y) {
  Buffer s{{x, y, 1.0}}, t{{y, x, 2.0}};
  return areSame(s.d, t.d) ? x : s.d[0] * t.d[1] * y;
}

#pragma adjoint reverse
double errors(double x, int n) {
  double s = lib::checked(x, n);
  return s * x;
}

int main() {
  numeric::check("powers", powers, powers_b, {{0.7, 1.3}, {0.4, 0.6}});
  numeric::check("mathematics", mathematics, mathematics_b, {{0.7, 1.3}, {0.4, 0.6}});
  numeric::check("constants", constants, constants_b, {{0.7, 1.3}, {0.4, 0.6}});
  numeric::check("apart", apart, apart_b, {{0.7, 1.3}, {0.4, 0.6}});
  numeric::check(
      "errors", {1.2}, [](const numeric::Vector &x) { return numeric::Vector{errors(x[0], 3)}; },
      [](const numeric::Vector &x, const numeric::Vector &y_b) {
        numeric::Vector x_b(1);
        errors_b(x[0], x_b[0], 3, y_b[0]);
        return x_b;
      });
  double x_b = 0.0;
  std::string said;
  auto say = [&](double x, int n) {
    try {
      errors_b(x, x_b, n, 1.0);
    } catch (const lib::wrapped<std::domain_error> &e) {
      said += std::string(e.what()) + ";";
    } catch (const std::domain_error &e) {
      said += std::string(e.what()) + ".";
    } catch (const lib::located &e) {
      said += std::string(e.what()) + "!";
    } catch (const lib::bare &) {
      said += "bare";
    } catch (const char *text) {
      said += text;
    } catch (unsigned number) {
      said += std::to_string(number);
    }
  };
  say(-200.0, 1);
  say(200.0, 1);
  say(1.0, 200);
  say(1.0, -1);
  say(1.0, 77);
  say(1.0, 78);
  numeric::expect("said", 1.0, said == "x is small.x is 200.000000;n is 200!barea text5");
  return numeric::report();
}
