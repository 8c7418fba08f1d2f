// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-FLAGS: -fopenmp
// NUMERIC-VARIANTS: --no-run-in-parallel | --no-fusion --no-tbr | --no-use-tape-blocks | --no-inline --no-recompute | --no-inline-loops --no-allocate-on-tape
//
// Parallel loops that change in place what they read, under branches and in inner loops, so that each iteration records: with any
// number of threads the derivatives are those of the sequential program, and nothing stays on the tape.

#include "numeric.h"

#include <adjoint/tape.h>

#include <cmath>
#include <random>
#include <vector>

extern "C" void omp_set_num_threads(int);

namespace {
double squared(const std::vector<double> &u) {
  double s = 0.0;
  for (double v : u)
    s += v * v;
  return s;
}
} // namespace

#pragma adjoint reverse
double redBlack(const double *x, int n) {
  std::vector<double> u(x, x + n);
  for (int sweep = 0; sweep < 3; ++sweep)
    for (int colour = 0; colour < 2; ++colour) {
#pragma omp parallel for schedule(static, 2)
      for (int i = 1; i < n - 1; ++i)
        if ((i + colour) % 2 == 0) {
          const double r = 0.5 * (u[i - 1] + u[i + 1]) - 0.1 * u[i];
          u[i] = r - 0.05 * r * r * r;
        }
    }
  return squared(u);
}

// Rows of a grid: near iterations add to the same rows.
#pragma adjoint reverse
double rows(const double *x, int n) {
  const int m = n < 9 ? n : 9;
  std::vector<double> u(m * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      u[i * m + j] = x[i] * (j + 1) + x[j];
  double *__restrict v = u.data();
  for (int sweep = 0; sweep < 2; ++sweep)
    for (int colour = 0; colour < 2; ++colour) {
#pragma omp parallel for
      for (int i = 1; i < n - 1; ++i)
        for (int j = 1; j < m - 1; ++j) {
          if ((i + j + colour) % 2)
            continue;
          const double r = 0.1 * (v[(i - 1) * m + j] + v[(i + 1) * m + j] + v[i * m + j - 1] + v[i * m + j + 1]);
          v[i * m + j] = r - 0.01 * r * r * r;
        }
    }
  return squared(u) * 0.01;
}

// Far neighbours, in both directions.
#pragma adjoint reverse
double far(const double *x, int n) {
  std::vector<double> u(x, x + n), next(n, 0.5);
  for (int s = 0; s < 2; ++s) {
#pragma omp parallel for
    for (int i = 3; i < n - 2; ++i) {
      double v = u[i] * u[i - 3];
      if (i % 2)
        v = std::sin(v) * u[i + 2];
      next[i] = v * v + u[i - 1];
    }
#pragma omp parallel for
    for (int i = 0; i < n; ++i)
      u[i] += 0.1 * next[i] * u[i];
  }
  return squared(u) * 0.01;
}

// A limiter, and the update in place.
#pragma adjoint reverse
double limited(const double *x, int n) {
  std::vector<double> u(x, x + n), f(n, 0.0);
  for (int s = 0; s < 3; ++s) {
#pragma omp parallel for
    for (int i = 1; i < n - 1; ++i) {
      const double a = u[i] - u[i - 1], b = u[i + 1] - u[i];
      double phi = 0.0;
      if (a * b > 0.0) {
        const double r = a / b;
        phi = r / (1.0 + r * r);
        if (i % 3 == 0)
          phi *= std::exp(-0.1 * r) * phi;
      }
      f[i] = u[i] * u[i] + 0.5 * phi * b;
    }
#pragma omp parallel for schedule(dynamic, 3)
    for (int i = 2; i < n - 1; ++i) {
      u[i] -= 0.1 * (f[i] - f[i - 1]);
      if (i % 4 == 1)
        u[i] = 1.8 - 0.1 * u[i] * u[i];
    }
  }
  return squared(u);
}

#pragma adjoint reverse
double factors(const double *x, int n) {
  const int m = n < 12 ? n : 12;
  std::vector<double> a(m * m);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j)
      a[i * m + j] = std::sin(x[i] * (j + 1)) + (i == j ? 4.0 + x[j] : 0.0);
  for (int k = 0; k < m; ++k) {
#pragma omp parallel for
    for (int i = k + 1; i < m; ++i) {
      a[i * m + k] /= a[k * m + k];
      for (int j = k + 1; j < m; ++j)
        a[i * m + j] -= a[i * m + k] * a[k * m + j];
    }
  }
  double s = 0.0;
  for (int k = 0; k < m; ++k)
    s += std::log(std::fabs(a[k * m + k]));
  return s;
}

