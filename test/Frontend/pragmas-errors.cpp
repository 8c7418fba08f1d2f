// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// Pragmas that ask for what is not there.

//--- a directive that does not exist
#pragma adjoint forward // error: unknown directive 'forward' in '#pragma adjoint'; expected reverse, tangent,...
double f(double x) { return x * x; }

//--- no directive
#pragma adjoint // error: unknown directive '' in '#pragma adjoint'; expected reverse, tangent,...
double f(double x) { return x * x; }

//--- a clause that does not exist
#pragma adjoint reverse only(x) // error: malformed '#pragma adjoint reverse': 'only' is no clause; expected...
double f(double x) { return x * x; }

//--- a clause without names
#pragma adjoint reverse wrt // error: malformed '#pragma adjoint reverse': expected '(' and a list of names
double f(double x) { return x * x; }

//--- a clause with an empty list
#pragma adjoint reverse wrt() // error: malformed '#pragma adjoint reverse': the list of names is empty
double f(double x) { return x * x; }

//--- a list with something else than names
#pragma adjoint reverse wrt(3) // error: malformed '#pragma adjoint reverse': expected a list of names in parentheses
double f(double x) { return x * x; }

//--- a member of a parameter
struct P { double x, y; };
#pragma adjoint reverse wrt(a, p.x) // error: 'p.x' in wrt(...) is a part of a parameter; name 'p', whose adjoint...
double f(double *a, P p) { return a[1] * p.x; }

//--- an element of a parameter
#pragma adjoint reverse wrt(a[1]) // error: 'a[1]' in wrt(...) is a part of a parameter; name 'a', whose adjoint...
double f(double *a) { return a[1] * a[0]; }

//--- a list that does not end
#pragma adjoint reverse wrt(x // error: malformed '#pragma adjoint reverse': expected a list of names in parentheses
double f(double x) { return x * x; }

//--- a clause twice
#pragma adjoint reverse wrt(x) wrt(y) // error: malformed '#pragma adjoint reverse': the clause wrt(...) stands twice
double f(double x, double y) { return x * y; }

//--- two names in name(...)
#pragma adjoint reverse name(a, b) // error: malformed '#pragma adjoint reverse': expected one identifier, as in...
double f(double x) { return x * x; }

//--- a qualified name in name(...)
#pragma adjoint reverse name(ns::g) // error: malformed '#pragma adjoint reverse': expected one identifier, as in...
double f(double x) { return x * x; }

//--- something behind a directive
#pragma adjoint reverse
double f(double x) {
  double y = x;
#pragma adjoint notbr here // error: malformed '#pragma adjoint notbr': 'here' is not expected here
  y = x * x;
  return y;
}

//--- a name for several functions
#pragma adjoint hessian name(h) // error: malformed '#pragma adjoint hessian': 'name' is no clause; expected wrt(...), of(...), value, width(...) or function(...)
double f(double x) { return x * x; }

//--- a directive for several functions before none
#pragma adjoint jacobian // error: '#pragma adjoint jacobian' must stand right before the definition of a function
double a = 1.0;

//--- a clause that is wrong for several functions
#pragma adjoint jacobian wrt(y) // error: 'y' in wrt(...) names no parameter of 'f'
double f(double x) { return x * x; }

//--- several functions of one that is not found
double f(double x) { return x * x; }
#pragma adjoint jacobian function(g) // error: use of undeclared identifier 'g'

//--- derivative_of without a function
#pragma adjoint derivative_of // error: malformed '#pragma adjoint derivative_of': expected '(' and a list of names
void g_b(double x, double &x_b, double result_b);
#pragma adjoint reverse
double f(double x) { return x * x; }

//--- derivative_of of an operator without a symbol
double g(double x);
#pragma adjoint derivative_of(operator // error: malformed '#pragma adjoint derivative_of': expected a list of names...
void g_b(double x, double &x_b, double result_b);
double f(double x) { return g(x); }

