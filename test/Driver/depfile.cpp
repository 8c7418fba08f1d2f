// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --depfile names the output and all that was read, for make and ninja.
//
// RUN: rm -rf %t && mkdir %t && echo 'inline double half(double x) { return 0.5 * x; }' > '%t/a half.h'
// RUN: %adjoint-gen %s -o %t/out.cpp --depfile=%t/out.d -- -I %t
// RUN: FileCheck %s --input-file=%t/out.d
//
// CHECK: {{^/.*}}out.cpp: \
// CHECK-DAG: {{/.*}}a\ half.h
// CHECK-DAG: {{/.*}}depfile.cpp
// CHECK-NOT: <

#include "a half.h"

#pragma adjoint reverse
double f(double x) { return half(x) * x; }
