// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares generated adjoints with finite differences.
//
// For a primal y = F(x) the adjoint f_b must deliver x_b += F'(x)^T y_b. The reference is the derivative of the scalar
// function h -> y_b . F(x + h e_j), by central differences extrapolated to h = 0 (Ridders' method), for each j and for
// two pseudo-random y_b. Write for a function of
//
//   doubles only              numeric::check("f", f, f_b, {{0.7, 1.3}, {2.1, -0.4}});      one list per point
//   (const double *, int)     numeric::check("f", f, f_b, {{1, 2, 3}, {4, 5}});           also without the int
//   (double *, int)           the same: what the array holds afterwards, and the result if any, are the outputs
//   (const double *, double *, int)      numeric::check("f", f, f_b, {{1, 2, 3}, {4, 5, 6}}, 2);   2 outputs
//   anything else             numeric::check("f", x, primal, adjoint) with primal: x -> y, adjoint: (x, y_b) -> x_b
//
// With numeric::both(f_b, f_d) for f_b, or a tangent: (x, x_d) -> y_d and then y behind the adjoint of the last form,
// the tangent must give <y_b, F'(x) x_d> = <F'(x)^T y_b, x_d> to rounding, and the value of f. (run-numeric writes this
// in the first forms by itself.)
//
// The forms with pure inputs also check that f_b adds to their adjoints, those with pure outputs that their adjoints are
// zero afterwards; the last form does so with numeric::consumed. main ends in `return numeric::report();`.

#pragma once

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace numeric {

using Vector = std::vector<double>;
using Points = std::initializer_list<Vector>;

constexpr double defaultTolerance = 1e-7;
constexpr double floatTolerance = 1e-3;

struct Tally {
  int checks = 0;
  int failures = 0;
};

inline Tally &tally() {
  static Tally theTally;
  return theTally;
}

/// With NUMERIC_TRACE set every number that is compared is printed, to the last bit.
inline bool isTracing() {
  static const bool isSet = std::getenv("NUMERIC_TRACE") != nullptr;
  return isSet;
}

/// One comparison: |got - expected| <= allowed, which no NaN passes.
inline void compare(const char *name, const char *what, std::size_t index, double expected, double got,
                    double allowed) {
  ++tally().checks;
  if (isTracing())
    std::printf("%s: %s[%zu] = %a\n", name, what, index, got);
  if (std::fabs(got - expected) <= allowed)
    return;
  ++tally().failures;
  std::printf("FAILED %s: %s[%zu]: expected %.17g, got %.17g\n", name, what, index, expected, got);
}

/// `got` is `expected` up to a relative (below 1: absolute) error.
inline void expect(const char *name, double expected, double got, double tolerance = 1e-13) {
  compare(name, "value", 0, expected, got, tolerance * std::fmax(1.0, std::fabs(expected)));
}

/// The adjoint of a pure output is zero after the call.
template <class T> void consumed(const char *name, const T *adjoint, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i)
    compare(name, "consumed", i, 0.0, static_cast<double>(adjoint[i]), 0.0);
}
inline void consumed(const char *name, const Vector &adjoint) { consumed(name, adjoint.data(), adjoint.size()); }
inline void consumed(const char *name, double adjoint) { consumed(name, &adjoint, 1); }

/// What main returns. A test that checks nothing has failed.
inline int report() {
  std::printf("%d checks, %d failed\n", tally().checks, tally().failures);
  return tally().checks == 0 || tally().failures > 0;
}

/// A callable, seen without its type.
template <class Signature> class View;
template <class R, class... A> class View<R(A...)> {
  const void *callable;
  R (*call)(const void *, A...);

public:
  template <class F>
  View(const F &f)
      : callable(&f), call([](const void *c, A... a) -> R { return (*static_cast<const F *>(c))(a...); }) {}
  R operator()(A... a) const { return call(callable, a...); }
};

