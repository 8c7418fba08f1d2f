// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-independent-loops | --no-quotients | --no-defer-sums | --no-gather-sums --no-gather-terms | --no-apart | --no-sum-locally | --no-inline
//
// Loops of which compilers are told that iterations have nothing to do with each other (IndependentLoops.h), and those that look alike:
// arguments that overlap, elements that an iteration before has set, blocks that swap, and are one block at times, branches that guard
// an element that is not there.

#include "numeric.h"

#include <cmath>
#include <utility>
#include <vector>

#pragma adjoint reverse
double wave(const double *x, int n) {
  std::vector<double> old(x, x + n), now = old, next = old;
  for (int s = 0; s < 5; ++s) {
    for (int i = 1; i < n - 1; ++i)
      next[i] = 2.0 * now[i] - 0.9 * old[i] * now[i] + x[i] * x[i] * (now[i + 1] - 2.0 * now[i] + now[i - 1] * old[i + 1]);
    std::swap(old, now);
    std::swap(now, next);
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += now[i] * std::sin(now[i]);
  return sum;
}

double mean(double a, double b) { return 2.0 * a * b / (a + b); }

// A grid with different widths, in which rows meet.
#pragma adjoint reverse
double heat(const double *x, int n) {
  const int width = 5, height = n / width;
  std::vector<double> k(n), u(x, x + n), next = u;
  for (int i = 0; i < n; ++i)
    k[i] = 1.0 + x[i] * x[i];
  for (int s = 0; s < 3; ++s) {
    for (int j = 1; j < height - 1; ++j)
      for (int i = 1; i < width - 1; ++i) {
        const int q = j * width + i;
        next[q] = u[q] + 0.1 * (mean(k[q], k[q + 1]) * (u[q + 1] - u[q]) - mean(k[q], k[q - 1]) * (u[q] - u[q - 1]) +
                                mean(k[q], k[q + width]) * (u[q + width] - u[q]) - mean(k[q], k[q - width]) * (u[q] - u[q - width]));
      }
    std::swap(u, next);
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * u[i] * x[i];
  return sum;
}

// Each iteration reads what the one before it wrote, in one of the arrays.
#pragma adjoint reverse
double recurrences(const double *x, int n) {
  std::vector<double> a(x, x + n), b(x, x + n), c(n), d(n, 0.5);
  for (int i = 1; i < n; ++i) {
    c[i] = a[i] * b[i] + x[i];
    d[i] = d[i - 1] * b[i] * c[i];
  }
  for (int i = 0; i < n - 1; ++i) {
    a[i] = a[i + 1] * c[i] + d[i + 1];
    b[i + 1] = b[i] * c[i + 1] + a[i];
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += a[i] * b[i] * (1.0 + c[i]) * (1.0 + d[i]);
  return sum;
}

// Both pointers lead to one block in every other step.
#pragma adjoint reverse
double oneBlock(const double *x, int n) {
  std::vector<double> a(x, x + n), b(x, x + n), w(x, x + n);
  double *from = a.data(), *to = b.data();
  for (int s = 0; s < 4; ++s) {
    to = s % 2 == 0 ? a.data() : b.data();
    for (int i = 1; i < n; ++i) {
      to[i] = 0.5 * from[i - 1] * w[i] + to[i] * x[i];
      w[i] = w[i] * w[i] + 0.1 * x[i];
    }
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += a[i] * b[i] * w[i];
  return sum;
}

void shift(const double *from, const double *weights, double *to, double *others, int n) {
  for (int i = 0; i < n; ++i) {
    to[i] = from[i] * weights[i];
    others[i] = from[i] + weights[i] * weights[i];
  }
}

// Arguments that overlap by one element.
#pragma adjoint reverse
double overlapping(const double *x, int n) {
  std::vector<double> a(x, x + n), b(n, 0.3);
  shift(a.data(), x, a.data() + 1, b.data(), n - 1);
  shift(b.data() + 1, x, b.data(), a.data(), n - 1);
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}

// Elements that are there for some of the iterations.
#pragma adjoint reverse
double guarded(const double *x, int n) {
  std::vector<double> a(x, x + n), b(n), c(n);
  for (int i = 0; i < n; ++i) {
    b[i] = i >= 2 ? a[i - 2] * a[i] : a[i];
    if (i + 2 < n)
      c[i] = a[i + 2] * b[i];
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += b[i] * c[i] + a[i] * a[i];
  return sum;
}

// Sums of numbers beside what is stored, with bounds that leave no iteration.
#pragma adjoint reverse
double sums(const double *x, int n) {
  std::vector<double> a(x, x + n), b(x, x + n), c(n, 1.0), d(n, 2.0);
  double s = x[0], t = x[1], result = 0.0;
  for (int high = 0; high <= n; high += n / 2)
    for (int i = 0; i < high; ++i) {
      c[i] = s * a[i] * b[i] + c[i] * t;
      d[i] = t * a[i] * b[i] * b[i] - 0.1 * d[i] * s;
    }
  for (int i = 0; i < n; ++i)
    result += c[i] * d[i];
  return result;
}

std::vector<double> series(int n) {
  std::vector<double> x(n);
  for (int i = 0; i < n; ++i)
    x[i] = 0.4 + 0.3 * std::sin(1.7 * i);
  return x;
}

// Choices among elements that are read in any case, and of one that is not.
#pragma adjoint reverse
double chosen(const double *x, int n) {
  std::vector<double> u(x, x + n), v(x, x + n), next(n, 0.1), after(n, 0.2), w(n);
  for (int s = 0; s < 3; ++s) {
    for (int i = 1; i < n - 1; ++i) {
      next[i] = u[i] * (u[i] > 0.1 ? u[i] - u[i - 1] : u[i + 1] - u[i]) + v[i] * (u[i - 1] + u[i + 1]);
      after[i] = v[i] * u[i];
    }
    for (int i = 0; i < n - 1; ++i)
      w[i] = next[i] * (u[i] > 0.1 ? after[i] : after[i + 1]);
    u.swap(next);
    v.swap(after);
    u[0] += w[0] * w[n - 2];
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * v[i] + u[i];
  return sum;
}

int main() {
  const numeric::Points points = {series(2), series(3), series(5), series(7), series(20), series(35)};
  numeric::check("wave", wave, wave_b, points);
  numeric::check("heat", heat, heat_b, points);
  numeric::check("recurrences", recurrences, recurrences_b, points);
  numeric::check("oneBlock", oneBlock, oneBlock_b, points);
  numeric::check("overlapping", overlapping, overlapping_b, points);
  numeric::check("guarded", guarded, guarded_b, points);
  numeric::check("sums", sums, sums_b, points);
  numeric::check("chosen", chosen, chosen_b, points);
  return numeric::report();
}
