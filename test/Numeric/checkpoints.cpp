// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline | --no-tbr | --no-liveness --no-fusion
//
// Loops whose steps the reverse sweep runs again from snapshots. What a step reads of earlier ones is in arrays, in parts of
// them, in buffers that are swapped, in scalars and structs; it is overwritten before the loop, by it, and behind it.

#include "numeric.h"

#include <cmath>
#include <vector>

// The boundary stays; what is kept in front of the loop is needed by what stands there.
#pragma adjoint reverse
void heat(double *u, int n) {
  for (int i = 0; i < n; ++i)
    u[i] = u[i] * u[i];
  std::vector<double> next(n);
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < 9; ++t) {
    for (int i = 1; i < n - 1; ++i)
      next[i] = u[i] + 0.1 * (u[i - 1] - 2 * u[i] + u[i + 1]) * u[i];
    for (int i = 1; i < n - 1; ++i)
      u[i] = next[i];
  }
  u[0] = u[0] * std::sin(u[1]);
}

#pragma adjoint reverse
double twoPointers(const double *x, int n) {
  double a[6] = {}, b[6] = {};
  double *from = a, *to = b;
  for (int i = 0; i < n; ++i)
    from[i] = x[i];
#pragma adjoint checkpoint every(3)
  for (int t = 0; t < 8; ++t) {
    for (int i = 0; i < n; ++i)
      to[i] = from[i] * std::cos(from[n - 1 - i]) + x[i];
    double *const old = from;
    from = to;
    to = old;
  }
  return from[0] * from[n - 1] + to[0];
}

// The number of steps is found on the way.
#pragma adjoint reverse
double untilSmall(double x, double y) {
  double a = x, b = y;
#pragma adjoint checkpoint snapshots(2)
  while (std::fabs(a - b) > 1e-3) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return a * b;
}

#pragma adjoint reverse
double withBreak(double x, double y) {
  double a = x, sum = y;
#pragma adjoint checkpoint snapshots(4)
  for (int t = 0; t < 50; ++t) {
    a = a * std::sin(a + y);
    if (a < 0.2)
      break;
    sum = sum * a + 1.0;
  }
  return sum * a;
}

#pragma adjoint reverse
double recursive(double x, double y) {
  double a = x;
#pragma adjoint checkpoint recursive
  for (int t = 10; t > 0; --t)
    a = 3.2 * a * (1.0 - a) + 0.01 * t * y;
  return a;
}

#pragma adjoint reverse
double byMemory(double x, double y) {
  double a = x, b = y;
  int t = 5;
#pragma adjoint checkpoint memory(64B)
  for (t = 1; t <= 13; t += 3) {
    a = std::sin(a * b) + 0.01 * t;
    b = std::cos(b * a);
  }
#pragma adjoint checkpoint
  for (t = 7; t >= 0; --t)
    a = a * std::cos(0.1 * a + 0.02 * t * b);
  return a * b;
}

// A loop in a loop, both with snapshots; and one in a branch of a loop that keeps its records.
#pragma adjoint reverse
double nested(double x, double y) {
  double a = x, b = y;
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < 5; ++t) {
    b = std::cos(b * a);
#pragma adjoint checkpoint snapshots(1)
    for (int k = 0; k <= t; ++k)
      a = std::sin(a) + 0.1 * b * a;
    b += 0.1 * a * a;
  }
  for (int t = 0; t < 3; ++t)
    if (a < 10.0) {
      double c = a;
#pragma adjoint checkpoint snapshots(2)
      for (int k = 0; k < 4; ++k)
        c = c * std::cos(c * b);
      a = a * c;
    }
  return a * b;
}

struct State {
  double position[3];
  double speed;
  int moves;
};

void advance(State &s, double force) {
  for (int i = 0; i < 3; ++i)
    s.position[i] += 0.1 * std::sin(s.speed * (i + 1)) * s.position[i];
  s.speed += force * std::sin(s.position[s.moves % 3]);
  ++s.moves;
}

