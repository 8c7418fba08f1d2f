// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What --function generates, of an overload, a member of a namespace and a specialisation, gives the derivative.
//
// RUN: %adjoint-gen %s -o %t.cpp --function='ns::f(double, const double *, int)' --function='ns::power<3>' --function=g
// RUN: %clangxx -DGENERATED %t.cpp -o %t.clangxx %runtime-flags && %t.clangxx | FileCheck %s
// RUN: %gxx -DGENERATED %t.cpp -o %t.gxx %runtime-flags && %t.gxx | FileCheck %s
// CHECK: f 13 2 4 6
// CHECK-NEXT: power 12
// CHECK-NEXT: g 29
#include <cstdio>

namespace ns {
double f(double a, int n) { return a * n; }
double f(double a, const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += (i + 1) * x[i];
  return f(a, 2) * sum * sum / 26;
}

template <int N> double power(double x) {
  double result = 1.0;
  for (int i = 0; i < N; ++i)
    result *= x;
  return result;
}
} // namespace ns

double g(double x) { return x + ns::power<3>(x) * x - x * x; }

#ifdef GENERATED
int main() {
  const double x[3] = {2.0, 1.0, 3.0};
  double a_b = 0.0, x_b[3] = {0.0, 0.0, 0.0};
  ns::f_b(1.0, a_b, x, x_b, 3, 1.0);
  std::printf("f %g %g %g %g\n", a_b, x_b[0], x_b[1], x_b[2]);
  double power_b = 0.0, g_b_ = 0.0;
  ns::power_b(2.0, power_b, 1.0);
  std::printf("power %g\n", power_b);
  g_b(2.0, g_b_, 1.0);
  std::printf("g %g\n", g_b_);
}
#endif
