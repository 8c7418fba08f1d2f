// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a compilation with OpenMP: the same text, and a word of loops that are sequential in derivatives, unless it is switched off.
//
// RUN: %uncached-clangxx %plugin -fopenmp -fsyntax-only %s -fplugin-arg-adjoint-o=%t.a.cpp 2>&1 | FileCheck %s
// RUN: %adjoint-gen %s -o %t.b.cpp -- -fopenmp 2>&1 | FileCheck %s
// RUN: cmp %t.a.cpp %t.b.cpp
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.a.cpp
// RUN: %uncached-clangxx %plugin -fopenmp -fsyntax-only %s -fplugin-arg-adjoint-Wno-openmp-sequential 2>&1 | count 0
// RUN: %uncached-clangxx %plugin -fsyntax-only %s 2>&1 | count 0

#pragma adjoint reverse
double f(double *x, int n) {
  // TEXT: void f_b(
  // TEXT: #pragma omp parallel for
  // TEXT-NEXT: for (
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    x[i] *= x[i];
  double product = 1;
  // CHECK: [[# @LINE + 1]]:{{[0-9]+}}: warning: the loop of '#pragma omp parallel for' is sequential in the adjoint of 'f': each iteration of 'reduction(* : product)' needs
#pragma omp parallel for reduction(* : product)
  for (int i = 0; i < n; i += 2)
    product *= x[i];
  return product;
}
