// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Macros of the command line mean the source, and not the models that are read before it; the names of a model's
// parameters are free.
//
// RUN: %adjoint-gen %s -o - -- -DN=10 -DT=double -D real=double '-DF(x)=(2*(x))' -DC -Dn=3 | FileCheck %s
// RUN: %clangxx %plugin -fsyntax-only -DN=10 -DT=double -D real=double '-DF(x)=(2*(x))' -DC -Dn=3 %s
#include <vector>

// CHECK: x_b +=
#pragma adjoint reverse
T f(T x) {
  std::vector<real> v(N, x);
  return v[n] * v[F(1)] * N;
}
