// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// What has no second derivative.

//--- a function with a first derivative alone
#include <cmath>
#pragma adjoint hessian_vector // error: the derivative of 'adjoint::special::cyl_bessel_j_d', which the tangent of 'f' calls, is not known; derivatives by hand, by...
double f(double x) { return std::cyl_bessel_j(1, x) * x; }

//--- an adjoint by hand
double g(double x);
void g_b(double x, double &x_b, double result_b);
double g_d(double x, double x_d, double &result_d);
#pragma adjoint derivative_of(g)
void g_b(double x, double &x_b, double result_b);
#pragma adjoint tangent_of(g)
double g_d(double x, double x_d, double &result_d);
#pragma adjoint hessian_vector // error: the derivative of 'g_d', which the tangent of 'f' calls, is not known; derivatives by hand, by...
double f(double x) { return g(x) * x; }

//--- an object beside its value
#include <vector>
#pragma adjoint hessian_vector value // error: the value of 'f' beside its Hessian product is not known: it changes objects of classes; leave out the clause...
double f(std::vector<double> &x) {
  x[0] = x[0] * x[1];
  x.push_back(x[0]);
  return x[0] * x[0];
}

//--- the third order
#pragma adjoint reverse
double g(double x) { return x * x * x; }
#pragma adjoint hessian_vector // error: the derivative of 'g_bd', which the tangent of 'f' calls, is not known; derivatives by hand, by...
double f(double x) {
  double x_b = 0;
  g_b(x, x_b, 1.0);
  return x_b * x;
}

//--- the third order, by the name of the function
#include <adjoint/derivatives.h>
#pragma adjoint reverse
double g(double x) { return x * x * x; }
#pragma adjoint hessian_vector // error: the derivative of 'g_bd', which the tangent of 'f' calls, is not known; derivatives by hand, by...
double f(double x) { return adjoint::gradient<g>(x) * x; }

//--- the third order, of a second derivative that is called
#pragma adjoint hessian_vector
double g(double x) { return x * x * x; }
#pragma adjoint reverse
double f(double x) {
  double x_b = 0, x_bd = 0;
  g_bd(x, 1.0, x_b, x_bd, 1.0, 0.0); // error: 'g_bd' is generated, but its derivatives are not: there are such of adjoints and tangents without the clauses 'value', 'width' and 'order'; call one of these
  return x_bd * x;
}

//--- a reference
#pragma adjoint hessian_vector // error: 'f' returns a reference or a pointer to numbers, and there is no second derivative of such a function; return a value...
const double &f(const double &x) { return x; }

//--- the value beside the gradient, called
#pragma adjoint reverse value
double v(double x) { return x * x * x; }
#pragma adjoint reverse
double f(double x) {
  double x_b = 0;
  return v_b(x, x_b, 1.0) * x_b; // error: 'v_b' is generated, but its derivatives are not: there are such...
}

//--- tangent of an adjoint by some of its independents
#pragma adjoint reverse wrt(x)
double p(double x, double y) { return x * x * x * y; }
#pragma adjoint tangent
double q(double x, double y) {
  double xb = 0;
  p_b(x, xb, y, 1.0); // error: 'p_b' is generated, but its tangent is not, for a clause chooses the independents or dependents; leave out the clause
  return xb * y;
}
