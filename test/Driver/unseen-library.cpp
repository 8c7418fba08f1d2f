// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an installed library does that is not in its headers, such as to write a log, is called as it is, once for each call
// of the primal. Through both doors.
//
// RUN: %adjoint-gen %s -o %t.cpp -- -I %S/Inputs -I %source/test/Numeric
// RUN: %gxx -I %S/Inputs -I %source/test/Numeric %t.cpp %S/Inputs/log.cpp -o %t.exe %runtime-flags
// RUN: %t.exe
// RUN: %clangxx %plugin %s %S/Inputs/log.cpp -I %S/Inputs -I %source/test/Numeric -o %t.exe %runtime-flags
// RUN: %t.exe
//
// What is written where nothing is wrong costs a branch.
// RUN: FileCheck %s --input-file=%t.cpp
// CHECK: void chained_b(
// CHECK-NOT: tape
// CHECK: // Reverse sweep.
// CHECK-NOT: logging
// CHECK: {{^}}}

#include "log.h"
#include "numeric.h"

#include <cmath>
#include <stdexcept>
#include <string>

#pragma adjoint reverse
double chained(const double *x, int n) {
  MUST(n > 0) << "no numbers, but " << n;
  NOTE << "chained of " << n;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    MUST_BE_LESS(-3.0, x[i]) << "at " << i;
    MUST_BE_LESS_OPTIMISED(x[i], 1e3);
    s += x[i] * x[i] * x[i];
  }
  while (false)
    MUST_BE_LESS(n, 2) << "is never said";
  return s;
}

struct Table {
  double a, b;
  double at(int i, const std::string &name) const {
    MUST(i >= 0 && i < 2) << "no entry of " << name;
    MUST_BE_LESS(i, 2);
    return i == 0 ? a : b;
  }
};

#pragma adjoint reverse
double looked(const Table &t, double x) {
  double s = x;
  for (int i = 0; i < 2; ++i) {
    s = std::sin(s) * t.at(i, "table");
    NOTE << i << ": " << s;
  }
  return s * t.at(logging::lines() > 0 ? 1 : 0, "table");
}

static void require(bool isTrue) {
  if (!isTrue)
    std::abort();
}

/// The lines that are written, and what is thrown, by both.
static void checkFailure() {
  const double x[] = {0.5, -4};
  double x_b[] = {0, 0};
  std::string said[2];
  for (int i = 0; i < 2; ++i) {
    const int before = logging::lines();
    try {
      i == 0 ? void(chained(x, 2)) : chained_b(x, x_b, 2, 1);
    } catch (const std::runtime_error &error) {
      said[i] = error.what();
    }
    require(logging::lines() == before + 2);
  }
  require(said[0] == said[1] && said[0].find("-3 and -4") != std::string::npos);
}

static double lookedOf(double a, double b, double x) { return looked({a, b}, x); }
static void lookedOf_b(double a, double &a_b, double b, double &b_b, double x, double &x_b, double result_b) {
  Table t{a, b}, t_b{0, 0};
  looked_b(t, t_b, x, x_b, result_b);
  a_b += t_b.a;
  b_b += t_b.b;
}

int main() {
  numeric::check("chained", chained, chained_b, {{0.7, -1.3, 0.4}, {2.0}});
  numeric::check("looked", lookedOf, lookedOf_b, {{0.7, -1.3, 0.4}});
  checkFailure();
  return numeric::report();
}
