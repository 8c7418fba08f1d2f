// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-KEEPS-MEMORY: what a throw leaves behind
//
// Objects that are thrown and that code has made: by functions, and by statements before the throw. The adjoint throws what the primal
// throws, and leaves the tape as it was.

#include "numeric.h"

#include <adjoint/tape.h>

#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace made {
struct Error {
  std::string text;
  std::vector<std::pair<std::string, double>> fields;
  explicit Error(const std::string &t) : text(t) {}
  Error &add(const std::string &name, double v) {
    fields.push_back({name, v});
    return *this;
  }
};

/// One of the library's.
struct Failure : std::runtime_error {
  std::string more;
  std::vector<int> steps;
  explicit Failure(const std::string &t) : std::runtime_error(t), more(t) {}
  void add(const std::string &t, int step) {
    more += t;
    steps.push_back(step);
  }
  const char *what() const noexcept override { return more.c_str(); }
};

struct Plain {
  int step;
  double v;
};

struct Wrapped {
  explicit Wrapped(const Plain &p) : inner(p) {}
  Plain inner;
};

int calls = 0;

Error invalid(const char *what, double x) {
  Error e(what);
  e.add("x", x);
  return e;
}

std::runtime_error told(const char *what, double x) {
  std::ostringstream o;
  o << what << ' ' << x;
  return std::runtime_error(o.str());
}

Failure failed(const std::string &t, int n) {
  Failure e(t);
  for (int i = 0; i < n; ++i)
    e.add(t, i);
  return e;
}

Plain plain(int k, double v) { return Plain{k, v}; }
Plain counted(double v) { return Plain{calls, v}; }

double check(double v, int kind, const double *x, int n) {
  if (v > 0.0)
    return v * v;
  double w = v * 3.0;
  switch (kind) {
  case 0:
    throw invalid("bad", w);
  case 1: {
    Error e("filled");
    e.add("v", w);
    for (int i = 0; i < n; ++i)
      e.add("x" + std::to_string(i), x[i]);
    if (n > 2)
      e.add("n", n);
    throw e;
  }
  case 2:
    throw told("worse", w * 2.0);
  case 3: {
    std::runtime_error e("text " + std::to_string(w));
    throw e;
  }
  case 4:
    throw plain(n, w);
  case 5: {
    Plain p{n, w};
    p.step += 1;
    throw p;
  }
  case 6: {
    std::ostringstream o;
    o << "s " << w;
    throw std::invalid_argument(o.str());
  }
  case 7:
    throw Error("chained").add("v", w).add("u", 2.0);
  case 8:
    throw Plain{3, w};
  case 9:
    calls = n + 5;
    throw counted(w);
  case 10: {
    Failure e("step ");
    e.add("late", n);
    throw e;
  }
  case 11: {
    Plain q = plain(n, w);
    q.v *= 2.0;
    if (q.step > 0)
      throw Wrapped(q);
    return q.v;
  }
  default: {
    Plain q = plain(n, w);
    if (q.step > 0)
      throw q;
    return 0.0;
  }
  }
}

/// Where a handler asks for the text, or for nothing.
double root(double v, int kind) {
  if (v > 0.5)
    return v * v;
  if (kind == 0)
    throw failed("ab", 3);
  if (kind == 1) {
    Failure e("x");
    e.add("abc", kind);
    throw e;
  }
  throw told("abcd", 1.0);
}

double rough(double v) {
  if (v > 0.3)
    return v * v;
  if (v > 0.1)
    throw invalid("small", v);
  Error e("tiny");
  e.add("v", v);
  throw e;
}

std::string seenIn(const std::vector<double> &x, bool isAdjoint);
} // namespace made

#pragma adjoint reverse
double checked(const double *x, int n) {
  double s = 1.0;
  std::vector<double> k(n);
  for (int i = 0; i < n; ++i) {
    k[i] = x[i] * s;
    s += made::check(k[i], static_cast<int>(x[0]), x, n) * 0.1;
    k[i] *= std::sin(s);
  }
  return s * k[n - 1];
}

#pragma adjoint reverse
double caught(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    try {
      s += std::sin(made::root(x[i] * (1.0 + s), i % 3));
    } catch (const std::exception &e) {
      s += 0.1 * x[i] * static_cast<double>(std::string(e.what()).size());
    }
    try {
      s += std::sin(made::root(x[i] * s, i % 3));
    } catch (const std::exception &) {
      s += x[i] * 0.5;
    }
    try {
      s += std::cos(made::rough(x[i] * s));
    } catch (const made::Error &) {
      s *= x[i];
    }
  }
  return s;
}

namespace made {
/// Its constructor has a body, which sets nothing but members.
struct MarketError : std::exception {
  std::string message;
  double value;
  MarketError(const std::string &m, double v) : value(v) { message = m; }
  const char *what() const noexcept override { return message.c_str(); }
};
static double yearFraction(int days) {
  if (days < 0)
    throw std::logic_error("no such day");
  return days / 365.0;
}
static double root(double x) {
  if (x < 0)
    throw MarketError("negative", x);
  return std::sqrt(x);
}
} // namespace made

#pragma adjoint reverse
double priced(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    try {
      s += made::root(x[i]) * made::yearFraction(i + 100);
    } catch (const made::MarketError &e) {
      s += e.value * e.value * s;
    }
  return s;
}

std::string made::seenIn(const std::vector<double> &x, bool isAdjoint) {
  std::ostringstream o;
  std::vector<double> x_b(x.size());
  const std::size_t before = adjoint::Tape::local().bytes();
  calls = 0;
  try {
    if (isAdjoint)
      checked_b(x.data(), x_b.data(), static_cast<int>(x.size()), 1.0);
    else
      checked(x.data(), static_cast<int>(x.size()));
    o << "nothing";
  } catch (const Error &e) {
    o << "error " << e.text;
    for (const auto &field : e.fields)
      o << ' ' << field.first << '=' << field.second;
  } catch (const std::invalid_argument &e) {
    o << "argument " << e.what();
  } catch (const Failure &e) {
    o << "failure " << e.what() << ' ' << e.steps.size();
  } catch (const std::runtime_error &e) {
    o << "runtime " << e.what();
  } catch (const Plain &e) {
    o << "plain " << e.step << ' ' << e.v;
  } catch (const Wrapped &e) {
    o << "wrapped " << e.inner.step << ' ' << e.inner.v;
  }
  numeric::expect("tape", static_cast<double>(before), static_cast<double>(adjoint::Tape::local().bytes()));
  return o.str();
}

int main() {
  numeric::check("checked", checked, checked_b, {{0.7, 1.3, 0.4}, {1.4, 0.9, 1.1, 0.35}});
  numeric::check("caught", caught, caught_b, {{0.3, 0.2, 0.1, 0.9, 0.05, 0.4}, {0.9, 0.6, 0.04, 0.7}});
  numeric::check("priced", priced, priced_b, {{0.3, -1.2, 0.7}, {-0.4, 0.9, -0.2, 1.5}});
  for (int kind = 0; kind <= 12; ++kind) {
    const std::vector<double> x = {kind + 0.5, 0.7, -0.3};
    const std::string primal = made::seenIn(x, false);
    numeric::expect(primal.c_str(), 0.0, primal == "nothing");
    numeric::expect(primal.c_str(), 1.0, primal == made::seenIn(x, true));
  }
  return numeric::report();
}
