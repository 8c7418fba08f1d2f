// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The adjoint of a stencil adds to the neighbours of each element, in a loop for each neighbour; by an unsigned counter,
// too, and for arrays that change places but are never the same. Not where an element that is added to is read as well:
// the sweep of a recurrence stays as it is.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint --no-distribution | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#pragma adjoint reverse
void stencil(int n, const double *__restrict u, double *__restrict v) {
  for (int i = 1; i < n - 1; ++i)
    v[i] = 0.5 * (u[i - 1] + u[i + 1]);
}

#pragma adjoint reverse
void recurrence(int n, const double *__restrict u, double *__restrict v) {
  for (int i = 1; i < n - 1; ++i)
    v[i] = 0.5 * (v[i - 1] + u[i - 1] + u[i + 1]);
}

// First the two change places; then they are one from the second step on, for all that is known.
#pragma adjoint reverse
double buffers(const double *x, unsigned n, bool same) {
  double a[8] = {}, b[8] = {};
  double *from = a, *to = b;
  for (unsigned i = 0; i < n; ++i)
    from[i] = x[i];
  for (int step = 0; step < 2; ++step) {
    for (unsigned i = 1; i < n; ++i)
      to[i] = 0.5 * (from[i - 1] + from[i]);
    double *old = from;
    from = to;
    to = old;
  }
  for (int step = 0; step < 2; ++step) {
    for (unsigned i = 1; i < n; ++i)
      to[i] = 0.5 * (from[i - 1] + from[i]);
    to = same ? from : to;
  }
  return to[1];
}

// OFF-LABEL: void stencil_b
// OFF-COUNT-1: for (
// OFF-LABEL: void recurrence_b

// CHECK: void stencil_b(int n, const double * /*u*/, double *u_b, double * /*v*/, double *__restrict v_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT:     const double w_b = 0.5 * v_b[i];
// CHECK-NEXT:     u_b[i - 1] += w_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT:     const double w_b = 0.5 * v_b[i];
// CHECK-NEXT:     u_b[i + 1] += w_b;
// CHECK-NEXT:     v_b[i] = 0.0;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void recurrence_b(int n, const double * /*u*/, double *u_b, double * /*v*/,
// CHECK-NEXT:                   double *__restrict v_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = n - 1 - 1; i >= 1; --i) {
// CHECK-NEXT:     const double w_b = 0.5 * v_b[i];
// CHECK-NEXT:     v_b[i - 1] += w_b;
// CHECK-NEXT:     u_b[i - 1] += w_b;
// CHECK-NEXT:     u_b[i + 1] += w_b;
// CHECK-NEXT:     v_b[i] = 0.0;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void buffers_b(const double * /*x*/, double *x_b, unsigned int n, bool same, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double a_b[8] = {};
// CHECK-NEXT:   double b_b[8] = {};
// CHECK-NEXT:   double *from_b = a_b;
// CHECK-NEXT:   double *to_b = b_b;
// CHECK-NEXT:   double **from_b_tape = tape.reserve<double *>(adjoint::trips(0, 2));
// CHECK-NEXT:   double **to_b_tape = tape.reserve<double *>(adjoint::trips(0, 2));
// CHECK-NEXT:   for (int step = 0; step < 2; ++step) {
// CHECK-NEXT:     double *old_b = from_b;
// CHECK-NEXT:     from_b_tape[step] = from_b;
// CHECK-NEXT:     from_b = to_b;
// CHECK-NEXT:     to_b_tape[step] = to_b;
// CHECK-NEXT:     to_b = old_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   double **to_b_tape_2 = tape.reserve<double *>(adjoint::trips(0, 2));
// CHECK-NEXT:   for (int step = 0; step < 2; ++step) {
// CHECK-NEXT:     to_b_tape_2[step] = to_b;
// CHECK-NEXT:     to_b = same ? from_b : to_b;
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   to_b[1] += result_b;
// CHECK-NEXT:   for (int step = 1; step >= 0; --step) {
// CHECK-NEXT:     to_b = to_b_tape_2[step];
// CHECK-NEXT:     for (unsigned int i = n; i > 1;) {
// CHECK-NEXT:       --i;
// CHECK-NEXT:       const double seed = to_b[i];
// CHECK-NEXT:       to_b[i] = 0.0;
// CHECK-NEXT:       const double w_b = 0.5 * seed;
// CHECK-NEXT:       from_b[i - 1] += w_b;
// CHECK-NEXT:       from_b[i] += w_b;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(to_b_tape_2, adjoint::trips(0, 2));
// CHECK-NEXT:   for (int step = 1; step >= 0; --step) {
// CHECK-NEXT:     to_b = to_b_tape[step];
// CHECK-NEXT:     from_b = from_b_tape[step];
// CHECK-NEXT:     for (unsigned int i = 1; i < n; ++i) {
// CHECK-NEXT:       const double seed = to_b[i];
// CHECK-NEXT:       const double w_b = 0.5 * seed;
// CHECK-NEXT:       from_b[i - 1] += w_b;
// CHECK-NEXT:     }
// CHECK-NEXT:     for (unsigned int i = 1; i < n; ++i) {
// CHECK-NEXT:       const double seed = to_b[i];
// CHECK-NEXT:       const double w_b = 0.5 * seed;
// CHECK-NEXT:       from_b[i] += w_b;
// CHECK-NEXT:       to_b[i] = 0.0;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(to_b_tape, adjoint::trips(0, 2));
// CHECK-NEXT:   tape.release(from_b_tape, adjoint::trips(0, 2));
// CHECK-NEXT:   for (unsigned int i = n; i > 0;) {
// CHECK-NEXT:     --i;
// CHECK-NEXT:     x_b[i] += from_b[i];
// CHECK-NEXT:     from_b[i] = 0.0;
// CHECK-NEXT:   }
// CHECK-NEXT: }
