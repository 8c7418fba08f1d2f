// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What <adjoint/derivatives.h> says of calls that cannot be right: one error each, at the line of the call. The
// generated file says the same to other compilers.
//
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: not %clangxx -DWRONG -ferror-limit=0 -fsyntax-only %t.cpp %runtime-flags 2> %t.clang
// RUN: FileCheck %s --input-file=%t.clang
// RUN: not %gxx -DWRONG -fsyntax-only %t.cpp %runtime-flags 2> %t.gxx
// RUN: FileCheck %s --input-file=%t.gxx
// RUN: not %adjoint-gen %s -o %t.none.cpp -- -DWRONG -ferror-limit=0 2> %t.tool
// RUN: FileCheck %s --input-file=%t.tool

double early(double x);

#include <adjoint/derivatives.h>

#pragma adjoint reverse
double f(double x) { return x * x; }

#pragma adjoint reverse
double sum(const double *x, int n) {
  double result = 0.0;
  for (int i = 0; i < n; ++i)
    result += x[i];
  return result;
}

#pragma adjoint reverse
void square(const double *x, double *y) { *y = *x * *x; }

struct Pair {
  double first, second;
};
#pragma adjoint reverse
double product(const Pair &p) { return p.first * p.second; }

#pragma adjoint reverse
double first(const std::vector<double> &x) { return x[0] * x[0]; }

struct Line {
  double slope;

#pragma adjoint reverse
  double at(double x) const { return slope * x; }

  double secret(double x) { return hidden(x); }

private:
#pragma adjoint reverse
  double hidden(double x) const { return slope * x * x; } // which nobody can name
};

const auto lambda = [](double x) { return x * x; };
#pragma adjoint reverse function(lambda)

#ifdef WRONG
double none(double x) { return adjoint::gradient<early>(x); }
// CHECK-DAG: error: static assertion failed{{.*}}: no adjoint of this function is known here: write '#pragma adjoint reverse' before the function, and include <adjoint/derivatives.h> above that
double noTangent(double x) { return adjoint::jvp<f>(x)(1.0); }
// CHECK-DAG: error: static assertion failed{{.*}}: no tangent of this function is known here: write '#pragma adjoint tangent' before the function, and include <adjoint/derivatives.h> above that
double noProduct(double x) { return adjoint::hessian_vector<f>(x)(1.0); }
// CHECK-DAG: error: static assertion failed{{.*}}: no Hessian-vector product of this function is known here: write '#pragma adjoint hessian_vector' before the function, and include <adjoint/derivatives.h> above that
double noJacobian(double x) { return adjoint::jacobian<early>(x)(0, 0); }
// CHECK-DAG: error: static assertion failed{{.*}}: no derivative of this function is known here: write '#pragma adjoint jacobian' before the function, and include <adjoint/derivatives.h> above that
double noColumns(double x) { return adjoint::jacobian<f, adjoint::Sweeps::Tangents>(x)(0, 0); }
// CHECK-DAG: error: static assertion failed{{.*}}: no tangent of this function is known here: write '#pragma adjoint jacobian', or tangent, before the function
double count(double x) { return adjoint::gradient<f>(x, x); }
// CHECK-DAG: error: static assertion failed{{.*}}: <adjoint/derivatives.h>: expected an argument for each parameter of the function; for a member function, the object first
double extent(const double *x, int n) { return adjoint::gradient<sum>(x, n)[0]; }
// CHECK-DAG: error: static assertion failed{{.*}}: <adjoint/derivatives.h>: how many numbers does this pointer lead to? Give a vector, an array, or adjoint::array(pointer, size)
double noResult(double x) { return adjoint::gradient<square>(adjoint::array(&x, 1), adjoint::array(&x, 1))[0]; }
// CHECK-DAG: error: static assertion failed{{.*}}: the function returns no floating-point number that is a dependent: use adjoint::vjp, jvp or jacobian
double otherType(const float *x) { return adjoint::gradient<first>(std::vector<float>(x, x + 2)).at(0); }
// CHECK-DAG: error: static assertion failed{{.*}}: <adjoint/derivatives.h>: give an object of the type that the parameter has
double object(const Pair &p) { return adjoint::gradient<product>(p).first; }
// CHECK-DAG: error: static assertion failed{{.*}}: <adjoint/derivatives.h>: of a parameter of this type no adjoint or tangent can be made here. Specialise adjoint::Numbers for its class, leave the parameter out by wrt and of, or call the generated function
#endif
