// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Headers that the generated code includes do not meet the user's macros, which go on afterwards.
//
// RUN: %uncached-clangxx %plugin %s -o %t.exe %runtime-flags
// RUN: %t.exe

#define T 300.0
#define top(x) (2.0 * (x))
enum { three = 3 };
#define size three

#pragma adjoint reverse
double f(double *x, double k) {
  for (int i = 0; i < size; ++i) {
    if (x[i] > 5.0)
      break;
    x[i] *= x[i] * k;
  }
  return top(x[0]);
}
#define n 300
#define begin 2

int main() {
  double x[size] = {0.5, 6.0, 1.0}, x_b[size] = {}, k_b = 0.0;
  f_b(x, x_b, 0.5, k_b, 1.0);
  const bool isRight = x_b[0] == 1.0 && k_b == 0.5 && n + begin == 302 && T == 300.0;
  return isRight ? 0 : 1;
}
