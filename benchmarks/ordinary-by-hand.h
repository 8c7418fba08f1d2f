// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adjoints by hand of eight functions of ordinary.cpp, written with care: states are recorded where they are computed, what an
// element gets from its neighbours is gathered, temporaries are allocated once, and loops are told what does not overlap.

#ifndef ADJOINT_BENCHMARKS_ORDINARY_BY_HAND_H
#define ADJOINT_BENCHMARKS_ORDINARY_BY_HAND_H

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace byHand {

using Vec = std::vector<double>;

/// Of one row: adjoints of the five points of a star.
inline void jacobiRow(double *__restrict made, double *__restrict above, double *__restrict row, double *__restrict below, int n) {
  row[0] += 0.25 * made[1];
  row[1] += 0.25 * made[2];
  for (int j = 2; j < n - 2; ++j)
    row[j] += 0.25 * (made[j - 1] + made[j + 1]);
  row[n - 2] += 0.25 * made[n - 3];
  row[n - 1] += 0.25 * made[n - 2];
  for (int j = 1; j < n - 1; ++j) {
    above[j] += 0.25 * made[j];
    below[j] += 0.25 * made[j];
    made[j] = 0.0;
  }
}

inline void jacobi(const Vec &x, Vec &x_b, double result_b) {
  const int n = 64;
  Vec u(x.begin(), x.begin() + n * n), v = u;
  for (int s = 0; s < 20; ++s) {
    for (int i = 1; i < n - 1; ++i) {
      const double *row = &u[i * n];
      double *made = &v[i * n];
      for (int j = 1; j < n - 1; ++j)
        made[j] = 0.25 * (row[j - n] + row[j + n] + row[j - 1] + row[j + 1]);
    }
    std::swap(u, v);
  }
  std::fill(v.begin(), v.end(), 0.0);
  for (int k = 0; k < n * n; ++k)
    u[k] *= 2.0 * result_b;
  double *made = u.data(), *from = v.data();
  for (int s = 0; s < 20; ++s) {
    for (int i = 1; i < n - 1; ++i)
      jacobiRow(made + i * n, from + (i - 1) * n, from + i * n, from + (i + 1) * n, n);
    std::swap(made, from);
  }
  for (int k = 0; k < n * n; ++k)
    x_b[k] += u[k] + v[k];
}

inline void elimination(const Vec &x, Vec &x_b, double result_b) {
  const int n = 60;
  Vec a(x.begin(), x.begin() + n * n), a_b(n * n); // factors stand below the diagonal
  for (int i = 0; i < n; ++i)
    a[i * n + i] += n;
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) {
      const double f = a[i * n + k] / a[k * n + k];
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= f * a[k * n + j];
      a[i * n + k] = f;
    }
  for (int k = n - 1; k >= 0; --k) {
    const double *__restrict pivots = &a[k * n];
    double *__restrict pivots_b = &a_b[k * n];
    pivots_b[k] += result_b / pivots[k];
    for (int i = k + 1; i < n; ++i) {
      const double f = a[i * n + k];
      double *__restrict row_b = &a_b[i * n];
      double sums[8] = {};
      int j = k + 1;
      for (; j + 8 <= n; j += 8)
        for (int lane = 0; lane < 8; ++lane) {
          sums[lane] -= pivots[j + lane] * row_b[j + lane];
          pivots_b[j + lane] -= f * row_b[j + lane];
        }
      double f_b = 0.0;
      for (; j < n; ++j) {
        f_b -= pivots[j] * row_b[j];
        pivots_b[j] -= f * row_b[j];
      }
      for (double sum : sums)
        f_b += sum;
      const double quotient_b = f_b / pivots[k];
      row_b[k] += quotient_b;
      pivots_b[k] -= f * quotient_b;
    }
  }
  for (int k = 0; k < n * n; ++k)
    x_b[k] += a_b[k];
}

