// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What each pass leaves can be printed, left out, checked and timed.
//
// RUN: %adjoint-gen %s --dump-after=dissolve-blocks | FileCheck %s --check-prefix=AFTER
// RUN: %adjoint-gen %s --dump-after=dissolve-blocks --no-dissolve-blocks | FileCheck %s --check-prefix=OFF --allow-empty
// RUN: %adjoint-gen %s --verify-each -o - | FileCheck %s --check-prefix=VERIFIED
// RUN: %adjoint-gen %s --time-passes -o %t.cpp 2> %t.times
// RUN: FileCheck %s --check-prefix=TIMES --input-file=%t.times
// RUN: python3 -c "import sys; n = [float(l.split()[0]) for l in open(sys.argv[1]).readlines()[1:]]; sys.exit(abs(sum(n[:-1]) - n[-1]) > 0.01 or n[-1] <= 0)" %t.times
// RUN: not %adjoint-gen %s --dump-after=no-such 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not %adjoint-gen %s --dump-after=tbr 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not %adjoint-gen %s --no-count-loops 2>&1 | FileCheck %s --check-prefix=REQUIRED
//
// AFTER: double f(double x) {
// AFTER-NEXT: double y = x;
// AFTER-NEXT: double z = x * x;
// OFF-NOT: f(
// VERIFIED: void f_b(
// TIMES: seconds      %  stage
// TIMES-DAG: parse
// TIMES-DAG: lower
// TIMES-DAG: tbr
// TIMES-DAG: count-loops
// TIMES: total
// UNKNOWN: error: no pass '{{no-such|tbr}}' to dump after; adjoint-gen --list-passes lists them
// REQUIRED: Unknown command line argument '--no-count-loops'

#pragma adjoint reverse
double f(double x) {
  double y = x;
  {
    double z = x * x;
    y += z;
  }
  return y;
}
