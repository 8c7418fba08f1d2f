// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --report writes the output as ever, and a page with the data that it shows. Lines belong together by their numbers.
//
// RUN: mkdir -p %t
// RUN: %adjoint-gen %s -o %t/report.adj.cpp --report=%t/report.html
// RUN: %adjoint-gen %s -o %t/plain.cpp
// RUN: diff %t/report.adj.cpp %t/plain.cpp
// RUN: python3 %S/Inputs/check-report.py %t/report.html %s
// RUN: not %adjoint-gen %s -o - --report=%t/none/report.html 2>&1 | FileCheck %s
// CHECK: error: {{.*}}none/report.html

#pragma adjoint reverse
double product(const double *x, int n) {
  double p = 1.0;
  int count = 0;
  for (int i = 0; i < n; ++i) {
    p = p * x[i];
    ++count;
  }
  return p; // </script>
}
