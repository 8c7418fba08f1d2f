// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --header: another translation unit calls the adjoints through it. Functions that are not visible from there are left
// out of it.
//
// RUN: %adjoint-gen %s -o %t.cpp --header=%t.h
// RUN: FileCheck %s --input-file=%t.h
// RUN: %gxx -c %t.cpp -o %t.o %runtime-flags
// RUN: %gxx -DUSER -include %t.h -c %s -o %t.user.o
// RUN: %gxx %t.o %t.user.o -o %t.exe %runtime-flags
// RUN: %t.exe
// RUN: %clangxx -c %t.cpp -o %t.o %runtime-flags
// RUN: %clangxx -DUSER -include %t.h -include %t.h -c %s -o %t.user.o
// RUN: %clangxx %t.o %t.user.o -o %t.exe %runtime-flags
// RUN: %t.exe
//
// CHECK: #ifndef ADJOINT_HEADER_CPP_TMP_H
// CHECK-NEXT: #define ADJOINT_HEADER_CPP_TMP_H
// CHECK: #include <cstddef>
// CHECK: struct Pair;
// CHECK: {{^}}void f_b(double x, double &x_b, double result_b);
// CHECK: namespace model {
// CHECK: {{^}}void g_b(
// CHECK: } // namespace model
// CHECK: {{^}}void product_b(const Pair &p, Pair &p_b, double result_b);
// CHECK-NOT: hidden_b
// CHECK: #endif

#include <cstddef>

struct Pair {
  double first, second;
};

#ifndef USER

#pragma adjoint reverse
double f(double x) { return x * x * x; }

namespace model {
#pragma adjoint reverse
double g(const double *x, std::size_t n) {
  double product = 1.0;
  for (std::size_t i = 0; i < n; ++i)
    product *= x[i];
  return product;
}
} // namespace model

#pragma adjoint reverse
double product(const Pair &p) { return p.first * p.second; }

#pragma adjoint reverse
static double hidden(double x) { return x * x; }

double callsHidden(double x) {
  double x_b = hidden(0.0);
  hidden_b(x, x_b, 1.0);
  return x_b;
}

#else

int main() {
  double x_b = 0.0;
  f_b(2.0, x_b, 1.0);
  const double x[] = {2.0, 3.0, 5.0};
  double a_b[3] = {};
  model::g_b(x, a_b, 3, 1.0);
  Pair p_b = {};
  product_b(Pair{3.0, 4.0}, p_b, 1.0);
  bool isRight = x_b == 12.0 && a_b[0] == 15.0 && a_b[1] == 10.0 && a_b[2] == 6.0 && p_b.first == 4.0 &&
                 p_b.second == 3.0;
  return isRight ? 0 : 1;
}

#endif
