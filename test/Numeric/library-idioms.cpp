// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// What numerical libraries do besides computing: callbacks that are null, branches for other types, casts that fail, exceptions handed to
// functions that throw, tables of unnamed structs, objects made once, messages to stderr.

#include "numeric.h"

#include "Inputs/triple.h"

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <type_traits>

// ------------------------------------------------------------- callbacks

using Progress = int (*)(void *instance, double value, int step);

static double descend(double x, Progress progress, void *instance, int steps = 5) {
  for (int k = 0; k < steps; ++k) {
    x = x - 0.1 * x * x;
    if (progress && progress(instance, x, k))
      break;
    if (progress != nullptr)
      x += progress(instance, x, k);
  }
  return progress == nullptr || steps < 0 ? x : progress(instance, x, 0);
}
static double descendTwice(double x, Progress progress) { return descend(descend(x, progress, nullptr, 3), progress, nullptr); }

#pragma adjoint reverse
double withoutCallback(double x) { return descendTwice(x, nullptr) * x; }

static double applied(const std::function<double(double)> &law, double x) {
  return law == nullptr ? x : nullptr != law ? law(x) * x : 0.0;
}
#pragma adjoint reverse
double emptyFunction(double a) {
  return applied(nullptr, a) + applied([=](double x) { return a * x; }, 2.0);
}

// -------------------------------------------------------------- templates

void squareFloats(int n, const float *x, float *y);

template <class T> void addSquares(int n, const T *x, T *y) {
  if (std::is_same<T, float>::value) {
    squareFloats(n, (const float *)x, (float *)y);
    return;
  }
  for (int i = 0; i < n; ++i)
    y[i] += x[i] * x[i];
}

#pragma adjoint reverse
double ofDoubles(const double *x, int n) {
  double y[2] = {0.5, 0.25};
  addSquares(n < 2 ? n : 2, x, y);
  return y[0] * y[1];
}

// --------------------------------------------------------------- visitors

struct Acyclic {
  virtual ~Acyclic() = default;
};
template <class T> struct Visitor {
  virtual ~Visitor() = default;
  virtual void visit(T &) = 0;
};
struct Payoff {
  explicit Payoff(double strike) : strike(strike) {}
  virtual ~Payoff() = default;
  virtual void accept(Acyclic &visitor) = 0;
  double strike;
};
struct Vanilla : Payoff {
  using Payoff::Payoff;
  void accept(Acyclic &visitor) override {
    if (auto *known = dynamic_cast<Visitor<Vanilla> *>(&visitor))
      known->visit(*this);
  }
};
struct Digital : Payoff {
  using Payoff::Payoff;
  void accept(Acyclic &visitor) override {
    if (auto *known = dynamic_cast<Visitor<Digital> *>(&visitor))
      known->visit(*this);
    else
      strike *= 2.0;
  }
};
struct Valuation : Acyclic, Visitor<Vanilla> {
  double sum = 0.0;
  void visit(Vanilla &payoff) override { sum += payoff.strike * payoff.strike; }
};

#pragma adjoint reverse
double visited(double x) {
  Vanilla vanilla(x);
  Digital digital(x * x);
  Valuation valuation;
  for (Payoff *payoff : {static_cast<Payoff *>(&vanilla), static_cast<Payoff *>(&digital)})
    payoff->accept(valuation);
  return valuation.sum * digital.strike;
}

// ------------------------------------------------------------- exceptions

struct OutOfRange : std::runtime_error {
  explicit OutOfRange(int code) : std::runtime_error("out of range"), code(code) {}
  int code;
};
template <class E> struct WithPlace : E {
  explicit WithPlace(const E &e) : E(e) {}
};
template <class E> [[noreturn]] void fail(const E &e) { throw e; }
template <class E> [[noreturn]] void failThere(const E &e) { throw WithPlace<E>(e); }

static double root(double x, int kind) {
  if (x < 0.0 && kind == 0)
    fail(OutOfRange(3));
  if (x < 0.0 && kind == 1)
    failThere(OutOfRange(4));
  if (x < 0.0)
    throw WithPlace<OutOfRange>(OutOfRange(5));
  return std::sqrt(x);
}

