// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// Halves of hand-written adjoints, estimated derivatives and hooks that cannot be.

//--- one half alone
double g(double x);
#pragma adjoint forward_of(g)
double g_fwd(double x, double &context); // error: 'g_fwd' is one half of a hand-written adjoint; write the other, too, and announce it with '#pragma adjoint reverse_of(g)'
#pragma adjoint reverse
double f(double x) { return g(x) * x; }

//--- the other half alone
double g(double x);
#pragma adjoint reverse_of(g) restores
void g_rev(double x, double &x_b, double result_b, double &context); // error: 'g_rev' is one half of a hand-written adjoint; write the other, too, and announce it with '#pragma adjoint forward_of(g)'
#pragma adjoint reverse
double f(double x) { return g(x) * x; }

//--- two contexts
double g(double x);
#pragma adjoint forward_of(g)
double g_fwd(double x, double &context); // error: 'g_fwd' takes a context of type 'double', and 'g_rev' one of type 'float'; let both halves take the same
#pragma adjoint reverse_of(g)
void g_rev(double x, double &x_b, double result_b, float &context);
#pragma adjoint reverse
double f(double x) { return g(x) * x; }

//--- no context
double g(double x);
#pragma adjoint forward_of(g)
double g_fwd(double x); // error: 'g_fwd' does not have the signature that '#pragma adjoint forward_of(g)' asks for: 'double g_fwd(double x, Context &context)'
#pragma adjoint reverse
double f(double x) { return g(x) * x; }

//--- no context in the reverse half
double g(double x);
#pragma adjoint forward_of(g)
double g_fwd(double x, int &context);
#pragma adjoint reverse_of(g)
void g_rev(double x, double &x_b, double result_b); // error: 'g_rev' does not have the signature that '#pragma adjoint reverse_of(g)' asks for: 'void g_rev(double x, double &x_b, double result_b, Context &context)'
#pragma adjoint reverse
double f(double x) { return g(x) * x; }

//--- a context by value
double g(double x);
#pragma adjoint forward_of(g)
double g_fwd(double x, double context); // error: 'g_fwd' does not have the signature that '#pragma adjoint forward_of(g)' asks for...
#pragma adjoint reverse_of(g)
void g_rev(double x, double &x_b, double result_b, double &context);
#pragma adjoint reverse
double f(double x) { return g(x) * x; }

//--- a forward half with another result
double g(double x);
#pragma adjoint forward_of(g)
void g_fwd(double x, double &context); // error: 'g_fwd' does not have the signature that '#pragma adjoint forward_of(g)' asks for...
#pragma adjoint reverse_of(g)
void g_rev(double x, double &x_b, double result_b, double &context);
#pragma adjoint reverse
double f(double x) { return g(x) * x; }

//--- a context that cannot be made
struct Context {
  explicit Context(int size);
};
double g(double x);
#pragma adjoint forward_of(g)
double g_fwd(double x, Context &context); // error: generated code cannot make a context of type 'Context'; let it be a class of a namespace with a public default...
#pragma adjoint reverse_of(g)
void g_rev(double x, double &x_b, double result_b, Context &context);
#pragma adjoint reverse
double f(double x) { return g(x) * x; }

//--- an abstract context
struct Context {
  virtual void reset() = 0;
};
double g(double x);
#pragma adjoint forward_of(g)
double g_fwd(double x, Context &context); // error: generated code cannot make a context of type 'Context'; let it be a class of a namespace with a public default...
#pragma adjoint reverse_of(g)
void g_rev(double x, double &x_b, double result_b, Context &context);
#pragma adjoint reverse
double f(double x) { return g(x) * x; }

//--- a clause that a half does not have
double g(double x);
#pragma adjoint forward_of(g) restores // error: malformed '#pragma adjoint forward_of': 'restores' is not expected here
double g_fwd(double x, double &context);
#pragma adjoint reverse
double f(double x) { return g(x) * x; }

//--- halves before a variable
#pragma adjoint forward_of(g) // error: '#pragma adjoint forward_of' must stand right before the declaration or definition of the forward half
int counter = 0;
#pragma adjoint reverse
double f(double x) { return x * x; }

//--- a half before a variable
#pragma adjoint reverse_of(g) // error: '#pragma adjoint reverse_of' must stand right before the declaration or definition of the reverse half
int other = 0;
double g(double x);
#pragma adjoint reverse
double f(double x) { return x * x; }

