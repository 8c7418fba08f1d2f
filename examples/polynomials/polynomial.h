// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A library of polynomials, whose source is elsewhere: a0 + a1 t + a2 t^2 + ..

#ifndef POLYNOMIAL_H
#define POLYNOMIAL_H

#include <initializer_list>
#include <memory>

namespace poly {

class Polynomial {
public:
  explicit Polynomial(int degree); ///< zero
  Polynomial(std::initializer_list<double> coefficients);
  Polynomial(const Polynomial &other);
  Polynomial &operator=(const Polynomial &other);
  ~Polynomial();

  int degree() const;
  double *data();
  const double *data() const;
  double &operator[](int k);
  double operator[](int k) const;
  double operator()(double t) const;

private:
  struct Storage;
  std::unique_ptr<Storage> storage;
};

Polynomial operator+(const Polynomial &a, const Polynomial &b);
Polynomial operator*(const Polynomial &a, const Polynomial &b);
Polynomial derivative(const Polynomial &a);
/// a(b(t))
Polynomial compose(const Polynomial &a, const Polynomial &b);

// What these do to numbers in memory.

/// c, of m + n - 1 numbers, is the product of a, of m numbers, and b, of n.
void multiply(const double *a, int m, const double *b, int n, double *c);
/// a[i] += the sum of c[i + j] b[j], for m numbers a and n numbers b: the transposed of a product with b.
void correlate(const double *c, const double *b, int n, double *a, int m);
double evaluate(const double *a, int n, double t);

} // namespace poly

#endif
