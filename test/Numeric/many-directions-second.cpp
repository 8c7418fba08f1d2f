// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES
//
// Hessian-vector products along several directions at once: each is what the product along it alone gives, bit for bit, and
// the gradient is there once. Values are overwritten, so that tangents are recorded. The width may be a constant that the
// clause names.

#include "numeric.h"

#include <adjoint/directions.h>

#include <cmath>
#include <cstdlib>
#include <vector>

using adjoint::Directions;

namespace {
constexpr int three = 3;
#define FOUR 4
struct Sizes {
  static constexpr unsigned two = 2;
};
enum { five = 5 };
static_assert(three + Sizes::two == five); // generated code has the numbers
} // namespace

/// Calls itself, so that its adjoint is in two halves.
static double relax(double *u, int n, double factor, int depth) {
  double largest = 0.0;
  for (int i = 1; i + 1 < n; ++i) {
    const double t = u[i] * factor;
    u[i] = 0.25 * (u[i - 1] + u[i + 1]) * u[i] + factor * std::sin(t);
    largest = std::fmax(largest, u[i] * u[i]) * std::exp(-t);
    factor = factor * t + 0.5 * t;
  }
  return depth > 0 ? largest * relax(u, n, factor, depth - 1) : largest;
}

#pragma adjoint hessian_vector
#pragma adjoint hessian_vector width(three)
double overwritten(double *u, int n, double factor) {
  double sum = 0.0;
  for (int k = 0; k < 4; ++k) {
    sum += relax(u, n, factor, k) * factor;
    if (sum > 3.0)
      u[0] *= std::exp(-u[1]);
    factor = factor * factor + 0.1 * u[n / 2];
  }
  double *work = static_cast<double *>(std::malloc(sizeof(double) * n));
  for (int i = 0; i < n; ++i)
    work[i] = i > 0 ? work[i - 1] * u[i] + u[i] : u[0];
  for (int i = 0; i < n; ++i)
    sum += work[i] * work[n - 1 - i];
  std::free(work);
  return sum;
}

#pragma adjoint hessian_vector
#pragma adjoint hessian_vector width(FOUR)
void outputs(const double *x, double *y, int n) {
  double product = 1.0;
  for (int i = 0; i < n; ++i) {
    product *= x[i];
    y[i] = std::pow(x[i], 3.0) * product / (1.0 + y[i] * y[i]);
  }
}

#pragma adjoint hessian_vector
#pragma adjoint hessian_vector width(Sizes::two)
double containers(const std::vector<double> &x, std::vector<double> &y) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[i] *= x[i] * x[i];
    sum += std::exp(0.1 * y[i]);
  }
  return sum;
}

#pragma adjoint hessian_vector
#pragma adjoint hessian_vector width(five)
float single(float a, double b) {
  float s = 1.0f;
  while (s * a < 20.0f)
    s = s * a + static_cast<float>(b * s);
  return s * static_cast<float>(std::sqrt(b));
}

template <int N, class T> T powers(const T *x) {
  T sum = 0;
  for (int i = 0; i < N; ++i)
    sum += x[i] * x[i] * x[(i + 1) % N];
  return sum;
}
#pragma adjoint hessian_vector function(powers<3, double>)
#pragma adjoint hessian_vector width(N) function(powers<3, double>)
#pragma adjoint reverse width(N) function(powers<3, double>)

template <std::size_t K> struct Cube {
  double side;
  double volume(double stretch) const { return side * side * side * stretch * stretch; }
};
#pragma adjoint tangent wrt(stretch) width(K) name(volume_d_of) function(Cube<2>::volume)

static double entry(int i, int k) { return std::cos(1.0 + 3.0 * i - 2.0 * k * i + k); }