#pragma adjoint reverse
double throwing(double x, int kind) { return root(x, kind) * x; }

// ----------------------------------------------------------------- tables

struct Scale {
  double factor;
  static const Scale &standard() {
    static const Scale scale{2.0};
    return scale;
  }
};
static double scaled(double x, const Scale &scale = Scale::standard()) { return scale.factor * x * x; }

const double tolerance = 1e-11;
struct Cell {
  int side = 0;
  double points[3] = {};
  int test(double &value) {
    side = value > tolerance;
    return side;
  }
  void cut(double x) {
    double length = x * x;
    const int where = test(length);
    points[0] = length;
    if (where > 1)
      std::fprintf(stderr, "cell %d", where);
  }
};

#pragma adjoint reverse
double series(double t) {
  static const struct {
    int n;
    double c;
  } terms[] = {{1, 0.3}, {2, -0.2}, {5, 0.01}};
  struct Step {
    int n;
    double c;
  };
  const int count = int(sizeof terms / sizeof terms[0]) + int(sizeof(Step) / sizeof(Step)) - 1;
  std::complex<double> powers[3];
  double sum = scaled(t);
  for (int i = 0; i < count; ++i) {
    powers[i] = std::complex<double>(t, i);
    sum += terms[i].c * std::sin(terms[i].n * t);
  }
  Cell cell;
  cell.cut(sum);
  return sum * std::norm(powers[0] * powers[2]) + cell.points[0];
}

// ----------------------------------------------------------------- memory

static void *allocated(std::size_t size) {
  void *memory = std::malloc(size);
  if (memory)
    std::memset(memory, 0, size);
  return memory;
}
static void *allocatedToo(std::size_t size) { return std::calloc(size, 1); }

#pragma adjoint reverse
double zeroedMemory(const double *x, int n) {
  double *y = (double *)allocated(n * sizeof(double)), *z = (double *)allocatedToo((n + 1) * sizeof(double)), sum = 0.0;
  for (int i = 1; i < n; ++i) {
    y[i] = x[i] * x[i - 1] + y[i - 1];
    z[i + 1] = z[i] * x[i] + y[i];
  }
  for (int i = 0; i < n; ++i)
    sum += y[i] * z[i + 1];
  std::free((char *)y);
  std::free(z);
  return sum;
}

static bool isAligned(const double *x) { return (std::uintptr_t)((const void *)x) % sizeof(double) == 0; }
#pragma adjoint reverse
double aligned(const double *x, int n) {
  const Triple triple(x[0], x[1], x[n - 1]);
  double product = 0.0, last = 0.0;
  triple.split(product, last);
  return isAligned(x) ? product * last * triple[0] : 0.0;
}

int main() {
  numeric::check("aligned", aligned, aligned_b, {{0.7, -0.3, 1.1}});
  numeric::check("zeroedMemory", zeroedMemory, zeroedMemory_b, {{0.7, -0.3, 1.1, 0.4}});
  numeric::check("withoutCallback", withoutCallback, withoutCallback_b, {{0.7}});
  numeric::check("emptyFunction", emptyFunction, emptyFunction_b, {{0.7}});
  numeric::check("ofDoubles", ofDoubles, ofDoubles_b, {{0.7, -0.3}});
  numeric::check("visited", visited, visited_b, {{0.7}});
  numeric::check("series", series, series_b, {{0.7}, {-0.4}});
  for (int kind = 0; kind < 3; ++kind) {
    numeric::check(
        "throwing", {0.7}, [&](const numeric::Vector &x) { return numeric::Vector{throwing(x[0], kind)}; },
        [&](const numeric::Vector &x, const numeric::Vector &y_b) {
          numeric::Vector x_b(1);
          throwing_b(x[0], x_b[0], kind, y_b[0]);
          return x_b;
        });
    int code = 0;
    try {
      double x_b = 0.0;
      throwing_b(-1.0, x_b, kind, 1.0);
    } catch (const OutOfRange &e) {
      code = e.code;
    }
    numeric::expect("thrown", 3 + kind, code);
  }
  return numeric::report();
}

void squareFloats(int n, const float *x, float *y) {
  for (int i = 0; i < n; ++i)
    y[i] += x[i] * x[i];
}
