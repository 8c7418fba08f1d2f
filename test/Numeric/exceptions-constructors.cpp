// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Constructors that throw inside `try`: the parts that are complete end, the object itself does not.

#include "numeric.h"

#include <cmath>
#include <stdexcept>
#include <vector>

namespace {

/// Its end is seen: it adds to what it was given.
struct Guard {
  double *log;
  double weight;
  Guard(double *log, double weight) : log(log), weight(weight) {}
  ~Guard() { *log += weight * weight; }
};

struct Failure : std::runtime_error {
  Failure() : std::runtime_error("negative") {}
};

class Root {
public:
  Root(double *log, double v) : first(log, v), value(checked(v)), second(log, 2 * v) {
    if (value > 1.5)
      throw Failure();
  }
  ~Root() { value = 0; }
  double value_of() const { return value * second.weight; }

private:
  static double checked(double v) {
    if (v < 0)
      throw std::domain_error("root");
    return std::sqrt(v);
  }
  Guard first;
  double value;
  Guard second;
};

/// The object is complete before the body runs.
struct Delegating {
  Guard guard;
  Delegating(double *log) : guard(log, 0.5 * *log) {}
  Delegating(double *log, double limit) : Delegating(log) {
    if (*log > limit)
      throw Failure();
  }
  ~Delegating() { *guard.log *= 1.25; }
};

class Cholesky {
public:
  explicit Cholesky(const std::vector<std::vector<double>> &a) : rows(a) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        for (std::size_t k = 0; k < j; ++k)
          rows[i][j] -= rows[i][k] * rows[j][k];
        if (i == j && rows[i][i] <= 0)
          throw Failure();
        rows[i][j] = i == j ? std::sqrt(rows[i][i]) : rows[i][j] / rows[j][j];
      }
  }
  double diagonal() const {
    double product = 1;
    for (std::size_t i = 0; i < rows.size(); ++i)
      product *= rows[i][i];
    return product;
  }

private:
  std::vector<std::vector<double>> rows;
};

} // namespace

#pragma adjoint reverse
double members(double x, double y) {
  double log = x * y, s = 0;
  for (double v : {x, -y, 3 * x, 9 * x}) {
    try {
      Root root(&log, v * log);
      s += root.value_of();
    } catch (const std::domain_error &) {
      s += 0.5 * log * x;
    } catch (const Failure &) {
      s -= log * y;
    }
  }
  return s * log;
}

#pragma adjoint reverse
double delegated(double x, double y) {
  double log = x;
  for (int i = 0; i < 4; ++i)
    try {
      Delegating d(&log, y);
      log *= 1.5;
    } catch (...) {
      log = std::sin(log) * x;
    }
  return log * y;
}

#pragma adjoint reverse
double factors(double x, double y) {
  double s = 0;
  for (double shift : {-2.0, 0.1, 0.7})
    try {
      Cholesky c({{1 + shift * x, 0.3 * y}, {0.3 * y, 1 + shift}});
      s += c.diagonal();
    } catch (const Failure &) {
      s += x * x;
    }
  return s;
}

// Unnamed objects end, too, if something beside them throws.
double checked(const Guard &guard, double v) {
  if (v > 1)
    throw Failure();
  return guard.weight * v;
}

#pragma adjoint reverse
double unnamed(double x, double y) {
  double log = x, s = 0;
  for (int i = 0; i < 4; ++i)
    try {
      s += checked(Guard(&log, y * log), log) * checked(Guard(&log, x), 0.6 * log);
    } catch (const Failure &) {
      log = std::sin(log) * x;
    }
  return s * log;
}

int main() {
  numeric::check("unnamed", unnamed, unnamed_b, {{0.7, 1.3}, {0.4, 0.9}});
  numeric::check("members", members, members_b, {{0.7, 1.3}, {0.4, 0.9}});
  numeric::check("delegated", delegated, delegated_b, {{0.7, 1.3}, {0.4, 0.9}});
  numeric::check("factors", factors, factors_b, {{0.7, 1.3}, {0.4, 0.9}});
  return numeric::report();
}