//--- what is overwritten is not restored
void g(double *x);
#pragma adjoint forward_of(g)
void g_fwd(double *x, double &context);
#pragma adjoint reverse_of(g)
void g_rev(double *x, double *x_b, double &context);
#pragma adjoint reverse
double f(double *x) {
  double y = x[0] * x[1]; // note: needed for the adjoint of this statement
  g(x); // error: 'g' may overwrite values that the reverse sweep needs, of an extent not known here; pass a local...
  return y * x[0];
}

//--- a pointer is returned
double *g(double *x, int i);
#pragma adjoint forward_of(g)
double *g_fwd(double *x, int i, int &context);
#pragma adjoint reverse_of(g) restores
void g_rev(double *x, double *x_b, int i, int &context);
#pragma adjoint reverse
double f(double *x) { return *g(x, 1) * x[0]; } // error: 'g' returns a pointer or a reference to numbers, and its hand-written adjoint cannot say where...

//--- a pointer is returned, by a constant
const double *g(const double *x, int i);
#pragma adjoint derivative_of(g)
void g_b(const double *x, double *x_b, int i);
#pragma adjoint reverse
double f(const double *x) { return *g(x, 1) * x[0]; } // error: 'g' returns a pointer or a reference to numbers, and its hand-written adjoint cannot say where...

//--- two halves and no tangent
double g(double x);
#pragma adjoint forward_of(g)
double g_fwd(double x, double &context);
#pragma adjoint reverse_of(g)
void g_rev(double x, double &x_b, double result_b, double &context);
#pragma adjoint tangent
double f(double x) { return g(x) * x; } // error: 'g' has a hand-written adjoint and no tangent; write that too...

//--- a step that is none
#pragma adjoint differences step(-1) // error: malformed '#pragma adjoint differences': expected step(1e-5), ridders, both or nothing
double g(double x);
#pragma adjoint reverse
double f(double x) { return x * x; }

//--- two steps
#pragma adjoint differences step(1) step(2) // error: malformed '#pragma adjoint differences': expected step(1e-5), ridders, both or nothing
double g(double x);
#pragma adjoint reverse
double f(double x) { return x * x; }

//--- differences by another method
#pragma adjoint differences forward // error: malformed '#pragma adjoint differences': expected step(1e-5), ridders, both or nothing
double g(double x);
#pragma adjoint reverse
double f(double x) { return x * x; }

//--- differences of an array
#pragma adjoint differences // error: '#pragma adjoint differences': 'g' has to return a number and take numbers by value; other arguments...
double g(const double *x, int n);
#pragma adjoint reverse
double f(const double *x) { return g(x, 2) * x[0]; }

//--- differences before a variable
#pragma adjoint differences // error: '#pragma adjoint differences' must stand right before the declaration or definition of a function
int counter = 0;
#pragma adjoint reverse
double f(double x) { return x * x; }

//--- differences have no second derivative
#pragma adjoint differences
double g(double x);
#pragma adjoint hessian_vector // error: the derivative of 'g', which the tangent of 'f' calls, is not known; derivatives by hand, by...
double f(double x) { return g(x) * x; }

//--- nor has a hook
#include <adjoint/hooks.h>
void print(double &x_b);
#pragma adjoint hessian_vector // error: the derivative of 'hook', which the tangent of 'f' calls, is not known; derivatives by hand, by...
double f(double x) { return adjoint::hook(x, print) * x; }

//--- a hook with captures
#include <adjoint/hooks.h>
#pragma adjoint reverse
double f(double x, double limit) {
  return adjoint::hook(x, [limit](double &x_b) { x_b = x_b < limit ? x_b : limit; }) * x; // error: adjoint::hook takes a function or a lambda without captures...
}

//--- a hook by value
#include <adjoint/hooks.h>
void print(double x_b);
#pragma adjoint reverse
double f(double x) {
  return adjoint::hook(x, print) * x; // error: adjoint::hook takes a function or a lambda without captures...
}

//--- implicit without a residual
double solve(double p);
#pragma adjoint reverse
double f(double p) {
#pragma adjoint implicit(x) // error: malformed '#pragma adjoint implicit': expected implicit(x : residual(x, p))...
  double x = solve(p);
  return x * p;
}

//--- implicit of something else
double solve(double p);
double residual(double x, double p) { return x * x - p; }
#pragma adjoint reverse
double f(double p) {
#pragma adjoint implicit(x : residual(x, p))
  double x = 2.0 * solve(p); // error: '#pragma adjoint implicit' is about a statement that only calls a function by its name...
  return x * p;
}