#pragma adjoint reverse
double particle(double x, double force) {
  State s = {{x, x * x, 1.0}, force, 0};
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < 11; ++t)
    advance(s, force);
  return s.position[0] * s.position[1] * s.position[2] + s.speed;
}

// Written in part, under conditions that keep the index inside; a diagonal; rows.
#pragma adjoint reverse
void parts(double *u, int n) {
  double x[8];
  for (int i = 0; i < n; ++i)
    x[i] = 0.5 * u[i];
  const int rows = n / 3;
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < 6; ++t) {
    for (int i = 0; i < n; ++i) {
      if (i > 0 && i <= n - 2)
        u[i - 1] += 0.1 * u[i] * u[i + 1];
      if (x[i] > 0.0)
        u[i] = u[i] * std::cos(0.1 * u[i]);
    }
    for (int i = 0; i < rows; ++i) {
      double *row = u + i * 3;
      for (int j = 0; j < 3; ++j)
        row[j] = row[j] + 0.05 * row[2 - j] * x[i * 3 + j];
    }
    u[n - 1] = u[n - 1] * u[0] + x[t % n];
  }
}

double scale(double a, double *u, int n) {
  for (int i = 0; i < n; ++i)
    u[i] = u[i] * a + 0.1 * u[n - 1 - i];
  return u[0];
}

#pragma adjoint reverse value
double called(const double *x, int n) {
  double u[8];
  for (int i = 0; i < n; ++i)
    u[i] = x[i];
  double a = 0.9;
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < 6; ++t)
    a = std::cos(scale(a, u, n));
  return a * u[1];
}

#pragma adjoint reverse
double matrix(const double *x, int n) {
  double m[3][3] = {{x[0], 0.1, 0.2}, {0.3, x[1], 0.1}, {0.2, 0.4, x[n - 1]}};
  double v[3] = {1.0, x[0], 2.0};
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < 4; ++t) {
    double w[3];
    for (int i = 0; i < 3; ++i) {
      w[i] = 0.0;
      for (int j = 0; j < 3; ++j)
        w[i] += m[i][j] * v[j];
    }
    for (int i = 0; i < 3; ++i) {
      v[i] = std::sin(w[i]);
      m[i][i] *= v[i];
    }
  }
  return v[0] + v[1] * v[2] * m[1][1];
}

// Statements and blocks that run once: a snapshot instead of their records.
#pragma adjoint reverse
double once(const double *x, int n) {
  double u[8], a = x[0];
  for (int i = 0; i < n; ++i)
    u[i] = x[i] * x[n - 1 - i];
#pragma adjoint checkpoint
  a = scale(a, u, n);
  a = a * u[1] * u[1];
#pragma adjoint checkpoint
  {
    const double b = std::sin(a);
    for (int i = 0; i < n; ++i)
      u[i] = u[i] * b + a;
    a = a * u[0];
  }
  for (int t = 0; t < 3; ++t) {
    a = a * 0.9 + u[t] * a;
#pragma adjoint checkpoint
    if (t != 1)
      a = scale(0.3 * a, u, n) * a;
  }
  return a * u[n - 1];
}

int main() {
  const numeric::Points points = {{0.3, 0.7, -0.4, 0.9}, {1.1, -0.2, 0.5, 0.8, 0.6, 0.1}};
  const numeric::Points pairs = {{0.9, 0.4}, {0.6, 1.3}};
  numeric::check("heat", heat, heat_b, points);
  numeric::check("twoPointers", twoPointers, twoPointers_b, points);
  numeric::check("untilSmall", untilSmall, untilSmall_b, pairs);
  numeric::check("withBreak", withBreak, withBreak_b, pairs);
  numeric::check("recursive", recursive, recursive_b, pairs);
  numeric::check("byMemory", byMemory, byMemory_b, pairs);
  numeric::check("nested", nested, nested_b, pairs);
  numeric::check("particle", particle, particle_b, pairs);
  numeric::check("parts", parts, parts_b, points);
  numeric::check("called", called, called_b, points);
  numeric::check("matrix", matrix, matrix_b, points);
  numeric::check("once", once, once_b, points);
  return numeric::report();
}
