// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Speelpenning's product, in the shapes that programs give it, with the gradient known in closed form.

#include "numeric.h"

using numeric::Vector;

#pragma adjoint reverse
double speelpenning(const double *x, int n) {
  double y = 1.0;
  for (int i = 0; i < n; ++i)
    y *= x[i];
  return y;
}

#pragma adjoint reverse
void byReference(int n, const double *x, double &y) {
  if (n == 0) {
    y = 0.0;
    return;
  }
  y = x[0];
  for (int i = 1; i < n; i++)
    y = y * x[i];
}

// Leaves all partial products behind.
#pragma adjoint reverse
void inPlace(double *x, int n) {
  for (int i = 1; i < n; ++i)
    x[i] *= x[i - 1];
}

#pragma adjoint reverse
double balanced(const double *x, int n) {
  if (n == 1)
    return *x;
  return balanced(x, n / 2) * balanced(x + n / 2, n - n / 2);
}

int main() {
  numeric::check("speelpenning", speelpenning, speelpenning_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6, 1.7}, {2.0}});
  numeric::check("inPlace", inPlace, inPlace_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6, 1.7}, {2.0}});
  numeric::check("balanced", balanced, balanced_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6, 1.7}, {2.0}});

  // d y / d x_i is the product of the others, which also holds where x_i is zero.
  for (double special : {0.3, 0.0}) {
    Vector x(40, 1.0), x_b(40);
    for (int i = 0; i < 40; ++i)
      x[i] = 0.8 + 0.01 * i;
    x[17] = special;
    speelpenning_b(x.data(), x_b.data(), 40, 2.0);
    for (int i = 0; i < 40; ++i) {
      double others = 2.0;
      for (int k = 0; k < 40; ++k)
        others *= k == i ? 1.0 : x[k];
      numeric::expect("speelpenning, closed form", others, x_b[i]);
    }
  }

  for (int n : {0, 1, 4})
    numeric::check(
        "byReference", {0.7, 1.3, -0.8, 0.4},
        [=](const Vector &v) {
          double y = numeric::garbage;
          byReference(n, v.data(), y);
          return Vector{y};
        },
        [=](const Vector &v, Vector y_b) {
          Vector v_b(4);
          double y = numeric::garbage;
          byReference_b(n, v.data(), v_b.data(), y, y_b[0]);
          numeric::consumed("byReference", y_b);
          return v_b;
        });
  return numeric::report();
}
