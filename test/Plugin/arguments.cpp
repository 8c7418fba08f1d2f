// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// -fplugin-arg-adjoint-KEY=VALUE, named like the options of the command: what it writes is byte for byte the same.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %uncached-clangxx %plugin -fsyntax-only %s -fplugin-arg-adjoint-o=%t/a.cpp -fplugin-arg-adjoint-header=%t/a.h
// RUN: %adjoint-gen %s -o %t/b.cpp --header=%t/a.h2
// RUN: cmp %t/a.cpp %t/b.cpp
// RUN: sed s/A_H2/A_H/ %t/a.h2 > %t/b.h
// RUN: cmp %t/a.h %t/b.h
// RUN: %uncached-clangxx %plugin -fsyntax-only %s -fplugin-arg-adjoint-o=%t/c.cpp -fplugin-arg-adjoint-no-tbr
// RUN: %adjoint-gen %s -o %t/d.cpp --no-tbr
// RUN: cmp %t/c.cpp %t/d.cpp
// RUN: %uncached-clangxx %plugin -fsyntax-only %s -fplugin-arg-adjoint-o=%t/f.cpp -fplugin-arg-adjoint-profile
// RUN: %adjoint-gen %s -o %t/g.cpp --profile
// RUN: cmp %t/f.cpp %t/g.cpp
//
// One file for each adjoint, in the folders of the source, numbered where names are not unique.
// RUN: sh -c 'cd %t && mkdir src && cp %s src/a.cpp && %uncached-clangxx %plugin -fsyntax-only src/a.cpp -fplugin-arg-adjoint-dump-dir=dump'
// RUN: sh -c 'cd %t && find dump -type f | sort' | FileCheck %s --check-prefix=FILES
// RUN: FileCheck %s --check-prefix=DUMP --input-file=%t/dump/src/a.model.f_b.cpp
// FILES: dump/src/a.f_b.cpp
// FILES-NEXT: dump/src/a.f_b_2.cpp
// FILES-NEXT: dump/src/a.model.f_b.cpp
// FILES-NOT: {{.}}
// DUMP: {{^}}namespace model {
// DUMP: {{^}}void f_b(double {{.*}}, double &x_b, double result_b) {
// DUMP: {{^}}} // namespace model
//
// RUN: not %clangxx %plugin -c %s -o %t/e.o -fplugin-arg-adjoint-no-such 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not %clangxx %plugin -c %s -o %t/e.o -fplugin-arg-adjoint-strict=1 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not %clangxx %plugin -c %s -o %t/e.o -fplugin-arg-adjoint-o=%t/none/a.cpp 2>&1 | FileCheck %s --check-prefix=PATH
// RUN: not %clangxx %plugin -c %s -o %t/e.o -fplugin-arg-adjoint-strict 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: not %clangxx %plugin -c %s -o %t/e.o -fplugin-arg-adjoint-dump-dir=%t/a.cpp/dump 2>&1 | FileCheck %s --check-prefix=DIRECTORY
// RUN: not ls %t/e.o
// DIRECTORY: error: the adjoint plugin cannot go on: cannot create the folder of '{{.*}}'
// UNKNOWN: error: the adjoint plugin has no argument '{{no-such|strict=1}}'; it takes checkpoint, dump-dir, dump, dump-after, explain, function, header, measured, mode
// UNKNOWN-NOT: error:
// PATH: error: the adjoint plugin cannot go on: cannot write '{{.*}}none/a.cpp'
// PATH-NOT: error:
// STRICT: arguments.cpp:[[# @LINE + 6]]:{{.*}}: error: this branch depends on active 'product', which --strict forbids
// STRICT-NOT: error:

#pragma adjoint reverse
double f(const double *x, int n) {
  double product = 1.0;
  for (int i = 0; i < n && product < 1e9; ++i)
    product *= x[i];
  return product;
}

#pragma adjoint reverse
double f(double x) { return x * x; }

namespace model {
#pragma adjoint reverse
double f(double x) { return 2.0 * x; }
} // namespace model
