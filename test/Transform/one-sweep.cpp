// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recursion whose result is a sum over its calls gives value and adjoint at once. Not where the derivative by one call is
// the value of another, nor where what is added may not reach the result.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint --no-one-sweep | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

double series(const double *w, double x, int n) {
  double sum = w[n];
  if (n > 0)
    sum += x * series(w, x, n - 1);
  return sum;
}

double ofRow(const double *w, int n, int row) {
  double sum = 0.0;
  const double *first = w + row * n;
  if (row > 0)
    sum += first[1] * ofRow(w, n, row - 1);
  sum += *first;
  return sum;
}

double product(const double *w, int n) {
  if (n == 0)
    return w[0];
  return product(w, n - 1) * product(w, n - 1);
}

double dropped(const double *w, int n) {
  double sum = w[n];
  if (n > 0)
    sum += w[n] * dropped(w, n - 1);
  if (n == 1)
    sum = 0.0;
  return sum;
}

#pragma adjoint reverse
double atOnce(const double *w, double x, int n) { return series(w, x, n); }

#pragma adjoint reverse
double rowsAtOnce(const double *w, int n) { return ofRow(w, n, 3); }

#pragma adjoint reverse
double inTwoSweeps(const double *w, int n) { return product(w, n) + dropped(w, n); }

// OFF: static double series_fwd
// OFF: static void series_rev

