// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %adjoint-gen %S/Inputs/dumps.cpp --dump=useful --no-inline-loops -Wno-active-branch | FileCheck %s --strict-whitespace --match-full-lines
//
// What the result depends on after each line; `unused` never.
//
// CHECK:function f
// CHECK-NEXT:  line 12: *x p w
// CHECK-NEXT:  line 13: *x passive w
// CHECK-NEXT:  line 14: *x passive w
// CHECK-NEXT:  line 15: *x passive w
// CHECK-NEXT:  line 16: *x passive w
// CHECK-NEXT:  line 15: *x passive w
// CHECK-NEXT:  line 17: w
// CHECK-NEXT:  line 18: s w
// CHECK-NEXT:  line 19: s t w
// CHECK-NEXT:  line 20: s w
// CHECK-NEXT:  line 21: s w
// CHECK-NEXT:  line 22: s w
// CHECK-NEXT:  line 23: s w
// CHECK-NEXT:  line 24: s w
// CHECK-NEXT:  line 25: s
// CHECK-NEXT:  line 26: nothing
// CHECK-NEXT:function scale
// CHECK-NEXT:  line 6: *by *v
// CHECK-NEXT:  line 7: *by *v
// CHECK-NEXT:  line 6: *by *v
// CHECK-NEXT:function scale
// CHECK-NEXT:  line 6: *by *v
// CHECK-NEXT:  line 7: *by *v
// CHECK-NEXT:  line 6: *by *v
