// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --function differentiates a function that bears no pragma, with the clauses of the command line; the source stays as
// it is.
//
// RUN: %adjoint-gen %s -o - --function=f | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: %adjoint-gen %s -o - --function=f --wrt=x | FileCheck %s --check-prefixes=CHECK,WRT
// RUN: %adjoint-gen %s -o - --function=f --wrt=x,y --of=return | FileCheck %s --check-prefixes=CHECK,OF
// RUN: %adjoint-gen %s -o - --function=f --of=z,return --value | FileCheck %s --check-prefixes=CHECK,VALUE
// RUN: %adjoint-gen %s -o - --function=outer::inner::g | FileCheck %s --check-prefix=QUALIFIED
// RUN: %adjoint-gen %s -o - --function=::f --function=outer::h | FileCheck %s --check-prefix=SEVERAL
// RUN: %adjoint-gen %s -o - --function='outer::t<float>' --function='o(double, int)' | FileCheck %s --check-prefix=NAMED
// RUN: %adjoint-gen %S/Inputs/annotated.cpp -o - --function=f --function=g | FileCheck %s --check-prefix=ANNOTATED
//
// RUN: not %adjoint-gen %s -o %t.out --function='f(int)' 2>&1 | FileCheck %s --check-prefix=OVERLOAD
// RUN: not %adjoint-gen %s -o %t.out --function=g 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not %adjoint-gen %s -o %t.out --function=declared 2>&1 | FileCheck %s --check-prefix=DECLARED
// RUN: not %adjoint-gen %s -o %t.out --function=f --wrt=w 2>&1 | FileCheck %s --check-prefix=PARAMETER
// RUN: not %adjoint-gen %s -o %t.out --wrt=x 2>&1 | FileCheck %s --check-prefix=CLAUSE
// RUN: not %adjoint-gen %s -o %t.out --value 2>&1 | FileCheck %s --check-prefix=CLAUSE
// RUN: not %adjoint-gen %s -o %t.out --mode=tangent 2>&1 | FileCheck %s --check-prefix=MODE
// RUN: not %adjoint-gen %s -o %t.out --function=f --mode=forward 2>&1 | FileCheck %s --check-prefix=FORWARD
// RUN: not ls %t.out
//
// CHECK: {{^}}double f(double x, double y, double *z) {
// CHECK-NOT: ragma
// ALL: {{^}}void f_b(double x, double &x_b, double y, double &y_b, double * /*z*/, double *z_b,
// ALL-NEXT: {{^ *}}double result_b) {
// WRT: {{^}}void f_b(double x, double &x_b, double y, double * /*z*/, double *z_b, double result_b) {
// OF: {{^}}void f_b(double x, double &x_b, double /*y*/, double & /*y_b*/, double * /*z*/, double result_b) {
// VALUE: {{^}}double f_b(double x, double &x_b, double y, double &y_b, double *z, double *z_b, double result_b) {
// QUALIFIED: {{^}}void g_b(double x, double &x_b, double result_b) {
// QUALIFIED: } // namespace inner
// SEVERAL: {{^}}void f_b(
// SEVERAL: {{^}}void h_b(
// NAMED: {{^}}template <class T> T t(T x) { return x * x; }
// NAMED-EMPTY:
// NAMED-NEXT: {{^}}void t_b(float x, float &x_b, float result_b) {
// NAMED: } // namespace outer
// NAMED: {{^}}double o(double x, int n) { return x * n; }
// NAMED-EMPTY:
// NAMED-NEXT: {{^}}void o_b(double /*x*/, double &x_b, int n, double result_b) {
// ANNOTATED-COUNT-1: void f_b(double x, double &x_b, double y, double result_b) {
// ANNOTATED-NOT: void f_b
// ANNOTATED: void g_b(double x, double &x_b, double result_b) {
// ANNOTATED-NOT: void g_b
//
// OVERLOAD: error: function(f(int)) names no function
// OVERLOAD-NOT: error:
// MISSING: error: no definition of a function 'g' in this file; give its qualified name as in --function=ns::f
// MISSING-NOT: error:
// DECLARED: error: no definition of a function 'declared' in this file
// DECLARED-NOT: error:
// PARAMETER: function-option.cpp:[[# @LINE + 9]]:{{.*}}: error: 'w' in wrt(...) names no parameter of 'f'
// PARAMETER-NOT: error:
// CLAUSE: error: --wrt, --of and --value belong to --function; in the source, write '#pragma adjoint reverse wrt(...)'
// CLAUSE-NOT: error:
// MODE: error: --mode belongs to --function and --python; in the source, write '#pragma adjoint tangent'
// FORWARD: error: no mode 'forward'; there are reverse, tangent, hessian_vector, jacobian and hessian

double declared(double x);

double f(double x, double y, double *z) {
  *z = x * y;
  return x * x;
}

namespace outer {
namespace inner {
double g(double x) { return x * x; }
} // namespace inner
double h(double x) { return x * x * x; }
template <class T> T t(T x) { return x * x; }
} // namespace outer

double o(double x) { return x; }
double o(double x, int n) { return x * n; }