// Many steps in an iteration, with a counter that goes down, and a shared parameter.
#pragma adjoint reverse
double ensemble(const double *x, int n) {
  std::vector<double> y(x, x + n);
  const double stiffness = x[0];
  double energy = 0.0;
#pragma omp parallel for reduction(+ : energy)
  for (int i = n - 1; i >= 0; --i) {
    double q = y[i], v = 0.0;
    for (int s = 0; s < 5 + i % 3; ++s) {
      const double force = -stiffness * std::sin(q);
      if (v > 0.0)
        v += 0.1 * (force - 0.3 * v * v);
      else
        v += 0.1 * force;
      q += 0.1 * v;
    }
    y[i] = q * v;
    energy += 0.5 * v * v;
  }
  return squared(y) + energy * energy;
}

// Indices without sign; arrays of the iteration, whose elements are chosen at run time.
#pragma adjoint reverse
double ownArrays(const double *x, int n) {
  std::vector<double> u(x, x + n);
  const std::size_t size = u.size();
  for (int s = 0; s < 2; ++s) {
#pragma omp parallel for
    for (std::size_t i = 0; i < size; ++i) {
      double w[4] = {u[i], 0.5, u[i] * u[i], 0.25};
      double z[3];
      for (int k = 0; k < 3; ++k)
        z[k] = w[(i + k) % 4] * w[k];
      for (int k = 0; k < 4; ++k)
        w[k] = std::sin(w[(k + 1) % 4]) * z[k % 3];
      u[i] = w[i % 4] + 0.3 * w[(i + 1) % 4] * w[0] * z[i % 3];
    }
  }
  return squared(u);
}

// A jump to the end of the iteration, and an array that the reverse sweep has no use of.
#pragma adjoint reverse
double jumps(const double *x, int n) {
  std::vector<double> u(x, x + n);
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    double v = u[i], linear[2] = {v, 2.0 * v};
    v += linear[i % 2];
    if (i % 5 == 0)
      goto done;
    for (int k = 0; k < i % 4; ++k) {
      v = std::sin(v) * v + 0.5;
      if (k * 3 == i)
        goto done;
    }
    v = v * u[i];
  done:
    u[i] = v * v + linear[(i + 1) % 2];
  }
  return squared(u);
}

// Memory that an iteration allocates.
#pragma adjoint reverse
double ownVectors(const double *x, int n) {
  std::vector<double> u(x, x + n);
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    std::vector<double> path(2 + i % 4, u[i]);
    for (std::size_t k = 1; k < path.size(); ++k)
      path[k] = path[k - 1] * 0.9 + 0.1 * std::sin(path[k] * u[i]);
    u[i] = path.back() * path.front();
  }
  return squared(u);
}

// Steps in functions of their own, called again and again.
static void force(const double *u, double *f, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    f[i] = 0.0;
    for (int j = 0; j < n; ++j) {
      if (j == i)
        continue;
      const double d = u[i] - u[j], r2 = d * d + 0.1;
      if ((i + j) % 3 == 0)
        continue;
      f[i] += d / (r2 * std::sqrt(r2));
    }
  }
}
static void advance(double *u, double *v, const double *f, int n, double dt) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    v[i] = 0.9 * v[i] + dt * f[i] * v[i];
    u[i] += dt * v[i] * u[i];
    if (i % 3 == 1) {
      u[i] = 2.26 - u[i];
      v[i] = -v[i] * v[i];
    }
  }
}
#pragma adjoint reverse
double particles(const double *x, int n) {
  std::vector<double> u(x, x + n), v(x, x + n), f(n);
  for (int s = 0; s < 4; ++s) {
    force(u.data(), f.data(), n);
    advance(u.data(), v.data(), f.data(), n, 0.01);
  }
  return squared(u) + squared(v);
}

// A loop that is inlined twice into a step.
static void kick(double *__restrict v, const double *__restrict u, int n, double dt) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    if (i % 2)
      v[i] -= dt * u[i] * v[i] * v[i];
}
#pragma adjoint reverse
double leapfrog(const double *x, int n) {
  std::vector<double> u(x, x + n), v(n, 0.5);
  for (int s = 0; s < 3; ++s) {
    kick(v.data(), u.data(), n, 0.1);
    for (int i = 0; i < n; ++i)
      u[i] += 0.2 * v[i] * u[i];
    kick(v.data(), u.data(), n, 0.1 * s);
  }
  return squared(u) + squared(v);
}

