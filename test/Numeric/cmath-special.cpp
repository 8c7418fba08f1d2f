// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-SECOND: none
//
// The special functions of <cmath>, with their arguments and results overwritten afterwards.

#include "numeric.h"

#include <cmath>

#pragma adjoint reverse
double integrals(double x, double y) {
  double b = std::beta(x, y + 1);
  x *= b;
  double e = std::expint(y) * std::comp_ellint_1(x / 2) + std::comp_ellint_2(0.4 * y);
  e *= std::ellint_1(x / 3, y) + std::ellint_2(0.3, x * y);
  b = b * e + std::ellint_1(0.0, x);
  return b * x;
}

#pragma adjoint reverse
double ofTheThirdKind(double x, double y) {
  double e = std::comp_ellint_3(x / 2, y);
  x = x * e;
  e *= std::comp_ellint_3(0.3, y - 2) + std::comp_ellint_3(0.1 * x, -0.4);
  return e * x + std::comp_ellint_3(0.0, y) + std::comp_ellint_3(0.2, 0.0 * x);
}

#pragma adjoint reverse
double bessel(double x, double y) {
  double s = 0, order = 0;
  for (int n = 0; n < 4; ++n) {
    s += std::cyl_bessel_j(n, x) * std::cyl_bessel_i(n, y) + std::cyl_bessel_k(1.5, x + y) * std::cyl_neumann(n, y);
    s += std::sph_bessel(static_cast<unsigned>(n), x) * std::sph_neumann(static_cast<unsigned>(n), y);
    x = 0.5 + 0.1 * std::sin(s);
  }
  order = s * std::cyl_bessel_j(2, x);
  return order * x;
}

#pragma adjoint reverse
double besselOfC(double x, double y) {
  double a = j0(x) * y1(y);
  x *= a;
  a += j1(x) * y0(y) + jn(2, x) * yn(3, y) + jn(-1, y);
  return a * x;
}

#pragma adjoint reverse
double polynomials(double x, double y) {
  double s = 0;
  for (unsigned n = 0; n < 4; ++n) {
    s += std::legendre(n, x / 2) * std::hermite(n, y) + std::laguerre(n, x) * std::assoc_laguerre(n, 1, y);
    s += std::assoc_legendre(n, n / 2, 0.3 * x);
    x = x * 0.9 + 0.01 * s;
  }
  return s * x;
}

#pragma adjoint reverse
float inFloat(float x, float y) { return std::betaf(x, y) * std::legendre(3u, x) + std::cyl_bessel_jf(1.0f, y); }

// At points where the formulas divide by zero.
#pragma adjoint reverse
double atTheEnds(double x, double y) {
  return std::legendre(3, x) + std::legendre(2, -x) + std::cyl_bessel_j(1, y) + std::cyl_bessel_i(0, y) +
         std::sph_bessel(1, y) + std::comp_ellint_1(y) + std::comp_ellint_3(y, 0.0 * x);
}

int main() {
  numeric::check("integrals", integrals, integrals_b, {{0.7, 1.3}, {1.1, 0.6}});
  numeric::check("ofTheThirdKind", ofTheThirdKind, ofTheThirdKind_b, {{0.7, 0.3}, {1.1, -0.6}, {0.8, 0.16}, {0.0, 0.3}, {0.4, 0.0}});
  numeric::check("bessel", bessel, bessel_b, {{0.7, 1.3}, {1.1, 0.6}});
  numeric::check("besselOfC", besselOfC, besselOfC_b, {{0.7, 1.3}, {1.1, 0.6}});
  numeric::check("polynomials", polynomials, polynomials_b, {{0.7, 1.3}, {1.1, 0.6}});
  numeric::check("inFloat", inFloat, inFloat_b, {{0.7f, 1.3f}});
  double x_b = 0, y_b = 0;
  atTheEnds_b(1.0, x_b, 0.0, y_b, 1.0);
  numeric::expect("atTheEnds", 9.0, x_b);
  numeric::expect("atTheEnds", 0.5 + 1.0 / 3, y_b);
  return numeric::report();
}