//--- derivative_of of two functions
#pragma adjoint derivative_of(g, h) // error: malformed '#pragma adjoint derivative_of': expected one function, as...
void g_b(double x, double &x_b, double result_b);
#pragma adjoint reverse
double f(double x) { return x * x; }

//--- reverse before a variable
#pragma adjoint reverse // error: '#pragma adjoint reverse' must stand right before the definition of a function
double a = 1.0;
double f(double x) { return x * x; }

//--- reverse before a struct
#pragma adjoint reverse // error: '#pragma adjoint reverse' must stand right before the definition of a function
struct Pair {
  double first, second;
};
double f(double x) { return x * x; }

//--- reverse before an array
#pragma adjoint reverse // error: '#pragma adjoint reverse' must stand right before the definition of a function
double a[] = {1.0, 2.0};
double f(double x) { return x * x; }

//--- reverse before a namespace
#pragma adjoint reverse // error: '#pragma adjoint reverse' must stand right before the definition of a function
namespace model {
double f(double x) { return x * x; }
} // namespace model
double g(double x) { return x * x; }

//--- reverse at the end of the file
double f(double x) { return x * x; }
#pragma adjoint reverse // error: '#pragma adjoint reverse' must stand right before the definition of a function

//--- ADJOINT at the end of the file
#include <adjoint/adjoint.h>
double f(double x) { return x * x; }
ADJOINT // error: '#pragma adjoint reverse' must stand right before the definition of a function