//--- implicit of a member
struct Solver {
  double solve(double p) const;
};
double residual(double x, double p) { return x * x - p; }
#pragma adjoint reverse
double f(double p) {
  Solver solver;
#pragma adjoint implicit(x : residual(x, p))
  double x = solver.solve(p); // error: '#pragma adjoint implicit' is about a statement that only calls a function by its name...
  return x * p;
}

//--- implicit before a function
double residual(double x, double p) { return x * x - p; }
#pragma adjoint implicit(x : residual(x, p)) // error: '#pragma adjoint implicit' must stand right before a statement
double solve(double p);
#pragma adjoint reverse
double f(double p) { return solve(p) * p; }

//--- a residual without source
double solve(double p);
double residual(double x, double p);
#pragma adjoint reverse
double f(double p) {
#pragma adjoint implicit(x : residual(x, p))
  double x = solve(p); // error: '#pragma adjoint implicit': 'residual' is no residual here: there is not one definition...
  return x * p;
}

//--- a residual that does not take the unknown
double solve(double p);
double residual(double x, double p) { return x * x - p; }
#pragma adjoint reverse
double f(double p) {
#pragma adjoint implicit(x : residual(p, p))
  double x = solve(p); // error: '#pragma adjoint implicit': 'residual' is no residual here: its arguments do not name the unknown...
  return x * p;
}

//--- a residual that writes to more
void solve(double p, double *x);
void residual(const double *x, double *p, double *r) { r[0] = x[0] * x[0] - (p[0] += 1); }
#pragma adjoint reverse
double f(double p) {
  double x[1], q[1] = {p};
#pragma adjoint implicit(x : residual(x, q, result))
  solve(p, x); // error: '#pragma adjoint implicit': 'residual' is no residual here: it has to write to 'result' alone...
  return x[0] * p;
}

//--- a solver that writes to more
void solve(double p, double *x, double *work);
double residual(double x, double p) { return x * x - p; }
#pragma adjoint reverse
double f(double p) {
  double x = 1, work = 0;
#pragma adjoint implicit(x : residual(x, p))
  solve(p, &x, &work); // error: '#pragma adjoint implicit': 'solve' may write to other numbers than 'x', whose derivatives would not be known; let it write to 'x' alone
  return x * p + work;
}

//--- a residual that returns nothing
void solve(double p, double *x);
void residual(const double *x, double p) {}
#pragma adjoint reverse
double f(double p) {
  double x[1];
#pragma adjoint implicit(x : residual(x, p))
  solve(p, x); // error: '#pragma adjoint implicit': 'residual' is no residual here: it has to return a number...
  return x[0] * p;
}

//--- an objective that returns nothing
void minimise(double p, double *x);
void objective(const double *x, double p) {}
#pragma adjoint reverse
double f(double p) {
  double x[1];
#pragma adjoint argmin(x : objective(x, p))
  minimise(p, x); // error: '#pragma adjoint argmin': 'objective' is no objective here: it has to return a number...
  return x[0] * p;
}

//--- an objective that writes
void minimise(double p, double *x);
double objective(double *x, double p) { return x[0] += p; }
#pragma adjoint reverse
double f(double p) {
  double x[1];
#pragma adjoint argmin(x : objective(x, p))
  minimise(p, x); // error: '#pragma adjoint argmin': 'objective' is no objective here: it must not write to what it...
  return x[0] * p;
}

//--- an objective of more numbers than is known
void minimise(double p, int n, double *x);
double objective(const double *x, double p) { return x[0] * x[0] - p; }
#pragma adjoint reverse
double f(double p, int n, double *x) {
#pragma adjoint argmin(x : objective(x, p))
  minimise(p, n, x); // error: '#pragma adjoint argmin': how many numbers 'x' has is not known; say extent(x, n)
  return x[0] * p;
}

//--- a malformed argmin
double minimise(double p);
#pragma adjoint reverse
double f(double p) {
#pragma adjoint argmin(x) // error: malformed '#pragma adjoint argmin': expected argmin(x : objective(x, p))...
  double x = minimise(p);
  return x * p;
}

//--- an unknown solver
void minimise(double p, int n, double *x);
double objective(const double *x, double p) { return x[0] * x[0] - p; }
#pragma adjoint reverse
double f(double p, int n, double *x) {
#pragma adjoint argmin(x : objective(x, p)) solver(cg) extent(x, n) // error: malformed '#pragma adjoint argmin': expected argmin(x : objective(x, p))...
  minimise(p, n, x);
  return x[0] * p;
}

