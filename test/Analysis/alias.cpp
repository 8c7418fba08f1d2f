// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %adjoint-gen %S/Inputs/dumps.cpp --dump=alias --no-inline-loops -Wno-active-branch | FileCheck %s --strict-whitespace --match-full-lines
//
// What overlaps: parameters of one type do, locals do not. What pointers point to.
//
// CHECK:function scale
// CHECK-NEXT:  v points to *v
// CHECK-NEXT:  *v overlaps *by
// CHECK-NEXT:  by points to *by
// CHECK-NEXT:  *by overlaps *v
// CHECK-NEXT:function f
// CHECK-NEXT:  x points to *x
// CHECK-NEXT:  q points to w
