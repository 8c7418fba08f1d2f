// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What becomes of a parallel loop is parallel where it may be, and what iterations share is added to by a reduction, by sums of each
// thread's own, atomically, or as it is where no other iteration adds to it.
//
// RUN: %adjoint-gen %s --dump=adjoint -- -fopenmp 2>%t.err | FileCheck %s --match-full-lines
// RUN: FileCheck %s --check-prefix=WARNING --input-file=%t.err
// RUN: %adjoint-gen %s --dump=tangent -- -fopenmp 2>&1 | FileCheck %s --check-prefix=TANGENT
// RUN: %adjoint-gen %s --dump=adjoint --no-run-in-parallel -- -fopenmp 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s --dump=plan -- -fopenmp 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: %adjoint-gen %s -o %t.cpp -- -fopenmp 2>/dev/null
// RUN: %gxx -fopenmp -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -fopenmp -c %t.cpp -o %t.clangxx.o %runtime-flags
// RUN: not %adjoint-gen %s -o %t.none.cpp --strict -- -fopenmp 2>&1 | FileCheck %s --check-prefix=STRICT

// OFF-NOT: #pragma omp

#include <cmath>

// Each iteration has elements of its own, but for the factor.
#pragma adjoint reverse
double scaled(const double *x, double a, int n) {
  double sum = 0.0;
#pragma omp parallel for reduction(+ : sum) schedule(guided) num_threads(4)
  for (int i = 0; i < n; ++i)
    sum += a * x[i];
  return sum;
}

// Where two iterations may read one element, each thread adds to elements of its own.
#pragma adjoint reverse
void gathered(const double *__restrict x, const int *from, double *__restrict y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    y[i] = x[from[i]] * x[i];
}

// An index that the loop writes with is another one in each iteration.
#pragma adjoint reverse
void permuted(const double *__restrict x, const int *order, double *__restrict y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    y[order[i]] = 2.0 * x[order[i]];
}

// What is needed behind the loop is computed twice, where its records would be in an order; an iteration has its arrays for itself.
#pragma adjoint reverse
double nearest(const double *__restrict x, const double *__restrict centre, int n) {
  double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    double distance[2];
    for (int k = 0; k < 2; ++k)
      distance[k] = (x[i] - centre[k]) * (x[i] - centre[k]);
    sum += distance[0] * distance[1];
  }
  return std::sqrt(sum);
}
// PLAN: function nearest
// PLAN-NEXT: loop: run twice, in the forward sweep without records, and with both sweeps in one iteration
// PLAN: loop of the adjoint: parallel, centre_b by sums of each thread's own, x_b by sums of each thread's own

// Not where each iteration needs what the one before it left, and they cannot be divided.
#pragma adjoint reverse
double product(const double *x, int n) {
  double product = 1.0;
  // WARNING: [[# @LINE + 2]]:{{[0-9]+}}: warning: the loop of '#pragma omp parallel for' is sequential in the adjoint of 'product': each iteration of 'reduction(* : product)' needs what the one before it left; if that is meant, say -Wno-openmp-sequential [-Wopenmp-sequential]
  // STRICT: [[# @LINE + 1]]:{{[0-9]+}}: error: the loop of '#pragma omp parallel for' would be sequential in the adjoint of 'product', which --strict forbids: each iteration of 'reduction(* : product)' needs what the one before it left
#pragma omp parallel for reduction(* : product)
  for (int i = 0; i < n; i += 2)
    product *= x[i];
  return product;
}

// Where y may be x, nobody else may read what is added to: not a copy, either.
#pragma adjoint reverse
void overlapping(const double *x, const int *from, double *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    y[i] = x[from[i]] * x[i];
}

// What all iterations come to is known where indices are of inner loops.
#pragma adjoint reverse
double polynomials(const double *__restrict p, const double *__restrict x, int n, int terms, int stride) {
  double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    for (int k = 1; k < terms; ++k)
      sum += p[stride * k + 2] * x[i] * x[i] * p[k];
  return sum;
}

// As a pragma says.
#pragma adjoint reverse
double chosen(const double *__restrict x, const int *__restrict from, int n) {
  double sum = 0.0;
#pragma adjoint sums(atomic)
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += x[from[i]] * x[from[i]];
#pragma adjoint sums(disjoint)
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += x[from[i]] * x[from[i]];
  return sum;
}
// PLAN: function chosen
// PLAN: loop of the adjoint: parallel, x_b as it is, as is said
// PLAN: loop of the adjoint: parallel, x_b atomically

// A small array is reduced as a whole.
#pragma adjoint reverse
double table(const double *__restrict x, const int *__restrict bin, int n) {
  double weights[2][3] = {{x[0], x[1], 1.0}, {2.0, x[0], x[1]}};
  double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += weights[1][bin[i]] * x[i] * x[i];
  return sum;
}