//--- the file ends in the function
#pragma adjoint reverse
double f(double x) { // note: to match this '{'
  return x * x;
 // error: expected '}'
//--- reverse in a function
double f(double x) {
#pragma adjoint reverse // error: '#pragma adjoint reverse' must stand right before the definition of a function
  return x * x;
}

//--- passive before a variable
#pragma adjoint passive // error: '#pragma adjoint passive' must stand right before the declaration or definition of...
int counter = 0;
#pragma adjoint reverse
double f(double x) { return x * x; }

//--- derivative_of before a variable
#pragma adjoint derivative_of(g) // error: '#pragma adjoint derivative_of' must stand right before the declaration...
int counter = 0;
#pragma adjoint reverse
double f(double x) { return x * x; }

//--- sums of no known kind
#pragma adjoint reverse
double f(double x) {
#pragma adjoint sums(often) // error: malformed '#pragma adjoint sums': expected sums(atomic) or sums(disjoint)
  for (int i = 0; i < 3; ++i)
    x *= x;
  return x;
}

//--- sums before a statement
#pragma adjoint reverse
double f(double x) {
#pragma adjoint sums(atomic) // error: '#pragma adjoint sums' must stand right before a parallel loop
  x *= x;
  return x;
}

//--- notbr before a function
#pragma adjoint notbr // error: '#pragma adjoint notbr' must stand right before a statement
double f(double x) { return x * x; }

//--- noprimal at the end of a block
#pragma adjoint reverse
double f(double x) {
  double y = x * x;
  {
    y *= x;
#pragma adjoint noprimal // error: '#pragma adjoint noprimal' must stand right before a statement
  }
  return y;
}

//--- wrt of no parameter
#pragma adjoint reverse wrt(z) // error: 'z' in wrt(...) names no parameter of 'f'
double f(double x, double y) { return x * y; }

//--- wrt of the result
#pragma adjoint reverse wrt(return) // error: 'return' in wrt(...) names no parameter of 'f'
double f(double x, double y) { return x * y; }

//--- of a local variable
#pragma adjoint reverse of(z) // error: 'z' in of(...) names no parameter of 'f'
double f(double x, double y) {
  double z = x * y;
  return z;
}

//--- of the result of a function without one
#pragma adjoint reverse of(return) // error: 'return' in of(...): 'f' returns no floating-point value; name...
void f(double x, double *y) { *y = x * x; }

//--- wrt of an integer
#pragma adjoint reverse wrt(n) // error: parameter 'n' in wrt(...) holds no floating-point value
double f(double x, int n) { return x * n; }

//--- the result is an integer
#pragma adjoint reverse of(return) // error: 'return' in of(...): 'f' returns no floating-point value; name...
int f(double x, double *y) {
  *y = x * x;
  return 0;
}

//--- clauses that differ between declaration and definition
#pragma adjoint reverse
double f(double x, double y);
#pragma adjoint reverse wrt(x) // error: the clauses here are not those of another annotated declaration of 'f';...
double f(double x, double y) { return x * y; }

//--- a call of what is declared with clauses
#pragma adjoint reverse wrt(x)
double g(double x, double y);
#pragma adjoint reverse
double f(double x) { return g(x, x); } // error: 'g' has no visible definition; make it visible, or write ADJOINT...

//--- a constructor
struct Model {
  double factor;
#pragma adjoint reverse
  Model(double x) { factor = x * x; } // error: a constructor or destructor cannot be differentiated; annotate a...
};

//--- a member function of a local class
double f(double x) {
  struct Model {
    double factor;
#pragma adjoint reverse
    double value(double y) const { return factor * y; } // error: a member function of a local class cannot be...
  };
  return Model{x}.value(x);
}

//--- a function template
#pragma adjoint reverse
template <class T> T f(T x) { // error: a function template cannot be differentiated; annotate a function that calls...
  return x * x;
}

//--- derivative_of a function that does not exist
#pragma adjoint derivative_of(g) // error: no function 'g' is declared in this file; declare it, or give its...
void g_b(double x, double &x_b, double result_b);
#pragma adjoint reverse
double f(double x) { return x * x; }

//--- a hand-written adjoint without the seed
double g(double x, double y);
#pragma adjoint derivative_of(g)
void g_b(double x, double &x_b, double y, double &y_b); // error: 'g_b' does not have the signature that '#pragma...
#pragma adjoint reverse
double f(double x) { return g(x, x) * x; }

//--- a hand-written adjoint with an adjoint by value
double g(double x);
#pragma adjoint derivative_of(g)
void g_b(double x, double x_b, double result_b); // error: 'g_b' does not have the signature that '#pragma adjoint...
#pragma adjoint reverse
double f(double x) { return g(x) * x; }

//--- a hand-written adjoint with a result
double g(double x);
#pragma adjoint derivative_of(g)
double g_b(double x, double &x_b, double result_b); // error: 'g_b' does not have the signature that '#pragma...
#pragma adjoint reverse
double f(double x) { return g(x) * x; }

//--- a hand-written adjoint in another order
void g(const double *x, int n, double *y);
#pragma adjoint derivative_of(g)
void g_b(const double *x, int n, double *y, double *x_b, double *y_b); // error: 'g_b' does not have the signature...
#pragma adjoint reverse
double f(const double *x) {
  double y[2];
  g(x, 2, y);
  return y[0] * y[1];
}

//--- the name is that of a variable
double f_b = 1.0; // error: the name 'f_b' of the adjoint is already declared; choose another with name(id)
#pragma adjoint reverse
double f(double x) { return x * x; }

//--- the name is that of a struct
struct f_b {}; // error: the name 'f_b' of the adjoint is already declared; choose another with name(id)
#pragma adjoint reverse
double f(double x) { return x * x; }

//--- the adjoint is defined already
void f_b(double, double &, double);
#pragma adjoint reverse
double f(double x) { return x * x; }
void f_b(double x, double &x_b, double result_b) { x_b += 2.0 * x * result_b; } // error: the name 'f_b' of the...

//--- two adjoints of one name
#pragma adjoint reverse name(gradient)
double f(double x) { return x * x; }
#pragma adjoint reverse name(gradient)
double g(double x) { return x * x * x; } // error: the name 'gradient' of the adjoint is already declared; choose...

//--- one name for two requests
#pragma adjoint reverse wrt(x)
#pragma adjoint reverse wrt(x) of(return)
double f(double x, double y) { return x * y; } // error: the name 'f_b' of the adjoint is already declared; choose...

//--- a hand-written tangent with the signature of an adjoint
double g(double x);
#pragma adjoint tangent_of(g)
void g_d(double x, double &x_b, double result_b); // error: 'g_d' does not have the signature that '#pragma adjoint...
#pragma adjoint tangent
double f(double x) { return g(x) * x; }

//--- a hand-written tangent that does not return the value
double g(double x, const double *y);
#pragma adjoint tangent_of(g)
void g_d(double x, double x_d, const double *y, const double *y_d, double &result_d); // error: 'g_d' does not have...
#pragma adjoint tangent
double f(double x) { return g(x, &x) * x; }

//--- a tangent always returns the value
#pragma adjoint tangent value // error: malformed '#pragma adjoint tangent': 'value' is no clause; expected...
double f(double x) { return x * x; }

//--- the name of a tangent is taken
#pragma adjoint tangent
double f(double x) { return x * x; }
double f_d(double x, double x_d, double &result_d) { result_d = x_d; return x; } // error: the name 'f_d' of the...

//--- two functions in tangent_of
double g(double x);
double h(double x);
#pragma adjoint tangent_of(g, h) // error: malformed '#pragma adjoint tangent_of': expected one function, as in...
double g_d(double x, double x_d, double &result_d);

//--- function(...) of a template without arguments
template <class T> T f(T x) { return x * x; }
#pragma adjoint reverse function(f) // error: function(f) names no function; a function template needs its...

//--- function(...) of a variable
double a = 1.0;
#pragma adjoint reverse function(a) // error: function(a) names no function; a function template needs its...

//--- function(...) of what is not declared
#pragma adjoint reverse function(f) // error: use of undeclared identifier 'f'

//--- function(...) of overloads
double f(double x) { return x * x; }
double f(double x, double y) { return x * y; }
#pragma adjoint reverse function(f) // error: function(f) names several functions; add the types of the parameters,...

//--- function(...) of overloads with the types of none
double f(double x) { return x * x; }
double f(double x, double y) { return x * y; }
#pragma adjoint reverse function(f(float)) // error: function(f(float)) names no function; a function template needs...

//--- function(...) before the definition
double f(double x);
#pragma adjoint reverse function(f) // error: function(f) names a function that is not defined before; write the...
double f(double x) { return x * x; }

//--- function(...) in another namespace
namespace ns {
double f(double x) { return x * x; }
} // namespace ns
namespace other {
#pragma adjoint reverse function(ns::f) // error: function(ns::f) stands in a namespace that the function does not...
}

//--- function(...) without a function
#pragma adjoint reverse function() // error: malformed '#pragma adjoint reverse': expected a function, as in...
double f(double x) { return x * x; }

//--- function(...) that does not end
double f(double x) { return x * x; }
#pragma adjoint reverse function(f(double) // error: malformed '#pragma adjoint reverse': expected a function, as in...

//--- function(...) twice
double f(double x) { return x * x; }
#pragma adjoint reverse function(f) function(f) // error: malformed '#pragma adjoint reverse': the clause...

//--- function(...) and the pragma before the function
#pragma adjoint reverse wrt(x)
double f(double x) { return x * x; } // error: the name 'f_b' of the adjoint is already declared; choose another...
#pragma adjoint reverse function(f) of(return)

//--- a consteval function
// flags: -- -std=c++20
#pragma adjoint reverse
consteval double f(double x) { return x * x; } // error: a consteval function cannot be differentiated; make it...

//--- a lambda expression as a parameter
auto square = [](double x) { return x * x; };
#pragma adjoint reverse
double f(double x, decltype(square) g) { return g(x) * x; } // error: a function that takes or returns an object of...

//--- a local class as the result
auto make(double x) {
  struct Local {
    double value;
  };
  return Local{x * x};
}
#pragma adjoint reverse
auto f(double x) { return make(x); } // error: a function that takes or returns an object of a lambda expression or...

//--- a function of the library
#include <utility>
#pragma adjoint reverse function(std::swap<double>) // error: 'std::swap' belongs to the standard library, whose source is not read; annotate...

//--- recompute before what declares nothing
#pragma adjoint reverse
double f(double x) {
  double y = x;
#pragma adjoint recompute // error: '#pragma adjoint recompute' must stand right before the declaration of a variable
  y *= x;
  return y;
}