inline void slope(const double *__restrict s, double *__restrict d, int n) {
  for (int i = 0; i + 1 < n; ++i)
    d[i] = s[i + 1] * s[i] - 0.1 * s[i];
  d[n - 1] = s[0] * s[n - 1] - 0.1 * s[n - 1];
}

/// s_b += slope'(s)^T d_b, then y_b += s_b and, for the stage before, d_b = factor * s_b: s = y + factor * (slope of the stage before).
inline void slopeAdjoint(const double *__restrict s, const double *__restrict d_b, double *__restrict s_b, int n) {
  s_b[0] = s[1] * d_b[0] - 0.1 * d_b[0] + s[n - 1] * d_b[n - 1];
  for (int i = 1; i + 1 < n; ++i)
    s_b[i] = s[i + 1] * d_b[i] - 0.1 * d_b[i] + s[i - 1] * d_b[i - 1];
  s_b[n - 1] = s[0] * d_b[n - 1] - 0.1 * d_b[n - 1] + s[n - 2] * d_b[n - 2];
}

inline void rungeKutta(const Vec &x, Vec &x_b, double result_b) {
  const int n = static_cast<int>(x.size()), steps = 50;
  const double h = 0.01;
  Vec kept(4 * n * steps + n), work(6 * n); // y and three stages for each step
  double *k1 = work.data(), *k2 = k1 + n, *k3 = k2 + n, *k4 = k3 + n;
  std::copy(x.begin(), x.end(), kept.begin());
  for (int t = 0; t < steps; ++t) {
    const double *__restrict y = &kept[4 * n * t];
    double *__restrict z2 = &kept[4 * n * t + n], *__restrict z3 = z2 + n, *__restrict z4 = z3 + n, *__restrict next = z4 + n;
    slope(y, k1, n);
    for (int i = 0; i < n; ++i)
      z2[i] = y[i] + 0.5 * h * k1[i];
    slope(z2, k2, n);
    for (int i = 0; i < n; ++i)
      z3[i] = y[i] + 0.5 * h * k2[i];
    slope(z3, k3, n);
    for (int i = 0; i < n; ++i)
      z4[i] = y[i] + h * k3[i];
    slope(z4, k4, n);
    for (int i = 0; i < n; ++i)
      next[i] = y[i] + h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  double *__restrict y_b = work.data(), *__restrict k_b = y_b + n, *__restrict s_b = k_b + n, *__restrict end_b = s_b + n;
  std::fill(y_b, y_b + n, result_b);
  for (int t = steps - 1; t >= 0; --t) {
    const double *y = &kept[4 * n * t];
    for (int i = 0; i < n; ++i) {
      end_b[i] = h / 6 * y_b[i];
      k_b[i] = end_b[i];
    }
    slopeAdjoint(y + 3 * n, k_b, s_b, n);
    for (int i = 0; i < n; ++i) {
      y_b[i] += s_b[i];
      k_b[i] = 2 * end_b[i] + h * s_b[i];
    }
    slopeAdjoint(y + 2 * n, k_b, s_b, n);
    for (int i = 0; i < n; ++i) {
      y_b[i] += s_b[i];
      k_b[i] = 2 * end_b[i] + 0.5 * h * s_b[i];
    }
    slopeAdjoint(y + n, k_b, s_b, n);
    for (int i = 0; i < n; ++i) {
      y_b[i] += s_b[i];
      k_b[i] = end_b[i] + 0.5 * h * s_b[i];
    }
    slopeAdjoint(y, k_b, s_b, n);
    for (int i = 0; i < n; ++i)
      y_b[i] += s_b[i];
  }
  for (int i = 0; i < n; ++i)
    x_b[i] += y_b[i];
}

/// One row of the image, and one of the kernel.
inline void convolutionRow(const double *__restrict w, double *__restrict w_b, const double *__restrict x, double *__restrict x_b,
                           const double *__restrict s_b, int count) {
  const int k = 5;
  for (int j = 0; j < k - 1; ++j)
    for (int q = 0; q <= j; ++q)
      x_b[j] += w[q] * s_b[j - q];
  for (int j = k - 1; j < count; ++j)
    x_b[j] += w[0] * s_b[j] + w[1] * s_b[j - 1] + w[2] * s_b[j - 2] + w[3] * s_b[j - 3] + w[4] * s_b[j - 4];
  for (int j = count; j < count + k - 1; ++j)
    for (int q = j - count + 1; q < k; ++q)
      x_b[j] += w[q] * s_b[j - q];
  double sums[5][8] = {};
  int j = 0;
  for (; j + 8 <= count; j += 8)
    for (int q = 0; q < k; ++q)
      for (int lane = 0; lane < 8; ++lane)
        sums[q][lane] += x[j + lane + q] * s_b[j + lane];
  for (; j < count; ++j)
    for (int q = 0; q < k; ++q)
      sums[q][0] += x[j + q] * s_b[j];
  for (int q = 0; q < k; ++q)
    for (double sum : sums[q])
      w_b[q] += sum;
}

inline void convolution(const Vec &x, Vec &x_b, double result_b) {
  const int n = 64, k = 5, count = n - k + 1;
  const double *w = x.data() + n * n;
  double *w_b = x_b.data() + n * n;
  double s_b[count];
  for (int i = 0; i < count; ++i) { // each row of the result runs both sweeps
    for (int j = 0; j < count; ++j) {
      double s = 0.0;
      for (int p = 0; p < k; ++p)
        for (int q = 0; q < k; ++q)
          s += w[p * k + q] * x[(i + p) * n + j + q];
      s_b[j] = s > 0.0 ? 2.0 * s * result_b : 2.0 * 0.01 * 0.01 * s * result_b;
    }
    for (int p = 0; p < k; ++p)
      convolutionRow(w + p * k, w_b + p * k, &x[(i + p) * n], &x_b[(i + p) * n], s_b, count);
  }
}

inline void kernelSum(const Vec &x, Vec &x_b, double result_b) {
  const std::size_t n = x.size();
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j < i; ++j) {
      const double d = x[i] - x[j], d_b = -d * std::exp(-0.5 * d * d) * result_b;
      sum += d_b;
      x_b[j] -= d_b;
    }
    x_b[i] += sum;
  }
}

