// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For a name that is misspelt, no name of a model is offered.
//
// RUN: not %adjoint-gen %s -o %t.cpp 2>&1 | FileCheck --implicit-check-not="did you mean" --implicit-check-not=adjoint/model %s
// RUN: not %clangxx %plugin -std=c++17 -fsyntax-only %s 2>&1 | FileCheck --implicit-check-not="did you mean" --implicit-check-not=adjoint/model %s

#include <cmath>
#include <vector>

#pragma adjoint reverse
double f(double x) {
  // CHECK: error: no member named 'vectr' in namespace 'std'
  std::vectr<double> v(3);
  // CHECK: error: no member named 'sqr' in namespace 'std'
  return std::sqr(x);
}