/// Adjoints of outputs: away from zero, the same in every run.
inline Vector seeds(std::size_t size, unsigned round) {
  Vector y_b(size);
  unsigned state = 12345u + 777u * round;
  for (double &seed : y_b) {
    state = state * 1664525u + 1013904223u;
    double magnitude = 0.5 + (state >> 8) / 16777216.0;
    seed = state & 0x80u ? magnitude : -magnitude;
  }
  return y_b;
}

/// phi'(x): central differences with halved steps, extrapolated; of the table's entries the one that agrees best with
/// its neighbours.
inline double derivative(View<double(double)> phi, double x) {
  constexpr int rows = 8;
  double table[rows][rows];
  double best = 0.0, smallestError = HUGE_VAL;
  double h = std::ldexp(1.0, std::ilogb(std::fmax(std::fabs(x), 0.25)) - 5);
  for (int i = 0; i < rows; ++i, h /= 2) {
    volatile double above = x + h, below = x - h;
    table[i][0] = (phi(above) - phi(below)) / (above - below);
    double factor = 1.0;
    for (int j = 1; j <= i; ++j) {
      factor *= 4.0;
      table[i][j] = (factor * table[i][j - 1] - table[i - 1][j - 1]) / (factor - 1.0);
      double error = std::fmax(std::fabs(table[i][j] - table[i][j - 1]), std::fabs(table[i][j] - table[i - 1][j - 1]));
      if (error > smallestError)
        continue;
      smallestError = error;
      best = table[i][j];
    }
  }
  return best;
}

/// The general check at one point.
inline void check(const char *name, const Vector &x, View<Vector(const Vector &)> primal,
                  View<Vector(const Vector &, const Vector &)> adjoint, double tolerance = defaultTolerance) {
  std::size_t outputs = primal(x).size();
  for (unsigned round = 0; round < 2; ++round) {
    Vector y_b = seeds(outputs, round);
    Vector got = adjoint(x, y_b);
    if (got.size() != x.size())
      return compare(name, "size", 0, double(x.size()), double(got.size()), 0.0);
    Vector expected(x.size());
    double scale = 0.1;
    for (std::size_t j = 0; j < x.size(); ++j) {
      auto phi = [&](double xj) {
        Vector moved = x;
        moved[j] = xj;
        Vector y = primal(moved);
        double sum = 0.0;
        for (std::size_t i = 0; i < outputs; ++i)
          sum += y_b[i] * y[i];
        return sum;
      };
      expected[j] = derivative(phi, x[j]);
      scale = std::fmax(scale, std::fabs(expected[j]));
    }
    for (std::size_t j = 0; j < x.size(); ++j)
      compare(name, "x_b", j, expected[j], got[j], tolerance * scale);
  }
}

constexpr double dotTolerance = 1e-12;
constexpr double floatDotTolerance = 2e-5;

/// <y_b, F' x_d> = <F'^T y_b, x_d> for two pairs of y_b and x_d.
inline void checkTangent(const char *name, const Vector &x, View<Vector(const Vector &)> primal,
                         View<Vector(const Vector &, const Vector &)> adjoint,
                         View<Vector(const Vector &, const Vector &)> tangent, double tolerance = defaultTolerance) {
  const bool isFloat = tolerance >= floatTolerance;
  const Vector y = primal(x);
  for (unsigned round = 0; round < 2; ++round) {
    Vector x_d = seeds(x.size(), round + 5), y_b = seeds(y.size(), round);
    Vector x_b = adjoint(x, y_b), y_d = tangent(x, x_d);
    if (y_d.size() != 2 * y.size() || x_b.size() != x.size())
      return compare(name, "size of the tangent", 0, double(2 * y.size()), double(y_d.size()), 0.0);
    double forward = 0.0, reverse = 0.0, scale = 0.1;
    for (std::size_t i = 0; i < y.size(); ++i) {
      compare(name, "value beside the tangent", i, y[i], y_d[y.size() + i],
              (isFloat ? 1e-5 : 1e-13) * std::fmax(1.0, std::fabs(y[i])));
      forward += y_b[i] * y_d[i];
      scale += std::fabs(y_b[i] * y_d[i]);
    }
    for (std::size_t j = 0; j < x.size(); ++j) {
      reverse += x_b[j] * x_d[j];
      scale += std::fabs(x_b[j] * x_d[j]);
    }
    compare(name, "<y_b, F' x_d>", round, reverse, forward, (isFloat ? floatDotTolerance : dotTolerance) * scale);
  }
}