inline void waveStep(const double *__restrict cur, const double *__restrict next_b, const double *__restrict prev_b,
                     double *__restrict cur_b, int n) {
  cur_b[0] = prev_b[0] + 0.25 * next_b[1];
  auto own = [&](int i) { return prev_b[i] + (1.5 - 0.03 * cur[i] * cur[i]) * next_b[i]; };
  cur_b[1] = own(1) + 0.25 * next_b[2];
  for (int i = 2; i < n - 2; ++i)
    cur_b[i] = own(i) + 0.25 * (next_b[i - 1] + next_b[i + 1]);
  cur_b[n - 2] = own(n - 2) + 0.25 * next_b[n - 3];
  cur_b[n - 1] = prev_b[n - 1] + 0.25 * next_b[n - 2];
}

inline void wave(const Vec &x, Vec &x_b, double result_b) {
  const int n = static_cast<int>(x.size()), steps = 60;
  Vec states((steps + 2) * n), adjoints(3 * n); // the ends of what is made stay zero
  std::copy(x.begin(), x.end(), states.begin());
  std::copy(x.begin(), x.end(), states.begin() + n);
  for (int s = 0; s < steps; ++s) {
    const double *__restrict prev = &states[s * n], *__restrict cur = prev + n;
    double *__restrict next = &states[(s + 2) * n];
    for (int i = 1; i < n - 1; ++i)
      next[i] = 2.0 * cur[i] - prev[i] + 0.25 * (cur[i + 1] - 2.0 * cur[i] + cur[i - 1]) - 0.01 * cur[i] * cur[i] * cur[i];
  }
  double *next_b = adjoints.data(), *prev_b = next_b + n, *cur_b = prev_b + n;
  for (int i = 0; i < n; ++i)
    next_b[i] = 2.0 * states[(steps + 1) * n + i] * result_b;
  for (int s = steps - 1; s >= 0; --s) {
    waveStep(&states[(s + 1) * n], next_b, prev_b, cur_b, n);
    prev_b[0] = prev_b[n - 1] = 0.0;
    for (int i = 1; i < n - 1; ++i)
      prev_b[i] = -next_b[i];
    std::swap(next_b, cur_b);
  }
  for (int i = 0; i < n; ++i)
    x_b[i] += next_b[i] + prev_b[i];
}