// The same of tangents.
// TANGENT-LABEL: double histogram_d(
// TANGENT: #pragma omp parallel for reduction(+ : bins_d[ : 8], bins[ : 8])
// TANGENT-NEXT: for (int i = 0; i < n; ++i) {
// TANGENT-NEXT: bins_d[bin[i]] += 2.0 * x[i] * x_d[i];
// TANGENT-NEXT: bins[bin[i]] += x[i] * x[i];
#pragma adjoint tangent
double histogram(const double *x, const int *bin, int n) {
  double bins[8] = {};
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp atomic
    bins[bin[i]] += x[i] * x[i];
  }
  return bins[0] * bins[1];
}

// CHECK: void scaled_b(const double *x, double *x_b, double a, double &a_b, int n, double result_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double sum_b = result_b;
// CHECK-NEXT:   double a_b_sum = 0.0;
// CHECK-NEXT:   #pragma omp parallel for ADJOINT_SIMD schedule(guided) num_threads(4) reduction(+ : a_b_sum)
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     ADJOINT_ANY_ORDER
// CHECK-NEXT:     a_b_sum += x[i] * sum_b;
// CHECK-NEXT:     x_b[i] += a * sum_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   if (a_b_sum != 0.0)
// CHECK-NEXT:     a_b += a_b_sum;
// CHECK-NEXT: }
// CHECK-NEXT: void gathered_b(const double *__restrict x, double *x_b, const int *from, double * /*y*/,
// CHECK-NEXT:                 double *__restrict y_b, int n) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   auto x_b_own = adjoint::own_window(x_b, adjoint::trips(0, n));
// CHECK-NEXT:   #pragma omp parallel for firstprivate(x_b_own)
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     x_b_own[from[i]] += x[i] * y_b[i];
// CHECK-NEXT:     x_b_own[i] += x[from[i]] * y_b[i];
// CHECK-NEXT:     y_b[i] = 0.0;
// CHECK-NEXT:   }
// CHECK-NEXT:   x_b_own.add();
// CHECK-NEXT: }
// CHECK-NEXT: void permuted_b(const double * /*x*/, double *x_b, const int *order, double * /*y*/,
// CHECK-NEXT:                 double *__restrict y_b, int n) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   #pragma omp parallel for
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     x_b[order[i]] += 2.0 * y_b[order[i]];
// CHECK-NEXT:     y_b[order[i]] = 0.0;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void nearest_b(const double *__restrict x, double *x_b, const double *__restrict centre,
// CHECK-NEXT:                double *centre_b, int n, double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double sum = 0.0;
// CHECK-NEXT:   #pragma omp parallel for reduction(+ : sum)
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     double distance[2] = {};
// CHECK-NEXT:     for (int k = 0; k < 2; ++k) {
// CHECK-NEXT:       distance[k] = (x[i] - centre[k]) * (x[i] - centre[k]);
// CHECK-NEXT:     }
// CHECK-NEXT:     sum += distance[0] * distance[1];
// CHECK-NEXT:   }
// CHECK-NEXT:   const double sqrt_sum = std::sqrt(sum);
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double sum_b = 0.5 / sqrt_sum * result_b;
// CHECK-NEXT:   auto centre_b_own = adjoint::own_array(centre_b, adjoint::indices(0, 1));
// CHECK-NEXT:   auto x_b_own = adjoint::own_window(x_b, adjoint::trips(0, n));
// CHECK-NEXT:   #pragma omp parallel for firstprivate(centre_b_own, x_b_own)
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     double distance[2] = {};
// CHECK-NEXT:     double distance_b[2] = {};
// CHECK-NEXT:     for (int k = 0; k < 2; ++k) {
// CHECK-NEXT:       distance[k] = (x[i] - centre[k]) * (x[i] - centre[k]);
// CHECK-NEXT:     }
// CHECK-NEXT:     distance_b[0] += distance[1] * sum_b;
// CHECK-NEXT:     distance_b[1] += distance[0] * sum_b;
// CHECK-NEXT:     double x_b_sum = 0.0;
// CHECK-NEXT:     ADJOINT_SUMS(x_b_sum)
// CHECK-NEXT:     for (int k = 0; k < 2; ++k) {
// CHECK-NEXT:       ADJOINT_ANY_ORDER
// CHECK-NEXT:       const double w_b = 2.0 * (x[i] - centre[k]) * distance_b[k];
// CHECK-NEXT:       x_b_sum += w_b;
// CHECK-NEXT:       centre_b_own[k] -= w_b;
// CHECK-NEXT:       distance_b[k] = 0.0;
// CHECK-NEXT:     }
// CHECK-NEXT:     if (x_b_sum != 0.0)
// CHECK-NEXT:       x_b_own[i] += x_b_sum;
// CHECK-NEXT:   }
// CHECK-NEXT:   centre_b_own.add();
// CHECK-NEXT:   x_b_own.add();
// CHECK-NEXT: }
// CHECK-NEXT: void product_b(const double *x, double *x_b, int n, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double product = 1.0;
// CHECK-NEXT:   for (int i = 0; i < n; i += 2) {
// CHECK-NEXT:     tape.push(product);
// CHECK-NEXT:     product *= x[i];
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double product_b = result_b;
// CHECK-NEXT:   for (int i = 0 < n ? (n - 1) / 2 * 2 + 2 : 0; i > 0;) {
// CHECK-NEXT:     i -= 2;
// CHECK-NEXT:     tape.pop(product);
// CHECK-NEXT:     x_b[i] += product * product_b;
// CHECK-NEXT:     product_b = x[i] * product_b;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void overlapping_b(const double *x, double *x_b, const int *from, double *y, double *y_b, int n) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double *y_tape = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:   #pragma omp parallel for
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     y_tape[i] = y[i];
// CHECK-NEXT:     y[i] = x[from[i]] * x[i];
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   #pragma omp parallel for
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     y[i] = y_tape[i];
// CHECK-NEXT:     const double seed = y_b[i];
// CHECK-NEXT:     y_b[i] = 0.0;
// CHECK-NEXT:     #pragma omp atomic
// CHECK-NEXT:     x_b[from[i]] += x[i] * seed;
// CHECK-NEXT:     #pragma omp atomic
// CHECK-NEXT:     x_b[i] += x[from[i]] * seed;
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(y_tape, adjoint::trips(0, n));
// CHECK-NEXT: }
// CHECK-NEXT: void polynomials_b(const double *__restrict p, double *p_b, const double *__restrict x, double *x_b,
// CHECK-NEXT:                    int n, int terms, int stride, double result_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double sum_b = result_b;
// CHECK-NEXT:   auto p_b_own = adjoint::own_array(p_b, adjoint::indices(2 + stride, stride * (terms - 1 - 1)),
// CHECK-NEXT:                                     adjoint::indices(1, terms - 1 - 1));
// CHECK-NEXT:   auto x_b_own = adjoint::own_window(x_b, adjoint::trips(0, n));
// CHECK-NEXT:   #pragma omp parallel for firstprivate(p_b_own, x_b_own)
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     double x_b_sum = 0.0;
// CHECK-NEXT:     for (int k = 1; k < terms; ++k) {
// CHECK-NEXT:       ADJOINT_ANY_ORDER
// CHECK-NEXT:       const double w_b = x[i] * x[i] * sum_b;
// CHECK-NEXT:       x_b_sum += 2.0 * p[stride * k + 2] * x[i] * p[k] * sum_b;
// CHECK-NEXT:       p_b_own[stride * k + 2] += p[k] * w_b;
// CHECK-NEXT:       p_b_own[k] += p[stride * k + 2] * w_b;
// CHECK-NEXT:     }
// CHECK-NEXT:     if (x_b_sum != 0.0)
// CHECK-NEXT:       x_b_own[i] += x_b_sum;
// CHECK-NEXT:   }
// CHECK-NEXT:   p_b_own.add();
// CHECK-NEXT:   x_b_own.add();
// CHECK-NEXT: }
// CHECK-NEXT: void chosen_b(const double *__restrict x, double *x_b, const int *__restrict from, int n,
// CHECK-NEXT:               double result_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double sum_b = result_b;
// CHECK-NEXT:   #pragma omp parallel for
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     x_b[from[i]] += 2.0 * x[from[i]] * sum_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   #pragma omp parallel for
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     #pragma omp atomic
// CHECK-NEXT:     x_b[from[i]] += 2.0 * x[from[i]] * sum_b;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void table_b(const double *__restrict x, double *x_b, const int *__restrict bin, int n,
// CHECK-NEXT:              double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double weights_1[3] = {};
// CHECK-NEXT:   weights_1[0] = 2.0;
// CHECK-NEXT:   weights_1[1] = x[0];
// CHECK-NEXT:   weights_1[2] = x[1];
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double weights_1_b[3] = {};
// CHECK-NEXT:   double sum_b = result_b;
// CHECK-NEXT:   #pragma omp parallel for reduction(+ : weights_1_b[ : 3])
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     x_b[i] += 2.0 * weights_1[bin[i]] * x[i] * sum_b;
// CHECK-NEXT:     weights_1_b[bin[i]] += x[i] * x[i] * sum_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   x_b[1] += weights_1_b[2];
// CHECK-NEXT:   weights_1_b[2] = 0.0;
// CHECK-NEXT:   x_b[0] += weights_1_b[1];
// CHECK-NEXT: }