/// The same check, and the adjoint against differences.
inline void check(const char *name, const Vector &x, View<Vector(const Vector &)> primal,
                  View<Vector(const Vector &, const Vector &)> adjoint,
                  View<Vector(const Vector &, const Vector &)> tangent, double tolerance = defaultTolerance) {
  check(name, x, primal, adjoint, tolerance);
  checkTangent(name, x, primal, adjoint, tangent, tolerance);
}

/// The tangent of the adjoint, against the adjoint: x_b is that of the adjoint, and x_bd its derivative as x and y_b move along
/// x_d and y_bd. `second`: (x, x_d, y_b, y_bd) -> x_b and then x_bd.
inline void checkSecond(const char *name, const Vector &x, std::size_t outputs,
                        View<Vector(const Vector &, const Vector &)> adjoint,
                        View<Vector(const Vector &, const Vector &, const Vector &, const Vector &)> second, double tolerance) {
  const Vector x_d = seeds(x.size(), 7), y_b = seeds(outputs, 0), y_bd = seeds(outputs, 9);
  const Vector first = adjoint(x, y_b), got = second(x, x_d, y_b, y_bd);
  if (got.size() != 2 * x.size() || first.size() != x.size())
    return compare(name, "size of the second order", 0, double(2 * x.size()), double(got.size()), 0.0);
  Vector expected(x.size());
  double scale = 0.1, firstScale = 0.1;
  for (std::size_t j = 0; j < x.size(); ++j) {
    auto moved = [&](double h) {
      Vector at = x, seed = y_b;
      for (std::size_t i = 0; i < at.size(); ++i)
        at[i] += h * x_d[i];
      for (std::size_t i = 0; i < seed.size(); ++i)
        seed[i] += h * y_bd[i];
      return adjoint(at, seed)[j];
    };
    expected[j] = derivative(moved, 0.0);
    scale = std::fmax(scale, std::fabs(expected[j]));
    firstScale = std::fmax(firstScale, std::fabs(first[j]));
  }
  for (std::size_t j = 0; j < x.size(); ++j) {
    compare(name, "x_b at second order", j, first[j], got[j], (tolerance >= floatTolerance ? 1e-4 : 1e-11) * firstScale);
    compare(name, "x_bd", j, expected[j], got[x.size() + j], 10 * tolerance * scale);
  }
}

/// An adjoint that comes with a tangent.
template <class Adjoint, class Tangent> struct Both {
  Adjoint adjoint;
  Tangent tangent;
  template <class... A> auto operator()(A &&...a) const { return adjoint(std::forward<A>(a)...); }
};
template <class Adjoint, class Tangent> Both<Adjoint *, Tangent *> both(Adjoint &f_b, Tangent &f_d) {
  return {&f_b, &f_d};
}
template <class T> constexpr bool isBoth = false;
template <class Adjoint, class Tangent> constexpr bool isBoth<Both<Adjoint, Tangent>> = true;

