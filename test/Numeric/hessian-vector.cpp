// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Tangents of adjoints: x_b against the adjoint, x_bd against its derivative along x_d and y_bd. Containers, classes, memory
// that is made, globals, clauses; and that what the adjoint adds to is added to.
//
// NUMERIC-NEEDS-ANALYSES (without records left out, the value would need a second run)
// NUMERIC-TANGENTS: none (they are asked for here)

#include "numeric.h"

#include <cmath>
#include <vector>

using numeric::Vector;

#pragma adjoint reverse
#pragma adjoint tangent
#pragma adjoint hessian_vector
double overwritten(double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    s = s * std::cos(x[i]) + x[i] * x[i] * s;
    if (s > 1.5)
      s = s / x[i];
    x[i] = s * x[i];
  }
  return s;
}

#pragma adjoint reverse
#pragma adjoint hessian_vector
double chain(const std::vector<double> &x, double k) {
  double s = 0.1;
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    s += std::sin(x[i] * x[i + 1]) * k * s + x[i] * x[i];
  return s;
}

#pragma adjoint reverse
#pragma adjoint hessian_vector
void update(std::vector<double> &x, const std::vector<double> &y) {
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = x[i] * y[i] * std::exp(x[i]);
}

#pragma adjoint reverse
#pragma adjoint hessian_vector
void grown(std::vector<double> &x, double t) {
  const double last = x.back();
  x.push_back(last * t * t);
  x.push_back(x[0] * last * t);
}

#pragma adjoint reverse
#pragma adjoint hessian_vector
std::vector<double> squares(const std::vector<double> &x, double t) {
  std::vector<double> squared;
  for (double v : x)
    squared.push_back(v * v * t);
  return squared;
}

class Curve {
public:
  Curve(double level, double slope) : level(level), slope(slope) {}
  double rate(double t) const { return level * std::exp(-slope * t); }
  double levelNow() const { return level; }
  double slopeNow() const { return slope; }
  #pragma adjoint reverse
  #pragma adjoint hessian_vector
  double discount(double t) const { return std::exp(-rate(t) * t); }

private:
  double level, slope;
};

#pragma adjoint reverse
#pragma adjoint hessian_vector value
double present(const Curve &curve, double t) { return curve.rate(t) * curve.rate(2 * t) * t; }

// Snapshots of what a pointer leads to, and of its tangents.
#pragma adjoint reverse
#pragma adjoint hessian_vector
double fromSnapshots(double *u, double k, int n) {
  int at = 0;
  double sum = 0.0;
#pragma adjoint checkpoint snapshots(2) extent(u, n)
  for (int t = 0; t < 7; ++t) {
    u[at] = u[at] * u[at] * k + 0.2;
    sum = 0.9 * sum + u[at] * u[at];
    at = (at * 3 + 1) % n;
  }
  return sum;
}

#pragma adjoint reverse wrt(x)
#pragma adjoint hessian_vector wrt(x)
double weighted(const double *x, const double *weights, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i] * weights[i] * s;
  return s;
}

double scale = 2.0;

#pragma adjoint reverse
#pragma adjoint hessian_vector
double throughGlobal(double x) {
  scale = x * x;
  return scale * scale * std::sin(x);
}

