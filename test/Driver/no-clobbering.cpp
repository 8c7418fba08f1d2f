// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// After an error, whichever stage it comes from, neither output nor header has changed, and nothing is left behind.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/model.cpp
// RUN: echo old > %t/out.cpp && echo older > %t/out.h
// RUN: not %adjoint-gen %t/model.cpp -o %t/out.cpp --header=%t/out.h -- -DPARSER
// RUN: not %adjoint-gen %t/model.cpp -o %t/out.cpp --header=%t/out.h -- -DFRONTEND
// RUN: not %adjoint-gen %t/model.cpp -o %t/out.cpp --header=%t/out.h -- -DTRANSFORM
// RUN: not %adjoint-gen %t/model.cpp -o %t/out.cpp --header=%t/out.h --strict
// RUN: not %adjoint-gen %t/model.cpp -o %t/out.cpp --header=%t/no/such/folder/out.h
// RUN: not %adjoint-gen %t/model.cpp -o %t/no/such/folder/out.cpp --header=%t/out.h
// RUN: echo old | diff - %t/out.cpp
// RUN: echo older | diff - %t/out.h
// RUN: ls -A %t | FileCheck %s
//
// A stage that is dumped writes nothing either.
// RUN: %adjoint-gen %t/model.cpp -o %t/out.cpp --header=%t/out.h --dump=adjoint | FileCheck %s --check-prefix=DUMP
// RUN: echo old | diff - %t/out.cpp
// RUN: not %adjoint-gen %t/model.cpp -o %t/out.cpp --dump=nothing 2>&1 | FileCheck %s --check-prefix=STAGE
//
// CHECK: {{^}}model.cpp
// CHECK-NEXT: {{^}}out.cpp
// CHECK-NEXT: {{^}}out.h
// CHECK-NOT: {{.}}
// DUMP: void f_b(
// STAGE: error: no stage 'nothing' to dump; there are {{.*}}adjoint

#ifdef TRANSFORM
double g(double x);
#else
double g(double x) { return x; }
#endif

#pragma adjoint reverse
double f(double x) {
#ifdef PARSER
  x +;
#endif
#ifdef FRONTEND
  asm("nop");
#endif
  if (x > 0.0)
    return g(x) * x;
  return x;
}
