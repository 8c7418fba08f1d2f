// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A compiler of another version, with which the plugin cannot work, is refused before anything of it is touched.
//
// REQUIRES: other-clang
// RUN: not %other-clangxx %plugin -c %s -o %t.o 2>&1 | FileCheck %s
//
// CHECK: error: the adjoint plugin is one of clang++-{{[0-9]+}}, and this compiler is '{{.*}}clang version {{.*}}'; compile with
// CHECK-NOT: {{error|Stack}}

int x;
