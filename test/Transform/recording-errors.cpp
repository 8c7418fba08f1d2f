// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// What the reverse sweep needs: pragmas that are wrong, and storage that cannot be recorded.

//--- notbr on a value that is needed
#pragma adjoint reverse
double f(double x) {
  double y = x * x;
  double z = y * y; // note: needed for the adjoint of this statement
#pragma adjoint notbr
  y = 2.0; // error: '#pragma adjoint notbr': the value overwritten here is needed by the reverse sweep
  return z * y;
}

//--- notbr on a value that is needed in an earlier iteration
#pragma adjoint reverse
double f(const double *x, int n) {
  double product = 1.0;
  for (int i = 0; i < n; ++i)
#pragma adjoint notbr
    product *= x[i]; // error: '#pragma adjoint notbr': the value... // note: needed for the adjoint of this statement
  return product;
}

//--- notbr on an element
#pragma adjoint reverse
void f(double *x) {
  double y = x[0] * x[1]; // note: needed for the adjoint of this statement
#pragma adjoint notbr
  x[1] = y; // error: '#pragma adjoint notbr': the value overwritten here is needed by the reverse sweep
  x[0] = x[1] * x[1];
}

//--- noprimal on a value that the result needs
#pragma adjoint reverse value
double f(double x) {
#pragma adjoint noprimal
  double y = x * x; // error: '#pragma adjoint noprimal': the result of this statement is needed
  return y * y;
}

//--- noprimal on a value that the reverse sweep needs
#pragma adjoint reverse
double f(double x) {
  double y = x;
#pragma adjoint noprimal
  y = x * x; // error: '#pragma adjoint noprimal': the result of this statement is needed
  return y * y;
}

//--- noprimal on a value that a branch needs
#pragma adjoint reverse
double f(double x, int n) {
#pragma adjoint noprimal
  n = n * n; // error: '#pragma adjoint noprimal': the result of this statement is needed
  if (n > 3)
    return x * x;
  return x;
}

//--- a hand-written adjoint overwrites memory of unknown extent
void g(double *x);
#pragma adjoint derivative_of(g)
void g_b(double *x, double *x_b);
#pragma adjoint reverse
double f(double *x) {
  double y = x[0] * x[1]; // note: needed for the adjoint of this statement
  g(x); // error: 'g' may overwrite values that the reverse sweep needs, of an extent not known here; pass a local...
  return y * x[0];
}

//--- the same in a callee
void g(double *x);
#pragma adjoint derivative_of(g)
void g_b(double *x, double *x_b);
double h(double *x) {
  double y = x[0] * x[1]; // note: needed for the adjoint of this statement
  g(x); // error: 'g' may overwrite values that the reverse sweep needs, of an extent not known here; pass a local...
  return y * x[0];
}
#pragma adjoint reverse
double f(double *x) { return h(x) * 2.0; }

//--- a passive function overwrites memory of unknown extent
#pragma adjoint passive
void g(double *x);
#pragma adjoint reverse
double f(double *x) {
  double y = x[0] * x[1]; // note: needed for the adjoint of this statement
  g(x); // error: 'g' may overwrite values that the reverse sweep needs, of an extent not known here; pass a local...
  return y * x[0];
}

//--- value, where the function would print twice
#include <cstdio>
#pragma adjoint reverse value // error: with the clause 'value', 'f' would run twice, but it calls 'printf', which...
double f(double *x) {
  std::printf("%g\n", x[0]);
  x[0] = x[0] * x[1];
  x[1] = x[0] * x[1];
  return x[0];
}

//--- value, where the numbers are drawn from the caller's engine
#include <random>
#pragma adjoint reverse value // error: with the clause 'value', 'f' would run twice, but it calls 'result', which...
void f(double *x, std::mt19937 &engine) {
  std::mt19937 &same = engine;
  x[0] = x[0] * x[0] * std::normal_distribution<double>()(same);
}

//--- value, where an engine begins anywhere
#include <random>
#pragma adjoint reverse value // error: with the clause 'value', 'f' would run twice, but it calls 'result', which...
void f(double *x) {
  std::mt19937 engine(std::random_device{}());
  x[0] = x[0] * x[0] * std::normal_distribution<double>()(engine);
}

//--- recompute of what is overwritten
#pragma adjoint reverse
double f(double *x, int n) {
  double sum = 1.0;
  for (int i = 0; i < n; ++i) {
#pragma adjoint recompute
    const double y = x[0] * x[0]; // error: '#pragma adjoint recompute': 'y', or what it is made of, may be another when...
    x[0] = 0.5 * y;
    sum *= y;
  }
  return sum;
}

//--- recompute of what changes itself
#pragma adjoint reverse
double f(double *x, int n) {
  double sum = 1.0;
  for (int i = 0; i < n; ++i) {
#pragma adjoint recompute
    double y = x[i] * x[i]; // error: '#pragma adjoint recompute': 'y', or what it is made of, may be another when...
    sum *= y;
    y *= y;
    sum *= y;
  }
  return sum;
}
