// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-TANGENTS: none (the wrappers below are of adjoints)
//
// Numbers in one piece of memory that are seen as rows, as in kernels of finite elements.

#include "numeric.h"

#include <cmath>

#pragma adjoint reverse
double rows(const double *x, int n) {
  const double(*m)[3] = (const double(*)[3])x;
  double s = 0.3;
  for (int i = 0; i < n / 3; ++i) {
    const double *row = m[i];
    for (int k = 0; k < 3; ++k)
      s += m[i][k] * m[i][(k + 1) % 3] * s + std::sin(row[k]);
  }
  return s * (*m)[2];
}

double overwritten(double *x, int n) {
  auto m = reinterpret_cast<double(*)[2][2]>(x);
  double s = 1;
  for (int i = 0; i < n / 4; ++i) {
    m[i][0][1] *= m[i][1][0] * x[4 * i];
    x[4 * i + 2] += m[i][0][1] * s;
    s += m[i][1][0] * ((const double(*)[2])x)[2 * i + 1][1];
  }
  return s;
}

#pragma adjoint reverse
double copied(const double *x, int n) {
  double y[8];
  for (int i = 0; i < 8; ++i)
    y[i] = x[i % n] * x[i % n];
  return overwritten(y, 8);
}

// a function at quadrature points, of data behind pointers
struct Material {
  double lambda, mu;
};

#pragma adjoint reverse wrt(in, out)
int atPoints(void *context, int points, const double *const *in, double *const *out) {
  const Material *material = (const Material *)context;
  const double(*gradient)[2][4] = (const double(*)[2][4])in[0];
  const double *weights = in[1];
  double(*stress)[2][4] = (double(*)[2][4])out[0];
  for (int q = 0; q < points; ++q) {
    const double trace = gradient[0][0][q] + gradient[1][1][q];
    const double shear = gradient[0][1][q] * gradient[1][0][q];
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        stress[i][j][q] = weights[q] * (material->lambda * trace * (i == j) + material->mu * shear * gradient[i][j][q]);
  }
  return 0;
}

double points(const double *x, int n) {
  Material material{1.3, 0.4};
  double out[16] = {};
  const double *in[2] = {x, x + 16};
  double *results[1] = {out};
  atPoints(&material, 4, in, results);
  double s = 0;
  for (int i = 0; i < 16; ++i)
    s += (i + 1) * out[i] * n;
  return s;
}
void points_b(const double *x, double *x_b, int n, double result_b) {
  Material material{1.3, 0.4};
  double out[16] = {}, out_b[16];
  for (int i = 0; i < 16; ++i)
    out_b[i] = (i + 1) * n * result_b;
  const double *in[2] = {x, x + 16};
  double *in_b[2] = {x_b, x_b + 16}, *results[1] = {out}, *results_b[1] = {out_b};
  atPoints_b(&material, 4, in, in_b, results, results_b);
}

int main() {
  numeric::check("rows", rows, rows_b, {{0.7, -1.3, 0.4, 0.2, 0.9, -0.6}, {-0.4, 0.9, 1.1}});
  numeric::check("copied", copied, copied_b, {{0.7, -1.3, 0.4}, {-0.4, 0.9}});
  numeric::check("points", points, points_b,
                 {{0.7, -1.3, 0.4, 0.1, 0.2, 0.3, 0.5, -0.2, 0.6, -0.9, 0.4, 0.8, 0.1, -0.7, 0.3, 0.2, 1.0, 0.5, 0.7, 0.9}});
  return numeric::report();
}