/// The same, with the tangent of the adjoint.
template <class Adjoint, class Tangent, class Second> struct WithSecond : Both<Adjoint, Tangent> {
  Second second;
};
template <class Adjoint, class Tangent, class Second>
WithSecond<Adjoint *, Tangent *, Second *> withSecond(Adjoint &f_b, Tangent &f_d, Second &f_bd) {
  return {{&f_b, &f_d}, &f_bd};
}
template <class T> constexpr bool hasSecond = false;
template <class Adjoint, class Tangent, class Second> constexpr bool hasSecond<WithSecond<Adjoint, Tangent, Second>> = true;
template <class Adjoint, class Tangent, class Second> constexpr bool isBoth<WithSecond<Adjoint, Tangent, Second>> = true;

/// y_d, y
inline Vector joined(Vector y_d, const Vector &y) {
  y_d.insert(y_d.end(), y.begin(), y.end());
  return y_d;
}

/// At each point; `tangent` gets f_d and is used if there is one, and so does `second` with f_bd.
template <class F, class Primal, class Adjoint, class Tangent, class Second>
void checkEach(const char *name, const F &f_b, Points points, Primal primal, Adjoint adjoint, Tangent tangent, Second second,
               double tolerance) {
  for (const Vector &x : points) {
    check(name, x, primal, adjoint, tolerance);
    if constexpr (isBoth<F>)
      checkTangent(
          name, x, primal, adjoint,
          [&](const Vector &v, const Vector &v_d) { return tangent(f_b.tangent, v, v_d); }, tolerance);
    if constexpr (hasSecond<F>)
      checkSecond(
          name, x, primal(x).size(), adjoint,
          [&](const Vector &v, const Vector &v_d, const Vector &y_b, const Vector &y_bd) {
            return second(f_b.second, v, v_d, y_b, y_bd);
          },
          tolerance);
  }
}

/// f_bd(x[0], x_d[0], x_b[0], x_bd[0], x[1], ..., result_b, result_bd)
template <class T, class Second, std::size_t... I>
void callSecond(Second f_bd, T *x, T *x_d, T *x_b, T *x_bd, T result_b, T result_bd, std::index_sequence<I...>) {
  std::apply(f_bd, std::tuple_cat(std::tie(x[I], x_d[I], x_b[I], x_bd[I])..., std::tie(result_b, result_bd)));
}

/// f_d(x[0], x_d[0], x[1], x_d[1], ..., result_d)
template <class T, class Tangent, std::size_t... I>
T callTangent(Tangent f_d, T *x, T *x_d, T &result_d, std::index_sequence<I...>) {
  return std::apply(f_d, std::tuple_cat(std::tie(x[I], x_d[I])..., std::tie(result_d)));
}

/// What pure outputs and their memory hold before a call: nothing that may be used.
constexpr double garbage = 1e3;

/// x_b starts at this instead of zero, so that an adjoint that assigns instead of adding shows.
constexpr double initialAdjoint = 1.0;

inline Vector withoutInitial(Vector x_b) {
  for (double &adjoint : x_b)
    adjoint -= initialAdjoint;
  return x_b;
}

/// T f(T, ..., T), up to six, by value or by reference to const.
template <class T, class... A, class Adjoint, class = std::enable_if_t<std::is_floating_point_v<T>>,
          class = std::enable_if_t<(std::is_floating_point_v<std::decay_t<A>> && ...)>>
