// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-new-blocks | --no-apart | --no-recompute | --no-quotients | --no-inline | --no-fusion --no-use-tape-blocks
//
// Of what a new block held nothing is recorded. What is needed of a block is, however it is reached: by a copy of the
// pointer, an element's reference, a table of pointers, a callee, the pointer's other name after a swap.

#include "numeric.h"

#include <cmath>
#include <utility>
#include <vector>

// A statement that needs what it overwrites itself.
#pragma adjoint reverse
double itself(const double *x, int n) {
  double *y = new double[n];
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
  y[0] = y[0] * y[0];
  y[0] = y[0] * y[0] + x[n - 1];
  for (int i = 0; i < n; ++i)
    y[i] = y[i] * y[i];
  const double s = y[0] + y[n - 1];
  delete[] y;
  return s;
}

#pragma adjoint reverse
double stepped(const double *x, int n) {
  std::vector<double> u(x, x + n);
  for (int s = 0; s < 4; ++s) {
    std::vector<double> next(n);
    for (int i = 0; i < n; ++i)
      next[i] = std::sin(u[i]) + 0.5 * u[(i + 1) % n] * u[i];
    u = std::move(next);
    u[0] = u[0] * u[n - 1];
  }
  double s = 0.0;
  for (double e : u)
    s += e * e;
  return s;
}

// Two blocks that change places: what is overwritten is what the step before last has read.
#pragma adjoint reverse
double swapped(const double *x, int n) {
  double *u = new double[n], *next = new double[n];
  for (int i = 0; i < n; ++i)
    u[i] = x[i];
  for (int s = 0; s < 5; ++s) {
    for (int i = 0; i < n; ++i) {
      const double a = 0.5 * (u[i] + u[(i + 1) % n]);
      next[i] = a * u[i] + std::cos(a);
    }
    std::swap(u, next);
  }
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += u[i] * next[i];
  delete[] u;
  delete[] next;
  return s;
}

#pragma adjoint reverse
double renamed(const double *x, int n) {
  double *p = new double[n], *q = p, *inner = q + 1;
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    p[i] = x[i];
  for (int i = 0; i < n; ++i)
    s += q[i] * q[i];
  for (int i = 0; i < n; ++i)
    p[i] = std::sin(s) * i;
  s *= inner[0];
  p[1] = s;
  s *= inner[0] * inner[0];
  double &first = p[0];
  first = s * s;
  s += first * first;
  p[0] = x[0];
  s *= q[0];
  p[0] = 2.0;
  delete[] p;
  return s;
}

// The same pointer leads to one block after the other, the table and the other pointer to those before.
#pragma adjoint reverse
double kept(const double *x, int n) {
  double *table[3], *p = nullptr, *before = nullptr;
  double s = 1.0;
  for (int k = 0; k < 3; ++k) {
    before = p;
    p = new double[n];
    table[k] = p;
    for (int i = 0; i < n; ++i)
      p[i] = x[i] * (k + 1) * s;
    s += std::exp(-p[0] * p[0]);
    if (before) {
      s += before[0] * before[0];
      before[0] = s;
    }
    for (int j = 0; j <= k; ++j) {
      s += std::sin(table[j][0] * table[j][n - 1]);
      table[j][n - 1] = 0.25 * s;
    }
  }
  for (double *block : table)
    delete[] block;
  return s;
}

double squares(const double *p, int n) { return n == 0 ? 0.0 : *p * *p + squares(p + 1, n - 1); }
void fill(double *p, double value, int n) {
  if (n == 0)
    return;
  *p = value;
  fill(p + 1, std::sin(value * value), n - 1);
}

#pragma adjoint reverse
double called(const double *x, int n) {
  double s = 0.5;
  for (int k = 0; k < 3; ++k) {
    double *w = new double[n], *other = k == 1 ? w : new double[n];
    fill(w, x[0] * s, n);
    s += squares(w, n);
    other[0] = s;
    s = 0.3 * s + 0.1 * w[0] + 0.2 * other[0] * other[0];
    fill(other, s * 0.1, n);
    s = std::sin(s + squares(w, n));
    if (other != w)
      delete[] other;
    delete[] w;
  }
  return s;
}

struct Buffers {
  double *now, *before;
  int size;
  void turn() {
    double *t = now;
    now = before;
    before = t;
  }
};

#pragma adjoint reverse
double turned(const double *x, int n) {
  Buffers b = {new double[n], new double[n], n};
  for (int i = 0; i < n; ++i) {
    b.now[i] = x[i];
    b.before[i] = 0.5 * x[i];
  }
  for (int s = 0; s < 3; ++s) {
    for (int i = 0; i < n; ++i) {
      const double mean = 0.5 * (b.now[i] + b.before[i]);
      b.before[i] = mean * b.now[i];
    }
    b.turn();
  }
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += b.now[i] * b.before[i];
  delete[] b.now;
  delete[] b.before;
  return s;
}

// A block that is needed in one branch, new in the other.
#pragma adjoint reverse
double chosen(const double *x, int n) {
  double *p = new double[n](), *q = new double[n]();
  double s = 0.0;
  for (int k = 0; k < 4; ++k) {
    for (int i = 0; i < n; ++i)
      p[i] += x[i] * (k + 1);
    s += p[0] * p[n - 1];
    if (x[k % n] > 0.0) {
      delete[] p;
      p = new double[n]();
    } else {
      std::swap(p, q);
    }
    double *r = k % 2 ? p : q;
    for (int i = 0; i < n; ++i)
      r[i] = std::sin(s) * r[i] + 0.1;
    s += r[0] * r[0];
  }
  delete[] p;
  delete[] q;
  return s;
}

// Growth moves what is needed to a new block.
#pragma adjoint reverse
double grown(const double *x, int n) {
  std::vector<double> v, w;
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    v.push_back(x[i]);
    s += v[0] * v[i];
    v[i] = std::sin(s);
    w = v;
    w[0] = w[0] * w[0];
    s += w[0] * w[i];
    v.swap(w);
  }
  return s * v[n - 1];
}

// Quotients of what a loop does not change, around which it is changed.
#pragma adjoint reverse
double quotients(const double *x, int n) {
  double a = x[0], b = 2.0 + x[n - 1], s = 0.0;
  for (int k = 0; k < 3; ++k) {
    double c = b + k;
    for (int i = 0; i < n; ++i) {
      const double q = a / c, r = q / (b * b);
      s += std::sin(q * x[i]) * r;
      if (s > 40.0)
        break;
    }
    int j = 0;
    while (j < n) {
      const double q = s / b;
      a += std::sin(q * x[j]) * q;
      ++j;
    }
    b = b * b - s;
    s *= 0.5;
  }
  return s * a;
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.5}, {0.7, -0.4}, {1.1, 0.2, 0.4}};
  numeric::check("itself", itself, itself_b, points);
  numeric::check("stepped", stepped, stepped_b, points);
  numeric::check("swapped", swapped, swapped_b, points);
  numeric::check("renamed", renamed, renamed_b, points);
  numeric::check("kept", kept, kept_b, points);
  numeric::check("called", called, called_b, points);
  numeric::check("turned", turned, turned_b, points);
  numeric::check("chosen", chosen, chosen_b, points);
  numeric::check("grown", grown, grown_b, points);
  numeric::check("quotients", quotients, quotients_b, points);
  return numeric::report();
}