// CHECK: static double series_b(const double *w, double *__restrict w_b, double x, double &x_b, int n,
// CHECK-NEXT:                        double result_b) {
// CHECK-NEXT:   double sum = w[n];
// CHECK-NEXT:   w_b[n] += result_b;
// CHECK-NEXT:   if (n > 0) {
// CHECK-NEXT:     double series_value_b = x * result_b;
// CHECK-NEXT:     const double series_value = series_b(w, w_b, x, x_b, n - 1, series_value_b);
// CHECK-NEXT:     sum += x * series_value;
// CHECK-NEXT:     x_b += series_value * result_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   return sum;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: void atOnce_b(const double *w, double *w_b, double x, double &x_b, int n, double result_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   series_b(w, w_b, x, x_b, n, result_b);
// CHECK-NEXT: }
// CHECK-NEXT: static double ofRow_b(const double *w, double *__restrict w_b, int n, int row, double result_b) {
// CHECK-NEXT:   double sum = 0.0;
// CHECK-NEXT:   double *first_b = w_b + row * n;
// CHECK-NEXT:   const double *first = w + row * n;
// CHECK-NEXT:   if (row > 0) {
// CHECK-NEXT:     double ofRow_value_b = first[1] * result_b;
// CHECK-NEXT:     const double ofRow_value = ofRow_b(w, w_b, n, row - 1, ofRow_value_b);
// CHECK-NEXT:     sum += first[1] * ofRow_value;
// CHECK-NEXT:     first_b[1] += ofRow_value * result_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   sum += *first;
// CHECK-NEXT:   *first_b += result_b;
// CHECK-NEXT:   return sum;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: static double ofRow_b_2(const double *w, double *__restrict w_b, int n, int row, double result_b) {
// CHECK-NEXT:   double sum = 0.0;
// CHECK-NEXT:   double *first_b = w_b + row * n;
// CHECK-NEXT:   const double *first = w + row * n;
// CHECK-NEXT:   if (row > 0) {
// CHECK-NEXT:     double ofRow_value_b = first[1] * result_b;
// CHECK-NEXT:     const double ofRow_value = ofRow_b(w, w_b, n, row - 1, ofRow_value_b);
// CHECK-NEXT:     sum += first[1] * ofRow_value;
// CHECK-NEXT:     first_b[1] += ofRow_value * result_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   sum += *first;
// CHECK-NEXT:   *first_b += result_b;
// CHECK-NEXT:   return sum;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: void rowsAtOnce_b(const double *w, double *w_b, int n, double result_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   ofRow_b_2(w, w_b, n, 3, result_b);
// CHECK-NEXT: }
// CHECK-NEXT: static double product_fwd(const double *w, double *__restrict w_b, int n) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   double result = 0.0;
// CHECK-NEXT:   if (n == 0) {
// CHECK-NEXT:     result = w[0];
// CHECK-NEXT:   } else {
// CHECK-NEXT:     const double product_value = product_fwd(w, w_b, n - 1);
// CHECK-NEXT:     const double product_value_2 = product_fwd(w, w_b, n - 1);
// CHECK-NEXT:     result = product_value * product_value_2;
// CHECK-NEXT:     tape.push_all(product_value, product_value_2);
// CHECK-NEXT:   }
// CHECK-NEXT:   return result;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: static void product_rev(const double *w, double *__restrict w_b, int n, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   if (n == 0) {
// CHECK-NEXT:     w_b[0] += result_b;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     double product_value, product_value_2;
// CHECK-NEXT:     tape.pop_all(product_value, product_value_2);
// CHECK-NEXT:     double product_value_b = product_value * result_b;
// CHECK-NEXT:     double product_value_b_2 = product_value_2 * result_b;
// CHECK-NEXT:     product_rev(w, w_b, n - 1, product_value_b_2);
// CHECK-NEXT:     product_rev(w, w_b, n - 1, product_value_b);
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: static double dropped_fwd(const double *w, double *__restrict w_b, int n) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   double sum = w[n];
// CHECK-NEXT:   if (n > 0) {
// CHECK-NEXT:     const double dropped_value = dropped_fwd(w, w_b, n - 1);
// CHECK-NEXT:     sum += w[n] * dropped_value;
// CHECK-NEXT:     tape.push(dropped_value);
// CHECK-NEXT:   }
// CHECK-NEXT:   if (n == 1)
// CHECK-NEXT:     sum = 0.0;
// CHECK-NEXT:   return sum;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: static void dropped_rev(const double *w, double *__restrict w_b, int n, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   double sum_b = result_b;
// CHECK-NEXT:   if (n == 1)
// CHECK-NEXT:     sum_b = 0.0;
// CHECK-NEXT:   if (n > 0) {
// CHECK-NEXT:     const double dropped_value = tape.pop<double>();
// CHECK-NEXT:     w_b[n] += adjoint::strong::product(dropped_value, sum_b);
// CHECK-NEXT:     double dropped_value_b = w[n] * sum_b;
// CHECK-NEXT:     dropped_rev(w, w_b, n - 1, dropped_value_b);
// CHECK-NEXT:   }
// CHECK-NEXT:   w_b[n] += sum_b;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: static double dropped_fwd_2(const double *w, double *__restrict w_b, int n) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   double sum = w[n];
// CHECK-NEXT:   if (n > 0) {
// CHECK-NEXT:     const double dropped_value = dropped_fwd(w, w_b, n - 1);
// CHECK-NEXT:     sum += w[n] * dropped_value;
// CHECK-NEXT:     tape.push(dropped_value);
// CHECK-NEXT:   }
// CHECK-NEXT:   if (n == 1)
// CHECK-NEXT:     sum = 0.0;
// CHECK-NEXT:   return sum;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: static void dropped_rev_2(const double *w, double *__restrict w_b, int n, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   double sum_b = result_b;
// CHECK-NEXT:   if (n == 1)
// CHECK-NEXT:     sum_b = 0.0;
// CHECK-NEXT:   if (n > 0) {
// CHECK-NEXT:     const double dropped_value = tape.pop<double>();
// CHECK-NEXT:     w_b[n] += adjoint::strong::product(dropped_value, sum_b);
// CHECK-NEXT:     double dropped_value_b = w[n] * sum_b;
// CHECK-NEXT:     dropped_rev(w, w_b, n - 1, dropped_value_b);
// CHECK-NEXT:   }
// CHECK-NEXT:   w_b[n] += sum_b;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: void inTwoSweeps_b(const double *w, double *w_b, int n, double result_b) {
// CHECK-NEXT:   const adjoint::Tape::Frame frame;
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   product_fwd(w, w_b, n);
// CHECK-NEXT:   dropped_fwd_2(w, w_b, n);
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   dropped_rev_2(w, w_b, n, result_b);
// CHECK-NEXT:   product_rev(w, w_b, n, result_b);
// CHECK-NEXT: }
