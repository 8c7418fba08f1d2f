// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-allocate-on-tape | --no-tbr | --no-liveness | --no-use-tape-blocks | --no-fusion --no-inline | --no-recompute
//
// Memory that the reverse sweep frees, among records of every kind: in loops, branches, switches, recursions, callees that
// make what their callers free, steps that exchange their states, and beside exceptions that are caught.

#include "numeric.h"

#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

double *made(const double *x, int n, double factor) {
  double *block = new double[n];
  for (int i = 0; i < n; ++i)
    block[i] = factor * x[i] * x[i];
  return block;
}

std::vector<double> next(const std::vector<double> &u, double dt) {
  std::vector<double> v(u.size());
  for (std::size_t i = 0; i < u.size(); ++i)
    v[i] = u[i] + dt * u[i] * u[(i + 1) % u.size()];
  return v;
}

// The result, and a second one that is written to what the caller has declared.
double split(const double *x, int first, int last, double &product) {
  if (last - first == 1) {
    product = x[first] * x[first];
    return std::sin(x[first]);
  }
  double left = 0.0, right = 0.0;
  const int middle = (first + last) / 2;
  const double a = split(x, first, middle, left), b = split(x, middle, last, right);
  product = left * right + a;
  return a * b * left + right;
}

struct Chain {
  double value;
  Chain *before;
};

} // namespace

#pragma adjoint reverse
double steps(const double *x, int n) {
  std::vector<double> u(x, x + n);
  for (int k = 0; k < 5; ++k)
    u = next(u, 0.1 * x[0]);
  double sum = 0.0;
  for (double value : u)
    sum += value * value;
  return sum;
}

#pragma adjoint reverse
double callers(const double *x, int n) {
  double s = x[0];
  for (int k = 0; k < 3; ++k) {
    double *block = made(x, n, s);
    s = s * block[k % n] + std::cos(s);
    if (s > 0.5) {
      double *other = made(block, n, s);
      s *= other[n - 1];
      delete[] other;
    }
    delete[] block;
    s += std::sin(s);
  }
  return s;
}

#pragma adjoint reverse
double branches(const double *x, int n) {
  double s = 1.0, *kept = nullptr;
  for (int i = 0; i < n; ++i) {
    double *block = nullptr;
    switch (i % 3) {
    case 0:
      block = static_cast<double *>(std::malloc(sizeof(double)));
      *block = s * x[i];
      break;
    case 1:
      block = static_cast<double *>(std::calloc(2, sizeof(double)));
      block[1] = x[i];
      block[0] = block[1] * s;
      s = std::sin(s);
      break;
    default:
      break;
    }
    if (block)
      s += *block * *block;
    std::free(kept);
    kept = block;
  }
  const double result = kept ? s * *kept : s;
  std::free(kept);
  return result;
}

#pragma adjoint reverse
double whiles(const double *x, int n) {
  double s = x[0];
  int k = 0;
  while (s < 4.0 && k < 6) {
    double *block = new double[k + 1]();
    for (int j = 0; j <= k; ++j)
      block[j] = s * x[j % n] + (j ? block[j - 1] * block[j - 1] : 0.3);
    s += block[k] * block[k] * 0.2 + 0.3;
    ++k;
    delete[] block;
  }
  return s * s;
}

// The last that is made is not the first that is freed.
#pragma adjoint reverse
double crossed(const double *x, int n) {
  double s = 0.0;
  double *last = new double[n];
  for (int i = 0; i < n; ++i)
    last[i] = x[i];
  for (int k = 1; k < 4; ++k) {
    double *now = new double[n + k];
    for (int i = 0; i < n + k; ++i)
      now[i] = last[i % n] * x[(i + k) % n];
    s += now[n] * std::sin(last[0]);
    std::swap(last, now);
    delete[] now;
  }
  s *= last[n - 1];
  delete[] last;
  return s;
}

#pragma adjoint reverse
double chained(const double *x, int n) {
  Chain *head = nullptr;
  for (int i = 0; i < n; ++i)
    head = new Chain{x[i] * (head ? head->value : 1.0), head};
  double s = 0.0;
  while (head) {
    s = s * head->value + std::cos(head->value);
    Chain *before = head->before;
    delete head;
    head = before;
  }
  return s;
}

#pragma adjoint reverse
#pragma adjoint hessian_vector
double halves(const double *x, int n) {
  double product = 0.0;
  const double sum = split(x, 0, n, product);
  return sum * product;
}

double growing(double x, int depth) {
  std::vector<double> values;
  for (int i = 0; i < depth + 2; ++i)
    values.push_back(x * (i + 1) + (i ? values.back() * values.back() : 0.0) * 0.1);
  return depth == 0 ? values.back() : growing(0.5 * values.back(), depth - 1) * values[1] * 0.3;
}

#pragma adjoint reverse
double recursion(const double *x, int n) { return growing(x[0], n); }

#pragma adjoint reverse
double caught(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    try {
      std::vector<double> v = next({x[i], s}, 0.3);
      if (v[0] < 0.0)
        throw std::range_error("negative");
      s *= v[0] * v[1] + v[0];
    } catch (const std::range_error &) {
      s *= x[i] * x[i] + s;
    }
  }
  return s;
}

int main() {
  using numeric::Vector;
  const numeric::Points points = {{0.7, -0.4, 1.2}, {0.3, 0.9, 0.5, -0.8}, {0.6}, {1.1, 0.2, -0.9, 0.4, 0.8, 1.3, 0.5}};
  numeric::check("steps", steps, steps_b, points);
  numeric::check("callers", callers, callers_b, points);
  numeric::check("branches", branches, branches_b, points);
  numeric::check("whiles", whiles, whiles_b, points);
  numeric::check("crossed", crossed, crossed_b, points);
  numeric::check("chained", chained, chained_b, points);
  numeric::check("halves", halves, halves_b, points);
  for (const Vector &at : points)
    numeric::checkSecond(
        "halves", at, 1,
        [](const Vector &v, const Vector &y_b) {
          Vector v_b(v.size());
          halves_b(v.data(), v_b.data(), int(v.size()), y_b[0]);
          return v_b;
        },
        [](const Vector &v, const Vector &v_d, const Vector &y_b, const Vector &y_bd) {
          Vector both(v.size()), v_bd(v.size());
          halves_bd(v.data(), v_d.data(), both.data(), v_bd.data(), int(v.size()), y_b[0], y_bd[0]);
          both.insert(both.end(), v_bd.begin(), v_bd.end());
          return both;
        },
        1e-7);
  numeric::check("recursion", recursion, recursion_b, {{0.7, -0.4, 1.2}, {0.3, 0.9}});
  numeric::check("caught", caught, caught_b, points);
  return numeric::report();
}
