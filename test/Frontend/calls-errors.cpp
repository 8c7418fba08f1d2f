// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// Calls whose adjoint is not known.

//--- a function without definition
double g(double x);
#pragma adjoint reverse
double f(double x) { return g(x) * x; } // error: 'g' has no visible definition; make it visible, or write ADJOINT...

//--- a function without definition that writes through a pointer
void g(double x, double *y);
#pragma adjoint reverse
double f(double x) {
  double y;
  g(x, &y); // error: 'g' has no visible definition; make it visible, or write ADJOINT before its declaration and...
  return y * x;
}

//--- a function without definition that may keep what it is given
extern double state;
void g(double x);
#pragma adjoint reverse
double f(double x) {
  g(x); // error: 'g' has no visible definition; make it visible, or write ADJOINT before its declaration and have...
  return state * x;
}

//--- a function without definition in a callee
double g(double x);
double h(double x) { return x + g(x); } // error: 'g' has no visible definition; make it visible, or write ADJOINT...
#pragma adjoint reverse
double f(double x) { return h(x) * x; }

//--- a function without definition in a namespace
namespace model {
double g(double x);
}
#pragma adjoint reverse
double f(double x) { return model::g(x) * x; } // error: 'model::g' has no visible definition; make it visible, or...

//--- a library function without a rule
#include <cmath>
#pragma adjoint reverse
double f(double x) { return std::tgamma(x) * std::riemann_zeta(x); } // error: 'std::riemann_zeta<double>' has no...

//--- an order by which there is no derivative
#include <cmath>
#pragma adjoint reverse
double f(double x) { return std::cyl_bessel_j(2 * x, x); } // error: 'std::cyl_bessel_j' of an order that is neither...

//--- variable arguments
double sum(int n, ...);
#pragma adjoint reverse
double f(double x, double y) { return sum(2, x, y) * x; } // error: active data is passed through variable arguments...

//--- the address of active data as a variable argument
void solve(int n, ...);
#pragma adjoint reverse
double f(double x) {
  double y = x * x;
  solve(1, &y); // error: active data is passed through variable arguments of 'solve'; use a function with typed...
  return y;
}

//--- variable arguments that may be written
#include <cstdio>
#pragma adjoint reverse
double f(double x) {
  double y = x;
  std::sscanf("3.0", "%lf", &y); // error: 'sscanf' reads a number into a variable that holds active values; read it...
  return x * y;
}

//--- a function with variable arguments
#include <cstdarg>
#pragma adjoint reverse
double f(double x, int n, ...) {
  va_list list;
  va_start(list, n);
  double y = va_arg(list, double); // error: 'va_arg' cannot be differentiated; use a function with typed parameters
  va_end(list);
  return x * y;
}

//--- a function pointer that is not known
#pragma adjoint reverse
double f(double (*g)(double), double x) { return g(x) * x; } // error: this function comes from the caller, and what...

//--- a function pointer in a struct
struct Model {
  double (*value)(double);
  double factor;
};
#pragma adjoint reverse
double f(const Model &m, double x) { return m.factor * m.value(x); } // error: the target of this call is not known...

//--- input from a stream
#include <iostream>
#pragma adjoint reverse
double f(double x) {
  double y = x;
  std::cin >> y; // error: 'extraction' reads a number into a variable that holds active values; read it into a...
  return x * y;
}

//--- a struct with a pointer to active data as a variable argument
struct Holder {
  double *values;
};
void solve(int n, ...);
#pragma adjoint reverse
double f(double x) {
  double y = x * x;
  Holder h{&y};
  solve(1, h); // error: active data is passed through variable arguments of 'solve'; use a function with typed...
  return y;
}

//--- a library function that moves active data
#include <memory>
#pragma adjoint reverse
double f(double *x, int n) {
  std::uninitialized_copy(x, x + n, x + n); // error: 'std::uninitialized_copy<double *, double *>' has no visible...
  return x[0] * x[n];
}

//--- a member function without definition
struct Model {
  double factor;
  double value(double x) const;
};
#pragma adjoint reverse
double f(double x) {
  Model m{x};
  return m.value(x); // error: 'Model::value' has no visible definition; make it visible, or write ADJOINT before...
}

//--- a member function without definition, of a class that generated code cannot use as it is
class Model {
public:
  double value(double x) const;

private:
  double factor;
};
#pragma adjoint reverse
double f(const Model &m, double x) {
  return m.value(x); // error: 'Model::value' has no visible definition; make it visible, or write ADJOINT before...
}

