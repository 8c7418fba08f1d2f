// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %adjoint-gen %S/Inputs/dumps.cpp --dump=varied --no-inline-loops -Wno-active-branch | FileCheck %s --strict-whitespace --match-full-lines
//
// What depends on the independent x after each line; p and what is computed from it alone do not.
//
// CHECK:function f
// CHECK-NEXT:  line 12: *x
// CHECK-NEXT:  line 13: *x
// CHECK-NEXT:  line 14: *x unused
// CHECK-NEXT:  line 15: *x unused
// CHECK-NEXT:  line 16: *x unused w
// CHECK-NEXT:  line 15: *x unused w
// CHECK-NEXT:  line 17: *x unused w
// CHECK-NEXT:  line 18: *x s unused w
// CHECK-NEXT:  line 19: *x s t unused w
// CHECK-NEXT:  line 20: *x s t unused w
// CHECK-NEXT:  line 21: *x s t unused w
// CHECK-NEXT:  line 22: *x s t unused w
// CHECK-NEXT:  line 23: *x s t unused w
// CHECK-NEXT:  line 24: *x s t unused w
// CHECK-NEXT:  line 25: *x s t unused w
// CHECK-NEXT:  line 26: *x s t unused w
// CHECK-NEXT:function scale
// CHECK-NEXT:  line 6: *by *v
// CHECK-NEXT:  line 7: *by *v
// CHECK-NEXT:  line 6: *by *v
// CHECK-NEXT:function scale
// CHECK-NEXT:  line 6: *by *v
// CHECK-NEXT:  line 7: *by *v
// CHECK-NEXT:  line 6: *by *v
