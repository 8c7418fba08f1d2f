// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-recompute | --no-liveness | --no-tbr | --no-fusion | --no-use-tape-blocks | --no-inline | --no-activity | --no-inline-loops
//
// Values that the reverse sweep computes again from numbers that are overwritten later, but restored by then; and those
// that are overwritten too early for that. Functions return squares, so that no loop is fused.

#include "numeric.h"

#include <cmath>
#include <vector>

namespace {
double squared(double s) { return s * s; }

void fill(double *w, const double *x, int n) {
  for (int i = 0; i < 8; ++i)
    w[i] = x[i % n] + 0.1 * i;
}

double summed(const double *w) {
  double s = 0.0;
  for (int i = 0; i < 8; ++i)
    s += w[i] * (i + 1);
  return squared(s);
}
} // namespace

// ---------------------------------------------------------- needed anyway

#pragma adjoint reverse
double upwind(const double *x, int n) {
  double u[8], f[8];
  fill(u, x, n);
  for (int s = 0; s < 3; ++s) {
    for (int i = 0; i < 7; ++i) {
      const double a = 0.5 * (u[i] + u[i + 1]);
      f[i] = a > 0.4 ? a * u[i] : a * u[i + 1];
    }
    for (int i = 1; i < 7; ++i)
      u[i] -= 0.1 * (f[i] - f[i - 1]);
  }
  return summed(u);
}

#pragma adjoint reverse
double upwindVectors(const double *x, int n) {
  std::vector<double> u(8), f(8);
  fill(u.data(), x, n);
  for (int s = 0; s < 3; ++s) {
    for (std::size_t i = 0; i + 1 < u.size(); ++i) {
      const double a = 0.5 * (u[i] + u[i + 1]), b = a * a;
      f[i] = a > 0.4 ? a * b * u[i] : b * u[i + 1];
    }
    for (std::size_t i = 1; i + 1 < u.size(); ++i)
      u[i] -= 0.1 * (f[i] - f[i - 1]);
  }
  return summed(u.data());
}

// Overwritten behind the declaration, in its own scope: the element itself, another one, through a pointer, in a branch,
// in a function, in a loop.
#pragma adjoint reverse
double overwrittenBehind(const double *x, int n) {
  double w[8];
  fill(w, x, n);
  double s = 0.0, *const p = w + 1;
  for (int i = 0; i < 6; ++i) {
    const double a = 0.5 * w[i] + w[i + 1], c = w[i] * 0.3;
    s += a * a * w[i] * c;
    w[i] = std::sin(s);
    const double b = 0.5 * w[i] - w[i + 1];
    s += b * b * w[i];
    p[i] += 0.1 * s;
    const double d = w[i] + w[i + 2];
    s += d * d * w[i + 2];
    if (i % 2 == 0)
      w[i + 2] *= 1.1;
    const double e = w[i + 2] * 2.0;
    s += e * e * w[i + 2];
    s = std::sin(s);
    fill(w, x, i % 2 + 1);
    const double g = w[3] * w[i];
    s += g * g * w[3];
    for (int k = 0; k < 3; ++k)
      w[k + i % 3] -= 0.1 * s;
  }
  return squared(s) + summed(w);
}

// The branch records, and is taken by a value that is computed again.
#pragma adjoint reverse
double branches(const double *x, int n) {
  double w[8], t = x[0];
  fill(w, x, n);
  for (int s = 0; s < 3; ++s) {
    for (int i = 0; i < 7; ++i) {
      const double a = w[i] - 0.7 * w[i + 1];
      const int k = a > 0.1 ? i : 7 - i;
      if (a > 0.0) {
        t = std::sin(t * w[k]);
        for (int j = 0; j < k; ++j)
          t = 0.5 * t * t + a * w[j];
      } else {
        t = std::cos(t * a + w[k] * w[i]);
      }
    }
    for (int i = 0; i < 8; ++i)
      w[i] = std::cos(w[i] + t);
  }
  return summed(w) + t;
}

// Scalars: needed for another product, recorded at the end of the scope; changed between the two.
#pragma adjoint reverse
double scalars(const double *x, int n) {
  double s = 0.0, t = x[0];
  for (int i = 0; i < n; ++i) {
    double r = std::sqrt(1.0 + x[i] * x[i] + t * t);
    const double twice = 2.0 * r + t;
    s += twice * r * twice;
    if (i % 2 == 0)
      t = std::sin(s);
    const double half = 0.5 * r - t;
    s += half * half * r * t;
    r = std::exp(-r);
    const double late = r * t;
    s += late * late * r * t;
  }
  return squared(s * t);
}