static void checkOverwritten() {
  constexpr int n = 7;
  double u[n], u_b[n] = {}, factor_b = 0.0;
  Directions<double, 3> u_d[n], u_bd[n] = {}, factor_d, factor_bd = {}, seeds = {};
  auto reset = [&](double *values) {
    for (int i = 0; i < n; ++i)
      values[i] = 0.4 + 0.3 * i - 0.05 * i * i;
  };
  reset(u);
  for (int k = 0; k < 3; ++k) {
    factor_d[k] = 0.5 * k;
    seeds[k] = 0.25 * k;
    for (int i = 0; i < n; ++i)
      u_d[i][k] = entry(i, k);
  }
  overwritten_bd(u, u_d, u_b, u_bd, n, 0.7, factor_d, factor_b, factor_bd, 1.5, seeds);
  for (int k = 0; k < 3; ++k) {
    double one[n], one_d[n], one_b[n] = {}, one_bd[n] = {}, factor_one_b = 0.0, factor_one_bd = 0.0;
    reset(one);
    for (int i = 0; i < n; ++i)
      one_d[i] = entry(i, k);
    overwritten_bd(one, one_d, one_b, one_bd, n, 0.7, 0.5 * k, factor_one_b, factor_one_bd, 1.5, 0.25 * k);
    for (int i = 0; i < n; ++i) {
      numeric::expect("product", one_bd[i], u_bd[i][k]);
      numeric::expect("gradient", one_b[i], u_b[i]);
    }
    numeric::expect("product by a number", factor_one_bd, factor_bd[k]);
    numeric::expect("gradient by a number", factor_one_b, factor_b);
  }
}

static void checkOutputs() {
  constexpr int n = 4;
  const double x[n] = {0.7, 1.3, -0.4, 0.9};
  double y[n] = {0.1, 0.2, 0.3, 0.4}, x_b[n] = {}, y_b[n];
  Directions<double, 4> x_d[n], x_bd[n] = {}, y_d[n], y_bd[n];
  for (int i = 0; i < n; ++i) {
    y_b[i] = 1.0 - 0.5 * i;
    for (int k = 0; k < 4; ++k) {
      x_d[i][k] = entry(i, k);
      y_d[i][k] = entry(k, i);
      y_bd[i][k] = 0.1 * i * k;
    }
  }
  outputs_bd(x, x_d, x_b, x_bd, y, y_d, y_b, y_bd, n);
  for (int k = 0; k < 4; ++k) {
    double x_one[n], x_one_b[n] = {}, x_one_bd[n] = {}, y_one[n] = {0.1, 0.2, 0.3, 0.4}, y_one_d[n], y_one_b[n], y_one_bd[n];
    for (int i = 0; i < n; ++i) {
      x_one[i] = entry(i, k);
      y_one_d[i] = entry(k, i);
      y_one_b[i] = 1.0 - 0.5 * i;
      y_one_bd[i] = 0.1 * i * k;
    }
    outputs_bd(x, x_one, x_one_b, x_one_bd, y_one, y_one_d, y_one_b, y_one_bd, n);
    for (int i = 0; i < n; ++i) {
      numeric::expect("product of outputs", x_one_bd[i], x_bd[i][k]);
      numeric::expect("product of what is overwritten", y_one_bd[i], y_bd[i][k]);
      numeric::expect("adjoint of outputs", x_one_b[i], x_b[i]);
      numeric::expect("adjoint of what is overwritten", y_one_b[i], y_b[i]);
      numeric::expect("tangent of outputs", y_one_d[i], y_d[i][k]);
    }
  }
}

static void checkContainers() {
  const std::vector<double> x = {0.4, -0.3, 1.1};
  std::vector<double> y = {1.0, 2.0, -0.5}, x_b(3), y_b(3);
  std::vector<Directions<double, 2>> x_d(3), y_d(3), x_bd(3, 0.0), y_bd(3, 0.0);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 2; ++k) {
      x_d[i][k] = entry(i, k);
      y_d[i][k] = entry(k, i);
    }
  containers_bd(x, x_d, x_b, x_bd, y, y_d, y_b, y_bd, 2.0, Directions<double, 2>(0.5));
  for (int k = 0; k < 2; ++k) {
    std::vector<double> y_one = {1.0, 2.0, -0.5}, x_one(3), x_one_b(3), x_one_bd(3), y_one_d(3), y_one_b(3), y_one_bd(3);
    for (int i = 0; i < 3; ++i) {
      x_one[i] = entry(i, k);
      y_one_d[i] = entry(k, i);
    }
    containers_bd(x, x_one, x_one_b, x_one_bd, y_one, y_one_d, y_one_b, y_one_bd, 2.0, 0.5);
    for (int i = 0; i < 3; ++i) {
      numeric::expect("product by a vector", x_one_bd[i], x_bd[i][k]);
      numeric::expect("product by a vector that is written", y_one_bd[i], y_bd[i][k]);
      numeric::expect("gradient by a vector", x_one_b[i], x_b[i]);
    }
  }
}