//--- the result is not the unknown
double solve(double p);
double residual(double x, double p) { return x * x - p; }
#pragma adjoint reverse
double f(double p) {
  double y = 0;
#pragma adjoint implicit(y : residual(y, p))
  double x = solve(p); // error: '#pragma adjoint implicit': the call does not find 'y'; name the variable...
  return x * p + y;
}

//--- other outputs
double solve(double p, double *norm);
double residual(double x, double p) { return x * x - p; }
#pragma adjoint reverse
double f(double p) {
  double norm = 0;
#pragma adjoint implicit(x : residual(x, p))
  double x = solve(p, &norm); // error: '#pragma adjoint implicit': 'solve' may write to other numbers than 'x', whose derivatives would not be known; let it write to 'x' alone
  return x * p + norm;
}

//--- an unknown of unknown extent
void solve(double p, double *x);
void residual(const double *x, double p, double *r) { r[0] = x[0] * x[0] - p; }
#pragma adjoint reverse
double f(double p, double *x) {
#pragma adjoint implicit(x : residual(x, p, result))
  solve(p, x); // error: '#pragma adjoint implicit': how many numbers 'x' has is not known; say extent(x, n)
  return x[0] * p;
}

//--- an argument that is none
double solve(double p);
double residual(double x, double p) { return x * x - p; }
#pragma adjoint reverse
double f(const double *p) {
#pragma adjoint implicit(x : residual(x, q))
  double x = solve(p[0]); // error: '#pragma adjoint implicit': the argument 'q' is neither a variable nor a number; declare a variable for it in front
  return x * p[0];
}

//--- a global in the residual
double scale = 1.0;
double solve(double p);
double residual(double x, double p) { return x * x - p * scale; }
#pragma adjoint reverse
double f(double p) {
  scale = p;
#pragma adjoint implicit(x : residual(x, p))
  double x = solve(p); // error: '#pragma adjoint implicit' and 'argmin': 'residual' uses a global that changes, or a global pointer; let it...
  return x * p;
}

//--- a global in the residual, and nothing else is active
double scale = 1.0;
double solve(double p);
double residual(double x, double p) { return x * x - p * scale; }
double g(double p) {
#pragma adjoint implicit(x : residual(x, p))
  double x = solve(p); // error: '#pragma adjoint implicit' and 'argmin': 'residual' uses a global that changes, or a global pointer; let it...
  return x;
}
#pragma adjoint reverse
double f(double p) {
  scale = p;
  return g(2.0) * p;
}

//--- a global pointer in the residual
const double *scale;
double solve(double p);
double residual(double x, double p) { return x * x - p * *scale; }
#pragma adjoint tangent
double f(double p) {
#pragma adjoint implicit(x : residual(x, p))
  double x = solve(p); // error: '#pragma adjoint implicit' and 'argmin': 'residual' uses a global that changes, or a global pointer; let it...
  return x * p;
}

//--- an implicit function has no second derivative
double solve(double p);
double residual(double x, double p) { return x * x - p; }
#pragma adjoint hessian_vector // error: the derivative of 'adjoint::implicit_multiplier', which the tangent of 'f' calls, is not known; derivatives by hand, by...
double f(double p) {
#pragma adjoint implicit(x : residual(x, p))
  double x = solve(p);
  return x * p;
}

//--- the derivative of what has halves
struct Kept { double y; };
double g(double x) { Kept k; k.y = x * x; return k.y; }
#pragma adjoint forward_of(g)
double g_fwd(double x, Kept &context) { context.y = x; return x * x; }
#pragma adjoint reverse_of(g)
void g_rev(double, double &x_b, double g_b, Kept &context) { x_b += 2.0 * g_b * context.y; }
#pragma adjoint reverse function(g) // error: 'g' has a derivative by hand, which is what calls of it take; nothing is made of its source. Ask for the derivative of...

//--- the derivative of what has one by hand
double g(double x);
#pragma adjoint derivative_of(g)
void g_bar(double x, double &x_b, double result_b) { x_b += 2 * x * result_b; }
#pragma adjoint tangent // error: 'g' has a derivative by hand, which is what calls of it take; nothing is made of its source. Ask for the derivative of...
double g(double x) { return x * x * x; }

//--- the derivative of a constant
#pragma adjoint passive
double h(double x);
#pragma adjoint reverse // error: 'h' is declared passive, and has no derivative; take out one of the two pragmas
double h(double x) { return x * x * x; }
