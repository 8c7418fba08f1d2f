// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Coefficients that a loop computes from parameters which it leaves alone, in each iteration again: they are computed once, and their
// adjoints are summed up, also beside sums that neighbours share. Not where one is changed, or a branch computes it.

#include "numeric.h"

using numeric::Vector;

/// The parameters in x[0] and x[1], the values behind.
#pragma adjoint reverse
double smoothed(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double total = 0.0;
  for (int k = 0; k < 2; ++k) {
    const double width = x[k];
    for (int i = 3; i + 1 < n; ++i) {
      const double near = 1.0 / (1.0 + width * width), far = width * near / std::sqrt(3.0 + width);
      const double mean = near * x[i] + far * (x[i - 1] + x[i + 1]);
      total += mean * mean * near;
    }
  }
  return total;
}

struct Model {
  double rate, volatility;
  double discount(double t) const { return std::exp(-rate * t); }
  double spread() const { return volatility / (1.0 + rate * rate); }
};

/// Through methods, in two loops; what is changed later.
#pragma adjoint reverse
double priced(double rate, double volatility, const double *x, int n) {
  const Model model{rate, volatility};
  double sum = 0.0, level = rate;
  for (int i = 0; i < n; ++i) {
    const double d = model.discount(2.0);
    double changed = 1.0 / (2.0 + volatility);
    for (int j = 0; j <= i; ++j) {
      const double s = model.spread(), moving = std::sin(level);
      changed *= 0.9 + 0.1 * s;
      sum += d * s * x[i] * x[j] + changed * moving;
    }
    level *= 1.0 + 0.01 * x[i];
    if (x[i] > 0.8) {
      const double rare = std::log(rate);
      sum += rare * x[i] * rare;
    }
  }
  return sum;
}

/// Without an iteration, the derivative by s is that of s * s, also where 1 / s is infinite.
#pragma adjoint reverse
double scaled(const double *x, double s, int n) {
  double y = s * s;
  for (int i = 0; i < n; ++i) {
    const double r = 1.0 / s, q = std::sqrt(s) * r;
    y += r * x[i] + q;
  }
  return y;
}

/// Passive ones: of a size, of memory that is read in front of the loop anyway, of memory that the loop writes, and of memory that
/// may be read only if there is an iteration.
#pragma adjoint reverse wrt(p)
double simulated(const double *p, const std::vector<Vector> &paths, double *scales, const double *factor) {
  double sum = 0.0;
  for (const Vector &path : paths) {
    double price = p[0], mean = 0.0;
    for (double one : path) {
      const double dt = 1.0 / path.size(), root = std::sqrt(dt);
      price *= std::exp((p[1] - 0.5 * p[2] * p[2]) * dt + p[2] * root * one);
      mean += price * dt;
    }
    for (std::size_t i = 0; i < path.size(); ++i) {
      const double first = 1.0 / scales[0], by = std::exp(*factor);
      mean += first * price * by * path[i];
      scales[i % 2] += 0.25;
    }
    sum += std::max(mean - p[3], 0.0);
  }
  return sum * p[3];
}

/// What a choice in the loop's bound reads, it reads only if it is chosen.
struct Size {
  double stretch;
  int count;
};

#pragma adjoint reverse wrt(x)
void stretched(double *x, const Size *size) {
  for (int i = 0; i < (size != nullptr ? size->count : 0); ++i) {
    const double by = std::sqrt(1.0 + size->stretch);
    x[i] = by * std::sin(x[i]);
  }
}

/// The place before: copies of a number that is set once in the text, and in each iteration.
#pragma adjoint reverse
double steps(const double *x, int n) {
  int now;
  int before;
  double sum = 0.0;
  for (int t = 0; t < n; ++t) {
    now = t * 2 % n;
    if (t > 0)
      sum += x[before] * x[before] * (1 + t) * x[now];
    if (t % 2)
      before = now;
    else
      before = now;
  }
  return sum;
}

/// A constant that is rounded to a shorter type.
#pragma adjoint reverse
double rounded(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    const float r = static_cast<float>(1.0 / (1.5 + x[0]));
    sum += x[i] * (r + 0.0 * x[i]);
  }
  return sum - x[n - 1];
}

int main() {
  const auto some = [](int n) {
    Vector x(n);
    for (int i = 0; i < n; ++i)
      x[i] = 0.7 + 0.4 * std::sin(1.3 * i * i + 0.4);
    return x;
  };
  numeric::check("smoothed", smoothed, smoothed_b, {some(2), some(3), some(5), some(6), some(7), some(8), some(40)});
  for (int n : {0, 1, 2, 7})
    numeric::check(
        "priced", some(n + 2), [n](const Vector &x) { return Vector{priced(x[n], x[n + 1], x.data(), n)}; },
        [n](const Vector &x, const Vector &y_b) {
          Vector x_b(n + 2);
          priced_b(x[n], x_b[n], x[n + 1], x_b[n + 1], x.data(), x_b.data(), n, y_b[0]);
          return x_b;
        });
  for (int n : {0, 4})
    numeric::check(
        "scaled", some(n + 1), [n](const Vector &x) { return Vector{scaled(x.data(), x[n], n)}; },
        [n](const Vector &x, const Vector &y_b) {
          Vector x_b(n + 1);
          scaled_b(x.data(), x_b.data(), x[n], x_b[n], n, y_b[0]);
          return x_b;
        });
  numeric::check("steps", steps, steps_b, {some(1), some(2), some(5), some(8)});
  double x[] = {0.4, 0.9}, x_b[] = {0.0, 0.0};
  rounded_b(x, x_b, 2, 1.0);
  numeric::expect("rounded, the factor", static_cast<double>(static_cast<float>(1.0 / 1.9)) - 1.0, x_b[1]);
  double s_b = 0.0;
  scaled_b(nullptr, nullptr, 0.0, s_b, 0, 1.0);
  numeric::expect("scaled without iterations, at 0", 0.0, s_b);
  const Size size = {0.3, 3};
  for (const Size *given : {&size, static_cast<const Size *>(nullptr)})
    numeric::check(
        "stretched", some(3),
        [=](Vector x) {
          stretched(x.data(), given);
          return x;
        },
        [=](Vector x, Vector x_b) {
          stretched_b(x.data(), x_b.data(), given);
          return x_b;
        });
  for (int n : {0, 1, 5}) {
    const std::vector<Vector> paths = {Vector(n, 0.3), Vector(), Vector(n, -0.7)};
    const double factor = 0.2;
    numeric::check(
        "simulated", {0.9, 0.1, 0.4, 0.3},
        [&](const Vector &p) {
          double scales[2] = {1.0, 2.0};
          return Vector{simulated(p.data(), paths, scales, n == 0 ? nullptr : &factor)};
        },
        [&](const Vector &p, const Vector &y_b) {
          Vector p_b(4);
          double scales[2] = {1.0, 2.0}, scales_b[2] = {};
          simulated_b(p.data(), p_b.data(), paths, scales, scales_b, n == 0 ? nullptr : &factor, y_b[0]);
          return p_b;
        });
  }
  return numeric::report();
}
