// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the output goes: SOURCE with .adj before the suffix, a file named with -o, or standard output. The output
// replaces a file of that name, but never the source.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/model.cpp
// RUN: %adjoint-gen %t/model.cpp
// RUN: ls %t | FileCheck %s --check-prefix=FILES
// RUN: FileCheck %s --input-file=%t/model.adj.cpp
//
// RUN: %adjoint-gen %t/model.cpp -o - | FileCheck %s
// RUN: %adjoint-gen %t/model.cpp -o - | diff - %t/model.adj.cpp
//
// RUN: echo old > %t/named.cpp
// RUN: %adjoint-gen %t/model.cpp -o %t/named.cpp
// RUN: diff %t/named.cpp %t/model.adj.cpp
// RUN: %adjoint-gen -o %t/named.cpp %t/model.cpp -- -std=c++17
// RUN: diff %t/named.cpp %t/model.adj.cpp
//
// RUN: not %adjoint-gen %t/model.cpp -o %t/model.cpp 2>&1 | FileCheck %s --check-prefix=SOURCE
// RUN: not %adjoint-gen %t/model.cpp -o %t/../%basename_t.tmp/model.cpp 2>&1 | FileCheck %s --check-prefix=SOURCE
// RUN: diff %s %t/model.cpp
//
// RUN: not %adjoint-gen %t/model.cpp -o %t/no/such/folder/out.cpp 2>&1 | FileCheck %s --check-prefix=UNWRITABLE
//
// FILES: {{^}}model.adj.cpp
// FILES-NEXT: {{^}}model.cpp
// FILES-NOT: {{.}}
//
// SOURCE: error: the output would overwrite the source
// UNWRITABLE: error: cannot write '{{.*}}/no/such/folder/out.cpp':

#pragma adjoint reverse
double f(double x) { return x * x; }

// CHECK: {{^}}double f(double x) { return x * x; }
// CHECK: {{^}}void f_b(double x, double &x_b, double result_b) {
