// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Conditionals with an arm that throws, and those that name their condition once; addresses by the library; texts of exceptions.

#include "numeric.h"

#include <cmath>
#include <memory>
#include <sstream>
#include <stdexcept>

template <class T> static T *addressOf(T &x) { return __builtin_addressof(x); }

#pragma adjoint reverse
double throwing(double x, double y) {
  double s = x > 0 ? x * x : throw std::domain_error("x");
  s *= y > 5 ? throw std::domain_error("y") : y * x;
  const double &chosen = x > y ? x : y < 3 ? y : throw std::domain_error("both");
  return s * chosen;
}

#pragma adjoint reverse
double itself(const double *x, int n) {
  const int count = (n - 3) ?: 2;
  double s = x[0] ?: 1.0;
  for (int i = 0; i < count; ++i)
    s += x[i] * ((x[i] - x[0]) ?: x[1]);
  return s;
}

#pragma adjoint reverse
double byAddress(double x, double y) {
  double z = x;
  double *p = std::addressof(z), *q = addressOf(z);
  *p *= y;
  *q += x * *p;
  return z;
}

// What the arm throws is caught.
#pragma adjoint reverse
double caught(double x, double y) {
  double s = x;
  try {
    s *= y;
    s *= s > 1 ? s : throw std::domain_error("small");
    s += y > 1 ? throw 2.5 : x * y;
  } catch (const std::domain_error &) {
    s *= x * y;
  } catch (double factor) {
    s *= factor * y;
  }
  return s * s;
}

static void require(bool condition, double value) {
  if (!condition) {
    std::ostringstream text;
    text << "unexpected " << value;
    throw std::runtime_error(text.str());
  }
}

#pragma adjoint reverse
double required(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    require(x[i] > -5, x[i]);
    s += std::exp(x[i]) * x[0];
  }
  return s;
}

int main() {
  numeric::check("throwing", throwing, throwing_b, {{0.7, 1.3}, {1.4, 0.9}});
  numeric::check("caught", caught, caught_b, {{0.7, 1.3}, {1.4, 0.9}, {1.4, 1.9}});
  numeric::check("itself", itself, itself_b, {{0.4, 0.9, 1.3}, {-0.8, 1.4, 0.25, 0.6, 0.1}});
  numeric::check("byAddress", byAddress, byAddress_b, {{0.7, 1.3}, {1.4, 0.9}});
  numeric::check("required", required, required_b, {{0.4, 0.9, 1.3}, {-0.8, 1.4, 0.25}});
  double x[2] = {0.5, -6.0}, x_b[2] = {};
  const char *text = "";
  try {
    required_b(x, x_b, 2, 1.0);
  } catch (const std::runtime_error &error) {
    text = std::string(error.what()) == "unexpected -6" ? "right" : "wrong";
  }
  numeric::expect("the text of the exception", 1, std::string(text) == "right");
  return numeric::report();
}
