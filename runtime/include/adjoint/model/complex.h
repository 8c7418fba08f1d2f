// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::complex. The adjoint of z = x + iy is x̄ + iȳ. Values are those of the mathematical formulas: they differ from
// the library's in the last bits, and where it guards against overflow.

#ifndef ADJOINT_MODEL_COMPLEX_H
#define ADJOINT_MODEL_COMPLEX_H

#include "adjoint/model/core.h"

namespace adjoint::model {

/// Functions of real numbers, which the tool knows by their names.
namespace elementary {
#define ADJOINT_MODEL_ONE(name)                                                                                        \
  float name(float);                                                                                                   \
  double name(double);                                                                                                 \
  long double name(long double);
#define ADJOINT_MODEL_TWO(name)                                                                                        \
  float name(float, float);                                                                                            \
  double name(double, double);                                                                                         \
  long double name(long double, long double);
ADJOINT_MODEL_ONE(sqrt)
ADJOINT_MODEL_ONE(fabs)
ADJOINT_MODEL_ONE(exp)
ADJOINT_MODEL_ONE(log)
ADJOINT_MODEL_ONE(sin)
ADJOINT_MODEL_ONE(cos)
ADJOINT_MODEL_ONE(sinh)
ADJOINT_MODEL_ONE(cosh)
ADJOINT_MODEL_ONE(asinh)
ADJOINT_MODEL_ONE(log1p)
ADJOINT_MODEL_TWO(atan2)
ADJOINT_MODEL_TWO(hypot)
ADJOINT_MODEL_TWO(copysign)
ADJOINT_MODEL_TWO(pow)
#undef ADJOINT_MODEL_ONE
#undef ADJOINT_MODEL_TWO
} // namespace elementary

template <class T> class ADJOINT_DIRECT complex {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using value_type = T;

  complex(const T &re = T(), const T &im = T()) : re(re), im(im) {}
  template <class U> complex(const complex<U> &z) : re(static_cast<T>(z.real())), im(static_cast<T>(z.imag())) {}
  T real() const { return re; }
  T imag() const { return im; }
  void real(T x) { re = x; }
  void imag(T y) { im = y; }

  complex &operator=(const T &x) {
    re = x;
    im = T();
    return *this;
  }
  template <class U> complex &operator=(const complex<U> &z) {
    re = static_cast<T>(z.real());
    im = static_cast<T>(z.imag());
    return *this;
  }
  complex &operator+=(const T &x) {
    re += x;
    return *this;
  }
  complex &operator-=(const T &x) {
    re -= x;
    return *this;
  }
  complex &operator*=(const T &x) {
    re *= x;
    im *= x;
    return *this;
  }
  complex &operator/=(const T &x) {
    re /= x;
    im /= x;
    return *this;
  }
  template <class U> complex &operator+=(const complex<U> &z) {
    re += z.real();
    im += z.imag();
    return *this;
  }
  template <class U> complex &operator-=(const complex<U> &z) {
    re -= z.real();
    im -= z.imag();
    return *this;
  }
  template <class U> complex &operator*=(const complex<U> &z) {
    const T x = z.real(), y = z.imag();
    const T product = re * x - im * y;
    im = re * y + im * x;
    re = product;
    return *this;
  }
  template <class U> complex &operator/=(const complex<U> &z) {
    const T x = z.real(), y = z.imag();
    const T square = x * x + y * y;
    const T quotient = (re * x + im * y) / square;
    im = (im * x - re * y) / square;
    re = quotient;
    return *this;
  }

private:
  ADJOINT_VIEW("adjoint::real($)") T re;
  ADJOINT_VIEW("adjoint::imag($)") T im;
};

template <class T> T real(const complex<T> &z) { return z.real(); }
template <class T> T imag(const complex<T> &z) { return z.imag(); }

template <class T> complex<T> operator+(const complex<T> &a) { return a; }
template <class T> complex<T> operator-(const complex<T> &a) { return complex<T>(-a.real(), -a.imag()); }
template <class T> complex<T> operator+(const complex<T> &a, const complex<T> &b) {
  return complex<T>(a.real() + b.real(), a.imag() + b.imag());
}
template <class T> complex<T> operator+(const complex<T> &a, const T &x) { return complex<T>(a.real() + x, a.imag()); }
template <class T> complex<T> operator+(const T &x, const complex<T> &a) { return complex<T>(x + a.real(), a.imag()); }
template <class T> complex<T> operator-(const complex<T> &a, const complex<T> &b) {
  return complex<T>(a.real() - b.real(), a.imag() - b.imag());
}
template <class T> complex<T> operator-(const complex<T> &a, const T &x) { return complex<T>(a.real() - x, a.imag()); }
template <class T> complex<T> operator-(const T &x, const complex<T> &a) { return complex<T>(x - a.real(), -a.imag()); }
template <class T> complex<T> operator*(const complex<T> &a, const complex<T> &b) {
  return complex<T>(a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real());
}
template <class T> complex<T> operator*(const complex<T> &a, const T &x) {
  return complex<T>(a.real() * x, a.imag() * x);
}
template <class T> complex<T> operator*(const T &x, const complex<T> &a) {
  return complex<T>(x * a.real(), x * a.imag());
}
template <class T> complex<T> operator/(const complex<T> &a, const complex<T> &b) {
  const T square = b.real() * b.real() + b.imag() * b.imag();
  return complex<T>((a.real() * b.real() + a.imag() * b.imag()) / square,
                    (a.imag() * b.real() - a.real() * b.imag()) / square);
}
template <class T> complex<T> operator/(const complex<T> &a, const T &x) {
  return complex<T>(a.real() / x, a.imag() / x);
}
template <class T> complex<T> operator/(const T &x, const complex<T> &b) {
  const T square = b.real() * b.real() + b.imag() * b.imag();
  return complex<T>(x * b.real() / square, -(x * b.imag()) / square);
}
template <class T> bool operator==(const complex<T> &a, const complex<T> &b) {
  return a.real() == b.real() && a.imag() == b.imag();
}
template <class T> bool operator==(const complex<T> &a, const T &x) { return a.real() == x && a.imag() == T(); }
template <class T> bool operator==(const T &x, const complex<T> &a) { return a == x; }
template <class T> bool operator!=(const T &x, const complex<T> &a) { return !(a == x); }
template <class T> bool operator!=(const complex<T> &a, const complex<T> &b) { return !(a == b); }
template <class T> bool operator!=(const complex<T> &a, const T &x) { return !(a == x); }

template <class T> complex<T> conj(const complex<T> &z) { return complex<T>(z.real(), -z.imag()); }
/// All infinite numbers are one.
template <class T> complex<T> proj(const complex<T> &z) {
  const T infinity = static_cast<T>(__builtin_inf());
  if (elementary::fabs(z.real()) == infinity || elementary::fabs(z.imag()) == infinity)
    return complex<T>(infinity, elementary::copysign(T(), z.imag()));
  return z;
}
template <class T> T norm(const complex<T> &z) { return z.real() * z.real() + z.imag() * z.imag(); }
template <class T> T abs(const complex<T> &z) { return elementary::hypot(z.real(), z.imag()); }
template <class T> T arg(const complex<T> &z) { return elementary::atan2(z.imag(), z.real()); }
template <class T> complex<T> polar(const T &r, const T &angle = T()) {
  return complex<T>(r * elementary::cos(angle), r * elementary::sin(angle));
}
template <class T> complex<T> exp(const complex<T> &z) {
  const T r = elementary::exp(z.real());
  return complex<T>(r * elementary::cos(z.imag()), r * elementary::sin(z.imag()));
}
template <class T> complex<T> log(const complex<T> &z) {
  return complex<T>(elementary::log(elementary::hypot(z.real(), z.imag())), elementary::atan2(z.imag(), z.real()));
}
template <class T> complex<T> log10(const complex<T> &z) { return log(z) / T(2.302585092994045684L); }
/// The root with a real part that is not negative.
template <class T> complex<T> sqrt(const complex<T> &z) {
  const T x = z.real(), y = z.imag();
  if (x == T() && y == T())
    return complex<T>(T(), y);
  if (x >= T()) {
    const T u = elementary::sqrt((elementary::hypot(x, y) + x) / 2);
    return complex<T>(u, y / (2 * u));
  }
  const T v = elementary::sqrt((elementary::hypot(x, y) - x) / 2);
  return complex<T>(elementary::copysign(T(1), y) * y / (2 * v), elementary::copysign(v, y)); // also of -0.0
}
template <class T> complex<T> sin(const complex<T> &z) {
  return complex<T>(elementary::sin(z.real()) * elementary::cosh(z.imag()),
                    elementary::cos(z.real()) * elementary::sinh(z.imag()));
}
template <class T> complex<T> cos(const complex<T> &z) {
  return complex<T>(elementary::cos(z.real()) * elementary::cosh(z.imag()),
                    -(elementary::sin(z.real()) * elementary::sinh(z.imag())));
}
template <class T> complex<T> sinh(const complex<T> &z) {
  return complex<T>(elementary::sinh(z.real()) * elementary::cos(z.imag()),
                    elementary::cosh(z.real()) * elementary::sin(z.imag()));
}
template <class T> complex<T> cosh(const complex<T> &z) {
  return complex<T>(elementary::cosh(z.real()) * elementary::cos(z.imag()),
                    elementary::sinh(z.real()) * elementary::sin(z.imag()));
}
template <class T> complex<T> tanh(const complex<T> &z) {
  const T x = z.real(), y = z.imag();
  if (elementary::fabs(x) > 20) // where cosh overflows, and long before
    return complex<T>(elementary::copysign(T(1), x), 4 * elementary::sin(y) * elementary::cos(y) * elementary::exp(-2 * elementary::fabs(x)));
  return sinh(z) / cosh(z);
}
template <class T> complex<T> tan(const complex<T> &z) {
  const complex<T> turned = tanh(complex<T>(-z.imag(), z.real()));
  return complex<T>(turned.imag(), -turned.real());
}
/// Inverse functions (W. Kahan, Branch Cuts for Complex Elementary Functions, 1987).
template <class T> complex<T> asin(const complex<T> &z) {
  const complex<T> below = sqrt(T(1) - z), above = sqrt(T(1) + z);
  return complex<T>(elementary::atan2(z.real(), (below * above).real()),
                    elementary::asinh((conj(below) * above).imag()));
}
template <class T> complex<T> acos(const complex<T> &z) {
  const complex<T> below = sqrt(T(1) - z), above = sqrt(T(1) + z);
  return complex<T>(2 * elementary::atan2(below.real(), above.real()),
                    elementary::asinh((conj(above) * below).imag()));
}
template <class T> complex<T> acosh(const complex<T> &z) {
  const complex<T> below = sqrt(z - T(1)), above = sqrt(z + T(1));
  return complex<T>(elementary::asinh((conj(below) * above).real()),
                    2 * elementary::atan2(below.imag(), above.real()));
}
template <class T> complex<T> atanh(const complex<T> &z) {
  const T x = z.real(), y = z.imag();
  return complex<T>(elementary::log1p(4 * x / ((1 - x) * (1 - x) + y * y)) / 4,
                    elementary::atan2(2 * y, (1 - x) * (1 + x) - y * y) / 2);
}
template <class T> complex<T> asinh(const complex<T> &z) {
  const complex<T> turned = asin(complex<T>(-z.imag(), z.real()));
  return complex<T>(turned.imag(), -turned.real());
}
template <class T> complex<T> atan(const complex<T> &z) {
  const complex<T> turned = atanh(complex<T>(-z.imag(), z.real()));
  return complex<T>(turned.imag(), -turned.real());
}
template <class T> complex<T> pow(const complex<T> &z, const complex<T> &w) { return exp(w * log(z)); }
template <class T> complex<T> pow(const complex<T> &z, const T &y) {
  const complex<T> t = log(z);
  return polar(elementary::exp(y * t.real()), y * t.imag());
}
template <class T> complex<T> pow(const T &x, const complex<T> &w) { return exp(w * log(complex<T>(x))); }
/// By repeated squares.
template <class T> complex<T> pow(const complex<T> &z, int n) {
  complex<T> power(T(1)), square = z;
  for (unsigned rest = n < 0 ? -static_cast<unsigned>(n) : static_cast<unsigned>(n); rest != 0; rest /= 2) {
    if (rest % 2 == 1)
      power *= square;
    square *= square;
  }
  return n < 0 ? T(1) / power : power;
}

/// What the library computes in where numbers are of two types: an integer counts as a double.
template <class T> struct promoted {
  using type = double;
};
template <> struct promoted<float> {
  using type = float;
};
template <> struct promoted<long double> {
  using type = long double;
};
template <class T, class U> using common = decltype(typename promoted<T>::type() + typename promoted<U>::type());
template <class T, class U>
enable_if_t<!is_same<T, U>, complex<common<T, U>>> pow(const complex<T> &z, const complex<U> &w) {
  return pow(complex<common<T, U>>(z), complex<common<T, U>>(w));
}
template <class T, class U>
enable_if_t<is_number<U> && !is_same<T, U>, complex<common<T, U>>> pow(const complex<T> &z, const U &y) {
  return pow(complex<common<T, U>>(z), static_cast<common<T, U>>(y));
}
template <class T, class U>
enable_if_t<is_number<T> && !is_same<T, U>, complex<common<T, U>>> pow(const T &x, const complex<U> &w) {
  return pow(static_cast<common<T, U>>(x), complex<common<T, U>>(w));
}

} // namespace adjoint::model

