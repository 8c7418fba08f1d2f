// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// Types whose values have no adjoint, or not yet.

//--- a union
union Either {
  double number;
  long bits;
};
#pragma adjoint reverse
double f(double x) {
  Either e; // error: a value of type 'Either' cannot be differentiated; use a struct: the members of a union share...
  e.number = x * x;
  return e.number;
}

//--- active data through a union
union Bits {
  double number;
  unsigned long bits;
};
#pragma adjoint reverse
double f(double x) {
  Bits b = {x}; // error: a value of type 'Bits' cannot be differentiated; use a struct: the members of a union...
  b.bits &= ~1ul;
  return b.number * x;
}

//--- a union as a parameter
union Either {
  double number;
  long bits;
};
#pragma adjoint reverse
double f(Either *e) { return e->number * e->number; } // error: a member of a union cannot be differentiated; use a...

//--- an unnamed union in a struct
struct Holder {
  int kind;
  union {
    double number;
    long bits;
  };
};
#pragma adjoint reverse
double f(const Holder &h) { return h.number * h.number; } // error: a member of a union cannot be differentiated;...

//--- a volatile local variable
#pragma adjoint reverse
double f(double x) {
  volatile double y = x * x; // error: a value of type 'volatile double' cannot be differentiated; a volatile object...
  return y;
}

//--- a volatile parameter
#pragma adjoint reverse
double f(volatile double x) { return x * x; } // error: a value of type 'volatile double' cannot be differentiated;...

//--- a class with a base
struct Base {
  double x;
};
struct Derived : Base {
  double y;
};
#pragma adjoint reverse
double f(const Derived &d) { return d.x * d.y; } // error: this conversion cannot be differentiated; use objects of...

//--- a class with a constructor
class Number {
public:
  explicit Number(double v) : value(v * v) {}
  double value;
};
#pragma adjoint reverse
double f(double x) {
  Number n(x); // error: a constructor cannot be differentiated; use a struct without constructors and set its members
  return n.value;
}

//--- a class with an overloaded operator
struct Number {
  double value;
  Number operator*(const Number &other) const { return {value * other.value}; }
};
#pragma adjoint reverse
double f(Number a, Number b) { return (a * b).value; } // error: a call of a member function cannot be...

//--- a class with a virtual function
struct Model {
  virtual double value(double x) const { return x * x; }
  double factor;
};
#pragma adjoint reverse
double f(const Model &m, double x) { return m.factor * m.value(x); } // error: a value of type 'Model' cannot be...

//--- a class of the standard library
#include <vector>
#pragma adjoint reverse
double f(const std::vector<double> &x) { return x[0] * x[1]; } // error: a call of a member function cannot be...

//--- a complex number
#include <complex>
#pragma adjoint reverse
double f(double x) {
  std::complex<double> z(x, x); // error: a value of type 'std::complex<double>' cannot be differentiated; hold the...
  return std::norm(z);
}

//--- a complex number of C
#pragma adjoint reverse
double f(double x) {
  _Complex double z = x; // error: a value of type '_Complex double' cannot be differentiated; hold the real and the...
  return __real__(z * z);
}

//--- a vector register
typedef double Four __attribute__((vector_size(32)));
#pragma adjoint reverse
double f(Four x) { return x[0] * x[1]; } // error: a value of type '__attribute__((__vector_size__(4 *...

//--- an atomic number
#pragma adjoint reverse
double f(double x) {
  _Atomic(double) y = x; // error: a value of type '_Atomic(double)' cannot be differentiated; use a plain object...
  return y * x;
}

//--- a 128-bit number
#pragma adjoint reverse
double f(double x) {
  __float128 y = x; // error: a value of type '__float128' cannot be differentiated; use float, double or long double
  return static_cast<double>(y * y);
}

//--- a type local to the function
#pragma adjoint reverse
double f(double x) {
  struct Pair {
    double a, b;
  } p = {x, x * x}; // error: a value of type 'Pair' cannot be differentiated; the adjoint cannot name a type that...
  return p.a * p.b;
}
