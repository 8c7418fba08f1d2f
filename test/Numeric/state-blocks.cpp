// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-state-blocks | --no-use-tape-blocks | --no-allocate-on-tape | --no-tbr | --no-apart
//
// States that each step has a block of its own for (StateBlocks.h), and what looks like it: arrays that another pointer leads to, that are read
// where they are overwritten, that have another length in each step, or of which only a part is overwritten.

#include "numeric.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

// As many points as the loops want, also where x has fewer numbers.
static int sizeFor(int n) { return n == 3 ? 2 : 80 + n; }

static double squares(const double *u, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * u[i] * (1.0 + 0.1 * std::sin(0.3 * i));
  return sum;
}

static std::vector<double> started(const double *x, int n) {
  std::vector<double> u(sizeFor(n));
  for (std::size_t i = 0; i < u.size(); ++i)
    u[i] = x[i % 3] * std::cos(0.2 * i);
  return u;
}

// In place; the ends stay, or are set before and behind.
#pragma adjoint reverse
double inPlace(const double *x, int n) {
  std::vector<double> u = started(x, n), f(u.size());
  const int points = static_cast<int>(u.size());
  for (int s = 0; s < 4; ++s) {
    for (int i = 0; i + 1 < points; ++i)
      f[i] = 0.5 * u[i] * u[i + 1];
    u[0] = std::sin(u[1] * u[0]);
    for (int i = 1; i + 1 < points; ++i)
      u[i] -= 0.2 * (f[i] - f[i - 1]) * u[i];
    u[points - 1] = u[0] * u[points - 2];
  }
  return squares(u.data(), points);
}

// Two states that swap, both of one loop; an index with an offset; a loop that counts down.
#pragma adjoint reverse
double swapped(const double *x, int n) {
  std::vector<double> u = started(x, n), next = u, v = u, after(u.size(), 0.3);
  const int points = static_cast<int>(u.size());
  for (int s = 0; s < 5; ++s) {
    for (int i = points - 3; i >= 0; --i) {
      next[i + 1] = u[i + 1] + 0.1 * (u[i] - 2.0 * u[i + 1] + u[i + 2]) * v[i + 1];
      after[i + 1] = v[i + 1] * (1.0 - 0.1 * u[i + 1]) + 0.05 * next[i + 1];
    }
    std::swap(u, next);
    v.swap(after);
  }
  return squares(u.data(), points) + squares(next.data(), points) + 0.5 * squares(v.data(), points);
}

// Rows and columns; all elements, in steps that are taken or not, and left early.
#pragma adjoint reverse
double grids(const double *x, int n) {
  const int width = 9, height = n == 3 ? 1 : 10 + n;
  std::vector<double> u(width * height), next(width * height, 0.2);
  for (int k = 0; k < width * height; ++k)
    u[k] = x[k % 3] + 0.01 * k;
  double total = 0.0;
  for (int s = 0; s < 6; ++s) {
    if (s % 3 != 1) {
      for (int i = 1; i < height - 1; ++i)
        for (int j = 1; j < width - 1; ++j)
          next[i * width + j] = u[i * width + j] + 0.1 * std::sin(u[(i - 1) * width + j] * u[i * width + j - 1]);
      std::swap(u, next);
    }
    for (int k = 0; k < width * height; ++k)
      u[k] *= 0.9 + 0.01 * x[0] * u[k];
    total += u[width * height / 2] * u[0];
    if (total > 40.0 + n)
      break;
  }
  return total + squares(u.data(), width * height);
}

// Others lead there: a pointer from before the steps, one that is set in a step and kept, a row.
#pragma adjoint reverse
double others(const double *x, int n) {
  std::vector<double> u = started(x, n);
  const int points = static_cast<int>(u.size());
  double *early = u.data(), *late = early, *row = u.data() + points / 2;
  double sum = 0.0;
  for (int s = 0; s < 4; ++s) {
    double *now = u.data();
    for (int i = 0; i < points; ++i)
      now[i] = std::sin(now[i]) * x[s % 3];
    sum += early[1] * late[0] * row[0];
    late = u.data();
  }
  return sum + squares(early, points);
}

// Three arrays take turns, by pointers; what was the state two steps ago is read, too.
#pragma adjoint reverse
double threeLevels(const double *x, int n) {
  const int points = sizeFor(n);
  double *a = new double[points], *b = new double[points], *c = new double[points]();
  for (int i = 0; i < points; ++i) {
    a[i] = x[i % 3];
    b[i] = 0.9 * x[(i + 1) % 3];
  }
  double kept = 0.0;
  for (int s = 0; s < 5; ++s) {
    for (int i = 1; i < points - 1; ++i)
      c[i] = 2.0 * b[i] - a[i] + 0.1 * (b[i - 1] - b[i] + b[i + 1]) * b[i];
    c[0] = a[0] * b[0];
    kept += c[points / 2] * a[1];
    double *old = a;
    a = b;
    b = c;
    c = old;
  }
  const double result = squares(a, points) + squares(b, points) * kept + c[0];
  delete[] a;
  delete[] b;
  delete[] c;
  return result;
}