inline void upwindStep(double *__restrict u_b, double *__restrict f_b, const double *__restrict u, int n) {
  f_b[0] = 0.2 * u_b[1];
  for (int i = 1; i < n - 2; ++i)
    f_b[i] = 0.2 * (u_b[i + 1] - u_b[i]);
  f_b[n - 2] = -0.2 * u_b[n - 2];
  auto toLeft = [&](int i) {
    const double a = 0.5 * (u[i] + u[i + 1]);
    return (a > 0 ? a + 0.5 * u[i] : 0.5 * u[i + 1]) * f_b[i];
  };
  auto toRight = [&](int i) {
    const double a = 0.5 * (u[i] + u[i + 1]);
    return (a > 0 ? 0.5 * u[i] : a + 0.5 * u[i + 1]) * f_b[i];
  };
  u_b[0] += toLeft(0);
  for (int i = 1; i < n - 1; ++i)
    u_b[i] += toLeft(i) + toRight(i - 1);
  u_b[n - 1] += toRight(n - 2);
}

inline void upwind(const Vec &x, Vec &x_b, double result_b) {
  const int n = static_cast<int>(x.size()), steps = 50;
  Vec states((steps + 1) * n), f(n), u_b(n);
  std::copy(x.begin(), x.end(), states.begin());
  for (int s = 0; s < steps; ++s) {
    const double *__restrict u = &states[s * n];
    double *__restrict next = &states[(s + 1) * n];
    for (int i = 0; i + 1 < n; ++i) {
      const double a = 0.5 * (u[i] + u[i + 1]);
      f[i] = a > 0 ? a * u[i] : a * u[i + 1];
    }
    next[0] = u[0];
    for (int i = 1; i + 1 < n; ++i)
      next[i] = u[i] - 0.2 * (f[i] - f[i - 1]);
    next[n - 1] = u[n - 1];
  }
  for (int i = 0; i < n; ++i)
    u_b[i] = 2.0 * states[steps * n + i] * result_b;
  for (int s = steps - 1; s >= 0; --s)
    upwindStep(u_b.data(), f.data(), &states[s * n], n);
  for (int i = 0; i < n; ++i)
    x_b[i] += u_b[i];
}

inline void smoothed(const Vec &x, Vec &x_b, double result_b) {
  const int n = 400;
  Vec w(n);
  for (int k = 0; k < 8; ++k) {
    const double width = x[n + k], near = 1.0 / (1.0 + width * width), far = width / (3.0 + width);
    double squares = 0.0, near_b = 0.0, far_b = 0.0;
    for (int i = 1; i + 1 < n; ++i) {
      const double sides = x[i - 1] + x[i + 1], mean = near * x[i] + far * sides;
      w[i] = 2.0 * mean * near * result_b;
      squares += mean * mean;
      near_b += x[i] * w[i];
      far_b += sides * w[i];
    }
    near_b += squares * result_b;
    w[0] = w[n - 1] = 0.0;
    x_b[0] += far * w[1];
    for (int i = 1; i + 1 < n; ++i)
      x_b[i] += near * w[i] + far * (w[i - 1] + w[i + 1]);
    x_b[n - 1] += far * w[n - 2];
    x_b[n + k] += -2.0 * width * near * near * near_b + 3.0 / ((3.0 + width) * (3.0 + width)) * far_b;
  }
}

} // namespace byHand

#endif
