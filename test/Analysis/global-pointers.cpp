// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %adjoint-gen %s --no-inline --dump=alias | FileCheck %s --match-full-lines
//
// What a global pointer leads to on entry (`*work`) counts where the function may use it.

double *work;
struct Context {
  double *in, *out;
  int count;
} context;

double first() { return work[0]; }
void set(double *to) { work = to; }

// CHECK:function setBefore
// CHECK-NEXT:  work points to a
#pragma adjoint reverse
double setBefore(double x) {
  double a[2] = {x, x};
  work = a;
  return first() * a[1];
}

// CHECK:function setByCallee
// CHECK-NEXT:  work points to a
#pragma adjoint reverse
double setByCallee(double x) {
  double a[2] = {x, x};
  set(a + 1);
  return first() * a[1];
}

// CHECK:function setOnBothPaths
// CHECK-NEXT:  work points to a b
#pragma adjoint reverse
double setOnBothPaths(double x, int n) {
  if (n < 0)
    return x * x;
  double a[2] = {x, x}, b[1] = {x};
  if (n > 1)
    set(a);
  else
    work = b;
  if (n > 7)
    goto end;
  a[0] = x;
end:
  return first() * a[1];
}

// CHECK:function setTooLate
// CHECK-NEXT:  p points to *p
// CHECK-NEXT:  *p overlaps *work
// CHECK-NEXT:  work points to *work a
#pragma adjoint reverse wrt(x)
double setTooLate(double x, const double *p) {
  static const double a[1] = {2.0};
  double y = x * first();
  work = const_cast<double *>(a);
  return y * first() * p[0];
}

// CHECK:function setPerhaps
// CHECK-NEXT:  work points to *work
#pragma adjoint reverse wrt(x)
double setPerhaps(double x, int n) {
  for (int i = 0; i < n; ++i)
    work = work + 1;
  return x * first() * x;
}

// CHECK:function membersOneByOne
// CHECK-NEXT:  context points to a
#pragma adjoint reverse
double membersOneByOne(double x) {
  double a[2] = {x, x * x};
  context.count = context.count > 0 ? 2 : 1;
  context.in = a;
  context.out = context.in + 1;
  return context.out[0] * context.in[0];
}

// CHECK:function oneMember
// CHECK-NEXT:  context points to *context a
#pragma adjoint reverse wrt(x)
double oneMember(double x) {
  double a[2] = {2.0, 1.0};
  context.in = a;
  return context.out[0] * x * context.in[0];
}
