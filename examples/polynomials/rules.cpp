// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of numbers that call one rule each, or the model, to be checked: with differences, tangents, and second
// derivatives, at random numbers.
//
//   adjoint-gen --check rules.cpp --function=product --function=value --function=composed --mode=hessian_vector
//       --size=a=3,b=3,c=5 --at=n=3 -o rules.check.cpp
//   g++ -std=c++17 rules.check.cpp polynomial.cpp $(adjoint-gen --cxxflags) -o rules && ./rules

#include "polynomial-adjoint.h"

void product(const double *a, const double *b, double *c, int n) { poly::multiply(a, n, b, n, c); }

double value(const double *a, int n, double t) { return poly::evaluate(a, n, t); }

double composed(const double *a, const double *b, int n, double t) {
  poly::Polynomial p(n - 1), q(n - 1);
  for (int k = 0; k < n; ++k) {
    p[k] = a[k];
    q[k] = b[k];
  }
  return (compose(p, q) + derivative(p * q))(t);
}