// One pointer may lead to the block of the other.
#pragma adjoint reverse
double perhapsOne(const double *x, int n) {
  const int points = sizeFor(n);
  double *a = new double[points], *b = new double[points];
  for (int i = 0; i < points; ++i)
    a[i] = b[i] = x[i % 3];
  double *u = a, *v = n > 4 ? a : b;
  double sum = 0.0;
  for (int s = 0; s < 3; ++s) {
    for (int i = 0; i < points; ++i)
      u[i] = std::cos(u[i]) * x[1];
    sum += v[0] * v[1];
    if (s == 1)
      v = u;
  }
  sum += squares(a, points) + squares(b, points);
  delete[] a;
  delete[] b;
  return sum;
}

// Neighbours that the loop has overwritten, or will; an element that it overwrites twice; elements read behind.
#pragma adjoint reverse
double neighbours(const double *x, int n) {
  std::vector<double> u = started(x, n), v = u, w = u;
  const int points = static_cast<int>(u.size());
  double sum = 0.0;
  for (int s = 0; s < 3; ++s) {
    for (int i = 1; i < points; ++i)
      u[i] = 0.5 * u[i] * u[i - 1] + x[0];
    for (int i = 0; i + 1 < points; ++i)
      v[i] = 0.5 * v[i + 1] * v[i] + x[1];
    for (int i = 0; i < points; ++i)
      w[i % (points - 1)] = 0.7 * std::sin(w[i % (points - 1)] + x[2]);
    for (int i = 0; i < points; ++i) {
      w[i] = w[i] * w[i] + 0.1 * v[i];
      sum += w[i] * u[i];
    }
  }
  return sum + squares(u.data(), points) + squares(v.data(), points);
}

// Another length in each turn; blocks of two lengths that swap; a container that grows between steps.
#pragma adjoint reverse
double lengths(const double *x, int n) {
  double sum = 0.0;
  for (int turn = 0; turn < 3; ++turn) {
    const int points = 70 + n + turn;
    std::vector<double> u(points, x[turn % 3]), next(points + 2 * turn, 0.5);
    for (int s = 0; s < 3; ++s) {
      for (int i = 1; i < points - 1; ++i)
        next[i] = u[i] * u[i - 1] + 0.1 * x[0];
      if (turn == 0)
        next.push_back(x[1] * next[1]);
      u.swap(next);
      sum += u.back() * u[2];
    }
    sum += squares(u.data(), points);
  }
  return sum;
}

// The steps' function is called, once for each turn, and works on what it is given; its own state stays inside.
static void advance(double *u, int points, int steps) {
  std::vector<double> next(points), mean(points, 0.1);
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < points; ++i)
      mean[i] = 0.5 * mean[i] * u[i] + 0.1 * std::sin(mean[i]);
    for (int i = 0; i < points; ++i)
      next[i] = u[i] + 0.1 * mean[points - 1 - i] * u[i];
    for (int i = 0; i < points; ++i)
      u[i] = next[i];
  }
}

#pragma adjoint reverse
double called(const double *x, int n) {
  std::vector<double> u = started(x, n);
  const int points = static_cast<int>(u.size());
  double sum = 0.0;
  for (int turn = 0; turn < 3; ++turn) {
    advance(u.data(), points, turn + 1);
    sum += u[1] * u[0];
  }
  return sum + squares(u.data(), points);
}

// With snapshots of the states.
#pragma adjoint reverse
double checkpointed(const double *x, int n) {
  std::vector<double> u = started(x, n), k(u.size());
  const int points = static_cast<int>(u.size());
#pragma adjoint checkpoint snapshots(2)
  for (int s = 0; s < 7; ++s) {
    for (int i = 0; i < points; ++i)
      k[i] = u[i] * u[points - 1 - i];
    for (int i = 0; i < points; ++i)
      u[i] += 0.1 * k[i] * u[i];
  }
  return squares(u.data(), points);
}

int main() {
  const numeric::Points points = {{0.4, 0.7, -0.3, 0.9}, {0.31, -0.52, 0.83}, {0.2, 0.5, 0.45, -0.6, 0.8}};
  numeric::check("inPlace", inPlace, inPlace_b, points);
  numeric::check("swapped", swapped, swapped_b, points);
  numeric::check("grids", grids, grids_b, points);
  numeric::check("others", others, others_b, points);
  numeric::check("threeLevels", threeLevels, threeLevels_b, points);
  numeric::check("perhapsOne", perhapsOne, perhapsOne_b, points);
  numeric::check("neighbours", neighbours, neighbours_b, points);
  numeric::check("lengths", lengths, lengths_b, points);
  numeric::check("called", called, called_b, points);
  numeric::check("checkpointed", checkpointed, checkpointed_b, points);
  return numeric::report();
}
