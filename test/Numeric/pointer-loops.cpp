// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline | --no-fusion --no-use-tape-blocks | --no-recompute
//
// Loops that run over pointers: up and down, several pointers, elements beside the pointer, in front of and behind the
// statement that moves it on, pointers that are read after the loop or moved elsewhere, no iteration, ends that change.

#include "numeric.h"

#include <cmath>
#include <numeric>
#include <vector>

#pragma adjoint reverse
double up(double *x, int n) {
  double *first = x, *last = x + n;
  double s = 1.0;
  while (first != last) {
    *first *= s;
    s += *first;
    ++first;
  }
  return s * first[-1];
}

#pragma adjoint reverse
double besides(double *x, int n) {
  double s = 0.0;
  for (double *p = x + 1; p < x + n; ++p) {
    p[0] += p[-1] * *(p - 1);
    s += *p * p[0];
    double *q = p;
    --q;
    *q = std::sin(s);
  }
  return s + x[0];
}

// An element before and behind the step; a second pointer that moves twice as fast, a third only sometimes.
#pragma adjoint reverse
double several(const double *x, int n) {
  double w[12] = {0.0}, s = 0.0;
  const double *p = x, *end = x + n;
  double *out = w, *fast = w, *some = w;
  while (p != end) {
    *out += *p * s + 0.5;
    s += *p;
    p++;
    s *= p[-1] + 0.5;
    *fast += s;
    fast += 2;
    if (s > 0.5)
      ++some;
    *some += s * out[0];
    ++out;
    out[0] += 0.25 * s;
  }
  return s + *out * *some + w[0] * w[2];
}

#pragma adjoint reverse
double down(double *x, int n) {
  double *it = x + n;
  double s = 0.5;
  while (it != x) {
    s += s * it[-1];
    --it;
    *it = s * *it;
  }
  return s * *it + x[n - 1];
}

// Down with one pointer, up with another.
#pragma adjoint reverse
double backwards(double *x, int n) {
  double *first = x, *last = x + n;
  double s = 1.0;
  while (first < last) {
    --last;
    double swapped = *first;
    *first = *last * s;
    *last = swapped;
    s += *first;
    ++first;
  }
  return s + x[0] * x[n - 1];
}

// The end moves as well: this is no range.
#pragma adjoint reverse
double endMoves(const double *x, int n) {
  const double *p = x, *end = x + 1;
  double s = 1.0;
  while (p != end) {
    s *= 1.0 + *p;
    if (end != x + n)
      ++end;
    ++p;
  }
  return s;
}

#pragma adjoint reverse
double movedInside(const double *x, int n) {
  double s = 1.0;
  for (const double *p = x; p < x + n; ++p) {
    s *= 1.0 + *p;
    if (s > 1.5 && p + 1 < x + n)
      ++p;
    s += *p;
  }
  return s;
}

// No iteration, and one that is left early.
#pragma adjoint reverse
double none(const double *x, int n) {
  double s = x[0];
  for (const double *p = x + n; p < x; ++p)
    s *= *p;
  for (const double *p = x; p != x; ++p)
    s *= *p;
  for (const double *p = x; p != x + n; ++p) {
    if (*p < 0.0)
      break;
    if (*p > 0.75)
      continue;
    s += *p * *p;
  }
  return s * s;
}

// Behind the end from the beginning, and read after the loop.
#pragma adjoint reverse
double behindTheEnd(const double *x, int n) {
  double s = 1.0;
  const double *p = x + n - 1, *q = x;
  while (p < x + n / 2) {
    s *= *p + *q;
    ++p;
    ++q;
  }
  s += *p * *q;
  while (q < x + n / 2) {
    s *= *p + *q;
    ++q;
  }
  return s * *q;
}

struct Cell {
  double value, weight;
};

#pragma adjoint reverse
double nested(const double *x, int n) {
  Cell cells[5];
  for (int i = 0; i < n; ++i)
    cells[i] = {x[i], x[(i + 1) % n]};
  double s = 0.0;
  for (Cell *p = cells; p != cells + n; ++p) {
    for (Cell *q = p; q != cells + n; ++q) {
      q->value += p->weight * q->weight;
      s += q->value * p->value;
    }
    p->weight = s;
  }
  return s + cells[n - 1].weight * cells[0].value;
}

#pragma adjoint reverse
double iterators(const double *x, int n) {
  std::vector<double> v(x, x + n);
  double s = 1.0;
  for (auto it = v.rbegin(); it != v.rend(); ++it) {
    s = s * 0.5 + *it;
    *it *= s;
  }
  for (double &e : v)
    e += s * e;
  auto horner = [&](double at) {
    double p = 0.0;
    for (auto it = v.crbegin(); it != v.crend(); ++it)
      p = p * at + *it;
    return p;
  };
  for (auto it = v.begin() + 1; it < v.end(); ++it)
    *it += it[-1] * horner(*it * 0.3);
  return horner(0.5) + std::accumulate(v.begin(), v.end(), s) + std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
}

// The vector grows while a pointer runs over another part of it.
#pragma adjoint reverse
double grows(const double *x, int n) {
  std::vector<double> v(x, x + n), w;
  for (auto it = v.begin(); it != v.end(); ++it) {
    w.push_back(*it * *it);
    if (w.size() > 1)
      w[w.size() - 2] += w.back() * *it;
  }
  double s = 0.0;
  for (const double &e : w)
    s += e * v[&e - w.data()];
  return s;
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.5}, {0.7, -0.4}, {1.1, 0.2, 0.4}, {0.6}};
  numeric::check("up", up, up_b, points);
  numeric::check("besides", besides, besides_b, points);
  numeric::check("several", several, several_b, points);
  numeric::check("down", down, down_b, points);
  numeric::check("backwards", backwards, backwards_b, points);
  numeric::check("endMoves", endMoves, endMoves_b, points);
  numeric::check("movedInside", movedInside, movedInside_b, points);
  numeric::check("none", none, none_b, points);
  numeric::check("behindTheEnd", behindTheEnd, behindTheEnd_b, points);
  numeric::check("nested", nested, nested_b, points);
  numeric::check("iterators", iterators, iterators_b, points);
  numeric::check("grows", grows, grows_b, points);
  return numeric::report();
}
