// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the author of the library writes, once: rules of two functions, and a model of the class. Programs that are
// differentiated include this header; compilers see nothing of it but the rules.

#ifndef POLYNOMIAL_ADJOINT_H
#define POLYNOMIAL_ADJOINT_H

#include "polynomial.h"

namespace poly {

// Rules. Tangents are made of functions that have rules, so that second derivatives follow.

struct Nothing {};

#ifdef ADJOINT_GEN
#pragma adjoint forward_of(multiply)
#endif
inline void multiply_fwd(const double *a, int m, const double *b, int n, double *c, Nothing &) { multiply(a, m, b, n, c); }

#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(multiply) nullable
#endif
inline void multiply_rev(const double *a, double *a_b, int m, const double *b, double *b_b, int n, double *, double *c_b, Nothing &) {
  if (a_b)
    correlate(c_b, b, n, a_b, m);
  if (b_b)
    correlate(c_b, a, m, b_b, n);
  for (int k = 0; k < m + n - 1; ++k)
    c_b[k] = 0.0;
}

#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(multiply)
#endif
inline void multiply_d(const double *a, const double *a_d, int m, const double *b, const double *b_d, int n, double *c, double *c_d) {
  double *other = new double[m + n - 1];
  multiply(a, m, b, n, c);
  multiply(a_d, m, b, n, c_d);
  multiply(a, m, b_d, n, other);
  for (int k = 0; k < m + n - 1; ++k)
    c_d[k] += other[k];
  delete[] other;
}

/// The slope at t, with the value, which it returns.
inline double evaluateBoth(const double *a, int n, double t, double &slope) {
  double value = 0.0;
  slope = 0.0;
  for (int k = n - 1; k >= 0; --k) {
    slope = slope * t + value;
    value = value * t + a[k];
  }
  return value;
}

/// What the forward half keeps for the reverse half.
struct Slope {
  double number;
};

#ifdef ADJOINT_GEN
#pragma adjoint forward_of(evaluate)
#endif
inline double evaluate_fwd(const double *a, int n, double t, Slope &context) { return evaluateBoth(a, n, t, context.number); }

#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(evaluate) nullable
#endif
inline void evaluate_rev(const double *, double *a_b, int n, double t, double &t_b, double value_b, Slope &context) {
  t_b += context.number * value_b;
  for (int k = 0; a_b && k < n; ++k) {
    a_b[k] += value_b;
    value_b *= t;
  }
}

#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(evaluate)
#endif
inline double evaluate_d(const double *a, const double *a_d, int n, double t, double t_d, double &value_d) {
  double slope = 0.0;
  const double value = evaluateBoth(a, n, t, slope);
  value_d = evaluate(a_d, n, t) + slope * t_d;
  return value;
}

} // namespace poly

#ifdef ADJOINT_GEN
namespace adjoint::model::poly {

/// An array of numbers.
class Polynomial {
public:
  explicit Polynomial(int degree) : numbers(new double[degree + 1]()), last(degree) {}
  Polynomial(const Polynomial &other) : numbers(new double[other.last + 1]), last(other.last) {
    for (int k = 0; k <= last; ++k)
      numbers[k] = other.numbers[k];
  }
  Polynomial(const initializer_list<double> &given) : numbers(new double[given.size()]), last(static_cast<int>(given.size()) - 1) {
    for (int k = 0; k <= last; ++k)
      numbers[k] = given.begin()[k];
  }
  Polynomial &operator=(const Polynomial &other) {
    double *made = new double[other.last + 1];
    for (int k = 0; k <= other.last; ++k)
      made[k] = other.numbers[k];
    delete[] numbers;
    numbers = made;
    last = other.last;
    return *this;
  }
  ~Polynomial() { delete[] numbers; }
  int degree() const { return last; }
  double *data() { return numbers; }
  const double *data() const { return numbers; }
  double &operator[](int k) { return numbers[k]; }
  const double &operator[](int k) const { return numbers[k]; }
  double operator()(double t) const { return ::poly::evaluate(numbers, last + 1, t); }

private:
  ADJOINT_VIEW("$.data()", "$.degree() + 1") double *numbers;
  ADJOINT_VIEW("$.degree()") int last;
};

inline Polynomial operator+(const Polynomial &a, const Polynomial &b) {
  Polynomial sum(a.degree() < b.degree() ? b.degree() : a.degree());
  for (int k = 0; k <= a.degree(); ++k)
    sum[k] = a[k];
  for (int k = 0; k <= b.degree(); ++k)
    sum[k] += b[k];
  return sum;
}

inline Polynomial operator*(const Polynomial &a, const Polynomial &b) {
  Polynomial product(a.degree() + b.degree());
  ::poly::multiply(a.data(), a.degree() + 1, b.data(), b.degree() + 1, product.data());
  return product;
}

inline Polynomial derivative(const Polynomial &a) {
  Polynomial slope(a.degree() > 0 ? a.degree() - 1 : 0);
  for (int k = 1; k <= a.degree(); ++k)
    slope[k - 1] = k * a[k];
  return slope;
}

inline Polynomial compose(const Polynomial &a, const Polynomial &b) {
  Polynomial made(0);
  made[0] = a[a.degree()];
  for (int k = a.degree() - 1; k >= 0; --k) {
    made = made * b;
    made[0] += a[k];
  }
  return made;
}

} // namespace adjoint::model::poly
#endif

#endif