// Only elements that a loop has stored to are needed in it, but for the one that is computed again.
#pragma adjoint reverse
double storedFirst(const double *x, int n) {
  double w[9], s = 0.0;
  fill(w, x, n);
  w[8] = x[0];
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 8; ++i) {
      const double next = 2.0 * w[i + 1];
      s += next * next;
    }
    for (int i = 0; i < 8; ++i) {
      w[i] = std::sin(x[i % n] * (k + 1) + s * 0.1);
      s += w[i] * w[i];
    }
    for (int i = 1; i < 9; ++i) {
      const double before = 0.5 * w[i - 1];
      w[i] = std::cos(x[i % n] * k);
      s += before * before * w[i];
    }
  }
  return squared(s);
}

// An element that is stored to after its neighbour was computed with it.
#pragma adjoint reverse
double storedLater(const double *x, int n) {
  double w[9], s = 0.0, t = 0.0;
  for (int i = 0; i < 9; ++i)
    w[i] = x[i % n] + 0.1 * i;
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 2; ++j) {
      const double next = 0.5 * w[i + 1] + j;
      s += next * next;
    }
    w[i] = std::sin(s);
    t += w[i];
  }
  return squared(s + t);
}

// --------------------------------------------------- overwritten less often

struct Body {
  double x, y, vx, vy, m;
};

#pragma adjoint reverse
double bodies(const double *x, int n) {
  Body b[4];
  for (int i = 0; i < 4; ++i)
    b[i] = {x[i % n] + i, x[(i + 1) % n] * i, 0.1 * x[i % n], 0.2, 1.0 + x[0]};
  for (int s = 0; s < 3; ++s) {
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < i; ++j) {
        const double dx = b[i].x - b[j].x, dy = b[i].y - b[j].y;
        const double r = dx * dx + dy * dy + 0.1, f = 0.01 / (r * std::sqrt(r));
        b[i].vx -= dx * b[j].m * f;
        b[j].vx += dx * b[i].m * f;
        b[i].vy -= dy * b[j].m * f;
        b[j].vy += dy * b[i].m * f;
      }
    for (Body &body : b) {
      body.x += 0.1 * body.vx;
      body.y += 0.1 * body.vy;
    }
  }
  double sum = 0.0;
  for (const Body &body : b)
    sum += body.x * body.vy + body.m * body.vx * body.vx;
  return sum;
}

// The positions are overwritten in the inner loop after all: by the body; by another loop of the same depth; by a call.
#pragma adjoint reverse
double overwrittenAsOften(const double *x, int n) {
  double w[8], s = 0.0;
  fill(w, x, n);
  for (int k = 0; k < 2; ++k) {
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < i; ++j) {
        const double d = w[i] - w[j];
        s += std::sin(d * d);
        if (j == 3)
          w[j] += 0.1 * d;
      }
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 2; ++j) {
        const double d = w[i] * 0.5 + j;
        s = std::cos(d * s + d);
      }
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 2; ++j)
        w[i + 4 * j] = s * w[(i + j) % 8];
    fill(w, x, k + 1);
  }
  return squared(s) + summed(w);
}

// --------------------------------------------------------- in two functions

namespace {
double fluxes(const double *u, double *f) {
  double largest = 0.0;
  for (int i = 0; i < 7; ++i) {
    const double a = 0.5 * (u[i] + u[i + 1]);
    f[i] = a * a * u[i];
    largest = largest > a ? largest : a;
  }
  return largest;
}

void advance(double *u, const double *f, double by) {
  for (int i = 1; i < 7; ++i) {
    const double difference = f[i] - f[i - 1];
    u[i] -= by * difference * difference * u[i];
  }
}
} // namespace

#pragma adjoint reverse
double steps(const double *x, int n) {
  double u[8], f[8];
  fill(u, x, n);
  for (int s = 0; s < 4; ++s) {
    const double largest = fluxes(u, f);
    advance(u, f, 0.1 / (1.0 + largest));
  }
  return summed(u);
}

int main() {
  for (const numeric::Vector &x : {numeric::Vector{0.7, -0.4, 1.2}, numeric::Vector{0.3, 0.9, 0.5, -0.8}}) {
    const int n = int(x.size());
    auto check = [&](const char *name, double (*f)(const double *, int), void (*f_b)(const double *, double *, int, double)) {
      numeric::check(
          name, x, [&](const numeric::Vector &at) { return numeric::Vector{f(at.data(), n)}; },
          [&](const numeric::Vector &at, const numeric::Vector &y_b) {
            numeric::Vector x_b(at.size());
            f_b(at.data(), x_b.data(), n, y_b[0]);
            return x_b;
          });
    };
    check("upwind", upwind, upwind_b);
    check("upwindVectors", upwindVectors, upwindVectors_b);
    check("overwrittenBehind", overwrittenBehind, overwrittenBehind_b);
    check("branches", branches, branches_b);
    check("scalars", scalars, scalars_b);
    check("storedFirst", storedFirst, storedFirst_b);
    check("storedLater", storedLater, storedLater_b);
    check("bodies", bodies, bodies_b);
    check("overwrittenAsOften", overwrittenAsOften, overwrittenAsOften_b);
    check("steps", steps, steps_b);
  }
  return numeric::report();
}
