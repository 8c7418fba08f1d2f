// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-tbr | --no-fusion | --no-inline
//
// Ranges of arrays have a length that is a number: of std::array, of members, in loops over pointers. And those that have not: the end
// moves, the first pointer moves, what the end was made from changes, each in a loop around.

#include "numeric.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

struct Model {
  std::array<double, 4> start;
  std::array<std::array<double, 4>, 3> rows;
};

// A hidden Markov model in small: each step is normalised in place and copied.
#pragma adjoint reverse
double normalised(const double *x, int n) {
  Model m{};
  for (int k = 0; k < 4; ++k)
    m.start[k] = 1.0 + x[k % n] * x[k % n];
  for (int r = 0; r < 3; ++r)
    std::transform(m.start.begin(), m.start.end(), m.rows[r].begin(), [&](double v) { return std::exp(-v * (1 + r)); });
  std::array<double, 4> state = m.start;
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    std::array<double, 4> next{};
    for (int k = 0; k < 4; ++k)
      next[k] = state[k] * (1.0 + x[i] * m.rows[i % 3][k]);
    const double total = std::accumulate(next.begin(), next.end(), 0.0);
    for (double &v : next)
      v /= total;
    sum += std::log(total) + *std::max_element(next.begin() + 1, next.end());
    state = next;
  }
  return sum;
}

// Each iteration sees one element more, and the end is a variable.
#pragma adjoint reverse
double growing(const double *x, int n) {
  double block[8] = {};
  double *end = block + 2;
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    for (double *p = block; p != end; ++p) {
      *p = std::sin(*p + x[i]);
      sum += *p * *p;
    }
    if (end != block + 8)
      ++end;
  }
  return sum;
}

// The range begins later in each iteration.
#pragma adjoint reverse
double shrinking(const double *x, int n) {
  double block[6] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
  double *first = block, *const last = block + 6;
  double product = 1.0;
  for (int i = 0; i < n; ++i) {
    for (double *p = first; p < last; ++p)
      *p *= std::cos(x[i] + *p);
    product *= 1.0 + std::accumulate(first, last, 0.0);
    if (first != last)
      ++first;
  }
  return product + block[0] * block[5];
}

// The end is made from a number that changes behind it, and in the next iteration.
#pragma adjoint reverse
double counted(const double *x, int n) {
  double block[10] = {};
  double sum = 0.0;
  int count = 3;
  double *p = block;
  for (int i = 0; i < n; ++i) {
    double *end = block + count;
    count = 2 + (count + i) % 7;
    for (double *q = block; q != end; ++q)
      *q += x[i] * x[i] * (1.0 + *q);
    const double *other = block + count;
    for (const double *q = p; q < other; ++q)
      sum += *q * std::exp(0.1 * *q);
    p = i % 2 ? block : block + 1;
  }
  return sum;
}

// The head of the loop declares the end, and moves it on.
#pragma adjoint reverse
double fromBehind(const double *x, int n) {
  double block[5] = {0.1, 0.2, 0.3, 0.4, 0.5};
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    for (double *last = block + 5; last - block > 1; --last) {
      const long count = last - block;
      for (double *p = block; p != last; ++p)
        *p = std::sin(*p * x[i] + 0.1 * count) * *p;
      sum += block[count - 1] * block[count - 2];
    }
    std::vector<double> heap(block, block + 5);
    std::make_heap(heap.begin(), heap.end());
    std::sort_heap(heap.begin(), heap.end());
    for (double v : heap)
      sum = sum * v + v * x[i];
  }
  return sum;
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.55, 0.2, -0.7, 0.4, 0.35}, {0.7}, {0.2, 0.41}, {0.45, -0.3, 0.61}, {0.4, 0.1, 0.92, -0.2, 0.35}};
  numeric::check("normalised", normalised, normalised_b, points);
  numeric::check("growing", growing, growing_b, points);
  numeric::check("shrinking", shrinking, shrinking_b, points);
  numeric::check("counted", counted, counted_b, points);
  numeric::check("fromBehind", fromBehind, fromBehind_b, points);
  return numeric::report();
}