// A parallel loop in a function that a parallel loop calls.
static double refined(const double *x, int n, int at) {
  std::vector<double> w(x, x + n);
#pragma omp parallel for
  for (int k = 0; k < n; ++k) {
    if (k % 2 == at % 2)
      w[k] *= w[k] * 0.5;
    w[k] = std::sin(w[k]) * w[k];
  }
  double s = 0.0;
  for (int k = 0; k < n; ++k)
    s += w[k] * w[(k + 1) % n];
  return s;
}
#pragma adjoint reverse
double nested(const double *x, int n) {
  const int m = n < 10 ? n : 10;
  std::vector<double> y(x, x + m);
#pragma omp parallel for
  for (int i = 0; i < m; ++i) {
    double own[3] = {y[i], y[i] * 0.5, 0.25};
    y[i] = refined(own, 3, i) * y[i];
  }
  return squared(y);
}

// Two loops of one region, and values that both have changed.
#pragma adjoint reverse
double region(const double *x, int n) {
  std::vector<double> u(x, x + n), v(n);
  for (int s = 0; s < 2; ++s) {
#pragma omp parallel
    {
#pragma omp for
      for (int i = 0; i < n; ++i) {
        v[i] = u[i] > 0.9 ? u[i] * u[i] : std::sin(u[i]);
        while (v[i] > 0.5)
          v[i] = 0.7 * v[i] - 0.01 * v[i] * v[i] * v[i];
      }
#pragma omp for
      for (int i = 0; i < n; ++i)
        if (v[i] > 0.2)
          u[i] = v[i] * u[i] * u[i] + v[(i + 1) % n];
    }
  }
  return squared(u);
}

// A random engine of each iteration's own, and what it draws is overwritten.
#pragma adjoint reverse
double paths(const double *__restrict x, int n) {
  double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    std::minstd_rand engine(1234 + 7 * i);
    std::uniform_real_distribution<double> uniform(0.2, 1.0);
    double price = x[i], drawn = 0.0;
    for (int k = 0; k < 3 + i % 2; ++k) {
      drawn = uniform(engine) - 0.3 * drawn;
      price *= std::exp(0.1 * x[0] * drawn);
    }
    sum += price * price * drawn;
  }
  return sum;
}

// Elements gather from their neighbours, along rows and across, of vectors that are swapped.
#pragma adjoint reverse
double diffusion(const double *x, int n) {
  const int m = 7;
  std::vector<double> u(m * m), v(m * m, 0.25);
  for (int i = 0; i < m * m; ++i)
    u[i] = x[i % n] * (1.0 + 0.01 * i);
  for (int s = 0; s < 3; ++s) {
#pragma omp parallel for
    for (int i = 1; i < m - 1; ++i)
      for (int j = 1; j < m - 1; ++j) {
        const double c = u[i * m + j];
        v[i * m + j] = c + 0.1 * c * (u[(i - 1) * m + j] + u[(i + 1) * m + j] + u[i * m + j - 1] + u[i * m + j + 1] - 4.0 * c);
      }
    u.swap(v);
  }
  return squared(u) + v[m + 1];
}

namespace {
using Function = double(const double *, int);
using Adjoint = void(const double *, double *, int, double);

std::vector<double> gradient(Adjoint adjoint, const std::vector<double> &x, int threads) {
  omp_set_num_threads(threads);
  std::vector<double> x_b(x.size());
  adjoint(x.data(), x_b.data(), static_cast<int>(x.size()), 1.0);
  return x_b;
}

/// One thread is right, and more give the same.
void check(const char *name, Function f, Adjoint f_b, const numeric::Points &points) {
  omp_set_num_threads(1);
  numeric::check(name, f, f_b, points);
  for (const std::vector<double> &x : points) {
    const std::vector<double> expected = gradient(f_b, x, 1);
    for (int threads : {2, 3, 8}) {
      const std::vector<double> got = gradient(f_b, x, threads);
      for (std::size_t i = 0; i < x.size(); ++i)
        numeric::expect(name, expected[i], got[i], 1e-11);
    }
  }
  numeric::expect("records that are left", 0.0, static_cast<double>(adjoint::Tape::local().bytes()));
}
} // namespace

int main() {
  std::vector<double> many(66);
  for (int i = 0; i < 66; ++i)
    many[i] = 0.75 + 0.6 * std::sin(1.3 * i + 0.43);
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.95, 0.5}, {1.2, 0.4}, many};
  check("redBlack", redBlack, redBlack_b, points);
  check("rows", rows, rows_b, points);
  check("far", far, far_b, points);
  check("limited", limited, limited_b, points);
  check("factors", factors, factors_b, points);
  check("ensemble", ensemble, ensemble_b, points);
  check("ownArrays", ownArrays, ownArrays_b, points);
  check("jumps", jumps, jumps_b, points);
  check("ownVectors", ownVectors, ownVectors_b, points);
  check("particles", particles, particles_b, points);
  check("leapfrog", leapfrog, leapfrog_b, points);
  check("nested", nested, nested_b, points);
  check("paths", paths, paths_b, points);
  check("diffusion", diffusion, diffusion_b, points);
  check("region", region, region_b, points);
  return numeric::report();
}
