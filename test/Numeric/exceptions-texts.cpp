// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-KEEPS-MEMORY: what a throw leaves behind
//
// Handlers that ask what() of what they caught, and what is thrown on where nobody in the differentiated code catches it.

#include "numeric.h"

#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using numeric::Vector;

namespace {

std::ostringstream out;
std::string lastMessage;

double root(double x, int k) {
  if (x < 0)
    throw std::domain_error("negative at " + std::to_string(k));
  if (k > 6)
    throw std::out_of_range("late");
  return std::sqrt(x);
}

class NoConvergence : public std::runtime_error {
public:
  explicit NoConvergence(int steps) : std::runtime_error("no convergence in " + std::to_string(steps) + " steps") {}
};

class Unstable : public std::exception {
public:
  const char *what() const noexcept override { return "unstable"; }
};

double newton(double a, double x, int limit) {
  for (int k = 0; k < limit; ++k) {
    const double next = x - (x * x * x - a) / (3 * x * x);
    if (std::fabs(next) > 50)
      throw Unstable();
    if (std::fabs(next - x) < 1e-14)
      return next;
    x = next;
  }
  throw NoConvergence(limit);
}

} // namespace

#pragma adjoint reverse
double logged(const double *x, int n) {
  double s = 1;
  for (int k = 0; k < n; ++k) {
    try {
      s += x[k] * root(x[k] * s, k);
    } catch (const std::domain_error &e) {
      out << "skipped: " << e.what() << '\n';
      s *= 1 + x[k];
    } catch (const std::exception &e) {
      lastMessage = e.what();
      s = s * s + x[k];
    }
  }
  return s;
}

#pragma adjoint reverse
double fallback(double a, double x, int limit) {
  std::string message = "fine";
  double y = 0;
  try {
    y = newton(a, x, limit);
  } catch (const NoConvergence &failure) {
    message = failure.what();
    y = a * x;
  } catch (const std::exception &failure) {
    message = std::string("other: ") + failure.what();
    y = a + x;
  }
  return message.size() > 30 ? y * y : message == "other: unstable" ? 3 * y : y;
}

// A message decides; what the library itself throws says the name of its class.
#pragma adjoint reverse
double decided(const double *x, int n) {
  std::vector<double> v(x, x + n);
  double s = 0;
  for (int k = 0; k < 4; ++k) {
    try {
      if (k == 2)
        throw std::runtime_error("two");
      s += v.at(k) * v.at(k);
    } catch (const std::runtime_error &e) {
      if (std::string(e.what()) == "two")
        s *= x[0];
      else
        s = 0;
    } catch (const std::out_of_range &e) {
      s += std::string(e.what()).empty() ? 0 : x[1];
    }
  }
  return s;
}

namespace {
struct Stop {};

double passing(double x, double &count) {
  try {
    if (x > 5)
      throw Stop();
    return root(x, 0) * x;
  } catch (const std::domain_error &e) {
    count += x;
    out << e.what();
    throw;
  }
}
} // namespace

// Nobody here catches Stop, nor what is thrown again.
#pragma adjoint reverse
double leaving(double x, double *count) {
  try {
    *count *= x;
    return passing(x, *count) + *count;
  } catch (const std::out_of_range &) {
    return 0;
  } catch (const std::logic_error &) {
    *count *= 2;
    throw;
  }
}

#pragma adjoint reverse
double translated(double x) {
  try {
    return root(x, 3) * x;
  } catch (const std::exception &e) {
    throw std::runtime_error(std::string("translated: ") + e.what());
  }
}

namespace {

template <class Call> std::string messageOf(const Call &call) {
  try {
    call();
  } catch (const std::exception &e) {
    return e.what();
  } catch (const Stop &) {
    return "Stop";
  }
  return "";
}

void checkMessages() {
  out.str("");
  const double x[4] = {0.7, -0.4, 1.2, -2.0};
  logged(x, 4);
  const std::string printed = out.str();
  out.str("");
  double x_b[4] = {};
  logged_b(x, x_b, 4, 1.0);
  numeric::expect("what is printed", 1.0, out.str() == printed && printed.find("negative at 1") != std::string::npos);
  for (double at : {-1.0, 6.0}) {
    double a = 1.5, b = 1.5, b_b = 0.0, at_b = 0.0;
    const std::string expected = messageOf([&] { leaving(at, &a); });
    const std::string got = messageOf([&] { leaving_b(at, at_b, &b, &b_b, 1.0); });
    numeric::expect("what leaves", 1.0, !expected.empty() && got == expected && a == b);
  }
  double x_b_2 = 0.0;
  const std::string expected = messageOf([&] { translated(-1.0); });
  numeric::expect("what is translated", 1.0, messageOf([&] { translated_b(-1.0, x_b_2, 1.0); }) == expected &&
                                            expected == "translated: negative at 3");
}

} // namespace

// A text that nobody asks for is made of numbers alone: it may be made twice.
#pragma adjoint reverse value
double unread(double x, double y) {
  double s = x;
  for (int i = 0; i < 3; ++i) {
    try {
      if (s > y)
        throw std::domain_error("direct " + std::to_string(i));
      s += x * y;
    } catch (const std::exception &) {
      s *= y;
    }
  }
  return s;
}

int main() {
  numeric::check("unread", unread, [](double x, double &x_b, double y, double &y_b, double seed) {
    numeric::expect("unread", unread(x, y), unread_b(x, x_b, y, y_b, seed));
  }, {{0.7, 1.3}, {2.1, 0.4}});
  numeric::check("logged", logged, logged_b, {{0.7, -0.4, 1.2, -2.0}, {0.6, 0.9, 1.1, 0.3, 0.2, 0.5, 0.8, 0.4, 1.3}});
  for (int limit : {3, 40})
    for (const Vector &at : {Vector{2.0, 1.4}, Vector{5.0, -7.0}, Vector{3.0, 0.1}})
      numeric::check(
          "fallback", at, [&](const Vector &x) { return Vector{fallback(x[0], x[1], limit)}; },
          [&](const Vector &x, const Vector &y_b) {
            Vector x_b(2);
            fallback_b(x[0], x_b[0], x[1], x_b[1], limit, y_b[0]);
            return x_b;
          });
  numeric::check("decided", decided, decided_b, {{0.7, 1.3}, {0.7, 1.3, 0.2}, {0.4, 0.9, 1.1, 0.6}});
  numeric::check(
      "leaving", {1.7, 0.6}, [](Vector x) { return Vector{leaving(x[0], &x[1]), x[1]}; },
      [](Vector x, const Vector &y_b) {
        Vector x_b{0.0, y_b[1]};
        leaving_b(x[0], x_b[0], &x[1], &x_b[1], y_b[0]);
        return x_b;
      });
  numeric::check("translated", translated, translated_b, {{0.7}, {2.3}});
  checkMessages();
  return numeric::report();
}
