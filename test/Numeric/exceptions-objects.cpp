// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-KEEPS-MEMORY: what a throw leaves behind
//
// Handlers that look at the number, or at the members of the class, that was thrown; numbers that leave the function.

#include "numeric.h"

#include <cmath>
#include <stdexcept>
#include <vector>

struct NotConverged {
  int steps;
  double last, residual;
};

class Rejected {
public:
  Rejected(double error, double step) : error(error), step(step) {}
  double factor() const { return 0.9 / std::sqrt(1.0 + error * error); }
  double tried() const { return step; }

private:
  double error, step;
};

enum class Reason { None, Small, Large };

double newton(double a, double x, int limit) {
  for (int i = 0; i < limit; ++i) {
    const double r = x * x - a;
    if (std::fabs(r) < 1e-10)
      return x;
    x -= r / (2.0 * x);
  }
  throw NotConverged{limit, x, x * x - a};
}

#pragma adjoint reverse
double root(double a, double b) {
  double s;
  try {
    s = newton(a, b, a > 2.0 ? 2 : 30);
  } catch (const NotConverged &e) {
    s = e.last - 0.3 * e.residual * e.steps;
  }
  return s * a;
}

double advance(double y, double t, double h) {
  const double error = h * h * y * t;
  if (error > 0.2)
    throw Rejected(error, h);
  return y + h * std::cos(y * t);
}

// Steps are tried again; what is caught says how.
#pragma adjoint reverse
double adaptive(double y, double rate) {
  double t = 0.1, h = 0.9;
  for (int accepted = 0; accepted < 5;) {
    try {
      y = advance(y, t, h * rate);
      t += h;
      ++accepted;
    } catch (Rejected &e) {
      h *= e.factor() * (e.tried() > 0.5 ? 0.7 : 0.95);
    }
  }
  return y * t;
}

void classify(double x) {
  if (x < 0.3)
    throw Reason::Small;
  if (x > 1.5)
    throw Reason::Large;
  if (x > 1.2)
    throw x * x;
  if (x > 1.0)
    throw 3;
}

// Numbers, an enumeration, and what is thrown on further out.
#pragma adjoint reverse
double codes(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    try {
      try {
        s += 0.2 * x[i];
        classify(x[i] * s);
        s *= 1.1;
      } catch (Reason r) {
        if (r == Reason::Large)
          throw NotConverged{i, s * x[i], x[i]};
        s += x[i] * static_cast<int>(r);
      } catch (double &v) {
        v *= s;
        throw;
      }
    } catch (int k) {
      s -= k * x[i];
    } catch (double v) {
      s += std::sin(v);
      v = 0.0;
    } catch (NotConverged e) {
      e.last *= 0.5;
      s = e.last + e.steps * 0.1 + e.residual;
    }
  }
  return s;
}

// Nobody here catches these.
#pragma adjoint reverse
double leaving(double x, int k) {
  double s = x;
  try {
    if (x > 2.0)
      throw k;
    if (x > 1.5)
      throw 2.5 * k;
    s *= x;
  } catch (const std::exception &) {
    s = 0.0;
  } catch (double d) {
    s = d;
    throw;
  }
  return s;
}

// Objects on the way to a handler further out, through functions and constructors.
struct Part {
  double v;
  explicit Part(double x) : v(x * x) {
    if (v > 1.5)
      throw NotConverged{1, v, x};
  }
};
double assembled(double x, double y) {
  std::vector<double> kept(3, x);
  Part a(x), b(y);
  return a.v * b.v * kept[1];
}

#pragma adjoint reverse
double passedOn(double x, double y) {
  double s = 0.4;
  for (double scale : {0.5, 1.0, 2.0}) {
    try {
      try {
        s += assembled(scale * x, y);
      } catch (int) {
        s = 0.0;
      }
    } catch (const NotConverged &e) {
      s += e.last * e.residual * e.steps;
    }
  }
  return s;
}

// Nobody looks at what making it has changed.
double counted(double x, int &n) {
  if (x > 1.0)
    throw ++n;
  if (x > 0.9)
    throw NotConverged{n += 2, x, 0.0};
  return x * n;
}

#pragma adjoint reverse
double made(double x, double y) {
  int n = 1;
  double s = 0.2;
  for (double scale : {0.5, 1.0, 1.5}) {
    try {
      s += counted(scale * x, n);
    } catch (int) {
      s += n * y;
    } catch (...) {
      s *= n * x;
    }
  }
  return s;
}

int main() {
  numeric::check("made", made, made_b, {{0.7, 1.3}, {0.92, 0.4}, {1.3, 0.6}});
  numeric::check("root", root, root_b, {{1.7, 1.3}, {2.6, 1.1}, {3.0, 5.0}});
  numeric::check("adaptive", adaptive, adaptive_b, {{0.7, 1.3}, {0.4, 0.6}});
  numeric::check("codes", codes, codes_b, {{0.1, 0.4, 0.9, 1.1}, {1.4, 0.7, 0.95, 1.3, 0.2}, {0.8, 1.0, 0.6, 0.5}});
  numeric::check("passedOn", passedOn, passedOn_b, {{0.7, 1.1}, {0.5, 1.3}, {1.6, 0.2}});
  numeric::check(
      "leaving", {1.2}, [](const numeric::Vector &x) { return numeric::Vector{leaving(x[0], 3)}; },
      [](const numeric::Vector &x, const numeric::Vector &y_b) {
        numeric::Vector x_b(1);
        leaving_b(x[0], x_b[0], 3, y_b[0]);
        return x_b;
      });
  double x_b = 0.0, caught = 0.0;
  try {
    leaving_b(2.5, x_b, 7, 1.0);
  } catch (int k) {
    caught += k;
  }
  try {
    leaving_b(1.7, x_b, 7, 1.0);
  } catch (double d) {
    caught += d;
  }
  numeric::expect("what leaves", 7 + 17.5, caught);
  return numeric::report();
}
