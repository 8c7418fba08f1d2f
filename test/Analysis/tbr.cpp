// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %adjoint-gen %S/Inputs/dumps.cpp --dump=tbr --no-inline-loops -Wno-active-branch | FileCheck %s --strict-whitespace --match-full-lines
//
// The product in the callee needs both factors; in f nothing that is overwritten is needed.
//
// CHECK:function scale
// CHECK-NEXT:  line 7: recorded, needed for line 7
// CHECK-NEXT:function f
