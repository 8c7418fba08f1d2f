// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-SECOND: none
// NUMERIC-VARIANTS: --no-tbr | --no-inline
//
// Functions that are called as they are and take or return objects: constants of the differentiation, and functions whose derivatives
// are written by hand. Generated code has plain structs, and makes the objects for each call.

#include "numeric.h"

#include <adjoint/tape.h>

#include <cmath>
#include <stdexcept>
#include <vector>

// ---------------------------------------------------------------- constants

class Grid {
public:
  Grid() = default;
  explicit Grid(int n) : cells(n), weights(n, 0.5) {}
  double &weight(int i) { return weights[i]; }
  double weight(int i) const { return weights[i]; }
  int size() const { return cells; }
#pragma adjoint passive
  bool isHeavy(double limit) const;

private:
  int cells = 0;
  std::vector<double> weights;
};

#pragma adjoint passive
void report(const std::vector<double> &x, int step);
#pragma adjoint passive
int largest(const std::vector<double> &x);
#pragma adjoint passive
bool isFinished(const Grid &, const std::vector<std::vector<double>> &history);
#pragma adjoint passive
std::vector<double> limits(const std::vector<double> &x);
#pragma adjoint passive
int rounded(double &&x);
#pragma adjoint passive
int clamped(std::vector<double> &value, const std::vector<double> &value_object);

#pragma adjoint reverse
#pragma adjoint tangent
double steps(const std::vector<double> &x) {
  std::vector<double> y(x.size());
  std::vector<std::vector<double>> history;
  Grid grid(3);
  double sum = 0.0;
  for (int step = 0; step < 5; ++step) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      y[i] = std::sin(x[i]) * (step + 1) + 0.1 * y[i] * y[i];
      grid.weight(i) += y[i] * y[i];
    }
    report(y, step);
    history.push_back(y);
    if (isFinished(grid, history))
      break;
    const std::vector<double> top = limits(y);
    sum += y[largest(y)] * grid.weight(largest(y)) * top[0] + top.size() * y[1];
    if (grid.isHeavy(100.0))
      sum *= 2.0;
    sum += 0.1 * rounded(sum * 0.25) * y[2];
    y[0] += 0.01 * sum;
    std::vector<double> bounds(2, 0.5);
    const int count = clamped(bounds, y);
    sum += 0.1 * bounds[1] * count * y[1];
  }
  return sum;
}

// ------------------------------------------------------------------ by hand

std::vector<double> solve(const std::vector<double> &a, const std::vector<double> &b);
#pragma adjoint derivative_of(solve)
void solve_b(const std::vector<double> &a, std::vector<double> &a_b, const std::vector<double> &b, std::vector<double> &b_b,
             std::vector<double> x_b);
#pragma adjoint tangent_of(solve)
std::vector<double> solve_d(const std::vector<double> &a, const std::vector<double> &a_d, const std::vector<double> &b,
                            const std::vector<double> &b_d, std::vector<double> &x_d);

void scale(const std::vector<double> &a, double s, std::vector<double> &x);
#pragma adjoint derivative_of(scale)
void scale_b(const std::vector<double> &a, std::vector<double> &a_b, double s, double &s_b, std::vector<double> &x,
             std::vector<double> &x_b);
#pragma adjoint tangent_of(scale)
void scale_d(const std::vector<double> &a, const std::vector<double> &a_d, double s, double s_d, std::vector<double> &x,
             std::vector<double> &x_d);

struct Spring {
  double stiffness = 0.0;
  std::vector<double> lengths;
  int count = 0;
};
double energy(const Spring &spring, double t);
#pragma adjoint derivative_of(energy)
void energy_b(const Spring &spring, Spring &spring_b, double t, double &t_b, double result_b);
#pragma adjoint tangent_of(energy)
double energy_d(const Spring &spring, const Spring &spring_d, double t, double t_d, double &result_d);

#pragma adjoint reverse
#pragma adjoint tangent
double byHand(const std::vector<double> &a, const std::vector<double> &b) {
  std::vector<double> x = solve(a, b), y(a.size(), 0.25);
  double sum = 0.0;
  for (int k = 0; k < 3; ++k) {
    for (double v : x)
      sum += v * v;
    x = solve(x, b);
    sum += y[0] * y[2]; // what is overwritten next
    scale(x, sum, y);
    sum += y[0] * y[1];
    const Spring spring{sum, y, k};
    sum += energy(spring, x[0]) + solve(y, x)[1];
    sum += solve(y, y)[0] * y[2]; // one object twice
    x = solve(x, x);
    scale(y, x[1], x); // an element of what is overwritten
    sum += x[0];
  }
  return sum;
}

