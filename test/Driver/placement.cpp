// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that come from macros, that share a line, that stand in unnamed namespaces or have linkage of C: adjoints
// stand behind all of what makes up the function.
//
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: FileCheck %s --input-file=%t.cpp
// RUN: %gxx %t.cpp -o %t.exe %runtime-flags
// RUN: %t.exe
// RUN: %clangxx %t.cpp -o %t.exe %runtime-flags
// RUN: %t.exe
//
// With the line ends of other systems.
// RUN: sed 's/$/\r/' %s > %t.crlf.cpp
// RUN: %adjoint-gen %t.crlf.cpp -o %t.crlf.adj.cpp
// RUN: %gxx %t.crlf.adj.cpp -o %t.exe %runtime-flags
// RUN: %t.exe
//
// CHECK: {{^}}POWER(square, x * x)
// CHECK-EMPTY:
// CHECK-NEXT: {{^}}void square_b(
// CHECK: {{^}}ONE
// CHECK-EMPTY:
// CHECK-NEXT: {{^}}void one_b(
// CHECK: {{^}}#if 0
// CHECK-NEXT: {{^}}#pragma adjoint reverse

#define POWER(name, power)                                                                                            \
  double name(double x) { return power; }
#define ONE                                                                                                           \
  double one(double x) { return x; }

#pragma adjoint reverse
POWER(square, x * x)

#pragma adjoint reverse
ONE

#pragma adjoint reverse
inline double cube(double x) { return x * x * x; } double other(double x) { return x; }

namespace {
#pragma adjoint reverse
double twice(double x) { return 2.0 * x; } // behind
} // namespace

extern "C" {
#pragma adjoint reverse
double c(double x) { return 5.0 * x; }
}

#pragma adjoint reverse \
    wrt(x) \
    name(dx)
[[nodiscard]] auto product(double x, double y) -> double { return x * y; }

#if 0
#pragma adjoint reverse
double never(double x) { return x * x; }
#endif

int main() {
  double b = 0.0;
  square_b(3.0, b, 1.0);
  one_b(3.0, b, 1.0);
  cube_b(3.0, b, 1.0);
  twice_b(3.0, b, 1.0);
  c_b(3.0, b, 1.0);
  dx(3.0, b, 7.0, 1.0);
  return b + other(0.0) + twice(0.0) == 6.0 + 1.0 + 27.0 + 2.0 + 5.0 + 7.0 ? 0 : 1;
}