// A generic lambda that is handed models names the library's functions all the same.
namespace std {
using adjoint::model::abs;
using adjoint::model::acos;
using adjoint::model::acosh;
using adjoint::model::arg;
using adjoint::model::asin;
using adjoint::model::asinh;
using adjoint::model::atan;
using adjoint::model::atanh;
using adjoint::model::conj;
using adjoint::model::cos;
using adjoint::model::cosh;
using adjoint::model::exp;
using adjoint::model::log;
using adjoint::model::log10;
using adjoint::model::norm;
using adjoint::model::pow;
using adjoint::model::proj;
using adjoint::model::sin;
using adjoint::model::sinh;
using adjoint::model::sqrt;
using adjoint::model::tan;
using adjoint::model::tanh;
} // namespace std

// Real numbers as if they were complex: declared here, since the library has its own for generic lambdas.
namespace adjoint::model {
template <class T> using real_of = enable_if_t<is_number<T>, typename promoted<T>::type>;
template <class T> real_of<T> real(T x) { return x; }
template <class T> real_of<T> imag(T) { return 0; }
template <class T> real_of<T> norm(T x) { return static_cast<real_of<T>>(x) * static_cast<real_of<T>>(x); }
template <class T> real_of<T> arg(T x) {
  return elementary::atan2(real_of<T>(), elementary::copysign(real_of<T>(1), static_cast<real_of<T>>(x)));
}
template <class T> complex<real_of<T>> conj(T x) { return complex<real_of<T>>(static_cast<real_of<T>>(x)); }
template <class T> complex<real_of<T>> proj(T x) { return proj(complex<real_of<T>>(static_cast<real_of<T>>(x))); }
} // namespace adjoint::model

#endif
