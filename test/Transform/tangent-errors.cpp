// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// Tangents: callees that have none.

//--- a function without a definition
double g(double x);
#pragma adjoint tangent
double f(double x) { return g(x) * x; } // error: 'g' has no visible definition; make it visible, or announce a hand-written tangent with...

//--- variable arguments
double g(const char *format, ...);
#pragma adjoint tangent
double f(double x) { return g("", x) * x; } // error: active data is passed through variable arguments of 'g'; use a...

//--- a hand-written adjoint alone
double g(double x);
#pragma adjoint derivative_of(g)
void g_b(double x, double &x_b, double result_b);
#pragma adjoint tangent
double f(double x) { return g(x) * x; } // error: 'g' has a hand-written adjoint and no tangent; write that too, and...

//--- a hand-written tangent alone
double g(double x);
#pragma adjoint tangent_of(g)
double g_d(double x, double x_d, double &result_d);
#pragma adjoint reverse
double f(double x) { return g(x) * x; } // error: 'g' has a hand-written tangent and no adjoint; write that too, and...

//--- a pointer to active data and to data without a tangent
#pragma adjoint tangent wrt(x)
double f(const double *x, const double *y, bool c) { // error: 'p' may lead to active data and to data without an...
  const double *p = c ? x : y;
  return *p * *x;
}

//--- a function of vectors that another file defines
#include <vector>
#pragma adjoint reverse
#pragma adjoint tangent
double sum(const std::vector<double> &v);
#pragma adjoint tangent
double f(const std::vector<double> &v) {
  return sum(v); // error: 'sum' is defined in another file, and its tangent takes objects that generated code has as...
}
