// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The source calls adjoints that the tool is about to generate: behind their functions they are declared, in each
// scope, overloads included. Other compilers see such a source only after the tool.
//
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx %t.cpp -o %t.exe %runtime-flags
// RUN: %t.exe
// RUN: %clangxx %t.cpp -o %t.exe %runtime-flags
// RUN: %t.exe
//
// What is called before it is declared, or not as it is declared, is an error of the language.
// RUN: not %adjoint-gen %s -o %t.none.cpp -- -DEARLY 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: not %adjoint-gen %s -o %t.none.cpp -- -DWRONG 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not ls %t.none.cpp
// EARLY: error: use of undeclared identifier 'f_b'
// WRONG: error: no matching function for call to 'f_b'

#ifdef EARLY
double early(double x) {
  double x_b = 0.0;
  f_b(x, x_b, 1.0);
  return x_b;
}
#endif

#pragma adjoint reverse
double f(double x) { return x * x * x; }
#pragma adjoint reverse
double f(double x, double y) { return x * y; }

namespace model {
#pragma adjoint reverse name(gradient)
double f(double x) { return 2.0 * x; }
} // namespace model

double slope(double x) {
  double x_b = 0.0, y_b = 0.0;
#ifdef WRONG
  f_b(x);
#endif
  f_b(x, x_b, 1.0);
  f_b(x, x_b, 5.0, y_b, 1.0);
  model::gradient(x, x_b, 1.0);
  return x_b;
}

int main() { return slope(2.0) == 12.0 + 5.0 + 2.0 ? 0 : 1; }