//--- a constructor without definition
struct Model {
  explicit Model(double x);
  double factor;
};
#pragma adjoint reverse
double f(double x) {
  Model m(x); // error: 'Model::Model' has no visible definition, and generated code needs it; define it in this...
  return m.factor;
}

//--- a virtual function that nothing overrides
struct Model {
  virtual double value(double x) const = 0; // error: the target of this call is not known here; call the function...
};
double evaluate(const Model &m, double x) { return m.value(x); }
#pragma adjoint reverse
double f(double x) {
  const Model *m = nullptr;
  return evaluate(*m, x);
}

//--- a pointer chosen among known functions and a caller's
double square(double x) { return x * x; }
double apply(double (*f)(double), double x) { return f(x); } // error: the target of this call is not known here;...
#pragma adjoint reverse
double f(double x, double (*g)(double)) { return apply(x > 1.0 ? square : g, x); }

//--- a pointer in memory that the caller sees
struct Term {
  double (*f)(double);
  double weight;
};
double square(double x) { return x * x; }
#pragma adjoint reverse
double f(const Term *terms, int n) {
  Term own = {square, 1.0};
  double s = own.f(terms[0].weight); // error: the target of this call is not known here; call the function...
  for (int i = 0; i < n; ++i)
    s += terms[i].f(s);
  return s;
}

//--- a global pointer that is not constant
double square(double x) { return x * x; }
double (*chosen)(double) = square;
#pragma adjoint reverse
double f(double x) { return chosen(x); } // error: the target of this call is not known here; call the function...

//--- a pointer that another file sets
double square(double x) { return x * x; }
double cube(double x) { return x * x * x; }
void choose(double (*&f)(double));
#pragma adjoint reverse
double f(double x) {
  double (*g)(double) = x > 0.0 ? square : cube;
  choose(g);
  return g(x); // error: the target of this call is not known here; call the function directly, or through a pointer...
}

//--- a pointer made from an address of another type
double square(double x) { return x * x; }
double (*find(const void *))(double);
#pragma adjoint reverse
double f(double x, const void *p) {
  double (*g)(double) = square;
  if (p)
    g = find(p);
  return g(x); // error: the target of this call is not known here; call the function directly, or through a pointer...
}

//--- a function in a std::function, called in its model
#include <functional>
#pragma adjoint reverse
double f(double (*g)(double), double x) {
  std::function<double(double)> h = g;
  double y = x * x;
  return h(y); // error: the target of this call is not known here; call the function directly, or through a pointer...
}

//--- a function object of the caller's
#include <functional>
#pragma adjoint reverse
double f(const std::function<double(double)> &g, double x) {
  return g(x) * x; // error: this function comes from the caller, and what it does is not known here; let the...
}

//--- a function object that reports, called inside 'try'
#include <functional>
#pragma adjoint reverse
double f(const std::function<void(double)> &report, double x) {
  try {
    report(x); // error: a function that may throw, called inside 'try', cannot be differentiated; catch what it...
  } catch (int) {
    return 0.0;
  }
  return x * x;
}

//--- function objects of the caller's
#include <functional>
#include <vector>
#pragma adjoint reverse
double f(const std::vector<std::function<double(double)>> &fs, double x) {
  double s = x;
  for (const auto &g : fs)
    s = g(s); // error: this function comes from the caller, and what it does is not known here; let the function be...
  return s;
}

//--- an unknown function, called by an algorithm
#include <algorithm>
#include <vector>
double unknown(double);
#pragma adjoint reverse
double f(double x) { // error: 'unknown' has no visible definition; make it visible, or write ADJOINT before its...
  std::vector<double> v{x, x * x};
  std::transform(v.begin(), v.end(), v.begin(), unknown);
  return v[0] * v[1];
}

//--- a hand-written adjoint of a function that returns an object of the library
#include <vector>
using Rows = std::vector<std::vector<double>>;
Rows squares(const std::vector<double> &x);
#pragma adjoint derivative_of(squares)
void squares_b(const std::vector<double> &x, std::vector<double> &x_b, Rows result_b);
#pragma adjoint reverse
double f(const std::vector<double> &x) {
  Rows y = squares(x); // error: 'squares' is called as it is, and generated code cannot hand on all the objects...
  return y[0][0] * y[0][1];
}