void check(const char *name, T (*f)(A...), Adjoint f_b, Points points,
           double tolerance = std::is_same_v<T, float> ? floatTolerance : defaultTolerance) {
  constexpr std::size_t n = sizeof...(A);
  auto primal = [&](const Vector &v) {
    T x[n];
    for (std::size_t i = 0; i < n; ++i)
      x[i] = static_cast<T>(v[i]);
    if constexpr (n == 1)
      return Vector{static_cast<double>(f(x[0]))};
    else if constexpr (n == 2)
      return Vector{static_cast<double>(f(x[0], x[1]))};
    else if constexpr (n == 3)
      return Vector{static_cast<double>(f(x[0], x[1], x[2]))};
    else if constexpr (n == 4)
      return Vector{static_cast<double>(f(x[0], x[1], x[2], x[3]))};
    else if constexpr (n == 5)
      return Vector{static_cast<double>(f(x[0], x[1], x[2], x[3], x[4]))};
    else
      return Vector{static_cast<double>(f(x[0], x[1], x[2], x[3], x[4], x[5]))};
  };
  auto adjoint = [&](const Vector &v, const Vector &y_b) {
    T x[n], b[n], seed = static_cast<T>(y_b[0]);
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = static_cast<T>(v[i]);
      b[i] = static_cast<T>(initialAdjoint);
    }
    if constexpr (n == 1)
      f_b(x[0], b[0], seed);
    else if constexpr (n == 2)
      f_b(x[0], b[0], x[1], b[1], seed);
    else if constexpr (n == 3)
      f_b(x[0], b[0], x[1], b[1], x[2], b[2], seed);
    else if constexpr (n == 4)
      f_b(x[0], b[0], x[1], b[1], x[2], b[2], x[3], b[3], seed);
    else if constexpr (n == 5)
      f_b(x[0], b[0], x[1], b[1], x[2], b[2], x[3], b[3], x[4], b[4], seed);
    else
      f_b(x[0], b[0], x[1], b[1], x[2], b[2], x[3], b[3], x[4], b[4], x[5], b[5], seed);
    return withoutInitial(Vector(b, b + n));
  };
  auto tangent = [](auto f_d, const Vector &v, const Vector &v_d) {
    T x[n], x_d[n], result_d = static_cast<T>(garbage);
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = static_cast<T>(v[i]);
      x_d[i] = static_cast<T>(v_d[i]);
    }
    T result = callTangent(f_d, x, x_d, result_d, std::make_index_sequence<n>());
    return Vector{static_cast<double>(result_d), static_cast<double>(result)};
  };
  auto second = [&](auto f_bd, const Vector &v, const Vector &v_d, const Vector &y_b, const Vector &y_bd) {
    T x[n], x_d[n], b[2 * n];
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = static_cast<T>(v[i]);
      x_d[i] = static_cast<T>(v_d[i]);
      b[i] = b[n + i] = static_cast<T>(initialAdjoint);
    }
    callSecond<T>(f_bd, x, x_d, b, b + n, static_cast<T>(y_b[0]), static_cast<T>(y_bd[0]), std::make_index_sequence<n>());
    return withoutInitial(Vector(b, b + 2 * n));
  };
  checkEach(name, f_b, points, primal, adjoint, tangent, second, tolerance);
}

/// double f(const double *x, int n)
template <class Adjoint>
void check(const char *name, double (*f)(const double *, int), Adjoint f_b, Points points,
           double tolerance = defaultTolerance) {
  checkEach(
      name, f_b, points, [&](const Vector &v) { return Vector{f(v.data(), int(v.size()))}; },
      [&](const Vector &v, const Vector &y_b) {
        Vector x_b(v.size(), initialAdjoint);
        f_b(v.data(), x_b.data(), int(v.size()), y_b[0]);
        return withoutInitial(x_b);
      },
      [](auto f_d, const Vector &v, const Vector &v_d) {
        double result_d = garbage, result = f_d(v.data(), v_d.data(), int(v.size()), result_d);
        return Vector{result_d, result};
      },
      [](auto f_bd, const Vector &v, const Vector &v_d, const Vector &y_b, const Vector &y_bd) {
        Vector x_b(v.size(), initialAdjoint), x_bd = x_b;
        f_bd(v.data(), v_d.data(), x_b.data(), x_bd.data(), int(v.size()), y_b[0], y_bd[0]);
        return withoutInitial(joined(x_b, x_bd));
      },
      tolerance);
}