namespace {

Vector twice(const Vector &a, const Vector &b) { return numeric::joined(a, b); }

std::vector<double> part(const Vector &v, std::size_t first, std::size_t last) {
  return {v.begin() + first, v.begin() + last};
}

void checkContainers() {
  const Vector x = {0.7, -0.4, 1.2, 0.9};
  numeric::checkSecond(
      "chain", x, 1,
      [](const Vector &v, const Vector &y_b) {
        std::vector<double> a = part(v, 0, 3), a_b;
        double k_b = 0;
        chain_b(a, a_b, v[3], k_b, y_b[0]);
        return twice(a_b, {k_b});
      },
      [](const Vector &v, const Vector &v_d, const Vector &y_b, const Vector &y_bd) {
        std::vector<double> a = part(v, 0, 3), a_d = part(v_d, 0, 3), a_b, a_bd;
        double k_b = 0, k_bd = 0;
        chain_bd(a, a_d, a_b, a_bd, v[3], v_d[3], k_b, k_bd, y_b[0], y_bd[0]);
        return twice(twice(a_b, {k_b}), twice(a_bd, {k_bd}));
      },
      1e-7);
  numeric::checkSecond(
      "update", x, 2,
      [](const Vector &v, Vector y_b) {
        std::vector<double> a = part(v, 0, 2), b = part(v, 2, 4), b_b;
        update_b(a, y_b, b, b_b);
        return twice(y_b, b_b);
      },
      [](const Vector &v, const Vector &v_d, Vector y_b, Vector y_bd) {
        std::vector<double> a = part(v, 0, 2), b = part(v, 2, 4), a_d = part(v_d, 0, 2), b_d = part(v_d, 2, 4), b_b, b_bd;
        update_bd(a, a_d, y_b, y_bd, b, b_d, b_b, b_bd);
        return twice(twice(y_b, b_b), twice(y_bd, b_bd));
      },
      1e-7);
  numeric::checkSecond(
      "grown", x, 5,
      [](const Vector &v, Vector y_b) {
        std::vector<double> a = part(v, 0, 3);
        double t_b = 0;
        grown_b(a, y_b, v[3], t_b);
        y_b.resize(3);
        return twice(y_b, {t_b});
      },
      [](const Vector &v, const Vector &v_d, Vector y_b, Vector y_bd) {
        std::vector<double> a = part(v, 0, 3), a_d = part(v_d, 0, 3);
        double t_b = 0, t_bd = 0;
        grown_bd(a, a_d, y_b, y_bd, v[3], v_d[3], t_b, t_bd);
        y_b.resize(3), y_bd.resize(3);
        return twice(twice(y_b, {t_b}), twice(y_bd, {t_bd}));
      },
      1e-7);
  numeric::checkSecond(
      "squares", x, 3,
      [](const Vector &v, const Vector &y_b) {
        std::vector<double> a = part(v, 0, 3), a_b;
        double t_b = 0;
        squares_b(a, a_b, v[3], t_b, y_b);
        return twice(a_b, {t_b});
      },
      [](const Vector &v, const Vector &v_d, Vector y_b, const Vector &y_bd) {
        std::vector<double> a = part(v, 0, 3), a_d = part(v_d, 0, 3), a_b, a_bd, y_d;
        double t_b = 0, t_bd = 0;
        squares_bd(a, a_d, a_b, a_bd, v[3], v_d[3], t_b, t_bd, y_d, y_b, y_bd);
        return twice(twice(a_b, {t_b}), twice(a_bd, {t_bd}));
      },
      1e-7);
}

void checkObjects() {
  const Vector x = {0.7, 0.4, 1.2};
  numeric::checkSecond(
      "discount", x, 1,
      [](const Vector &v, const Vector &y_b) {
        Curve curve(v[0], v[1]), curve_b(0, 0);
        double t_b = 0;
        discount_b(curve, curve_b, v[2], t_b, y_b[0]);
        return Vector{curve_b.levelNow(), curve_b.slopeNow(), t_b};
      },
      [](const Vector &v, const Vector &v_d, const Vector &y_b, const Vector &y_bd) {
        Curve curve(v[0], v[1]), curve_d(v_d[0], v_d[1]), curve_b(0, 0), curve_bd(0, 0);
        double t_b = 0, t_bd = 0;
        discount_bd(curve, curve_d, curve_b, curve_bd, v[2], v_d[2], t_b, t_bd, y_b[0], y_bd[0]);
        return Vector{curve_b.levelNow(), curve_b.slopeNow(), t_b, curve_bd.levelNow(), curve_bd.slopeNow(), t_bd};
      },
      1e-7);
  numeric::checkSecond(
      "present", x, 1,
      [](const Vector &v, const Vector &y_b) {
        Curve curve(v[0], v[1]), curve_b(0, 0);
        double t_b = 0;
        present_b(curve, curve_b, v[2], t_b, y_b[0]);
        return Vector{curve_b.levelNow(), curve_b.slopeNow(), t_b};
      },
      [](const Vector &v, const Vector &v_d, const Vector &y_b, const Vector &y_bd) {
        Curve curve(v[0], v[1]), curve_d(v_d[0], v_d[1]), curve_b(1, 1), curve_bd(1, 1);
        double t_b = 0, t_bd = 0, along = 0;
        const double value = present_bd(curve, curve_d, curve_b, curve_bd, v[2], v_d[2], t_b, t_bd, y_b[0], y_bd[0], along);
        numeric::expect("present, value", present(curve, v[2]), value);
        numeric::expect("present, tangent", (curve_b.levelNow() - 1) * v_d[0] + (curve_b.slopeNow() - 1) * v_d[1] + t_b * v_d[2],
                        along * y_b[0]);
        return Vector{curve_b.levelNow() - 1, curve_b.slopeNow() - 1, t_b, curve_bd.levelNow() - 1, curve_bd.slopeNow() - 1, t_bd};
      },
      1e-7);
}

void checkSnapshots() {
  numeric::checkSecond(
      "fromSnapshots", {0.7, 0.4, 1.2, 0.9}, 1,
      [](const Vector &v, const Vector &y_b) {
        Vector u(v.begin(), v.begin() + 3), v_b(4);
        fromSnapshots_b(u.data(), v_b.data(), v[3], v_b[3], 3, y_b[0]);
        return v_b;
      },
      [](const Vector &v, const Vector &v_d, const Vector &y_b, const Vector &y_bd) {
        Vector u(v.begin(), v.begin() + 3), u_d(v_d.begin(), v_d.begin() + 3), v_b(4), v_bd(4);
        fromSnapshots_bd(u.data(), u_d.data(), v_b.data(), v_bd.data(), v[3], v_d[3], v_b[3], v_bd[3], 3, y_b[0], y_bd[0]);
        return twice(v_b, v_bd);
      },
      1e-7);
}

void checkClauses() {
  const Vector x = {0.7, 0.4, 1.2}, weights = {0.3, -0.8, 0.5};
  numeric::checkSecond(
      "weighted", x, 1,
      [&](const Vector &v, const Vector &y_b) {
        Vector v_b(3);
        weighted_b(v.data(), v_b.data(), weights.data(), 3, y_b[0]);
        return v_b;
      },
      [&](const Vector &v, const Vector &v_d, const Vector &y_b, const Vector &y_bd) {
        Vector v_b(3), v_bd(3);
        weighted_bd(v.data(), v_d.data(), v_b.data(), v_bd.data(), weights.data(), 3, y_b[0], y_bd[0]);
        return twice(v_b, v_bd);
      },
      1e-7);
}

} // namespace

int main() {
  numeric::check("overwritten", overwritten, numeric::withSecond(overwritten_b, overwritten_d, overwritten_bd),
                 {{0.7, 1.3, -0.4}, {1.6, 0.2}, {-0.3}});
  double x_b = 0, x_bd = 0;
  throughGlobal_bd(0.7, 1.5, x_b, x_bd, 2.0, 0.0);
  const double x = 0.7, sine = std::sin(x), cosine = std::cos(x);
  numeric::expect("throughGlobal", 2 * (4 * x * x * x * sine + x * x * x * x * cosine), x_b);
  numeric::expect("throughGlobal, second", 3 * (12 * x * x * sine + 8 * x * x * x * cosine - x * x * x * x * sine), x_bd);
  checkContainers();
  checkObjects();
  checkSnapshots();
  checkClauses();
  return numeric::report();
}