static void checkSingle() {
  float a_b = 0.0f;
  double b_b = 0.0;
  Directions<float, 5> a_d, a_bd = {};
  Directions<double, 5> b_d, b_bd = {};
  for (int k = 0; k < 5; ++k) {
    a_d[k] = 1.0f - 0.5f * static_cast<float>(k);
    b_d[k] = 0.25 * k;
  }
  single_bd(1.5f, a_d, a_b, a_bd, 0.8, b_d, b_b, b_bd, 1.0f, Directions<float, 5>(0.0f));
  for (int k = 0; k < 5; ++k) {
    float a_one_b = 0.0f, a_one_bd = 0.0f;
    double b_one_b = 0.0, b_one_bd = 0.0;
    single_bd(1.5f, a_d[k], a_one_b, a_one_bd, 0.8, b_d[k], b_one_b, b_one_bd, 1.0f, 0.0f);
    numeric::expect("product by a float", a_one_bd, a_bd[k], 1e-6);
    numeric::expect("product by a double beside a float", b_one_bd, b_bd[k], 1e-6);
    numeric::expect("gradient by a float", a_one_b, a_b);
  }
}

static void checkTemplates() {
  const double x[3] = {0.5, -1.2, 2.0};
  double x_b[3] = {};
  Directions<double, 3> x_d[3] = {}, x_bd[3] = {}, rows[3] = {};
  for (int i = 0; i < 3; ++i)
    x_d[i][i] = 1.0;
  powers_bd(x, x_d, x_b, x_bd, 1.0, Directions<double, 3>(0.0));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      numeric::expect("Hessian",
                      (i == j ? 2.0 * x[(i + 1) % 3] : 0.0) + (j == (i + 1) % 3 ? 2.0 * x[i] : 0.0) +
                          (i == (j + 1) % 3 ? 2.0 * x[j] : 0.0),
                      x_bd[i][j]);
  powers_b(x, rows, Directions<double, 3>(2.0));
  for (int i = 0; i < 3; ++i)
    numeric::expect("gradient of an instance", 2.0 * x_b[i], rows[i][1]);
  Directions<double, 2> stretch_d, volume_d;
  stretch_d[0] = 1.0;
  stretch_d[1] = -2.0;
  volume_d = 0.0;
  const Cube<2> cube = {3.0};
  volume_d = 0.0;
  numeric::expect("value", 27.0 * 0.25, volume_d_of(cube, 0.5, stretch_d, volume_d));
  numeric::expect("by the parameter of a class", -2.0 * volume_d[0], volume_d[1]);
}

/// What the loop in the branch needs again has a variable of its own in each sweep.
#pragma adjoint hessian_vector
#pragma adjoint hessian_vector width(2)
double pairs(const double *q, int n) {
  double energy = 0.0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      const double d = q[i] - q[j];
      if (d > 4.0)
        continue;
      double t = d / 4, s = t < 0 ? 0 : t * t * t;
      energy += s * s;
    }
  return energy;
}

/// A snapshot has whole blocks of wide numbers in it.
#pragma adjoint hessian_vector
#pragma adjoint hessian_vector width(2)
double swapped(const double *q, int n) {
  std::vector<double> u(q, q + n), w(n);
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < 5; ++t) {
    for (int i = 0; i < n; ++i)
      w[i] = u[i] * u[(i + 1) % n] * 0.5;
    std::swap(u, w);
  }
  return u[0];
}

template <class One, class Many> static void checkPairs(One one, Many many) {
  const double q[4] = {0.1, 1.2, 3.3, 4.9};
  Directions<double, 2> q_d[4] = {}, q_bd[4] = {}, result_bd = 0.0;
  double q_b[4] = {};
  q_d[0][0] = q_d[2][1] = 1.0;
  many(q, q_d, q_b, q_bd, 4, 1.0, result_bd);
  for (int k = 0; k < 2; ++k) {
    double one_d[4] = {}, one_b[4] = {}, one_bd[4] = {};
    one_d[2 * k] = 1.0;
    one(q, one_d, one_b, one_bd, 4, 1.0, 0.0);
    for (int i = 0; i < 4; ++i) {
      numeric::expect("product", one_bd[i], q_bd[i][k]);
      numeric::expect("gradient", one_b[i], q_b[i]);
    }
  }
}

int main() {
  auto along = [](auto... args) { return pairs_bd(args...); };
  auto ofSwapped = [](auto... args) { return swapped_bd(args...); };
  checkPairs(along, along);
  checkPairs(ofSwapped, ofSwapped);
  checkOverwritten();
  checkOutputs();
  checkContainers();
  checkSingle();
  checkTemplates();
  return numeric::report();
}