/// double f(const double *x)
template <class Adjoint>
void check(const char *name, double (*f)(const double *), Adjoint f_b, Points points,
           double tolerance = defaultTolerance) {
  checkEach(
      name, f_b, points, [&](const Vector &v) { return Vector{f(v.data())}; },
      [&](const Vector &v, const Vector &y_b) {
        Vector x_b(v.size(), initialAdjoint);
        f_b(v.data(), x_b.data(), y_b[0]);
        return withoutInitial(x_b);
      },
      [](auto f_d, const Vector &v, const Vector &v_d) {
        double result_d = garbage, result = f_d(v.data(), v_d.data(), result_d);
        return Vector{result_d, result};
      },
      [](auto f_bd, const Vector &v, const Vector &v_d, const Vector &y_b, const Vector &y_bd) {
        Vector x_b(v.size(), initialAdjoint), x_bd = x_b;
        f_bd(v.data(), v_d.data(), x_b.data(), x_bd.data(), y_b[0], y_bd[0]);
        return withoutInitial(joined(x_b, x_bd));
      },
      tolerance);
}

/// double f(const std::vector<double> &x)
template <class Adjoint>
void check(const char *name, double (*f)(const Vector &), Adjoint f_b, Points points, double tolerance = defaultTolerance) {
  checkEach(
      name, f_b, points, [&](const Vector &v) { return Vector{f(v)}; },
      [&](const Vector &v, const Vector &y_b) {
        Vector x_b(v.size(), initialAdjoint);
        f_b(v, x_b, y_b[0]);
        return withoutInitial(x_b);
      },
      [](auto f_d, const Vector &v, const Vector &v_d) {
        double result_d = garbage, result = f_d(v, v_d, result_d);
        return Vector{result_d, result};
      },
      [](auto f_bd, const Vector &v, const Vector &v_d, const Vector &y_b, const Vector &y_bd) {
        Vector x_b(v.size(), initialAdjoint), x_bd = x_b;
        f_bd(v, v_d, x_b, x_bd, y_b[0], y_bd[0]);
        return withoutInitial(joined(x_b, x_bd));
      },
      tolerance);
}

/// void f(double *x, int n): the same array is input and output.
template <class Adjoint>
void check(const char *name, void (*f)(double *, int), Adjoint f_b, Points points,
           double tolerance = defaultTolerance) {
  checkEach(
      name, f_b, points,
      [&](Vector v) {
        f(v.data(), int(v.size()));
        return v;
      },
      [&](Vector v, Vector x_b) {
        f_b(v.data(), x_b.data(), int(v.size()));
        return x_b;
      },
      [](auto f_d, Vector v, Vector v_d) {
        f_d(v.data(), v_d.data(), int(v.size()));
        return joined(v_d, v);
      },
      [](auto f_bd, Vector v, Vector v_d, Vector y_b, Vector y_bd) {
        f_bd(v.data(), v_d.data(), y_b.data(), y_bd.data(), int(v.size()));
        return joined(y_b, y_bd);
      },
      tolerance);
}

/// void f(double *x)
template <class Adjoint>
void check(const char *name, void (*f)(double *), Adjoint f_b, Points points, double tolerance = defaultTolerance) {
  checkEach(
      name, f_b, points,
      [&](Vector v) {
        f(v.data());
        return v;
      },
      [&](Vector v, Vector x_b) {
        f_b(v.data(), x_b.data());
        return x_b;
      },
      [](auto f_d, Vector v, Vector v_d) {
        f_d(v.data(), v_d.data());
        return joined(v_d, v);
      },
      [](auto f_bd, Vector v, Vector v_d, Vector y_b, Vector y_bd) {
        f_bd(v.data(), v_d.data(), y_b.data(), y_bd.data());
        return joined(y_b, y_bd);
      },
      tolerance);
}

