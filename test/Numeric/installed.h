// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an installed library's header looks like to the compiler (see installed.cpp).

#ifndef TEST_NUMERIC_INSTALLED_H
#define TEST_NUMERIC_INSTALLED_H
#pragma GCC system_header

#include <cmath>

namespace installed {

template <class T> class Vec2 {
public:
  Vec2(T x, T y) : v{x, y} {}
  T &operator[](int i) { return v[i]; }
  T operator[](int i) const { return v[i]; }

private:
  T v[2];
};

template <class T> Vec2<T> operator*(T f, const Vec2<T> &v) { return {f * v[0], f * v[1]}; }
template <class T> T norm(const Vec2<T> &v) { return std::sqrt(v[0] * v[0] + v[1] * v[1]); }
inline void turn(Vec2<double> &v, double angle) {
  double x = v[0];
  v[0] = std::cos(angle) * x - std::sin(angle) * v[1];
  v[1] = std::sin(angle) * x + std::cos(angle) * v[1];
}

} // namespace installed

#endif