int main() {
  numeric::Vector x{0.4, 0.3, 0.9};
  const auto stepsAdjoint = [](const numeric::Vector &at, const numeric::Vector &y_b) {
    numeric::Vector x_b(at.size());
    steps_b(at, x_b, y_b[0]);
    return x_b;
  };
  numeric::check("steps", x, [](const numeric::Vector &at) { return numeric::Vector{steps(at)}; }, stepsAdjoint);

  auto halves = [](const numeric::Vector &both) {
    return std::pair(numeric::Vector(both.begin(), both.begin() + 3), numeric::Vector(both.begin() + 3, both.end()));
  };
  const numeric::Vector both{0.4, 0.3, 0.9, 0.3, 0.5, 0.7};
  numeric::check(
      "byHand", both,
      [&](const numeric::Vector &at) {
        const auto [a, b] = halves(at);
        return numeric::Vector{byHand(a, b)};
      },
      [&](const numeric::Vector &at, const numeric::Vector &y_b) {
        const auto [a, b] = halves(at);
        numeric::Vector a_b(3), b_b(3);
        byHand_b(a, a_b, b, b_b, y_b[0]);
        a_b.insert(a_b.end(), b_b.begin(), b_b.end());
        return a_b;
      });

  const auto [a, b] = halves(both);
  const numeric::Vector a_d{0.2, -0.4, 1.0}, b_d{0.7, 0.1, -0.3};
  numeric::Vector a_b(3), b_b(3), x_b(3);
  byHand_b(a, a_b, b, b_b, 1.0);
  steps_b(x, x_b, 1.0);
  double along = 0.0, stepsAlong = 0.0, byTangent = 0.0, stepsByTangent = 0.0;
  for (int i = 0; i < 3; ++i) {
    along += a_b[i] * a_d[i] + b_b[i] * b_d[i];
    stepsAlong += x_b[i] * a_d[i];
  }
  numeric::expect("value of the tangent", byHand(a, b), byHand_d(a, a_d, b, b_d, byTangent));
  numeric::expect("tangent by hand", along, byTangent);
  steps_d(x, a_d, stepsByTangent);
  numeric::expect("tangent", stepsAlong, stepsByTangent);

  bool isThrown = false;
  try { // whose sizes differ, so that the function gives y another one
    byHand_b({0.1, 0.2, 0.3, 0.4}, a_b, b, b_b, 1.0);
  } catch (const std::length_error &) {
    isThrown = true;
  }
  numeric::expect("an object whose size changes", 1.0, isThrown);
  numeric::expect("the tape is empty", 0.0, double(adjoint::Tape::local().bytes()));
  return numeric::report();
}

// As if in other files.

void report(const std::vector<double> &x, int) {
  for (double v : x)
    if (!(std::fabs(v) < 1e3))
      throw std::domain_error("diverges");
}
int largest(const std::vector<double> &x) { return x[1] > x[0] ? 1 : 2; }
bool isFinished(const Grid &grid, const std::vector<std::vector<double>> &history) {
  return grid.size() != 3 || history.size() > 3 || history.back().size() != 3 || grid.weight(0) < 0.5;
}
std::vector<double> limits(const std::vector<double> &x) { return {x[0] > 0.0 ? 2.0 : 3.0, 1.0}; }
bool Grid::isHeavy(double limit) const { return weights[0] + weights[1] > limit; }
int rounded(double &&x) { return static_cast<int>(x); }
int clamped(std::vector<double> &value, const std::vector<double> &value_object) {
  value[1] = value_object.size() == 3 ? 0.75 : 0.0;
  return 2;
}

std::vector<double> solve(const std::vector<double> &a, const std::vector<double> &b) {
  std::vector<double> x(b.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = b[i] / (2.0 + a[i]);
  return x;
}
void solve_b(const std::vector<double> &a, std::vector<double> &a_b, const std::vector<double> &b, std::vector<double> &b_b,
             std::vector<double> x_b) {
  for (std::size_t i = 0; i < b.size(); ++i) {
    b_b[i] += x_b[i] / (2.0 + a[i]);
    a_b[i] -= x_b[i] * b[i] / ((2.0 + a[i]) * (2.0 + a[i]));
  }
}
std::vector<double> solve_d(const std::vector<double> &a, const std::vector<double> &a_d, const std::vector<double> &b,
                            const std::vector<double> &b_d, std::vector<double> &x_d) {
  x_d.resize(b.size());
  for (std::size_t i = 0; i < b.size(); ++i)
    x_d[i] = (b_d[i] - a_d[i] * b[i] / (2.0 + a[i])) / (2.0 + a[i]);
  return solve(a, b);
}

void scale(const std::vector<double> &a, double s, std::vector<double> &x) {
  x.resize(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    x[i] = a[i] * s;
}
void scale_b(const std::vector<double> &a, std::vector<double> &a_b, double s, double &s_b, std::vector<double> &,
             std::vector<double> &x_b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    a_b[i] += s * x_b[i];
    s_b += a[i] * x_b[i];
    x_b[i] = 0.0;
  }
}
void scale_d(const std::vector<double> &a, const std::vector<double> &a_d, double s, double s_d, std::vector<double> &x,
             std::vector<double> &x_d) {
  for (std::size_t i = 0; i < a.size(); ++i)
    x_d[i] = a_d[i] * s + a[i] * s_d;
  scale(a, s, x);
}

double energy(const Spring &spring, double t) {
  return spring.stiffness * t + spring.lengths[1] * spring.lengths[0] * spring.count;
}
void energy_b(const Spring &spring, Spring &spring_b, double t, double &t_b, double result_b) {
  spring_b.stiffness += t * result_b;
  t_b += spring.stiffness * result_b;
  spring_b.lengths[0] += spring.lengths[1] * spring.count * result_b;
  spring_b.lengths[1] += spring.lengths[0] * spring.count * result_b;
}
double energy_d(const Spring &spring, const Spring &spring_d, double t, double t_d, double &result_d) {
  result_d = spring_d.stiffness * t + spring.stiffness * t_d +
             (spring_d.lengths[0] * spring.lengths[1] + spring.lengths[0] * spring_d.lengths[1]) * spring.count;
  return energy(spring, t);
}