/// double f(double *x, int n): outputs are the array and then the result.
template <class Adjoint>
void check(const char *name, double (*f)(double *, int), Adjoint f_b, Points points,
           double tolerance = defaultTolerance) {
  checkEach(
      name, f_b, points,
      [&](Vector v) {
        double result = f(v.data(), int(v.size()));
        v.push_back(result);
        return v;
      },
      [&](Vector v, Vector x_b) {
        double seed = x_b.back();
        x_b.pop_back();
        f_b(v.data(), x_b.data(), int(v.size()), seed);
        return x_b;
      },
      [](auto f_d, Vector v, Vector v_d) {
        double result_d = garbage, result = f_d(v.data(), v_d.data(), int(v.size()), result_d);
        v.push_back(result);
        v_d.push_back(result_d);
        return joined(v_d, v);
      },
      [](auto f_bd, Vector v, Vector v_d, Vector y_b, Vector y_bd) {
        double seed = y_b.back(), seed_d = y_bd.back();
        y_b.pop_back();
        y_bd.pop_back();
        f_bd(v.data(), v_d.data(), y_b.data(), y_bd.data(), int(v.size()), seed, seed_d);
        return joined(y_b, y_bd);
      },
      tolerance);
}

/// void f(const double *x, double *y, int n) where n is the size of x, and all of y is overwritten.
template <class Adjoint>
void check(const char *name, void (*f)(const double *, double *, int), Adjoint f_b, Points points, std::size_t outputs,
           double tolerance = defaultTolerance) {
  checkEach(
      name, f_b, points,
      [&](const Vector &v) {
        Vector y(outputs, garbage);
        f(v.data(), y.data(), int(v.size()));
        return y;
      },
      [&](const Vector &v, Vector y_b) {
        Vector x_b(v.size(), initialAdjoint), y(outputs, garbage);
        f_b(v.data(), x_b.data(), y.data(), y_b.data(), int(v.size()));
        consumed(name, y_b);
        return withoutInitial(x_b);
      },
      [&](auto f_d, const Vector &v, const Vector &v_d) {
        Vector y(outputs, garbage), y_d(outputs, garbage);
        f_d(v.data(), v_d.data(), y.data(), y_d.data(), int(v.size()));
        return joined(y_d, y);
      },
      [&](auto f_bd, const Vector &v, const Vector &v_d, Vector y_b, Vector y_bd) {
        Vector x_b(v.size(), initialAdjoint), x_bd = x_b, y(outputs, garbage), y_d = y;
        f_bd(v.data(), v_d.data(), x_b.data(), x_bd.data(), y.data(), y_d.data(), y_b.data(), y_bd.data(), int(v.size()));
        consumed(name, y_b);
        consumed(name, y_bd);
        return withoutInitial(joined(x_b, x_bd));
      },
      tolerance);
}

/// void f(const double *x, double *y)
template <class Adjoint>
void check(const char *name, void (*f)(const double *, double *), Adjoint f_b, Points points, std::size_t outputs,
           double tolerance = defaultTolerance) {
  checkEach(
      name, f_b, points,
      [&](const Vector &v) {
        Vector y(outputs, garbage);
        f(v.data(), y.data());
        return y;
      },
      [&](const Vector &v, Vector y_b) {
        Vector x_b(v.size(), initialAdjoint), y(outputs, garbage);
        f_b(v.data(), x_b.data(), y.data(), y_b.data());
        consumed(name, y_b);
        return withoutInitial(x_b);
      },
      [&](auto f_d, const Vector &v, const Vector &v_d) {
        Vector y(outputs, garbage), y_d(outputs, garbage);
        f_d(v.data(), v_d.data(), y.data(), y_d.data());
        return joined(y_d, y);
      },
      [&](auto f_bd, const Vector &v, const Vector &v_d, Vector y_b, Vector y_bd) {
        Vector x_b(v.size(), initialAdjoint), x_bd = x_b, y(outputs, garbage), y_d = y;
        f_bd(v.data(), v_d.data(), x_b.data(), x_bd.data(), y.data(), y_d.data(), y_b.data(), y_bd.data());
        consumed(name, y_b);
        consumed(name, y_bd);
        return withoutInitial(joined(x_b, x_bd));
      },
      tolerance);
}

} // namespace numeric
