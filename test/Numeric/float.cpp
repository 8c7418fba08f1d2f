// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// float: parameters, results, arrays, and mixtures with double.

#include "numeric.h"

using numeric::Vector;

#pragma adjoint reverse
float singlePrecision(float x, float y) {
  float a = x * y;
  x = a * a + 1.0f;
  a /= x;
  y -= a * x;
  return a * y;
}

#pragma adjoint reverse
float mixedPrecision(float x, float y) {
  double wide = double(x) * y;
  x = float(wide * wide);
  wide += 0.5 * x;
  y *= static_cast<float>(wide);
  return x * y;
}

#pragma adjoint reverse
float loop(float x, float y) {
  float s = 1.0f;
  for (int i = 0; i < 5; ++i) {
    s = s * x + 0.25f;
    x *= y;
  }
  return s * x;
}

#pragma adjoint reverse
void arrays(const float *x, double *y, int n) {
  for (int i = 0; i < n; ++i) {
    float t = x[i] * x[0];
    y[i] = double(t) * t;
    t *= 0.5f;
    y[i] *= 1.0 + t;
  }
}

int main() {
  numeric::check("singlePrecision", singlePrecision, singlePrecision_b, {{0.75f, 1.25f}, {-1.125f, 0.625f}});
  numeric::check("mixedPrecision", mixedPrecision, mixedPrecision_b, {{0.75f, 1.25f}, {-1.125f, 0.625f}});
  numeric::check("loop", loop, loop_b, {{0.75f, 1.25f}, {-1.125f, 0.625f}});
  for (double shift : {0.0, 0.5})
    numeric::check(
        "arrays", {0.75 + shift, 1.25, -0.875},
        [](const Vector &v) {
          float x[3] = {float(v[0]), float(v[1]), float(v[2])};
          Vector y(3, numeric::garbage);
          arrays(x, y.data(), 3);
          return y;
        },
        [](const Vector &v, Vector y_b) {
          float x[3] = {float(v[0]), float(v[1]), float(v[2])}, x_b[3] = {};
          Vector y(3, numeric::garbage);
          arrays_b(x, x_b, y.data(), y_b.data(), 3);
          numeric::consumed("arrays", y_b);
          return Vector{x_b[0], x_b[1], x_b[2]};
        },
        numeric::floatTolerance);
  return numeric::report();
}
