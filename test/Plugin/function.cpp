// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions named in arguments, with clauses, as on the command line: they are asked for behind all of the file.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %uncached-clangxx %plugin -DMODEL -c %s -o %t/model.o '-fplugin-arg-adjoint-function=ns::f(double, int)' \
// RUN:   -fplugin-arg-adjoint-wrt=x -fplugin-arg-adjoint-mode=reverse,tangent -fplugin-arg-adjoint-value \
// RUN:   -fplugin-arg-adjoint-function=ns::g -fplugin-arg-adjoint-o=%t/model.adj.cpp -fplugin-arg-adjoint-explain=g \
// RUN:   > %t/explained.txt
// RUN: %clangxx %s %t/model.o -o %t/program
// RUN: %t/program
// RUN: %clangxx -DMODEL -c %t/model.adj.cpp -o %t/generated.o
// RUN: %clangxx %s %t/generated.o -o %t/program
// RUN: %t/program
// RUN: FileCheck %s --check-prefix=EXPLAINED --input-file=%t/explained.txt
// EXPLAINED: function g
// EXPLAINED-NEXT: x: active
//
// RUN: not %clangxx %plugin -DMODEL -c %s -o %t/a.o -fplugin-arg-adjoint-function=ns::none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not %clangxx %plugin -DMODEL -c %s -o %t/a.o -fplugin-arg-adjoint-function=ns::f 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not %clangxx %plugin -DMODEL -c %s -o %t/a.o -fplugin-arg-adjoint-wrt=x 2>&1 | FileCheck %s --check-prefix=CLAUSE
// RUN: not %clangxx %plugin -DMODEL -c %s -o %t/a.o -fplugin-arg-adjoint-dump=all 2>&1 | FileCheck %s --check-prefix=STAGE
// RUN: not %clangxx %plugin -DMODEL -c %s -o %t/a.o -fplugin-arg-adjoint-mode=forward 2>&1 | FileCheck %s --check-prefix=MODE
// NONE: error: no member named 'none' in namespace 'ns'
// SEVERAL: error: function(ns::f) names several functions
// CLAUSE: error: the adjoint plugin takes wrt, of and value for function alone
// STAGE: error: the adjoint plugin has no stage 'all' to dump; there are ir
// RUN: not %clangxx %plugin -DMODEL -c %s -o %t/a.o -fplugin-arg-adjoint-dump-after=all 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: error: the adjoint plugin has no pass 'all' to dump after
// MODE: error: the adjoint plugin has no mode 'forward'

#ifdef MODEL
namespace ns {
double f(double x, int n) { return n * x * x; }
double f(double x) { return x; }
double g(double x) { return x * x * x; }
} // namespace ns
#else
namespace ns {
double f_b(double x, double &x_b, int n, double result_b);
double f_d(double x, double x_d, int n, double &result_d);
double g_b(double x, double &x_b, double result_b);
} // namespace ns

int main() {
  double f_x = 0.0, f_result = 0.0, g_x = 0.0;
  bool isValue = ns::f_b(3.0, f_x, 2, 1.0) == 18.0 && ns::f_d(3.0, 1.0, 2, f_result) == 18.0;
  isValue = isValue && ns::g_b(2.0, g_x, 1.0) == 8.0;
  return isValue && f_x == 12.0 && f_result == 12.0 && g_x == 12.0 ? 0 : 1;
}
#endif
