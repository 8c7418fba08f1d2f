// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --profile
//
// Exceptions that are caught: what was done before the throw counts, what would come after does not, and objects end.

#include "numeric.h"

#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace {

double root(double x) {
  if (x < 0)
    throw std::domain_error("negative");
  return std::sqrt(x);
}

struct TooLarge : std::runtime_error {
  TooLarge() : std::runtime_error("too large") {}
};

/// Changes its arguments before it throws, or not.
void step(double *a, double &b, int k) {
  a[0] *= b;
  if (a[0] > 4)
    throw TooLarge();
  if (k == 7)
    throw k;
  b += root(a[0]) * 0.5;
  a[1] = a[0] * b;
}

double nested(double x) {
  try {
    return root(x) + 1;
  } catch (const std::domain_error &) {
    x *= -3;
    if (x > 5)
      throw TooLarge();
  }
  return root(x) * x;
}

double buffered(double x, int n) {
  std::vector<double> v(n, x);
  for (int i = 1; i < n; ++i)
    v[i] = v[i - 1] * root(v[i - 1] - 0.2 * i);
  return v[n - 1];
}

} // namespace

#pragma adjoint reverse
double guarded(double x, double y) {
  double s = 1;
  try {
    s = x * y;
    s = root(x) * root(y) + s;
    s *= 2;
  } catch (const std::domain_error &) {
    s = s * s + y;
  }
  return s * x;
}

#pragma adjoint reverse
double several(double x, double y) {
  double a[2] = {x, y}, b = y, s = 0;
  int k = 0;
  while (k < 9) {
    try {
      for (; k < 9; ++k)
        step(a, b, k);
      s += a[1];
    } catch (const TooLarge &) {
      a[0] *= 0.1;
      s += a[0] * b;
      ++k;
    } catch (const std::exception &) {
      a[0] *= -0.5;
      ++k;
      b = b * b * 0.3;
    } catch (...) {
      s *= b;
      break;
    }
  }
  return s + a[0] * b;
}

#pragma adjoint reverse
double passedOn(double x, double y) {
  double s = 0;
  for (double z : {x, -x, y, -3 * y}) {
    try {
      s += nested(z) * s + z;
    } catch (const TooLarge &) {
      s += z * z;
    }
  }
  return s;
}

#pragma adjoint reverse
double objects(double x, double y) {
  double s = x;
  for (int n = 2; n < 7; ++n) {
    try {
      std::vector<double> w(n, y);
      w[1] *= s;
      s = buffered(w[1], n) + w[0];
    } catch (const std::exception &) {
      s *= y * 0.5;
    }
  }
  return s * x;
}

#pragma adjoint reverse
double direct(double x, double y) {
  double s = y;
  try {
    if (x > 1)
      throw 2.5;
    s *= x;
  } catch (double) {
    s += x * x;
  }
  return s * s;
}

// What members of library classes throw, and functions that return references.
namespace {
double &entry(std::vector<double> &v, int i, double limit) {
  if (v[i] > limit)
    throw std::domain_error("too large");
  return v[i];
}
} // namespace

#pragma adjoint reverse
double checkedAccess(const double *x, int n) {
  std::vector<double> v(x, x + n);
  std::optional<double> none, some = x[0];
  std::variant<double, int> either = x[1];
  double s = 1.0;
  for (int i = 0; i <= n; ++i) {
    try {
      v.at(i) *= x[0];
      s += v.at(i) * v.at(i);
    } catch (const std::out_of_range &) {
      s *= 2.0;
    }
    try {
      entry(v, i % n, 0.5) *= x[1];
      s += entry(v, 0, 9.0);
    } catch (const std::domain_error &) {
      v[i % n] *= 0.3;
    }
    try {
      s += i == 0 ? some.value() : none.value();
    } catch (const std::bad_optional_access &) {
      s += x[1];
    }
    try {
      s += i == 0 ? std::get<double>(either) : std::get<int>(either);
    } catch (const std::exception &) {
      s *= x[0];
    }
  }
  return s + v[0] * v[1];
}

// Thrown again, to a handler further out, which takes it by its type; in a helper, and in the function itself.
struct Stop {};

double rootAgain(double x) {
  if (x < 0.0)
    throw std::domain_error("negative");
  return std::sqrt(x);
}

double countedRoot(double x, double &count) {
  try {
    if (x > 2.0)
      throw Stop();
    return rootAgain(x) * x;
  } catch (const std::domain_error &) {
    count += x;
    throw;
  } catch (...) {
    count += 0.5 * x * x;
    throw;
  }
}
#pragma adjoint reverse
double thrownAgain(const double *x, int n) {
  double s = 0.0, count = 1.0;
  for (int i = 0; i < n; ++i) {
    try {
      std::vector<double> w(2, x[i]);
      s += countedRoot(w[0], count) * x[0];
    } catch (const std::logic_error &) {
      s += x[i] * x[i];
    } catch (const Stop &) {
      s *= x[i];
    }
    try {
      try {
        s += rootAgain(x[i] - 0.5);
      } catch (const std::exception &) {
        s -= x[i];
        if (i % 2 == 0)
          throw;
        s *= 1.1;
      }
    } catch (...) {
      s += std::sin(x[i]);
    }
  }
  return s * count;
}

// A virtual call may end in what throws and in what does not.
namespace {
struct Payoff {
  virtual ~Payoff() = default;
  virtual double of(double s) const = 0;
  virtual double &best(double *s) const noexcept { return s[0]; }
};
struct Call : Payoff {
  double of(double s) const override { return s * s; }
};
struct Barrier : Payoff {
  explicit Barrier(double limit) : limit(limit) {}
  double of(double s) const override {
    if (s > limit)
      throw TooLarge();
    return rootAgain(s - 0.3) * limit;
  }
  double &best(double *s) const noexcept override { return s[1]; }
  double limit;
};
} // namespace

