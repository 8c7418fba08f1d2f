// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a header of the user's own defines (see headers.cpp).

#ifndef TEST_NUMERIC_HEADERS_H
#define TEST_NUMERIC_HEADERS_H

#include <cmath>

namespace shared {

inline double gain = 1.5;

class Damper {
public:
  explicit Damper(double k) : k(k) {}
  double at(double t) const;

private:
  double k;
};
inline double Damper::at(double t) const { return std::exp(-k * t) * gain; }

template <class T> T energy(T x, T v) { return x * x + v * v * x; }

namespace {
double own(double x) { return x * x * x; }
} // namespace

} // namespace shared

#endif
