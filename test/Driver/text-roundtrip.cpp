// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A number that depends on an independent, becomes text, and is read again: a warning, unless it is switched off; an error
// with --strict. What is only printed is no matter, nor what is read from other text.
//
// RUN: %adjoint-gen %s -o %t.cpp 2>&1 | FileCheck %s
// RUN: %adjoint-gen %s -o %t.again.cpp -Wtext-roundtrip 2>&1 | FileCheck %s
// RUN: cmp %t.cpp %t.again.cpp
// RUN: %adjoint-gen %s -o %t.again.cpp -Wno-text-roundtrip 2>&1 | count 0
// RUN: cmp %t.cpp %t.again.cpp
// RUN: rm -f %t.none.cpp
// RUN: not %adjoint-gen %s -o %t.none.cpp --strict 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: not ls %t.none.cpp
// RUN: %uncached-clangxx %plugin -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %uncached-clangxx %plugin -fsyntax-only %s -fplugin-arg-adjoint-Wno-text-roundtrip 2>&1 | count 0

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>

#pragma adjoint reverse
#pragma adjoint tangent
double characters(const double *x) {
  char buffer[64];
  // CHECK: text-roundtrip.cpp:[[# @LINE + 2]]:{{[0-9]+}}: warning: a value that depends on an independent becomes text here, and numbers are read from text again: no derivative passes through text; hand the number itself on, or, if it is a constant to you, say -Wno-text-roundtrip [-Wtext-roundtrip]
  // STRICT: text-roundtrip.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: a value that depends on an independent becomes text here, and numbers are read from text again, which --strict forbids
  std::snprintf(buffer, sizeof buffer, "%.17g", x[0]);
  return std::atof(buffer) * x[1];
}

#pragma adjoint reverse
double shortest(const double *x) {
  char buffer[64];
  // CHECK: text-roundtrip.cpp:[[# @LINE + 1]]:{{[0-9]+}}: warning: a value that depends
  const auto end = std::to_chars(buffer, buffer + 64, x[0] * x[0]);
  double read = 0.0;
  std::from_chars(buffer, end.ptr, read);
  return read * x[1];
}

#pragma adjoint reverse
double texts(const double *x) {
  // CHECK: text-roundtrip.cpp:[[# @LINE + 1]]:{{[0-9]+}}: warning: a value that depends
  const std::string text = std::to_string(x[0]);
  return std::stod(text) * x[1];
}

#pragma adjoint reverse
double nested(const double *x) {
  // CHECK: text-roundtrip.cpp:[[# @LINE + 1]]:{{[0-9]+}}: warning: a value that depends
  return std::stod(std::to_string(x[0])) * x[1];
}

#pragma adjoint reverse
double streams(const double *x) {
  std::ostringstream out;
  out.precision(17);
  // CHECK: text-roundtrip.cpp:[[# @LINE + 1]]:{{[0-9]+}}: warning: a value that depends
  out << "x: " << x[0];
  return std::stod(out.str().substr(3)) * x[1];
}

// In functions that are called, which carry no derivative for that.
static double passed(double x) {
  char buffer[64];
  for (int i = 0; i < 2; ++i) {
    // CHECK: text-roundtrip.cpp:[[# @LINE + 1]]:{{[0-9]+}}: warning: a value that depends
    std::snprintf(buffer, sizeof buffer, "%g", x);
    x = std::strtod(buffer, nullptr);
  }
  return x;
}
#pragma adjoint reverse
double through(const double *x) { return passed(x[0]) * x[1]; }

// CHECK-NOT: warning:
// Text that is not read again.
#pragma adjoint reverse
double printed(const double *x) {
  std::printf("%g\n", x[0]);
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%g", x[0]);
  std::puts(buffer);
  return x[0] * x[1];
}

// Numbers that are read from what the program did not write; messages.
#pragma adjoint reverse
double configured(const double *x, const char *factor) {
  const double scale = std::atof(factor);
  std::fprintf(stderr, "%g\n", x[0]);
  std::cerr << "x: " << x[0] << '\n';
  if (scale == 0.0)
    throw std::runtime_error("no factor for " + std::to_string(x[0]));
  return scale * x[0] * x[1];
}

// A constant.
#pragma adjoint reverse
double constant(const double *x, int n) {
  const std::string text = std::to_string(0.5 * n);
  return std::stod(text) * x[1];
}
// CHECK: warnings generated.
// STRICT: errors generated.