#pragma adjoint reverse
double virtually(const double *x, int n) {
  const Call call;
  const Barrier barrier(x[0] * 2.0);
  double s = 0.0, last[2] = {1.0, 1.0};
  for (int i = 0; i < n; ++i) {
    const Payoff &payoff = i % 2 == 0 ? static_cast<const Payoff &>(call) : barrier;
    try {
      s += payoff.of(x[i]) * x[0];
      payoff.best(last) *= x[i];
    } catch (const TooLarge &) {
      s -= x[i] * x[i];
    } catch (const std::domain_error &) {
      s *= x[i];
    }
  }
  return s * last[0] + last[1];
}

// Nothing is assigned by what throws.
struct Couple {
  double a, b;
};
struct Row {
  double v[2];
  explicit Row(double x) : v{x, x * x} {
    if (x > 1.0)
      throw 1;
  }
};
double below(double x) {
  if (x > 1.0)
    throw std::domain_error("too large");
  return x * x;
}
Couple coupleBelow(double x) {
  if (x > 1.0)
    throw std::domain_error("too large");
  return {x * x, x};
}

#pragma adjoint reverse
double unassigned(double x, double y) {
  double s = y, a[2] = {x, y}, *at = a;
  Couple p{x, y};
  Row r(0.3 * x);
  try {
    s = below(x);
  } catch (const std::domain_error &) {
    s *= x;
  }
  try {
    p = coupleBelow(x);
  } catch (const std::domain_error &) {
    p.a *= x * p.b;
  }
  try {
    *at = below(y);
    a[1] += below(y);
  } catch (...) {
    a[0] *= y;
  }
  try {
    r = Row(y);
  } catch (int) {
    r.v[0] *= y;
  }
  try {
    s = x > 0.6 ? below(y) : below(x) * 2;
  } catch (...) {
    s *= y;
  }
  return s * p.a * a[0] * a[1] + r.v[0] * r.v[1];
}

// One function throws where its callee's exceptions are caught, and where they are not.
double twice(double x, double y) {
  double s = y;
  try {
    s = below(x * y);
  } catch (...) {
    s += x;
  }
  return s * below(y);
}

#pragma adjoint reverse
double caughtOnce(double x, double y) {
  double s = x;
  try {
    s += twice(x, y);
  } catch (const std::domain_error &) {
    s *= y;
  }
  return s;
}

// Each of the two throws what the other does.
double even(double x, int n);
double odd(double x, int n) {
  if (n == 3)
    throw 2;
  return n <= 0 ? x : even(x * 1.1, n - 1);
}
double even(double x, int n) {
  try {
    if (x > 2.0)
      throw std::domain_error("too large");
  } catch (const std::domain_error &) {
    x *= 0.3;
  }
  return n <= 0 ? x * x : odd(x * 0.9, n - 1);
}

#pragma adjoint reverse
double inTurn(double x, double y) {
  double s = x;
  for (int n = 0; n < 6; ++n) {
    try {
      s += even(y * n, n);
    } catch (int k) {
      s *= y + k;
    }
  }
  return s;
}

// Keys are compared in the try block.
#pragma adjoint reverse
double tabled(double x, double y) {
  std::map<std::string, double> table;
  double s = 0.0;
  try {
    table["x"] = x * x;
    table["y"] = y * table["x"];
    s = table.at("y") * y + static_cast<double>(table.count("z"));
    s += table.at("z");
  } catch (...) {
    s += x * y;
  }
  return s;
}

int main() {
  numeric::check("tabled", tabled, tabled_b, {{0.7, 1.3}, {-1.4, 0.6}});
  numeric::check("caughtOnce", caughtOnce, caughtOnce_b, {{0.7, 1.3}, {2.1, 0.4}, {0.5, 0.4}, {1.4, 0.9}});
  numeric::check("inTurn", inTurn, inTurn_b, {{0.7, 1.3}, {2.1, 0.45}});
  numeric::check("unassigned", unassigned, unassigned_b, {{0.7, 1.3}, {2.1, 0.4}, {0.5, 0.4}, {1.4, 1.2}});
  numeric::check("virtually", virtually, virtually_b, {{0.7, 0.9, 1.2, 2.5, 0.3, 0.1}, {0.4, -0.9, 0.7, 0.6}});
  numeric::check("guarded", guarded, guarded_b, {{0.7, 1.3}, {-1.1, 0.6}, {1.1, -0.6}});
  numeric::check("several", several, several_b, {{0.7, 1.3}, {-1.1, 0.6}, {1.4, 1.2}, {2.5, 1.9}});
  numeric::check("passedOn", passedOn, passedOn_b, {{0.7, 1.3}, {-1.1, 0.6}, {1.4, 2.2}});
  numeric::check("objects", objects, objects_b, {{0.7, 1.3}, {1.9, 1.1}, {1.4, 0.8}});
  numeric::check("direct", direct, direct_b, {{0.7, 1.3}, {1.9, 1.1}});
  numeric::check("thrownAgain", thrownAgain, thrownAgain_b, {{0.7, -0.4, 1.2, 2.5}, {0.3, 0.9, 2.7, -0.8}, {0.6}});
  numeric::check("checkedAccess", checkedAccess, checkedAccess_b, {{0.7, 1.3}, {-0.4, 0.9, 1.1}});
  return numeric::report();
}
