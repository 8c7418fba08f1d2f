// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %adjoint-gen %S/Inputs/dumps.cpp --dump=effects --no-inline-loops -Wno-active-branch | FileCheck %s --strict-whitespace --match-full-lines
//
// What a function reads and writes of what its caller can see.
//
// CHECK:function scale
// CHECK-NEXT:  reads *by *v
// CHECK-NEXT:  writes *v
// CHECK-NEXT:function f
// CHECK-NEXT:  reads *x
// CHECK-NEXT:  writes nothing
