// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A soap film in a bent frame: of all surfaces over a square with a given boundary, the one with the least area.
// Newton's method, whose linear systems are solved by conjugate gradients, takes fourteen steps, the last of them
// quadratic: the Hessian is exact, and sparse. Beside it, descent along the gradient.

#include <adjoint/sparse.h>

#include <cmath>
#include <cstdio>
#include <numeric>
#include <vector>

using Vector = std::vector<double>;

namespace {

/// The height of the frame at the border.
double frame(double x, double y) { return std::sin(3.0 * x) * (1.0 - y) + y * y * std::cos(2.0 * x); }

/// The area over a grid of n times n points inside of the frame, by triangles.
#pragma adjoint hessian wrt(inside) value
double area(const double *inside, const double *border, int n) {
  const int m = n + 2;
  const double h = 1.0 / (m - 1);
  double sum = 0.0;
  for (int i = 0; i + 1 < m; ++i)
    for (int j = 0; j + 1 < m; ++j) {
      double corner[4];
      for (int k = 0; k < 4; ++k) {
        const int row = i + k / 2, column = j + k % 2;
        const bool isInside = row > 0 && row < m - 1 && column > 0 && column < m - 1;
        corner[k] = isInside ? inside[(row - 1) * n + column - 1] : border[row * m + column];
      }
      const double a = (corner[1] - corner[0]) / h, b = (corner[2] - corner[0]) / h;
      const double c = (corner[2] - corner[3]) / h, d = (corner[1] - corner[3]) / h;
      sum += 0.5 * h * h * (std::sqrt(1.0 + a * a + b * b) + std::sqrt(1.0 + c * c + d * d));
    }
  return sum;
}

double dot(const Vector &a, const Vector &b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

void addTo(Vector &x, double factor, const Vector &direction) {
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] += factor * direction[i];
}

Vector product(const adjoint::Pattern &pattern, const Vector &values, const Vector &x) {
  Vector y(pattern.rowCount());
  for (std::size_t i = 0; i < y.size(); ++i)
    for (int k = pattern.starts()[i]; k < pattern.starts()[i + 1]; ++k)
      y[i] += values[k] * x[pattern.columns()[k]];
  return y;
}

/// Conjugate gradients for H x = b.
Vector solved(const adjoint::Pattern &pattern, const Vector &values, const Vector &b) {
  Vector x(b.size()), residual = b, direction = b;
  double square = dot(residual, residual);
  for (const double enough = 1e-24 * square; square > enough;) {
    const Vector image = product(pattern, values, direction);
    const double step = square / dot(direction, image);
    addTo(x, step, direction);
    addTo(residual, -step, image);
    const double before = square;
    square = dot(residual, residual);
    for (std::size_t i = 0; i < direction.size(); ++i)
      direction[i] = residual[i] + square / before * direction[i];
  }
  return x;
}

} // namespace

int main() {
  const int n = 40, m = n + 2;
  Vector border(m * m);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j)
      border[i * m + j] = frame(double(j) / (m - 1), double(i) / (m - 1));

  Vector x(n * n);
  const adjoint::SparseHessian<area> hessian(x, border, n);
  std::printf("Hessian: %zu of %d numbers, %zu colours\n", hessian.pattern().size(), n * n * n * n,
              hessian.colourCount());
  for (int step = 0; step < 20; ++step) {
    auto [value, gradient] = adjoint::value_and_gradient<area>(x, border, n);
    const double norm = std::sqrt(dot(gradient, gradient));
    std::printf("Newton %2d: area %.10f, gradient %.1e\n", step, value, norm);
    if (norm < 1e-10)
      break;
    const Vector direction = solved(hessian.pattern(), hessian(x, border, n), gradient);
    double length = 1.0; // halved while the area does not fall
    Vector next = x;
    for (addTo(next, -length, direction); length > 1e-6 && area(next.data(), border.data(), n) > value; length *= 0.5)
      addTo(next, 0.5 * length, direction);
    x = next;
  }

  Vector y(n * n);
  for (int step = 0; step <= 2000; ++step) {
    const auto [value, gradient] = adjoint::value_and_gradient<area>(y, border, n);
    if (step % 500 == 0)
      std::printf("Descent %4d: area %.10f, gradient %.1e\n", step, value, std::sqrt(dot(gradient, gradient)));
    addTo(y, -0.2, gradient);
  }
}
