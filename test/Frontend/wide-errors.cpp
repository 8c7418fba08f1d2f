// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// Derivatives for several directions, and Taylor coefficients, that cannot be.

//--- no number of directions
#include <adjoint/directions.h>
#pragma adjoint reverse width // error: malformed '#pragma adjoint reverse': expected a number from 1 to 1024, as in width(4)
double f(double x) { return x * x; }

//--- no directions
#include <adjoint/directions.h>
#pragma adjoint tangent width(0) // error: malformed '#pragma adjoint tangent': expected a number from 1 to 1024, as in width(4)
double f(double x) { return x * x; }

//--- no constant
#include <adjoint/directions.h>
int n = 3;
#pragma adjoint reverse width(n) // error: 'n' in width(...) is no constant from 1 to 1024 that is known here, and no template parameter of 'f'; for a number that is known when the program runs, use...
double f(double x) { return x * x; }

//--- an argument
#include <adjoint/directions.h>
#pragma adjoint tangent width(n) // error: 'n' in width(...) is no constant from 1 to 1024...
double f(double x, int n) { return x * n; }

//--- a constant that is too large
#include <adjoint/directions.h>
constexpr int n = 2000;
#pragma adjoint tangent width(n) // error: 'n' in width(...) is no constant from 1 to 1024...
double f(double x) { return x * x; }

//--- a matrix, by a constant that is not known
#pragma adjoint jacobian width(n) // error: 'n' in width(...) is no constant from 1 to 1024...
double f(double x, int n) { return x * n; }

//--- an order by a name
#include <adjoint/taylor.h>
constexpr int n = 2;
#pragma adjoint tangent order(n) // error: malformed '#pragma adjoint tangent': expected a number from 1 to 1024, as in order(4)
double f(double x) { return x * x; }

//--- a product with an object of a class
#include <adjoint/directions.h>
struct P { double a, b; };
#pragma adjoint hessian_vector width(2) // error: 'p_d' is or leads to an object of a class, which is for one number each; leave out width(...), or pass arrays of numbers
double f(const P &p) { return p.a * p.b; }

//--- an order of an adjoint
#include <adjoint/taylor.h>
#pragma adjoint reverse order(2) // error: malformed '#pragma adjoint reverse': 'order' is no clause;...
double f(double x) { return x * x; }

//--- both
#include <adjoint/directions.h>
#pragma adjoint tangent width(2) order(2) // error: malformed '#pragma adjoint tangent': the clause width(...) or order(...) stands twice
double f(double x) { return x * x; }

//--- no header of directions
#pragma adjoint reverse width(2) // error: width(...) needs a type of the library's; write '#include <adjoint/directions.h>' before the pragma
double f(double x) { return x * x; }

//--- no header of coefficients
#pragma adjoint tangent order(2) // error: order(...) needs a type of the library's; write '#include <adjoint/taylor.h>' before the pragma
double f(double x) { return x * x; }

//--- an object of a class
#include <adjoint/directions.h>
struct P { double a, b; };
#pragma adjoint reverse width(2) // error: 'p_b' is or leads to an object of a class, which is for one number each; leave out width(...), or pass arrays of numbers
double f(const P &p) { return p.a * p.b; }

//--- a result of a class
#include <adjoint/directions.h>
#include <vector>
#pragma adjoint reverse width(2) // error: 'f' takes or returns objects of classes, which are for one number each; leave out width(...), or pass arrays of numbers
std::vector<double> f(double x) { return {x, x * x}; }

//--- a variable of the file
#include <adjoint/taylor.h>
double scale = 1.0;
#pragma adjoint tangent order(2) // error: 'scale' is a variable of the file, which is for one number each; leave out order(...), or pass it as a parameter
double f(double x) {
  scale *= x;
  return scale * x;
}

//--- a hand-written adjoint
#include <adjoint/directions.h>
double g(double x);
#pragma adjoint derivative_of(g)
void g_b(double x, double &x_b, double result_b);
#pragma adjoint reverse width(2) // error: 'g_b', which is called, is for one number each; leave out width(...)
double f(double x) { return g(x) * x; }

//--- a class on coefficients
#include <adjoint/taylor.h>
#include <vector>
#pragma adjoint tangent order(2) // error: 'v' is or leads to an object of a class, which is for one number each; leave out order(...), or pass arrays of numbers
double f(const std::vector<double> &v) { return v[0] * v[1]; }

//--- no recurrence
#include <adjoint/taylor.h>
#include <cmath>
#pragma adjoint tangent order(2) // error: 'std::tgamma' has no recurrence for its Taylor coefficients; leave out order(...)
double f(double x) { return std::tgamma(x); }

//--- stored to what is no dependent
#include <adjoint/taylor.h>
#pragma adjoint tangent order(2) wrt(x) of(result) // error: active values are stored to 'y', which order(...) leaves as it is; add it to wrt(...) or of(...)
double f(double x, double *y) {
  y[0] = x;
  return y[0] * x;
}

//--- stored to an object of the file
#include <adjoint/taylor.h>
#include <vector>
static std::vector<double> work(3);
#pragma adjoint tangent order(2) // error: 'work' is or leads to an object of a class, which is for one number each; leave out order(...), or pass arrays of numbers
double f(double x) {
  work[0] = x * x;
  return work[0] * x;
}
