// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not adjoint-gen %s -o %t -- -I %S/Inputs 2>&1 | FileCheck %s
//
// What is refused of an installed library that is not all in its headers.

#include "log.h"

#include <stdexcept>

#pragma adjoint reverse
double scoped(double x) {
  // CHECK: [[@LINE+1]]:18: error: a variable of class 'logging::Scope', whose end may do something
  logging::Scope scope("scoped");
  return x * x;
}

struct Model {
  logging::Scope scope{"model"};
  double k = 2;
};
#pragma adjoint reverse
double held(double x) {
  // CHECK: error: a variable of class 'logging::Scope', whose end may do something
  Model m;
  return x * m.k;
}

#pragma adjoint reverse
double member(double x) {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: the member 'text' of an object without adjoint cannot be differentiated
  return logging::Failed(nullptr).text ? x : x * x;
}

#pragma adjoint reverse
double changed(double x) {
  double y = x * x;
  // CHECK: [[@LINE+1]]:3: error: 'logging::watch' has no visible definition
  logging::watch(&y);
  return y;
}

#pragma adjoint reverse
double caught(double x) {
  try {
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: a function that may throw, called inside 'try'
    NOTE << "caught";
  } catch (const std::runtime_error &) {
    return 0;
  }
  return x * x;
}
