// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenMP is passed over without -fopenmp, in what is differentiated: a warning, unless it is switched off; an error with
// --strict. What only allows vectors changes nothing, and what carries no derivative keeps its threads.
//
// RUN: %adjoint-gen %s -o %t.cpp 2>&1 | FileCheck %s
// RUN: %adjoint-gen %s -o %t.again.cpp -Wno-openmp-sequential 2>&1 | count 0
// RUN: cmp %t.cpp %t.again.cpp
// RUN: rm -f %t.none.cpp
// RUN: not %adjoint-gen %s -o %t.none.cpp --strict 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: not ls %t.none.cpp

#define IN_PARALLEL(text) _Pragma(#text)

static double sum(const double *x, int n) {
  double sum = 0.0;
  // CHECK: openmp-sequential.cpp:[[# @LINE + 2]]:{{[0-9]+}}: warning: the adjoint of what '#pragma omp parallel for' parallelises is sequential; if that is meant, say -Wno-openmp-sequential
  // STRICT: openmp-sequential.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: the adjoint of what '#pragma omp parallel for' parallelises would be sequential, which --strict forbids;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sum;
}

static int count(const int *mask, int n) {
  int count = 0;
#pragma omp parallel for reduction(+ : count)
  for (int i = 0; i < n; ++i)
    count += mask[i];
  return count;
}

double untouched(const double *x) {
#pragma omp critical
  return x[0];
}

#pragma adjoint reverse
double f(const double *x, const int *mask, int n) {
  double product = 1.0;
#pragma omp simd
  for (int i = 0; i < n; ++i)
    product *= x[i];
  // CHECK: openmp-sequential.cpp:[[# @LINE + 2]]:{{[0-9]+}}: warning: the adjoint of what '#pragma omp critical' parallelises
  // STRICT: openmp-sequential.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: the adjoint of what '#pragma omp critical' parallelises
  IN_PARALLEL(omp critical(name))
  product *= x[0];
  return product * sum(x, n) * count(mask, n);
}
// CHECK: 2 warnings generated.
// STRICT: 2 errors generated.
