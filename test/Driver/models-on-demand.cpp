// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %adjoint-gen %s -o - -- -I%S/Inputs | FileCheck %s
// RUN: %adjoint-gen %s -o - -- -I%S/Inputs -DBESIDE | FileCheck %s
// RUN: %uncached-clangxx -fsyntax-only -I%S/Inputs %plugin -fplugin-arg-adjoint-o=%t.cpp -I%build/include %s
// RUN: FileCheck %s --input-file=%t.cpp
//
// Models of functions of libraries of C are read where the source, a header beside it or one in a folder of the user's calls them.

#ifdef BESIDE
#include "Inputs/nested/inner-product-user.h"
#else
#include <nested/inner-product-user.h>
#endif

#pragma adjoint reverse
double square(const double *x, int n) { return inner(x, x, n); }

// CHECK: void square_b(const double *x, double *x_b, int n, double result_b) {
// CHECK: x_b[i] += 2.0 * x[i] *
