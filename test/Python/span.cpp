// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --python in C++20, with clang++, by --function: spans are arrays; of two sources, one module. By --mode=reverse there is no jvp.
//
// REQUIRES: pybind11
// RUN: rm -rf %t && mkdir %t
// RUN: %adjoint-gen %s --python=spans --function=lib::dot --mode=reverse -o %t/spans.cpp -- -std=c++20
// RUN: %adjoint-gen %s --python=spans --function=doubled --function='twice(float)' --function=plain -o %t/more.cpp -- -std=c++20
// RUN: sed -i 's/namespace lib/namespace other/' %t/more.cpp
// RUN: %clangxx -std=c++20 -Wno-unused-function %python-flags %t/spans.cpp %t/more.cpp -o %t/spans.so %runtime-flags
// RUN: %gxx -std=c++20 -fsyntax-only -Wall -Wextra -Werror -Wno-unused-function %python-flags %t/spans.cpp %runtime-flags
// RUN: %python3 %S/Inputs/span.py %t

#include <span>

namespace lib {
double dot(std::span<const double> a, std::span<const double, 3> b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
} // namespace lib

static void doubled(std::span<double> x) {
  for (double &each : x)
    each *= 2.0;
}

static double twice(double x) { return 2.0 * x; }
static double twice(float x) { return twice(2.0 * x); }

extern "C" {
static double plain(double x) { return x * x; }
}
