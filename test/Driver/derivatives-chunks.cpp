// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What jacobian and hessian ask for beside the derivatives for one direction: those for several, where
// <adjoint/derivatives.h> is included. Where several cannot be taken, that header is told so, and --explain says why.
//
// RUN: %adjoint-gen %s -o - | FileCheck %s
// RUN: %adjoint-gen %s -o - -- -DWITHOUT_HEADER | FileCheck %s --check-prefix=WITHOUT
// RUN: %adjoint-gen %s --explain=callsKnown | FileCheck %s --check-prefix=EXPLAIN
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --check-prefix=DUMP
//
// CHECK: double square(double x)
// CHECK: static void square_b(double x, double &x_b, double result_b) {
// CHECK: static_assert(adjoint::is_adjoint_of<square, square_b, adjoint::Roles<adjoint::Independent>,
// CHECK-NEXT: adjoint::Dependent>);
// CHECK: static void square_b2(double x,
// CHECK: static_assert(adjoint::is_adjoint_of<square, square_b2, adjoint::Roles<adjoint::Independent>,
// CHECK-NEXT: adjoint::Dependent, 2>);
// CHECK: static double square_d2(
// CHECK: static_assert(adjoint::is_tangent_of<square, square_d2,
//
// CHECK: static void callsKnown_b4(double, adjoint::Directions<double, 4> &, adjoint::Directions<double, 4>) {
// CHECK-NEXT: throw adjoint::derivatives::OneByOne();
// CHECK-NEXT: }
//
// CHECK: double alone_b(
// CHECK-NOT: alone_{{b|d}}{{[0-9]}}
//
// WITHOUT-NOT: {{^}}static void square_b2
// WITHOUT-NOT: {{^}}  throw adjoint::derivatives::OneByOne
//
// EXPLAIN: function callsKnown, several directions of a matrix: one by one, since 'known_b', which is called, is for one number each; leave out width(...)
//
// DUMP: square_b(
// DUMP-NOT: square_b2

#ifndef WITHOUT_HEADER
#include <adjoint/derivatives.h>
#endif

#pragma adjoint jacobian width(2)
static double square(double x) { return x * x; }

double known(double x);
#pragma adjoint derivative_of(known)
void known_b(double x, double &x_b, double result_b);
#pragma adjoint tangent_of(known)
double known_d(double x, double x_d, double &result_d);

#pragma adjoint jacobian
static double callsKnown(double x) { return known(x) * x; }

#pragma adjoint jacobian width(1) value
static double alone(double x) { return x * x; }