//--- an object that cannot be made for a call
#include <vector>
struct Rate {
  explicit Rate(double value) : values(1, value) {}
  std::vector<double> values;
};
#pragma adjoint passive
bool isHigh(const Rate &rate, const std::vector<double> &x);
#pragma adjoint reverse
double f(const std::vector<double> &x) {
  const Rate rate(x[0]);
  return isHigh(rate, x) ? x[0] : x[1]; // error: 'isHigh' is called as it is, and an object of class 'Rate' cannot...
}

//--- an object that might free what it leads to
#include <vector>
struct Marks {
  std::vector<double> values;
  int *first = nullptr;
};
#pragma adjoint passive
bool isMarked(const Marks &marks);
#pragma adjoint reverse
double f(const std::vector<double> &x) {
  Marks marks;
  marks.values = x;
  return isMarked(marks) ? x[0] : x[1]; // error: 'isMarked' is called as it is, and an object of class 'Marks' cannot be made for it: what a pointer in it leads to is not known
}

//--- a constant that is a vector of vectors
#include <vector>
using Rows = std::vector<std::vector<double>>;
#pragma adjoint passive
Rows rows(const std::vector<double> &x) { return {x}; }
#pragma adjoint reverse
double f(const std::vector<double> &x) {
  return rows(x)[0][0] * x[0]; // error: 'rows' is called as it is, and generated code cannot hand on all the...
}

//--- a function that the caller has differentiated itself, given an array without an adjoint
double dot(double a, const double *b, int n);
#pragma adjoint derivative_of(dot)
void dot_b(double a, double &a_b, const double *b, double *b_b, int n, double result_b);
#pragma adjoint reverse wrt(a)
double f(double a, const double *c, int n) {
  double sum = a * a;
  return dot(sum, c, n); // error: the adjoint of 'dot' needs one of its argument 'c', which has none; if 'c' is a...
}

//--- an annotated function of another file, given an array without an adjoint
#pragma adjoint reverse
void step(const double *g, double *u, const double *k);
#pragma adjoint reverse wrt(k)
double f(const double *grid, const double *k) {
  double u[2] = {1.0, 2.0};
  step(grid, u, k); // error: the adjoint of 'step' needs one of its argument 'grid', which has none; if 'grid' is a...
  return u[1];
}

//--- an annotated function of another file, given a constant struct that another parameter may change
struct Grid {
  int n;
  double dx;
};
#pragma adjoint reverse
void step(const Grid &g, double *u, const double *k);
#pragma adjoint reverse wrt(k) of(return)
double f(const Grid &grid, Grid &other, const double *k) {
  double u[2] = {1.0, 2.0};
  other.dx = 2.0;
  step(grid, u, k); // error: the adjoint of 'step' needs one of its argument 'grid', which has none; if 'grid' is a...
  return u[1];
}

//--- an annotated function of another file that may keep a pointer
#include <vector>
struct View {
  explicit View(std::vector<double> &v) : first(v.data()) {}
  double *first;

private:
  int count = 0;
};
#pragma adjoint reverse
void advance(View &view, std::vector<double> &v);
#pragma adjoint reverse
double f(std::vector<double> &v) {
  View view(v);
  advance(view, v); // error: 'advance' is defined in another file, and the types of its parameters leave open where...
  return v[0];
}

//--- an annotated function of another file that takes a vector by value
#include <vector>
#pragma adjoint reverse
double sum(std::vector<double> v);
#pragma adjoint reverse
double f(const std::vector<double> &v) { return sum(v); } // error: 'sum' is defined in another file, and the types of...

//--- an annotated function of another file, and a global that both may name
#include <vector>
double scale = 1.0;
#pragma adjoint reverse
double sum(const std::vector<double> &v);
#pragma adjoint reverse
double f(const std::vector<double> &v) {
  scale = v[0] * v[1];
  return sum(v); // error: 'sum' is defined in another file, which may read 'scale', where active numbers may be...
}

//--- a function of vectors of another file whose declaration has clauses
#include <vector>
#pragma adjoint reverse wrt(v)
double sum(const std::vector<double> &v, double x);
#pragma adjoint reverse
double f(const std::vector<double> &v) {
  return sum(v, 1.0); // error: 'sum' has no visible definition; make it visible, or write ADJOINT before its...
}

//--- a pointer of the file that is set to what a caller gives
static double (*law)(double);
void choose(double (*other)(double)) { law = other; }
#pragma adjoint reverse
double f(double x) { return law(x) * x; } // error: the target of this call is not known here; call the function...
