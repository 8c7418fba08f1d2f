// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Gathered sums of which the terms have factors in common: signs, powers, one value under two names, two sums that one loop gathers.

#include "numeric.h"

using numeric::Vector;

/// Conductivities between cells; the two faces of a cell are each the other face of a neighbour.
#pragma adjoint reverse
double conduction(const std::vector<double> &x) {
  const std::size_t n = x.size() / 2;
  std::vector<double> u(x.begin(), x.begin() + n), kappa(x.begin() + n, x.end()), next(n);
  for (int s = 0; s < 3; ++s) {
    for (std::size_t i = 1; i + 1 < n; ++i) {
      const double right = 0.5 * (kappa[i] + kappa[i + 1]), left = 0.5 * (kappa[i] + kappa[i - 1]);
      next[i] = u[i] + 0.1 * (right * (u[i + 1] - u[i]) - left * (u[i] - u[i - 1]));
    }
    next[0] = next[1];
    next[n - 1] = next[n - 2];
    u.swap(next);
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i)
    sum += u[i] * u[i] * (1.0 + 0.1 * i);
  return sum;
}

/// Powers, differences of differences, and signs.
#pragma adjoint reverse
double signs(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> y(n), z(n);
  for (int i = 2; i < n - 2; ++i) {
    y[i] = -(x[i - 2] * x[i] * x[i] * x[i] - 0.3 * (x[i + 1] - (x[i - 1] - x[i]))) - x[i + 2] * -x[i] * 0.7;
    z[i] = (x[i - 1] + x[i + 1]) * (x[i] - x[i + 2]) * (x[i] - x[i + 2]) - (0.5 - x[i]) * x[i - 1];
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += (1.0 + 0.2 * i) * y[i] + y[i] * z[i] - 0.1 * z[i];
  return sum;
}

/// Two arrays that one loop adds to.
#pragma adjoint reverse
void waves(int n, double c, double *__restrict h, double *__restrict q) {
  for (int s = 0; s < 2; ++s) {
    for (int i = 1; i < n - 1; ++i)
      q[i] -= c * (h[i + 1] - h[i - 1]) * 0.5 + 0.1 * h[i] * h[i + 1];
    for (int i = 1; i < n - 1; ++i)
      h[i] += 0.5 * c * (q[i - 1] - q[i + 1]) - 0.2 * c * q[i] * q[i] * q[i - 1];
  }
}

/// Data that is missing is no number. The first and last differences exist only inside.
#pragma adjoint reverse wrt(u, v)
void masked(int n, const double *u, const double *v, const double *data, double *__restrict y) {
  for (int i = 0; i < n; ++i) {
    const double a = v[i] - u[i];
    y[i] = a > 0.0 ? a * u[i] : u[i] * v[i] * 0.5;
    if (data[i] > 0.0)
      y[i] += data[i] * u[i] * v[i];
    if (i > 0)
      y[i] -= a * (u[i] - u[i - 1]);
    if (i < n - 1)
      y[i] += v[i + 1] * (u[i + 1] - u[i]);
  }
}

int main() {
  const auto some = [](int n) {
    Vector x(n);
    for (int i = 0; i < n; ++i)
      x[i] = 0.7 + 0.4 * std::sin(1.3 * i * i + 0.4);
    return x;
  };
  numeric::check("conduction", conduction, conduction_b, {some(8), some(30), some(54)});
  numeric::check("signs", signs, signs_b, {some(5), some(6), some(7), some(29)});
  for (int n : {3, 5, 21})
    numeric::check(
        "waves", some(2 * n + 1),
        [n](Vector x) {
          waves(n, x[2 * n], x.data(), x.data() + n);
          x.pop_back();
          return x;
        },
        [n](Vector x, const Vector &y_b) {
          Vector x_b(y_b);
          double c_b = 0.0;
          waves_b(n, x[2 * n], c_b, x.data(), x_b.data(), x.data() + n, x_b.data() + n);
          x_b.push_back(c_b);
          return x_b;
        });
  for (int n : {1, 2, 3, 20})
    numeric::check(
        "masked", some(2 * n),
        [n](const Vector &x) {
          Vector y(n), data(n, std::nan(""));
          data[n / 2] = 0.7;
          masked(n, x.data(), x.data() + n, data.data(), y.data());
          return y;
        },
        [n](const Vector &x, Vector y_b) {
          Vector x_b(2 * n), y(n), data(n, std::nan(""));
          data[n / 2] = 0.7;
          masked_b(n, x.data(), x_b.data(), x.data() + n, x_b.data() + n, data.data(), y.data(), y_b.data());
          return x_b;
        });
  return numeric::report();
}
