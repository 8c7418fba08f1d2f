// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %adjoint-gen %S/Inputs/dumps.cpp --dump=activity --no-inline-loops -Wno-active-branch | FileCheck %s --strict-whitespace --match-full-lines
//
// Varied and useful: what has an adjoint.
//
// CHECK:function f
// CHECK-NEXT:  line 12: *x
// CHECK-NEXT:  line 13: *x
// CHECK-NEXT:  line 14: *x
// CHECK-NEXT:  line 15: *x
// CHECK-NEXT:  line 16: *x w
// CHECK-NEXT:  line 15: *x w
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
// CHECK-NEXT:  adjoints of *x q s t w x
// CHECK-NEXT:function scale
// CHECK-NEXT:  line 6: *by *v
// CHECK-NEXT:  line 7: *by *v
// CHECK-NEXT:  line 6: *by *v
// CHECK-NEXT:  adjoints of *by *v by v
// CHECK-NEXT:function scale
// CHECK-NEXT:  line 6: *by *v
// CHECK-NEXT:  line 7: *by *v
// CHECK-NEXT:  line 6: *by *v
// CHECK-NEXT:  adjoints of *by *v by v
