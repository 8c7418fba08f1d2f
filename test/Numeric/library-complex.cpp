// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// std::complex: operators and functions. The adjoint of x + iy is that of x and i times that of y.

#include "numeric.h"

#include <cmath>
#include <complex>

using Complex = std::complex<double>;

#pragma adjoint reverse
double operators(double x, double y) {
  Complex z(x, y), w = 2.0 * z + 1.0, u;
  u = z * w - w / z + z / 2.0 - 3.0 / w;
  u += z;
  u -= 0.5;
  u *= w;
  u /= z;
  u *= x;
  w = -u + std::conj(z);
  w.real(w.imag() * x);
  return std::norm(w) + u.real() * std::imag(z) + std::real(u * w);
}

#pragma adjoint reverse
double functions(double x, double y) {
  Complex z(x, y);
  Complex w = std::exp(z) + std::log(z) * std::sqrt(z) + std::sin(z) - std::cos(z) * std::sinh(z) + std::cosh(z);
  w = w / std::tan(z) + std::tanh(z) + std::pow(z, 2.5) + std::pow(z, Complex(0.3, y)) + std::pow(z, 3);
  w += std::polar(x, y);
  return std::abs(w) + std::arg(w) * std::norm(z);
}

// An array of them, in memory of the caller's.
#pragma adjoint reverse
void roots(Complex *z, int n) {
  for (int i = 1; i < n; ++i)
    z[i] = z[i] * z[i - 1] + std::sqrt(z[i]);
}

// On the cuts, where the sign of a zero says on which side, and where sinh overflows.
#pragma adjoint reverse
double cuts(double x, double y) {
  return std::asin(Complex(1.0 + x, 0.0)).imag() * y + std::acos(Complex(1.0 + x, 0.0)).imag() * x * x + std::sqrt(-Complex(x, 0.0)).imag() * y +
         std::asinh(Complex(0.0, -1.0 - x)).real() * x + std::tanh(Complex(400.0 + x, y)).real() * y + std::tan(Complex(y, 400.0 + x)).imag() * x +
         std::sqrt(y - Complex(y + x, 0.0)).imag() * y;
}

int main() {
  numeric::check("operators", operators, operators_b, {{0.7, 1.3}, {-0.4, 0.9}});
  numeric::check("functions", functions, functions_b, {{0.7, 1.3}, {0.4, 0.9}});
  using numeric::Vector;
  auto asComplex = [](Vector &v) { return reinterpret_cast<Complex *>(v.data()); };
  numeric::check(
      "roots", Vector{0.7, 1.3, 0.4, -0.6, 1.1, 0.2},
      [&](Vector x) { return roots(asComplex(x), 3), x; },
      [&](Vector x, Vector y) { return roots_b(asComplex(x), asComplex(y), 3), y; });
  numeric::check("cuts", cuts, cuts_b, {{0.7, 1.3}, {0.4, 0.9}});
  return numeric::report();
}
