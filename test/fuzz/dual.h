// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A number with its derivative: what generated programs are compared with. The program's own text, with `double` read
// as `Dual` inside namespace ref, gives the tangent of the path taken, exact to rounding.

#pragma once

#include <cmath>
#include <cstdlib>
#include <cstring>

namespace ref {

/// How far rounding may be from the truth: while `isNoisy`, what an operation has rounded is off by 4 units in the last
/// place, up or down. Exact results stay exact, so that counters in floating point count.
inline bool isNoisy = false;
/// Was any number on the way to overflow, be it one that nothing depends on?
inline bool isHuge = false;
inline unsigned noise = 1u;
inline double rounded(double x) {
  isHuge |= !(std::fabs(x) < 1e100);
  if (!isNoisy)
    return x;
  noise = noise * 1664525u + 1013904223u;
  return x * ((noise & 0x10000u) != 0 ? 1.0 + 0x1p-50 : 1.0 - 0x1p-50);
}
inline double sum(double a, double b) {
  double s = a + b, t = s - a;
  return (a - (s - t)) + (b - t) == 0.0 ? s : rounded(s);
}
inline double product(double a, double b) {
  double p = a * b;
  return std::fma(a, b, -p) == 0.0 ? p : rounded(p);
}
inline double quotient(double a, double b) {
  double q = a / b;
  return std::fma(q, b, -a) == 0.0 ? q : rounded(q);
}

struct Dual {
  double v, d;
  constexpr Dual() : v(0.0), d(0.0) {}
  constexpr Dual(double v) : v(v), d(0.0) {}
  constexpr Dual(double v, double d) : v(v), d(d) {}
  explicit operator int() const { return static_cast<int>(v); }
  explicit operator long() const { return static_cast<long>(v); }
  explicit operator unsigned() const { return static_cast<unsigned>(v); }
  explicit operator bool() const { return v != 0.0; }
  Dual &operator+=(Dual o);
  Dual &operator-=(Dual o);
  Dual &operator*=(Dual o);
  Dual &operator/=(Dual o);
  Dual &operator++();
  Dual &operator--();
  Dual operator++(int);
  Dual operator--(int);
};

inline Dual operator+(Dual a) { return a; }
inline Dual operator-(Dual a) { return {-a.v, -a.d}; }
inline Dual operator+(Dual a, Dual b) { return {sum(a.v, b.v), sum(a.d, b.d)}; }
inline Dual operator-(Dual a, Dual b) { return {sum(a.v, -b.v), sum(a.d, -b.d)}; }
inline Dual operator*(Dual a, Dual b) { return {product(a.v, b.v), sum(product(a.d, b.v), product(a.v, b.d))}; }
inline Dual operator/(Dual a, Dual b) {
  double q = quotient(a.v, b.v);
  return {q, quotient(sum(a.d, -product(q, b.d)), b.v)};
}
inline Dual &Dual::operator+=(Dual o) { return *this = *this + o; }
inline Dual &Dual::operator-=(Dual o) { return *this = *this - o; }
inline Dual &Dual::operator*=(Dual o) { return *this = *this * o; }
inline Dual &Dual::operator/=(Dual o) { return *this = *this / o; }
inline Dual &Dual::operator++() { v = sum(v, 1.0); return *this; }
inline Dual &Dual::operator--() { v = sum(v, -1.0); return *this; }
inline Dual Dual::operator++(int) { Dual t = *this; v = sum(v, 1.0); return t; }
inline Dual Dual::operator--(int) { Dual t = *this; v = sum(v, -1.0); return t; }
inline bool operator<(Dual a, Dual b) { return a.v < b.v; }
inline bool operator>(Dual a, Dual b) { return a.v > b.v; }
inline bool operator<=(Dual a, Dual b) { return a.v <= b.v; }
inline bool operator>=(Dual a, Dual b) { return a.v >= b.v; }
inline bool operator==(Dual a, Dual b) { return a.v == b.v; }
inline bool operator!=(Dual a, Dual b) { return a.v != b.v; }
inline bool operator!(Dual a) { return a.v == 0.0; }

/// What `float` is read as.
struct Single {
  Dual at;
  Single() = default;
  explicit Single(Dual a) : at(static_cast<float>(a.v), a.d) {}
  operator Dual() const { return at; }
  Single &operator+=(Single o) { return *this = Single(at + o.at); }
  Single &operator*=(Single o) { return *this = Single(at * o.at); }
};

/// f(a), given the value and the derivative of f.
inline Dual chain(double value, double derivative, Dual a) { return {rounded(value), product(a.d, rounded(derivative))}; }
inline Dual sin(Dual a) { return chain(std::sin(a.v), std::cos(a.v), a); }
inline Dual cos(Dual a) { return chain(std::cos(a.v), -std::sin(a.v), a); }
inline Dual tanh(Dual a) { double t = std::tanh(a.v); return chain(t, 1.0 - t * t, a); }
inline Dual exp(Dual a) { double e = std::exp(a.v); return chain(e, e, a); }
inline Dual log(Dual a) { return chain(std::log(a.v), 1.0 / a.v, a); }
inline Dual sqrt(Dual a) { double s = std::sqrt(a.v); return chain(s, 1.0 / (2.0 * s), a); }
inline Dual atan(Dual a) { return chain(std::atan(a.v), 1.0 / (1.0 + a.v * a.v), a); }
inline Dual fabs(Dual a) { return a.v < 0.0 ? -a : a; }
inline Dual abs(Dual a) { return fabs(a); }
inline Dual fmin(Dual a, Dual b) { return b.v < a.v ? b : a; }
inline Dual fmax(Dual a, Dual b) { return b.v > a.v ? b : a; }
inline const Dual &min(const Dual &a, const Dual &b) { return b.v < a.v ? b : a; }
inline const Dual &max(const Dual &a, const Dual &b) { return a.v < b.v ? b : a; }
inline Dual hypot(Dual a, Dual b) { double h = rounded(std::hypot(a.v, b.v)); return {h, rounded((a.v * a.d + b.v * b.d) / h)}; }
inline Dual floor(Dual a) { return {std::floor(a.v)}; }
inline Dual copysign(Dual a, Dual b) {
  return std::signbit(a.v) == std::signbit(b.v) ? a : -a;
}
inline Dual pow(Dual a, Dual b) {
  double p = rounded(std::pow(a.v, b.v));
  return {p, sum(rounded(b.v * std::pow(a.v, b.v - 1.0) * a.d), b.d == 0.0 ? 0.0 : rounded(p * std::log(a.v) * b.d))};
}

using std::free;
using std::malloc;
using std::size_t;
// Bytes of Dual and of double: memory functions are called with sizeof.
inline void *memcpy(void *to, const void *from, size_t n) { return std::memcpy(to, from, n); }
inline void *memmove(void *to, const void *from, size_t n) { return std::memmove(to, from, n); }
inline void *memset(void *to, int c, size_t n) { return std::memset(to, c, n); }

} // namespace ref
