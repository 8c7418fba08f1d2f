// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %adjoint-gen %s --no-inline --dump=alias | FileCheck %s --match-full-lines
//
// What a callee stores and returns is stored and returned in its caller; what it only reads stays apart.

struct Node {
  double value;
  Node *next;
};

double sum(const double *a, const double *b) { return a[0] + b[0]; }

void link(Node *from, Node *to) { from->next = to; }

double *second(double *, double *b) { return b; }

#pragma adjoint reverse
double f(double x) {
  double a[2] = {x, x}, b[2] = {x, 1.0};
  double *p[1] = {a};
  Node first = {x, nullptr}, last = {x * x, nullptr};
  link(&first, &last);
  double *q = second(a, b);
  q[1] = sum(p[0], b) * first.next->value;
  return q[1];
}

// CHECK:function f
// CHECK-NEXT:  p points to a
// CHECK-NEXT:  first points to last
// CHECK-NEXT:  q points to b
