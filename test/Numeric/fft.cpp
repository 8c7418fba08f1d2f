// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// A radix-2 fast Fourier transform in place. Its adjoint is the transform in the other direction.

#include "numeric.h"

#include <cmath>

using numeric::Vector;

struct Complex {
  double re, im;
};

/// Real and imaginary parts in turn; n is the number of complex values, a power of two.
#pragma adjoint reverse wrt(x) of(x)
void fft(double *x, int n, double direction) {
  for (int i = 0, j = 0; i < n; ++i) {
    if (i < j)
      for (int part = 0; part < 2; ++part) {
        double t = x[2 * i + part];
        x[2 * i + part] = x[2 * j + part];
        x[2 * j + part] = t;
      }
    int bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
  }
  for (int length = 2; length <= n; length <<= 1) {
    const double angle = direction * 2.0 * 3.14159265358979323846 / length;
    const double stepRe = std::cos(angle), stepIm = std::sin(angle);
    for (int start = 0; start < n; start += length) {
      double wRe = 1.0, wIm = 0.0;
      for (int k = 0; k < length / 2; ++k) {
        double *even = x + 2 * (start + k), *odd = even + length;
        double re = odd[0] * wRe - odd[1] * wIm;
        double im = odd[0] * wIm + odd[1] * wRe;
        odd[0] = even[0] - re;
        odd[1] = even[1] - im;
        even[0] += re;
        even[1] += im;
        double t = wRe * stepRe - wIm * stepIm;
        wIm = wRe * stepIm + wIm * stepRe;
        wRe = t;
      }
    }
  }
}

/// The same on structs, and recursive; also the angle is active.
#pragma adjoint reverse
void recursiveFft(Complex *x, double angle, int n) {
  if (n == 1)
    return;
  Complex *even = new Complex[n / 2], *odd = new Complex[n / 2];
  for (int i = 0; i < n / 2; ++i) {
    even[i] = x[2 * i];
    odd[i] = x[2 * i + 1];
  }
  recursiveFft(even, 2.0 * angle, n / 2);
  recursiveFft(odd, 2.0 * angle, n / 2);
  for (int k = 0; k < n / 2; ++k) {
    Complex w = {std::cos(k * angle), std::sin(k * angle)};
    Complex t = {odd[k].re * w.re - odd[k].im * w.im, odd[k].re * w.im + odd[k].im * w.re};
    x[k] = {even[k].re + t.re, even[k].im + t.im};
    x[k + n / 2] = {even[k].re - t.re, even[k].im - t.im};
  }
  delete[] even;
  delete[] odd;
}

/// The power spectrum, not linear.
#pragma adjoint reverse
void spectrum(double *x, int n) {
  fft(x, n / 2, -1.0);
  for (int i = 0; i < n; i += 2) {
    x[i] = x[i] * x[i] + x[i + 1] * x[i + 1];
    x[i + 1] = 0.0;
  }
}

Vector signal(int n) {
  Vector x(2 * n);
  for (int i = 0; i < 2 * n; ++i)
    x[i] = 0.3 + 0.17 * ((7 * i) % 11) - 0.05 * i;
  return x;
}

int main() {
  for (int n : {1, 2, 8}) {
    const double angle = -2.0 * 3.14159265358979323846 / n;
    numeric::check(
        "fft", signal(n),
        [=](Vector x) {
          fft(x.data(), n, -1.0);
          return x;
        },
        [=](Vector x, Vector x_b) {
          fft_b(x.data(), x_b.data(), n, -1.0);
          return x_b;
        });

    Vector x = signal(n), x_b = numeric::seeds(2 * n, 3), expected = x_b;
    fft(expected.data(), n, 1.0);
    fft_b(x.data(), x_b.data(), n, -1.0);
    for (int i = 0; i < 2 * n; ++i)
      numeric::expect("fft, the other direction", expected[i], x_b[i]);

    Vector withAngle = signal(n);
    withAngle.push_back(angle);
    auto load = [=](const Vector &v, Complex *x) {
      for (int i = 0; i < n; ++i)
        x[i] = {v[2 * i], v[2 * i + 1]};
    };
    auto store = [=](const Complex *x, double last) {
      Vector v;
      for (int i = 0; i < n; ++i) {
        v.push_back(x[i].re);
        v.push_back(x[i].im);
      }
      v.push_back(last);
      return v;
    };
    numeric::check(
        "recursiveFft", withAngle,
        [=](const Vector &v) {
          Complex x[8];
          load(v, x);
          recursiveFft(x, v.back(), n);
          return store(x, v.back());
        },
        [=](const Vector &v, const Vector &seed) {
          Complex x[8], x_b[8];
          load(v, x);
          load(seed, x_b);
          double angle_b = seed.back();
          recursiveFft_b(x, x_b, v.back(), angle_b, n);
          return store(x_b, angle_b);
        });
  }
  numeric::check("spectrum", spectrum, spectrum_b, {{0.7, 1.3, -0.8, 0.4}, {1.1, 0.9, 0.4, -0.6, 0.8, 0.3, -0.2, 0.5}});
  return numeric::report();
}
