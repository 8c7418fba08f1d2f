// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %adjoint-gen %S/Inputs/dumps.cpp --dump=liveness --no-inline-loops -Wno-active-branch | FileCheck %s --strict-whitespace --match-full-lines
//
// The forward sweep leaves out what the reverse sweep does not need: unused values, and the last sums.
//
// CHECK:function scale
// CHECK-NEXT:function f
// CHECK-NEXT:  line 12: not executed
// CHECK-NEXT:  line 14: not executed
// CHECK-NEXT:  line 20: not executed
// CHECK-NEXT:  line 23: not executed
// CHECK-NEXT:  line 25: not executed
