// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the reverse sweep frees lies on the tape: a local that a callee writes, in a recursion; a block of every second
// iteration. Where blocks are freed in another order than records are taken, they stay on the heap; and where nothing else
// is on the tape.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#pragma adjoint reverse
double halved(const double *x, int first, int last, double &product) {
  if (last - first == 1) {
    product = x[first];
    return x[first] * x[first];
  }
  double left = 0.0, right = 0.0;
  const double a = halved(x, first, (first + last) / 2, left), b = halved(x, (first + last) / 2, last, right);
  product = left * right;
  return a * b * left;
}

#pragma adjoint reverse
double seconds(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    s = s * x[i];
    if (i % 2) {
      double *block = new double[i];
      for (int j = 0; j < i; ++j)
        block[j] = x[j] * s;
      for (int j = 0; j < i; ++j)
        s += block[j] * block[j];
      delete[] block;
    }
  }
  return s;
}

#pragma adjoint reverse
double once(const double *x, int n) {
  double *block = new double[n], s = 0.0;
  for (int i = 0; i < n; ++i)
    block[i] = x[i] * x[i];
  for (int i = 0; i < n; ++i)
    s += block[i] * block[n - 1 - i];
  delete[] block;
  return s;
}

// CHECK: static double halved_fwd(const double *x, double *x_b, int first, int last, double &product,
// CHECK-NEXT:                          double & /*product_b*/) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   double *left_b = tape.zeros<double>(1);
// CHECK-NEXT:   double *left = tape.zeros<double>(1);
// CHECK-NEXT:   *left = 0.0;
// CHECK-NEXT:   double *right_b = tape.zeros<double>(1);
// CHECK-NEXT:   double *right = tape.zeros<double>(1);
// CHECK-NEXT:   *right = 0.0;
// CHECK-NEXT:   double result = 0.0;
// CHECK-NEXT:   if (last - first == 1) {
// CHECK-NEXT:     product = x[first];
// CHECK-NEXT:     result = x[first] * x[first];
// CHECK-NEXT:   } else {
// CHECK-NEXT:     *left = 0.0;
// CHECK-NEXT:     *right = 0.0;
// CHECK-NEXT:     const double a = halved_fwd(x, x_b, first, (first + last) / 2, *left, *left_b);
// CHECK-NEXT:     const double b = halved_fwd(x, x_b, (first + last) / 2, last, *right, *right_b);
// CHECK-NEXT:     tape.push(product);
// CHECK-NEXT:     product = *left * *right;
// CHECK-NEXT:     result = a * b * *left;
// CHECK-NEXT:     tape.push_all(a, b);
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.push_all(left, left_b, right, right_b);
// CHECK-NEXT:   return result;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: static void halved_rev(const double *x, double *x_b, int first, int last, double &product,
// CHECK-NEXT:                        double &product_b, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   double *left;
// CHECK-NEXT:   double *left_b;
// CHECK-NEXT:   double *right;
// CHECK-NEXT:   double *right_b;
// CHECK-NEXT:   tape.pop_all(right_b, right, left_b, left);
// CHECK-NEXT:   double result_b_2 = result_b;
// CHECK-NEXT:   if (last - first == 1) {
// CHECK-NEXT:     x_b[first] += 2.0 * x[first] * result_b_2;
// CHECK-NEXT:     const double seed = product_b;
// CHECK-NEXT:     product_b = 0.0;
// CHECK-NEXT:     x_b[first] += seed;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     double b, a;
// CHECK-NEXT:     tape.pop_all(b, a);
// CHECK-NEXT:     const double w_b = *left * result_b_2;
// CHECK-NEXT:     double a_b = b * w_b;
// CHECK-NEXT:     double b_b = a * w_b;
// CHECK-NEXT:     *left_b += a * b * result_b_2;
// CHECK-NEXT:     result_b_2 = 0.0;
// CHECK-NEXT:     tape.pop(product);
// CHECK-NEXT:     *left_b += *right * product_b;
// CHECK-NEXT:     *right_b += *left * product_b;
// CHECK-NEXT:     product_b = 0.0;
// CHECK-NEXT:     halved_rev(x, x_b, (first + last) / 2, last, *right, *right_b, b_b);
// CHECK-NEXT:     halved_rev(x, x_b, first, (first + last) / 2, *left, *left_b, a_b);
// CHECK-NEXT:     *right_b = 0.0;
// CHECK-NEXT:     *left_b = 0.0;
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(right);
// CHECK-NEXT:   tape.release(right_b);
// CHECK-NEXT:   tape.release(left);
// CHECK-NEXT:   tape.release(left_b);
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: void halved_b(const double *x, double *x_b, int first, int last, double &product, double &product_b,
// CHECK-NEXT:               double result_b) {
// CHECK-NEXT:   const adjoint::Tape::Frame frame;
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double left = 0.0;
// CHECK-NEXT:   double right = 0.0;
// CHECK-NEXT:   double product_kept = 0.0;
// CHECK-NEXT:   double a = 0.0;
// CHECK-NEXT:   double b = 0.0;
// CHECK-NEXT:   double left_b = 0.0;
// CHECK-NEXT:   double right_b = 0.0;
// CHECK-NEXT:   if (last - first == 1) {
// CHECK-NEXT:     product = x[first];
// CHECK-NEXT:   } else {
// CHECK-NEXT:     left = 0.0;
// CHECK-NEXT:     right = 0.0;
// CHECK-NEXT:     a = halved_fwd(x, x_b, first, (first + last) / 2, left, left_b);
// CHECK-NEXT:     b = halved_fwd(x, x_b, (first + last) / 2, last, right, right_b);
// CHECK-NEXT:     product_kept = product;
// CHECK-NEXT:     product = left * right;
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   if (last - first == 1) {
// CHECK-NEXT:     x_b[first] += 2.0 * x[first] * result_b;
// CHECK-NEXT:     const double seed = product_b;
// CHECK-NEXT:     product_b = 0.0;
// CHECK-NEXT:     x_b[first] += seed;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     const double w_b = left * result_b;
// CHECK-NEXT:     double a_b = b * w_b;
// CHECK-NEXT:     double b_b = a * w_b;
// CHECK-NEXT:     left_b += a * b * result_b;
// CHECK-NEXT:     product = product_kept;
// CHECK-NEXT:     left_b += right * product_b;
// CHECK-NEXT:     right_b += left * product_b;
// CHECK-NEXT:     product_b = 0.0;
// CHECK-NEXT:     halved_rev(x, x_b, (first + last) / 2, last, right, right_b, b_b);
// CHECK-NEXT:     halved_rev(x, x_b, first, (first + last) / 2, left, left_b, a_b);
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void seconds_b(const double *x, double *x_b, int n, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double s = 1.0;
// CHECK-NEXT:   double *s_tape = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     s_tape[i] = s;
// CHECK-NEXT:     s *= x[i];
// CHECK-NEXT:     if (i % 2) {
// CHECK-NEXT:       double *block = tape.reserve<double>(i);
// CHECK-NEXT:       for (int j = 0; j < i; ++j) {
// CHECK-NEXT:         block[j] = x[j] * s;
// CHECK-NEXT:       }
// CHECK-NEXT:       tape.push(s);
// CHECK-NEXT:       for (int j = 0; j < i; ++j) {
// CHECK-NEXT:         s += block[j] * block[j];
// CHECK-NEXT:       }
// CHECK-NEXT:       tape.push(block);
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = result_b;
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     if (i % 2) {
// CHECK-NEXT:       double *block = tape.pop<double *>();
// CHECK-NEXT:       double *block_b = new double[i]();
// CHECK-NEXT:       for (int j = 0; j < i; ++j) {
// CHECK-NEXT:         block_b[j] += 2.0 * block[j] * s_b;
// CHECK-NEXT:       }
// CHECK-NEXT:       tape.pop(s);
// CHECK-NEXT:       ADJOINT_SUMS(s_b)
// CHECK-NEXT:       for (int j = 0; j < i; ++j) {
// CHECK-NEXT:         ADJOINT_ANY_ORDER
// CHECK-NEXT:         x_b[j] += s * block_b[j];
// CHECK-NEXT:         s_b += x[j] * block_b[j];
// CHECK-NEXT:       }
// CHECK-NEXT:       delete[] block_b;
// CHECK-NEXT:       tape.release(block);
// CHECK-NEXT:     }
// CHECK-NEXT:     s = s_tape[i];
// CHECK-NEXT:     x_b[i] += s * s_b;
// CHECK-NEXT:     s_b = x[i] * s_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(s_tape, adjoint::trips(0, n));
// CHECK-NEXT: }
// CHECK-NEXT: void once_b(const double *x, double *x_b, int n, double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double *block = new double[n];
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     block[i] = x[i] * x[i];
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double s_b = result_b;
// CHECK-NEXT:   double *block_b = new double[n]();
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     block_b[i] += block[n - 1 - i] * s_b;
// CHECK-NEXT:     block_b[n - 1 - i] += block[i] * s_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   ADJOINT_INDEPENDENT
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     x_b[i] += 2.0 * x[i] * block_b[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   delete[] block_b;
// CHECK-NEXT:   delete[] block;
// CHECK-NEXT: }
