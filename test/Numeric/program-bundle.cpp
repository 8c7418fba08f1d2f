// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Reprojection errors of bundle adjustment, with a matrix class that owns its memory.

#include "numeric.h"

#include <cmath>
#include <vector>

class Matrix {
public:
  Matrix(int rows, int columns) : rows(rows), columns(columns), data(new double[rows * columns]()) {}
  Matrix(const Matrix &other) : rows(other.rows), columns(other.columns), data(new double[rows * columns]) {
    for (int i = 0; i < rows * columns; ++i)
      data[i] = other.data[i];
  }
  Matrix(Matrix &&other) noexcept : rows(other.rows), columns(other.columns), data(other.data) {
    other.data = nullptr;
  }
  Matrix &operator=(const Matrix &other) {
    if (this != &other)
      for (int i = 0; i < rows * columns; ++i)
        data[i] = other.data[i];
    return *this;
  }
  ~Matrix() { delete[] data; }

  double &operator()(int i, int j) { return data[i * columns + j]; }
  const double &operator()(int i, int j) const { return data[i * columns + j]; }

  friend Matrix operator*(const Matrix &a, const Matrix &b) {
    Matrix c(a.rows, b.columns);
    for (int i = 0; i < a.rows; ++i)
      for (int j = 0; j < b.columns; ++j) {
        double sum = 0.0;
        for (int k = 0; k < a.columns; ++k)
          sum += a(i, k) * b(k, j);
        c(i, j) = sum;
      }
    return c;
  }

private:
  int rows, columns;
  double *data;
};

/// Rodrigues' formula.
static Matrix rotation(const double *r) {
  double angle = std::sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
  double x = r[0] / angle, y = r[1] / angle, z = r[2] / angle;
  double c = std::cos(angle), s = std::sin(angle), t = 1.0 - c;
  Matrix m(3, 3);
  m(0, 0) = t * x * x + c;
  m(0, 1) = t * x * y - s * z;
  m(0, 2) = t * x * z + s * y;
  m(1, 0) = t * x * y + s * z;
  m(1, 1) = t * y * y + c;
  m(1, 2) = t * y * z - s * x;
  m(2, 0) = t * x * z - s * y;
  m(2, 1) = t * y * z + s * x;
  m(2, 2) = t * z * z + c;
  return m;
}

/// Camera: rotation, translation, focal length, two radial coefficients.
#pragma adjoint reverse wrt(camera, point)
void residual(const double *camera, const double *point, double u, double v, double *error) {
  Matrix p(3, 1);
  for (int i = 0; i < 3; ++i)
    p(i, 0) = point[i];
  Matrix q = rotation(camera) * p;
  for (int i = 0; i < 3; ++i)
    q(i, 0) += camera[3 + i];
  double a = -q(0, 0) / q(2, 0), b = -q(1, 0) / q(2, 0);
  double r2 = a * a + b * b;
  double distortion = 1.0 + r2 * (camera[7] + r2 * camera[8]);
  error[0] = camera[6] * distortion * a - u;
  error[1] = camera[6] * distortion * b - v;
}

int main() {
  using numeric::Vector;
  numeric::check(
      "residual", {0.1, -0.2, 0.3, 0.5, -0.4, -5.0, 1.7, 0.05, -0.01, 0.7, -0.3, 1.1},
      [&](const Vector &v) {
        Vector error(2);
        residual(v.data(), v.data() + 9, 0.3, 0.2, error.data());
        return error;
      },
      [&](const Vector &v, Vector y_b) {
        Vector b(12), error(2);
        residual_b(v.data(), b.data(), v.data() + 9, b.data() + 9, 0.3, 0.2, error.data(), y_b.data());
        numeric::consumed("residual", y_b);
        return b;
      });
  return numeric::report();
}
