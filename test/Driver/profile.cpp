// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --profile: when the program ends, its counts are in a file, which --report shows with --measured. What is no profile of the
// source is an error, and then nothing is written.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %adjoint-gen %s --profile -o %t/a.cpp
// RUN: %clangxx %t/a.cpp %runtime-flags -o %t/a
// RUN: sh -c 'cd %t && ./a'
// RUN: FileCheck %s --input-file=%t/adjoint-profile.json
// RUN: env ADJOINT_PROFILE=%t/named.json %t/a
// RUN: FileCheck %s --input-file=%t/named.json
// RUN: env ADJOINT_PROFILE=%t/none/a.json %t/a 2>&1 | FileCheck %s --check-prefix=UNWRITABLE
// UNWRITABLE: adjoint: cannot write the profile to '{{.*}}none/a.json'
//
// CHECK: {"lines": [
// CHECK: {"file": "{{.*}}profile.cpp", "line": [[# @LINE + 31]], "sweep": "forward", "visits": 1, "bytes": 24, "nanoseconds": {{[0-9]+}}}
// CHECK: ]}
//
// RUN: %adjoint-gen %s -o %t/b.cpp --report=%t/b.html --measured=%t/adjoint-profile.json
// RUN: FileCheck %s --check-prefix=PAGE --input-file=%t/b.html
// PAGE: "measured":[{"bytes":
//
// RUN: sed s/profile.cpp/other.cpp/ %t/adjoint-profile.json > %t/other.json
// RUN: sed s/visits/visit/ %t/adjoint-profile.json > %t/lacking.json
// RUN: sh -c 'echo {} > %t/empty.json; echo nothing > %t/text.json'
// RUN: not %adjoint-gen %s -o %t/c.cpp --report=%t/c.html --measured=%t/other.json 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not %adjoint-gen %s -o %t/c.cpp --report=%t/c.html --measured=%t/lacking.json 2>&1 | FileCheck %s --check-prefix=LACKING
// RUN: not %adjoint-gen %s -o %t/c.cpp --report=%t/c.html --measured=%t/empty.json 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not %adjoint-gen %s -o %t/c.cpp --report=%t/c.html --measured=%t/text.json 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not %adjoint-gen %s -o %t/c.cpp --report=%t/c.html --measured=%t/none.json 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not %adjoint-gen %s -o %t/c.cpp --measured=%t/named.json 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not %clangxx %plugin -c %s -o %t/c.o -fplugin-arg-adjoint-measured=%t/named.json 2>&1 | FileCheck %s --check-prefix=PLUGIN
// RUN: not ls %t/c.cpp
// RUN: not ls %t/c.html
// OTHER: error: the profile '{{.*}}other.json' has no line of '{{.*}}profile.cpp', but of '{{.*}}other.cpp'; name the source as it was named with --profile
// LACKING: error: '{{.*}}lacking.json' is no profile that code made with --profile wrote: one of its 'lines' lacks a number or a sweep
// EMPTY: error: '{{.*}}empty.json' is no profile that code made with --profile wrote: it has no array 'lines'
// TEXT: error: '{{.*}}text.json' is no profile that code made with --profile wrote: [1:
// NONE: error: cannot read '{{.*}}none.json'
// ALONE: error: --measured belongs to --report
// PLUGIN: error: the adjoint plugin takes measured for report alone; name a page with report=FILE.html

#pragma adjoint reverse
double product(const double *x, int n) {
  double p = 1.0;
  for (int i = 0; i < n; ++i)
    p = p * x[i];
  return p;
}

int main() {
#ifndef ADJOINT_GEN
  const double x[] = {2.0, 3.0, 4.0};
  double x_b[3] = {};
  product_b(x, x_b, 3, 1.0);
  return x_b[0] == 12.0 && x_b[1] == 8.0 && x_b[2] == 6.0 ? 0 : 1;
#endif
}
