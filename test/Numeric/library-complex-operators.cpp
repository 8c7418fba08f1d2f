// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Every operator and every function of std::complex, the real and the complex operand on either side.

#include "numeric.h"

#include <cmath>
#include <complex>
#include <vector>

using Complex = std::complex<double>;
using namespace std::complex_literals;

namespace {
/// A number that depends on both parts.
double seen(const Complex &z) { return z.real() * z.real() * 0.5 + z.imag() * 1.5 + z.real() * z.imag(); }
} // namespace

// + - * / of two complex numbers, of a complex and a real one, of a real and a complex one.
#pragma adjoint reverse
double binary(double x, double y) {
  const Complex z(x, y), w(y * x, 1.0);
  Complex both = (z + w) * (z - w) / (w * z + z / w);
  Complex right = ((z + x) * y - (w - y) / x) * 2.0;
  Complex left = (x + z) * (y - w) / (x * z + y / w);
  return seen(both) + seen(right) * seen(left);
}

// The real operand is a constant, the complex one too.
#pragma adjoint reverse
double constants(double x, double y) {
  const Complex z(x, y);
  Complex a = (z + 2.0) * (3.0 - z) / (z - 0.5) + 1.5 / z - 4.0 * z;
  Complex b = z * Complex(0.5, 2.0) + (1.0 + 2i) * z - 1i / z + x * 3i;
  return seen(a) * seen(b);
}

// + and - with one operand.
#pragma adjoint reverse
double unary(double x, double y) {
  Complex z(x, y);
  Complex w = -z * +z;
  z = -w;
  return seen(w) * seen(+z);
}

// += -= *= /= with a complex number, also with the number itself.
#pragma adjoint reverse
double compoundComplex(double x, double y) {
  Complex z(x, y), w(y, x * x);
  z += w;
  w -= z * x;
  z *= w;
  w /= z;
  w += w;
  z *= z;
  (z += w) *= w;
  w /= Complex(2.0, x);
  w -= w / z;
  return seen(z) + seen(w);
}

// += -= *= /= and = with a real number.
#pragma adjoint reverse
double compoundReal(double x, double y) {
  Complex z(x, y), w;
  z += y;
  z -= x * x;
  z *= x;
  z /= y;
  w = x;
  w += z;
  z = 2.0;
  z *= w;
  return seen(z) + seen(w);
}

// ==, !=, parts that are read and written.
#pragma adjoint reverse
double parts(double x, double y) {
  Complex z(x, y), w(x), v;
  z.real(z.imag() * x);
  z.imag(z.real() + y);
  double s = z == w ? x : y;
  if (z != w && w == x && v == 0.0 && !(v != 0.0) && z == z)
    s *= std::real(z) + std::imag(w) * x;
  return s * std::real(w) * std::imag(z) + std::real(x) * y + std::imag(y);
}

// abs, arg, norm, conj, polar.
#pragma adjoint reverse
double measures(double x, double y) {
  const Complex z(x, y), w(y, -x * y);
  Complex turned = std::polar(x * x, y) * std::polar(std::abs(z)) + std::polar(2.0, x);
  double s = std::abs(z) * std::arg(w) + std::norm(w) * std::arg(z * w) + std::abs(w * x);
  return s + seen(std::conj(z) * w) + seen(std::conj(std::conj(turned)));
}

// exp, log, log10, sqrt, in both half planes.
#pragma adjoint reverse
double exponentials(double x, double y) {
  const Complex z(x, y), w(-x, y * 0.5);
  return seen(std::exp(z)) + seen(std::log(z)) * x + seen(std::log10(w)) + seen(std::sqrt(z)) + seen(std::sqrt(w)) * y +
         seen(std::log(std::exp(w)) * std::log10(z * z));
}

// pow: complex or real base, complex, real or whole exponent.
#pragma adjoint reverse
double powers(double x, double y) {
  const Complex z(x, y), w(y, x * 0.5);
  const double r = x * x + 0.3;
  Complex a = std::pow(z, w) + std::pow(z, y) + std::pow(r, w);
  Complex b = std::pow(z, 3) * std::pow(z, 2.5) + std::pow(z, -2) + std::pow(2.0, z) + std::pow(z, Complex(1.0, 2.0));
  Complex c = std::pow(z, 0) + std::pow(w, 1) * std::pow(Complex(0.3, 0.4), w);
  return seen(a) + seen(b) * seen(c);
}

// sin, cos, tan, sinh, cosh, tanh.
#pragma adjoint reverse
double trigonometric(double x, double y) {
  const Complex z(x, y), w(y, -0.5 * x);
  Complex a = std::sin(z) + std::cos(w) * x + std::tan(z) * std::cos(z);
  Complex b = std::sinh(z) + std::cosh(w) * y + std::tanh(w);
  return seen(a) + seen(b) + seen(std::sin(w) * std::cosh(z)) + seen(std::tan(w)) + seen(std::tanh(z));
}

