// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %adjoint-gen %s --dump=plan --no-inline | FileCheck %s
// RUN: %adjoint-gen %s --dump=varied --no-inline | FileCheck %s --check-prefix=VARIED
// RUN: %adjoint-gen %s --dump=useful --no-inline | FileCheck %s --check-prefix=USEFUL
//
// Functions that exchange numbers with others: what they leave is varied, what they take is useful, and each call has its
// halves, also in a function that is called, and where nothing of it is seen to matter.
//
// VARIED-LABEL: function f
// VARIED: line 47: constant ignored received sent x
// VARIED-LABEL: function exchange
// VARIED: line 37: *x *y
//
// USEFUL-LABEL: function f
// USEFUL: line 44: constant ignored received sent
// USEFUL: line 47: received
// USEFUL-LABEL: function exchange
// USEFUL-NEXT: line 36: *y

struct Message {};
void put(const double *x);
#pragma adjoint forward_of(put)
void put_fwd(const double *x, Message &);
#pragma adjoint reverse_of(put) communicates
void put_rev(const double *x, double *x_b, Message &);
void get(double *x);
#pragma adjoint forward_of(get)
void get_fwd(double *x, Message &);
#pragma adjoint reverse_of(get) restores communicates
void get_rev(double *x, double *x_b, Message &);

// CHECK-LABEL: function exchange
// CHECK-NEXT: line [[# @LINE + 3]]: call of put: hand-written halves
// CHECK-NEXT: line [[# @LINE + 3]]: call of get: hand-written halves, it restores what it overwrites
void exchange(double *x, double *y) {
  put(x);
  get(y);
}

// CHECK-LABEL: function f
// CHECK-COUNT-3: call of {{put|get|exchange}}: {{hand-written halves|split}}
#pragma adjoint reverse
double f(double x) {
  double sent = x * x, constant = 2.0, ignored = 0.0, received = 0.0;
  put(&sent);
  get(&received);
  exchange(&constant, &ignored);
  return received;
}
