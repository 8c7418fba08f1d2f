// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A number with its derivative: what generated programs are compared with. The program's own text, with `double` read
// as `Dual` inside namespace ref, gives the tangent of the path taken, exact to rounding.

#pragma once

#include <cmath>
#include <cstdlib>
#include <cstring>

namespace ref {

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
inline Dual operator+(Dual a, Dual b) { return {a.v + b.v, a.d + b.d}; }
inline Dual operator-(Dual a, Dual b) { return {a.v - b.v, a.d - b.d}; }
inline Dual operator*(Dual a, Dual b) { return {a.v * b.v, a.d * b.v + a.v * b.d}; }
inline Dual operator/(Dual a, Dual b) { return {a.v / b.v, (a.d - a.v / b.v * b.d) / b.v}; }
inline Dual &Dual::operator+=(Dual o) { return *this = *this + o; }
inline Dual &Dual::operator-=(Dual o) { return *this = *this - o; }
inline Dual &Dual::operator*=(Dual o) { return *this = *this * o; }
inline Dual &Dual::operator/=(Dual o) { return *this = *this / o; }
inline Dual &Dual::operator++() { v += 1.0; return *this; }
inline Dual &Dual::operator--() { v -= 1.0; return *this; }
inline Dual Dual::operator++(int) { Dual t = *this; v += 1.0; return t; }
inline Dual Dual::operator--(int) { Dual t = *this; v -= 1.0; return t; }
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

inline Dual sin(Dual a) { return {std::sin(a.v), a.d * std::cos(a.v)}; }
inline Dual cos(Dual a) { return {std::cos(a.v), -a.d * std::sin(a.v)}; }
inline Dual tanh(Dual a) { double t = std::tanh(a.v); return {t, a.d * (1.0 - t * t)}; }
inline Dual exp(Dual a) { double e = std::exp(a.v); return {e, a.d * e}; }
inline Dual log(Dual a) { return {std::log(a.v), a.d / a.v}; }
inline Dual sqrt(Dual a) { double s = std::sqrt(a.v); return {s, a.d / (2.0 * s)}; }
inline Dual atan(Dual a) { return {std::atan(a.v), a.d / (1.0 + a.v * a.v)}; }
inline Dual fabs(Dual a) { return a.v < 0.0 ? -a : a; }
inline Dual abs(Dual a) { return fabs(a); }
inline Dual fmin(Dual a, Dual b) { return b.v < a.v ? b : a; }
inline Dual fmax(Dual a, Dual b) { return b.v > a.v ? b : a; }
inline const Dual &min(const Dual &a, const Dual &b) { return b.v < a.v ? b : a; }
inline const Dual &max(const Dual &a, const Dual &b) { return a.v < b.v ? b : a; }
inline Dual hypot(Dual a, Dual b) { double h = std::hypot(a.v, b.v); return {h, (a.v * a.d + b.v * b.d) / h}; }
inline Dual floor(Dual a) { return {std::floor(a.v)}; }
inline Dual copysign(Dual a, Dual b) {
  return std::signbit(a.v) == std::signbit(b.v) ? a : -a;
}
inline Dual pow(Dual a, Dual b) {
  double p = std::pow(a.v, b.v);
  return {p, b.v * std::pow(a.v, b.v - 1.0) * a.d + (b.d == 0.0 ? 0.0 : p * std::log(a.v) * b.d)};
}

using std::free;
using std::malloc;
using std::size_t;
// Bytes of Dual and of double: memory functions are called with sizeof.
inline void *memcpy(void *to, const void *from, size_t n) { return std::memcpy(to, from, n); }
inline void *memmove(void *to, const void *from, size_t n) { return std::memmove(to, from, n); }
inline void *memset(void *to, int c, size_t n) { return std::memset(to, c, n); }

} // namespace ref
