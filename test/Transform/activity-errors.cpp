// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// Activity: pointers whose activity differs from call to call.

//--- a global pointer to active memory
double *place;
#pragma adjoint reverse
double f(double x) {
  double a[2] = {x, x * x};
  if (x > 0.0)
    place = a;
  place[1] *= x; // error: the global pointer 'place' may still lead where the caller has set it when active data is...
  return a[1];
}

//--- a global pointer that callers have set
double *place;
#pragma adjoint reverse
double f(double x) {
  place[1] = x * x; // error: the global pointer 'place' may still lead where the caller has set it when active data...
  return place[1] * place[0];
}

//--- a global pointer may lead to an active global
double level[2];
double *place = level;
#pragma adjoint reverse
double f(double x) {
  level[0] = x * x;
  return place[0] * x; // error: the global pointer 'place' may lead to the global 'level', which holds active data,...
}

//--- another file may take the global's address
double level;
double *place;
#pragma adjoint reverse
double f(double x) {
  level = x * x;
  return place[0] * level; // error: the global pointer 'place' may lead to the global 'level', which holds active...
}

//--- the same, written through the pointer, and read by a callee
double level[2];
double *places[2] = {level, level + 1};
double read() { return level[1]; }
#pragma adjoint reverse
double f(double x) {
  *places[1] = x * x; // error: the global pointer 'places' may lead to the global 'level', which holds active data,...
  level[0] = 1.0;
  return read() * x * level[0];
}

//--- a pointer to an active and a passive array
#pragma adjoint reverse wrt(a)
double f(const double *a, const double *b, int n) { // error: 'p' may lead to active data and to data without an...
  const double *p = n > 0 ? a : b;
  return p[0] * p[0];
}

//--- a pointer that walks from an active array to a passive one
#pragma adjoint reverse wrt(a)
double f(const double *a, const double *b, int n) { // error: 'p' may lead to active data and to data without an...
  const double *p = a;
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    sum += *p * *p;
    p = i == 3 ? b : p + 1;
  }
  return sum;
}

//--- scratch memory that wrt leaves out
#pragma adjoint reverse wrt(x) of(return)
double f(const double *x, double *scratch, int n) {
  for (int i = 0; i < n; ++i)
    scratch[i] = x[i] * x[i]; // error: active values are stored to '*scratch', which has no adjoint; if it is a...
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += scratch[i] * scratch[i];
  return sum;
}

//--- a constant beside active data behind one object, in a function that calls itself
struct Args {
  double *out;
  const double *factors;
};
static void scale(const Args &args, int depth) {
  if (depth == 0)
    return;
  args.out[depth] *= args.factors[depth];
  scale(args, depth - 1);
}
#pragma adjoint reverse wrt(y)
void f(double *y, const double *factors, int depth) {
  Args args{y, factors};
  scale(args, depth); // error: '*factors' has no adjoint, and objects lead to it that lead to active data, too; if it is...
}
