// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %adjoint-gen %s --dump=plan --no-inline -Wno-active-branch | FileCheck %s
// RUN: %adjoint-gen %s --dump=plan --no-inline --no-fusion -Wno-active-branch | FileCheck %s --check-prefix=STORED
//
// How calls and loops are reversed, and why.

double square(double x) { return x * x; }
// CHECK-LABEL: function square
// CHECK-LABEL: function joint
// CHECK-NEXT: line [[# @LINE + 2]]: call of square: joint{{$}}
#pragma adjoint reverse
double joint(double x) { return square(x) * x; }

// CHECK-LABEL: function scale
// CHECK-LABEL: function overwriting
// CHECK-NEXT: line [[# @LINE + 5]]: call of scale: restoring, it overwrites what the reverse sweep needs
void scale(double *a, double f) { *a = *a * f; }
#pragma adjoint reverse
double overwriting(double x, double f) {
  double product = x * f, y = product * product;
  scale(&product, f);
  return y * product;
}

// CHECK-LABEL: function allocating
// CHECK-NEXT: line [[# @LINE + 6]]: call of made: split, it allocates or frees memory
// CHECK-NEXT: line [[# @LINE + 7]]: call of destroyed: split, it allocates or frees memory
double *made(double x) { return new double(x); }
void destroyed(double *p) { delete p; }
#pragma adjoint reverse
double allocating(double x) {
  double *p = made(x * x);
  double y = *p * x;
  destroyed(p);
  return y;
}

// CHECK-LABEL: function loops
// CHECK-NEXT: line [[# @LINE + 7]]: loop: fused, both sweeps run in one iteration
// CHECK-NEXT: line [[# @LINE + 8]]: loop: stored, 1 record in an iteration
// STORED-LABEL: function loops
// STORED-NEXT: line [[# @LINE + 4]]: loop: stored, nothing is recorded
#pragma adjoint reverse
double loops(const double *x, int n) {
  double sum = 0.0, product = 1.0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  for (int i = 0; i < n; ++i)
    product = product * x[i];
  return sum + product;
}

// CHECK-LABEL: function checkpointed
// CHECK-NEXT: line [[# @LINE + 8]]: loop: checkpointed, a snapshot holds u a (8 * n + 16 bytes); 9 steps, 6 run again{{$}}
// CHECK-NEXT: line [[# @LINE + 8]]: loop: stored
// CHECK-NEXT: line [[# @LINE + 9]]: loop: stored
// CHECK-NEXT: line [[# @LINE + 13]]: loop: fused, both sweeps run in one iteration
#pragma adjoint reverse
double checkpointed(const double *x, double *__restrict u, double *__restrict next, int n) {
  double a = 1.0, sum = 0.0;
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < 9; ++t) {
    for (int i = 0; i < n; ++i)
      next[i] = u[i] * x[i] * a;
    for (int i = 0; i < n; ++i)
      u[i] = next[i];
    a = a * u[0];
  }
#pragma adjoint checkpoint snapshots(3)
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sum * a;
}

// CHECK-LABEL: function byHand
// CHECK-NEXT: line [[# @LINE + 25]]: call of halved: hand-written halves, recorded before: v
// CHECK-NEXT: line [[# @LINE + 25]]: call of restored: hand-written halves, it restores what it overwrites
// CHECK-NEXT: line [[# @LINE + 25]]: call of estimated: differences, central
// CHECK-NEXT: line [[# @LINE + 25]]: call of hook: hook
// CHECK-NEXT: line [[# @LINE + 26]]: call of root: implicit function
#include <adjoint/hooks.h>
void halved(double *v);
#pragma adjoint forward_of(halved)
void halved_fwd(double *v, int &context);
#pragma adjoint reverse_of(halved)
void halved_rev(double *v, double *v_b, int &context);
void restored(double *v);
#pragma adjoint forward_of(restored)
void restored_fwd(double *v, int &context);
#pragma adjoint reverse_of(restored) restores
void restored_rev(double *v, double *v_b, int &context);
#pragma adjoint differences
double estimated(double x);
void look(double &x_b);
double root(double a);
double square(double x, double a) { return x * x - a; }
#pragma adjoint reverse
double byHand(double x) {
  double v[2] = {x, x * x};
  double s = v[0] * v[1];
  halved(v);
  restored(v);
  s += estimated(v[0]);
  s = adjoint::hook(s, look);
#pragma adjoint implicit(y : square(y, s))
  const double y = root(s);
  return s * v[1] * y;
}
