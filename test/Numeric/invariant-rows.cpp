// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-invariant-rows | --no-new-blocks | --no-rows | --no-recompute | --no-tbr | --no-apart | --no-inline | --no-fusion
//
// Values that no step changes, computed in front of the steps (InvariantRows.h), and those that look alike: fields that a step changes,
// steps that are not taken, elements that only some steps or branches come to.

#include "numeric.h"

#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

double mean(double a, double b) { return 2.0 * a * b / (a + b); }

// Rows of one counter; for n = 3 there is no step, and the fields are shorter than the loops want.
#pragma adjoint reverse
double diffusion(const double *x, int n) {
  const int steps = n == 3 ? 0 : 4, points = n == 3 ? 100 : n;
  std::vector<double> u(x, x + n), next = u;
  for (int s = 0; s < steps; ++s) {
    for (int i = 1; i < points - 1; ++i)
      next[i] = u[i] + 0.2 * (mean(x[i], x[i + 1]) * (u[i + 1] - u[i]) - mean(x[i], x[i - 1]) * (u[i] - u[i - 1]) * std::exp(x[i]));
    std::swap(u, next);
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * u[i];
  return sum;
}

class Field {
public:
  Field(int width, int height) : width_(width), height_(height), data_(width * height) {}
  double &operator()(int i, int j) { return data_[j * width_ + i]; }
  double operator()(int i, int j) const { return data_[j * width_ + i]; }
  int width() const { return width_; }
  int height() const { return height_; }

private:
  int width_, height_;
  std::vector<double> data_;
};

void step(const Field &k, const Field &u, Field &next) {
  for (int j = 1; j < u.height() - 1; ++j)
    for (int i = 1; i < u.width() - 1; ++i)
      next(i, j) = u(i, j) + 0.1 * (mean(k(i, j), k(i + 1, j)) * (u(i + 1, j) - u(i, j)) - mean(k(i, j), k(i - 1, j)) * (u(i, j) - u(i - 1, j)) +
                                    mean(k(i, j), k(i, j + 1)) * (u(i, j + 1) - u(i, j)) - mean(k(i, j), k(i, j - 1)) * (u(i, j) - u(i, j - 1)));
}

// Rows of two counters.
#pragma adjoint reverse
double fields(const double *x, int n) {
  const int width = 5;
  Field k(width, n / width), u(width, n / width);
  for (int j = 0; j < n / width; ++j)
    for (int i = 0; i < width; ++i) {
      k(i, j) = 1.0 + x[j * width + i];
      u(i, j) = x[j * width + i] * x[i];
    }
  Field next = u;
  for (int s = 0; s < 3; ++s) {
    step(k, u, next);
    std::swap(u, next);
  }
  double sum = 0.0;
  for (int j = 0; j < u.height(); ++j)
    for (int i = 0; i < u.width(); ++i)
      sum += u(i, j) * u(i, j);
  return sum;
}

// The field decays from step to step, the other one stays.
#pragma adjoint reverse
double changing(const double *x, int n) {
  std::vector<double> u(n, 1.0), k(x, x + n), l(x, x + n);
  for (int s = 0; s < 3; ++s) {
    for (int i = 0; i < n; ++i)
      u[i] = u[i] * std::sqrt(k[i]) + std::exp(-l[i]) / (1.0 + u[i]);
    k[s % n] *= 0.9;
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * u[i];
  return sum;
}

// A root of what is negative for some elements, which are passed over; a row in front of a branch; a choice.
#pragma adjoint reverse
double guarded(const double *x, int n) {
  std::vector<double> u(n, 0.5), k(n);
  for (int i = 0; i < n; ++i)
    k[i] = x[i] - 0.45;
  for (int s = 0; s < 3; ++s)
    for (int i = 0; i < n; ++i) {
      const double weight = 1.0 / (1.0 + k[i] * k[i]);
      if (k[i] > 0.0)
        u[i] += weight * std::sqrt(k[i]) * u[i];
      else
        u[i] -= weight * u[i];
      u[i] *= k[i] > 0.0 ? std::log(k[i]) : std::exp(k[i]);
    }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * u[i];
  return sum;
}

// Loops between the steps and the row, one of which has no iteration for some n; the row of the other one is needed all the same.
#pragma adjoint reverse
double between(const double *x, int n) {
  const int times = n < 6 ? 0 : 2;
  std::vector<double> u(n, 1.0);
  for (int s = 0; s < 3; ++s) {
    for (int t = 0; t < times; ++t)
      for (int i = 0; i < n; ++i)
        u[i] += std::log(1.0 + x[i]) * u[i] * 0.1;
    for (int i = 0; i < n; ++i)
      u[i] *= std::log(1.0 + x[i]) * 0.9;
    for (int i = n / 2; i < n; ++i)
      u[i] += std::log(1.0 + x[i]) * u[i - n / 2];
    for (int i = n - 1; i >= 1; --i)
      u[i] += u[i - 1] / x[i] * 0.1 + 0.1 / x[i];
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * u[i];
  return sum;
}

// Steps that are not counted, that end early, and a short row.
#pragma adjoint reverse
double adaptive(const double *x, int n) {
  double u[3] = {1.0, 0.5, 0.25}, t = 0.0;
  while (t < 1.0) {
    double largest = 0.0;
    for (int i = 0; i < 3; ++i) {
      const double rate = std::exp(-x[i % n]) / (1.0 + x[0]);
      u[i] += 0.1 * rate * (1.0 - u[i]);
      largest = std::fmax(largest, rate);
    }
    t += 0.05 + 0.2 * largest;
    if (u[0] > 3.0)
      break;
  }
  return u[0] * u[0] + u[1] * u[2] * t;
}

// The element that is one too far stands behind what throws.
double checked(const std::vector<double> &k, int i) {
  if (i >= int(k.size()))
    throw std::out_of_range("k");
  return k[i];
}

#pragma adjoint reverse
double thrown(const double *x, int n) {
  std::vector<double> u(n, 1.0), k(x, x + n);
  double sum = 0.0;
  for (int s = 0; s < 2; ++s)
    try {
      for (int i = 0; i < n + 100000; ++i) {
        const double value = checked(k, i);
        u[i] += value * u[i] / (1.0 + x[i] * x[i]);
      }
    } catch (const std::out_of_range &) {
      sum += u[0];
    }
  for (int i = 0; i < n; ++i)
    sum += u[i] * u[i];
  return sum;
}

// Rows of rows, and a value of two counters that no array has together.
#pragma adjoint reverse
double networks(const double *x, int n) {
  std::vector<double> k(n);
  std::vector<std::vector<double>> w(2, std::vector<double>(x, x + n));
  for (int i = 0; i < n; ++i)
    k[i] = x[i] * 0.5;
  double sum = 0.0;
  for (int s = 0; s < 3; ++s)
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < n; ++i)
        sum += std::tanh(w[j][i]) * x[s % n] + 1.0 / (1.0 + k[i]) * x[i] + std::exp(x[i] * x[j]) / (1 + s);
  return sum;
}

// Parameters that are stored to, through a pointer that may lead to them.
#pragma adjoint reverse
double stored(const double *x, int n) {
  std::vector<double> a(x, x + n), b(x, x + n);
  double *to = n % 2 == 0 ? a.data() : b.data();
  double sum = 0.0;
  for (int s = 0; s < 3; ++s)
    for (int i = 0; i < n; ++i) {
      sum += std::exp(-a[i]) + 1.0 / (1.0 + b[i]);
      to[i] = 0.5 * to[i] + 0.1;
    }
  return sum;
}

// The steps stand in a function that is called in a loop, so that its rows are made in each call, and outlive it where the call is in two halves.
void relax(double *__restrict u, const double *__restrict k, int n, int steps) {
  for (int s = 0; s < steps; ++s)
    for (int i = 1; i < n; ++i)
      u[i] += 0.1 * std::exp(-k[i] * k[i]) * (u[i - 1] * u[i - 1] - u[i]) / (1.0 + k[i]);
}

#pragma adjoint reverse
double relaxed(const double *x, int n) {
  std::vector<double> u(x, x + n), k(x, x + n);
  double sum = 0.0;
  for (int t = 0; t < 4; ++t) {
    relax(u.data(), k.data(), n, t);
    sum += u[n - 1] * u[0];
    k[t % n] *= 0.7;
  }
  return sum;
}

std::vector<double> series(int n) {
  std::vector<double> x(n);
  for (int i = 0; i < n; ++i)
    x[i] = 0.5 + 0.3 * std::sin(1.7 * i + 0.3);
  return x;
}

int main() {
  const numeric::Points points = {series(2), series(3), series(5), series(7), series(20), series(35)};
  numeric::check("diffusion", diffusion, diffusion_b, points);
  numeric::check("fields", fields, fields_b, {series(5), series(10), series(15), series(20), series(35)});
  numeric::check("changing", changing, changing_b, points);
  numeric::check("guarded", guarded, guarded_b, points);
  numeric::check("between", between, between_b, points);
  numeric::check("adaptive", adaptive, adaptive_b, points);
  numeric::check("thrown", thrown, thrown_b, points);
  numeric::check("networks", networks, networks_b, points);
  numeric::check("stored", stored, stored_b, points);
  numeric::check("relaxed", relaxed, relaxed_b, points);
  return numeric::report();
}