// Complex numbers in a vector, in a class, by reference, with a sum over them.
struct Wave {
  Complex amplitude;
  double k;
  Complex at(double t) const { return amplitude * std::exp(Complex(0.0, k * t)); }
};
void turn(Complex &z, double angle) { z *= std::polar(1.0, angle); }

#pragma adjoint reverse
double stored(const double *x, int n) {
  std::vector<Complex> z(n, Complex(x[0], 1.0));
  for (int i = 0; i < n; ++i) {
    z[i] += Complex(0.0, x[i]);
    turn(z[i], x[n - 1]);
  }
  std::vector<Wave> waves{{z[0], x[1]}, {std::conj(z[1]), x[0] * x[1]}};
  Complex sum;
  for (const Wave &wave : waves)
    sum += wave.at(x[0]) / std::abs(wave.amplitude);
  for (const Complex &each : z)
    sum = sum * 0.5 + each * each;
  return std::norm(sum) + seen(sum);
}

// In float, and from one type to the other.
#pragma adjoint reverse
double single(double x, double y) {
  std::complex<float> f(static_cast<float>(x), static_cast<float>(y));
  f *= std::exp(f) + 0.5f;
  Complex z = f;
  z *= Complex(x, y);
  return seen(z) + static_cast<double>(std::abs(f));
}

// A function that gets a complex number and returns one: the adjoint of z = x + iy is that of x plus i times that of y.
#pragma adjoint reverse
Complex mapped(const Complex &z, Complex w) {
  w *= std::sin(z) + w;
  return w / (1.0 + z * z);
}

// The inverse functions, on both sides of their cuts.
#pragma adjoint reverse
double inverses(double x, double y) {
  const Complex z(x, y);
  const Complex w = std::asin(z) * std::acos(z) + std::atan(z);
  return std::real(w) + 2.0 * std::imag(w);
}

#pragma adjoint reverse
double hyperbolicInverses(double x, double y) {
  const Complex z(x, y);
  Complex w = std::asinh(z) * std::acosh(z) + std::atanh(z);
  if (2.0 == z || 1.5 != z)
    w *= z;
  return std::real(w) + 2.0 * std::imag(w);
}

// Powers of numbers of two types are those that the library computes.
#pragma adjoint reverse
double mixedPowers(double x, double y) {
  const Complex z(x, y);
  return std::real(std::pow(z, 2.5f)) + std::imag(std::pow(2, z)) + std::imag(std::pow(z, 3u)) +
         std::real(std::pow(z, 2L)) + std::real(std::pow(z, std::complex<float>(0.5f, 0.25f))) +
         std::real(std::pow(std::complex<float>(0.5f, 0.25f), x));
}

// Real numbers where complex ones may stand; what is finite is its own projection.
#pragma adjoint reverse
double realNumbers(double x, double y) {
  const Complex z = std::conj(x) * Complex(y, x) + std::proj(Complex(x * y, y));
  return std::norm(x) * std::real(y) + std::arg(y) + std::imag(x) + z.real() * z.imag() + std::norm(3) * x + std::proj(y).real();
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {-0.4, 0.9}, {0.6, -0.8}};
  numeric::check("binary", binary, binary_b, points);
  numeric::check("constants", constants, constants_b, points);
  numeric::check("unary", unary, unary_b, points);
  numeric::check("compoundComplex", compoundComplex, compoundComplex_b, points);
  numeric::check("compoundReal", compoundReal, compoundReal_b, points);
  numeric::check("parts", parts, parts_b, points);
  numeric::check("measures", measures, measures_b, points);
  numeric::check("exponentials", exponentials, exponentials_b, points);
  numeric::check("powers", powers, powers_b, points);
  numeric::check("trigonometric", trigonometric, trigonometric_b, points);
  numeric::check("realNumbers", realNumbers, realNumbers_b, points);
  numeric::check("stored", stored, stored_b, {{0.7, 1.3, 0.4}, {-0.4, 0.9, 1.1, 0.3}});
  numeric::check("single", single, single_b, {{0.7, 1.3}, {-0.4, 0.9}}, 2e-2);
  using numeric::Vector;
  numeric::check(
      "mapped", Vector{0.7, 1.3, 0.4, -0.6},
      [](const Vector &x) {
        Complex r = mapped({x[0], x[1]}, {x[2], x[3]});
        return Vector{r.real(), r.imag()};
      },
      [](const Vector &x, const Vector &y_b) {
        Complex z_b, w_b;
        mapped_b({x[0], x[1]}, z_b, {x[2], x[3]}, w_b, {y_b[0], y_b[1]});
        return Vector{z_b.real(), z_b.imag(), w_b.real(), w_b.imag()};
      });
  const numeric::Points sides = {{0.7, 1.3}, {2.0, -0.3}, {-3.0, -0.8}, {-0.5, 1e-3}, {0.3, -2.0}};
  numeric::check("inverses", inverses, inverses_b, sides);
  numeric::check("hyperbolicInverses", hyperbolicInverses, hyperbolicInverses_b, sides);
  numeric::check("mixedPowers", mixedPowers, mixedPowers_b, sides);
  return numeric::report();
}
