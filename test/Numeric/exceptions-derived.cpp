// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-KEEPS-MEMORY: what a throw leaves behind
//
// Exception classes of the user's that are derived from the library's: handlers read their members and their texts.

#include "numeric.h"

#include <cmath>
#include <stdexcept>
#include <string>

class SolverError : public std::runtime_error {
public:
  SolverError(const std::string &what, double residual, int steps)
      : std::runtime_error(what + " after " + std::to_string(steps) + " steps"), residual_(residual), steps_(steps) {}
  double residual() const { return residual_; }
  int steps() const { return steps_; }

private:
  double residual_;
  int steps_;
};

struct Diverged : SolverError {
  double last;
  Diverged(double last, int steps) : SolverError("diverged", last * last, steps), last(last) {}
  virtual double guess() const { return 0.5 * last + residual(); }
};

struct Rejected : public std::exception {
  double step;
  std::string reason;
  Rejected(double step, const std::string &reason) : step(step), reason(reason) {}
  const char *what() const noexcept override { return reason.c_str(); }
};

struct Located {
  double x;
  std::string where;
};

double fixedPoint(double a, double x, int limit) {
  for (int i = 0; i < limit; ++i) {
    const double next = std::cos(a * x);
    if (std::fabs(next - x) < 1e-12)
      return next;
    if (std::fabs(a * x) > 3.0)
      throw Diverged(x * a, i);
    x = next;
  }
  throw SolverError("no fixed point", std::cos(a * x) - x, limit);
}

#pragma adjoint reverse
double solved(double a, double b) {
  double s = 0.0;
  try {
    s = fixedPoint(a, b, a > 1.2 ? 3 : 200);
  } catch (const Diverged &e) {
    s = e.guess() * e.steps() + e.last;
  } catch (const SolverError &e) {
    s = a * e.residual() + e.steps() * b;
  }
  return s * a;
}

// The text and the members.
#pragma adjoint reverse
double asked(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    try {
      if (x[i] > 1.0)
        throw SolverError("large", x[i] * s, i);
      if (x[i] < 0.5)
        throw Rejected(0.3 * x[i] * s, i % 2 ? "small" : "small, too");
      if (x[i] < 0.6)
        throw Located{x[i] * x[i], "between"};
      s += std::sin(x[i]);
    } catch (const SolverError &e) {
      if (std::string(e.what()) == "large after 1 steps")
        s -= e.residual();
      else
        s += 0.1 * e.residual() * e.residual();
    } catch (const Rejected &e) {
      s += e.reason == "small" ? e.step : e.step * x[i];
    } catch (Located &e) {
      e.x *= 2.0;
      s *= e.where == "between" ? e.x : 0.0;
    }
  }
  return s;
}

// A base takes what is derived from it; what is thrown on keeps its members.
#pragma adjoint reverse
double passedOn(double x, double y) {
  double s = 0.1;
  for (double scale : {0.4, 1.0, 1.6}) {
    try {
      try {
        if (scale * x > 1.0)
          throw Diverged(scale * x, 2);
        SolverError error("early", scale * y, 1);
        throw error;
      } catch (const std::logic_error &) {
        s = 0.0;
      } catch (Diverged &e) {
        e.last *= y;
        throw;
      } catch (const std::exception &) {
        s += y;
        throw;
      }
    } catch (const Diverged &e) {
      s += e.last * e.residual();
    } catch (const SolverError &e) {
      s *= e.residual();
    }
  }
  return s;
}

int main() {
  numeric::check("solved", solved, solved_b, {{0.7, 1.3}, {1.4, 0.8}, {2.0, 1.9}});
  numeric::check("asked", asked, asked_b, {{0.9, 1.4, 0.3, 0.55}, {1.2, 0.2, 0.4, 1.7, 0.8}, {0.58, 0.45, 1.3}});
  numeric::check("passedOn", passedOn, passedOn_b, {{0.7, 1.1}, {1.2, 0.4}, {0.3, 0.6}});
  return numeric::report();
}
