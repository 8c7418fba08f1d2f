// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// The negative log-likelihood of a Kalman filter, written with a small matrix template.

#include "numeric.h"

#include <cmath>

template <int Rows, int Columns> class Matrix {
public:
  Matrix() {
    for (int i = 0; i < Rows * Columns; ++i)
      data[i] = 0.0;
  }

  double &operator()(int i, int j) { return data[i * Columns + j]; }
  double operator()(int i, int j) const { return data[i * Columns + j]; }

  Matrix &operator+=(const Matrix &other) {
    for (int i = 0; i < Rows * Columns; ++i)
      data[i] += other.data[i];
    return *this;
  }
  Matrix &operator-=(const Matrix &other) {
    for (int i = 0; i < Rows * Columns; ++i)
      data[i] -= other.data[i];
    return *this;
  }

  Matrix<Columns, Rows> transposed() const {
    Matrix<Columns, Rows> result;
    for (int i = 0; i < Rows; ++i)
      for (int j = 0; j < Columns; ++j)
        result(j, i) = (*this)(i, j);
    return result;
  }

  static Matrix identity() {
    Matrix result;
    for (int i = 0; i < Rows; ++i)
      result(i, i) = 1.0;
    return result;
  }

private:
  double data[Rows * Columns];
};

template <int R, int C> Matrix<R, C> operator+(Matrix<R, C> a, const Matrix<R, C> &b) { return a += b; }
template <int R, int C> Matrix<R, C> operator-(Matrix<R, C> a, const Matrix<R, C> &b) { return a -= b; }

template <int R, int K, int C> Matrix<R, C> operator*(const Matrix<R, K> &a, const Matrix<K, C> &b) {
  Matrix<R, C> result;
  for (int i = 0; i < R; ++i)
    for (int j = 0; j < C; ++j)
      for (int k = 0; k < K; ++k)
        result(i, j) += a(i, k) * b(k, j);
  return result;
}

template <int R, int C> Matrix<R, C> operator*(double s, Matrix<R, C> a) {
  for (int i = 0; i < R; ++i)
    for (int j = 0; j < C; ++j)
      a(i, j) *= s;
  return a;
}

#pragma adjoint reverse
double negativeLogLikelihood(double processNoise, double measurementNoise, double damping, const double *observed,
                             int length) {
  using Square = Matrix<2, 2>;
  using Column = Matrix<2, 1>;
  const double dt = 0.1;
  Square transition = Square::identity();
  transition(0, 1) = dt;
  transition(1, 1) = 1.0 - damping * dt;
  Matrix<1, 2> measure;
  measure(0, 0) = 1.0;
  Square noise = (processNoise * processNoise) * Square::identity();
  Column state;
  Square covariance = Square::identity();
  double sum = 0.0;
  for (int t = 0; t < length; ++t) {
    state = transition * state;
    covariance = transition * covariance * transition.transposed() + noise;
    double innovation = observed[t] - (measure * state)(0, 0);
    double variance = (measure * covariance * measure.transposed())(0, 0) + measurementNoise * measurementNoise;
    Column gain = (1.0 / variance) * (covariance * measure.transposed());
    state += innovation * gain;
    covariance = (Square::identity() - gain * measure) * covariance;
    sum += 0.5 * (std::log(6.283185307179586 * variance) + innovation * innovation / variance);
  }
  return sum;
}

int main() {
  using numeric::Vector;
  const int length = 5;
  numeric::check(
      "negativeLogLikelihood", {0.3, 0.5, 0.2, 0.1, 0.4, 0.2, -0.3, 0.6},
      [&](const Vector &v) { return Vector{negativeLogLikelihood(v[0], v[1], v[2], &v[3], length)}; },
      [&](const Vector &v, const Vector &y_b) {
        Vector x_b(v.size());
        negativeLogLikelihood_b(v[0], x_b[0], v[1], x_b[1], v[2], x_b[2], &v[3], &x_b[3], length, y_b[0]);
        return x_b;
      });
  return numeric::report();
}
