// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// -Wactive-branch warns of branches on active values, and --strict refuses them.

//--- if
// flags: -Wactive-branch
#pragma adjoint reverse
double f(double x) {
  if (x > 0.0) // warning: this branch depends on active 'x'; the adjoint is that of...
    return x * x;
  return x;
}

//--- if, strict
// flags: --strict
#pragma adjoint reverse
double f(double x) {
  if (x > 0.0) // error: this branch depends on active 'x', which...
    return x * x;
  return x;
}

//--- a value that has been computed
// flags: -Wactive-branch
#pragma adjoint reverse
double f(double x, double y) {
  double z = x * y;
  if (z * z > 2.0) // warning: this branch depends on active 'z'; the adjoint is that of the branch taken...
    z = 2.0;
  return z * x;
}

//--- while
// flags: -Wactive-branch
#pragma adjoint reverse
double f(double x) {
  while (x > 1.0) // warning: this branch depends on active 'x'; the adjoint is that of...
    x *= x * 0.5;
  return x;
}

//--- while, strict
// flags: --strict
#pragma adjoint reverse
double f(double x) {
  while (x > 1.0) // error: this branch depends on active 'x', which...
    x *= x * 0.5;
  return x;
}

//--- while, on what only the loop makes active
// flags: --strict
#pragma adjoint reverse
double f(const double *x, int n) {
  double product = 1.0;
  for (int i = 0; i < n && product < 1e9; ++i) // error: this branch depends on active 'product', which...
    product *= x[i];
  return product;
}

//--- do, on what only the loop makes active
// flags: --strict
#pragma adjoint reverse
double f(double x) {
  double product = 1.0;
  do // error: this branch depends on active 'product', which...
    product *= x;
  while (product < 100.0);
  return product;
}

//--- for
// flags: -Wactive-branch
#pragma adjoint reverse
double f(double x) {
  double sum = 0.0;
  for (double t = 0.0; t < x; t += 0.5) // warning: this branch depends on active 'x'; the adjoint is that of...
    sum += x * t;
  return sum;
}

//--- a conditional
// flags: -Wactive-branch
#pragma adjoint reverse
double f(double x) {
  double y = x > 0.0 ? x * x : x; // warning: this branch depends on active 'x'; the adjoint is that of...
  return y;
}

//--- switch on a value made of an active one
// flags: -Wactive-branch
#pragma adjoint reverse
double f(double x) {
  switch (static_cast<int>(x)) { // warning: this branch depends on active 'x'; the adjoint is that of...
  case 0:
    return x * x;
  }
  return x;
}

//--- a branch in a callee, strict
// flags: --strict
double g(double x) {
  if (x > 0.0) // error: this branch depends on active 'x', which...
    return x * x;
  return x;
}
#pragma adjoint reverse
double f(double x) { return g(x) * x; }

//--- a branch on a passive parameter beside one on an active
// flags: -Wactive-branch
#pragma adjoint reverse wrt(x)
double f(double x, double y, int n) {
  if (y > 0.0)
    x *= y;
  if (n > 3)
    x *= 2.0;
  if (x > y) // warning: this branch depends on active 'x'; the adjoint is that of...
    return x * x;
  return x;
}

//--- a conditional, strict
// flags: --strict
#pragma adjoint reverse
double f(double x) { return x > 0.0 ? x * x : x; } // error: this branch depends on active 'x', which...

//--- a conditional in a function object that is inlined
struct Call {
  double strike;
  double operator()(double s) const {
    return s > strike ? s - strike : 0.0; // warning: this branch depends on active 'c'; the adjoint is that of...
  }
};
#pragma adjoint reverse
double f(const double *x, Call c) {
  double sum = 0.0;
  for (int i = 0; i < 3; ++i)
    sum += c(x[i]);
  return sum * sum;
}

//--- a conditional whose arms do not differ in activity
// flags: -Wactive-branch
#pragma adjoint reverse
double f(double x) {
  int n = x > 1.0 ? 3 : 2; // warning: this branch depends on active 'x'; the adjoint is that of...
  return n * x * x;
}

//--- a check that throws is none
#include <cstdlib>
#include <stdexcept>
#pragma adjoint reverse
double f(double x, double y) {
  if (!(x > -5.0))
    throw std::domain_error("x");
  if (y < -5.0)
    std::abort();
  else
    x *= y;
  if (x > y) // warning: this branch depends on active 'y'; the adjoint is that of...
    return x * y;
  return y;
}
