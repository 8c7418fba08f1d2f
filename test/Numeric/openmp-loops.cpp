// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-FLAGS: -fopenmp
// NUMERIC-VARIANTS: --no-run-in-parallel | --no-fusion --no-tbr | --no-use-tape-blocks
//
// Parallel loops of OpenMP: with any number of threads, the derivatives are those of the sequential program.

#include "numeric.h"

#include <cmath>
#include <vector>

extern "C" void omp_set_num_threads(int);

#pragma adjoint reverse
double dot(const double *x, int n) {
  double sum = 0.5;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n / 2; ++i)
    sum += x[i] * x[n / 2 + i];
  return sum;
}

#pragma adjoint reverse
double logSumExp(const double *x, int n) {
  double most = x[0];
  for (int i = 1; i < n; ++i)
    most = x[i] > most ? x[i] : most;
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static)
  for (int i = 0; i < n; ++i)
    sum += std::exp(x[i] - most);
  return most + std::log(sum);
}

/// Reads its neighbours, and is read by a loop behind it.
#pragma adjoint reverse
double stencil(const double *x, int n) {
  std::vector<double> now(x, x + n), next(n, 0.0);
  for (int step = 0; step < 3; ++step) {
#pragma omp parallel for schedule(dynamic)
    for (int i = 1; i < n - 1; ++i)
      next[i] = now[i] + 0.1 * now[i] * (now[i - 1] - 2 * now[i] + now[i + 1]);
    now.swap(next);
  }
  double energy = 0;
#pragma omp parallel for reduction(+ : energy)
  for (int i = 0; i < n; ++i)
    energy += now[i] * now[i] * now[i];
  return energy;
}

/// In place, with the index in an array, from the end.
#pragma adjoint reverse
double permuted(double *x, int n) {
  std::vector<int> order(n);
  for (int i = 0; i < n; ++i)
    order[i] = (3 * i + 1) % n;
#pragma omp parallel for
  for (int i = n - 1; i >= 0; --i) {
    const int k = n % 3 == 0 ? i : order[i];
    x[k] = std::sin(x[k]) * x[k];
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * (1 + i);
  return sum;
}

/// Rows of a sparse matrix, whose columns meet.
#pragma adjoint reverse
double sparse(const double *x, int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 2)
  for (int row = 0; row < n; ++row) {
    double y = 0;
    for (int k = row; k < 3 * row; k += 2)
      y += x[(k * k) % n] * x[(row + k) % n] + 0.25;
    sum += y * y;
  }
  return std::sqrt(sum + 1);
}

/// The least distance, which a branch finds.
#pragma adjoint reverse
double nearest(const double *x, int n) {
  const int centres = 3;
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = centres; i < n; ++i) {
    double best = 1e30;
    for (int k = 0; k < centres; ++k) {
      const double distance = (x[i] - x[k]) * (x[i] - x[k]);
      if (distance < best)
        best = distance;
    }
    sum += best;
  }
  return std::sqrt(sum);
}

/// An array of each iteration's own.
#pragma adjoint reverse
double elements(const double *x, int n) {
  std::vector<double> force(n, 0.0);
#pragma omp parallel for
  for (int e = 0; e < 2 * n; ++e) {
    double corner[4];
    for (int k = 0; k < 4; ++k)
      corner[k] = x[(e + k) % n];
    const double length = std::sqrt(1 + corner[0] * corner[0] + corner[1] * corner[2] * corner[2] * corner[1] + corner[3]);
    for (int k = 0; k < 4; ++k) {
#pragma omp atomic
      force[(e + k) % n] += length * corner[k];
    }
  }
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += force[i] * force[i];
  return sum;
}

/// A reduced array.
#pragma adjoint reverse
double histogram(const double *x, int n) {
  double bins[5] = {0.1, 0.2, 0.3, 0.4, 0.5};
#pragma omp parallel for reduction(+ : bins[ : 5])
  for (int i = 0; i < n; ++i)
    bins[(7 * i) % 5] += x[i] * x[i];
  double product = 1;
  for (int k = 0; k < 5; ++k)
    product *= bins[k];
  return product;
}

/// What is added to is needed as it was before.
#pragma adjoint reverse
double addedAndNeeded(const double *x, int n) {
  double bins[4] = {x[0], 1, 2, x[1]};
  const double before = bins[0] * bins[1] * bins[2] * bins[3];
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    if (x[i] < -1)
      continue;
#pragma omp atomic
    bins[(7 * i) % 4] += x[i] * x[i];
  }
  return before * bins[0] * bins[1] * bins[2] * bins[3];
}

/// One loop of two, with variables of the function as counters.
#pragma adjoint reverse
double collapsed(const double *x, int n) {
  double sum = 0, t;
  int i, j = 7;
#pragma omp parallel for collapse(2) private(t) reduction(+ : sum)
  for (i = 0; i < n; ++i)
    for (j = 0; j < n; ++j) {
      t = x[i] * x[j];
      sum += std::sin(t) * t;
    }
  return sum + j; // which the loop has not changed
}

/// Private copies; what is left behind.
#pragma adjoint reverse
double copies(const double *x, int n) {
  double scale = 2, last = 0, sum = 0;
  double table[3];
#pragma omp parallel for firstprivate(scale) private(table) reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k)
      table[k] = x[i] * (k + x[0]);
    sum += table[0] * table[1] * table[2] * scale;
    scale = 3;
    scale *= x[0];
    sum += scale * scale;
    scale = 2;
  }
#pragma omp parallel for lastprivate(last)
  for (int i = 0; i < n; ++i)
    last = x[i] * x[i];
  return sum * last * scale;
}

/// Operators other than +.
#pragma adjoint reverse
double reductions(const double *x, int n) {
  double product = 1, least = 1e30, most = -1e30;
  int count = 0;
#pragma omp parallel for reduction(* : product) reduction(min : least) reduction(max : most) reduction(+ : count)
  for (int i = 0; i < n; ++i) {
    product *= 1 + 0.1 * x[i];
    least = x[i] < least ? x[i] : least;
    most = x[i] > most ? x[i] : most;
    count += x[i] > 0;
  }
  return product * (1 + most - least) * (1 + count);
}

#pragma adjoint reverse
void scaled(const double *x, double *y, int n) {
  double total = 0;
#pragma omp parallel for simd reduction(+ : total)
  for (int i = 0; i < n; i += 2)
    total += x[i] * x[i];
#pragma omp parallel for
  for (unsigned i = 0; i < 2; ++i)
    y[i] = total * x[i] * x[i];
#pragma omp simd
  for (int i = 0; i < 2; ++i)
    y[i] *= x[0];
}

static double helper(const double *weights, double t, double *square) {
  *square = t * t * weights[1];
  return std::sin(t) * weights[0];
}

/// Calls, also such as give back through pointers.
#pragma adjoint reverse
double calls(const double *x, int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(2)
  for (int i = 0; i < n; ++i) {
    double square = 0;
    const double y = helper(x, x[i], &square);
    sum += y * square;
  }
  return sum;
}

struct Weights {
  double scale, of[2];
  int shift;
};

/// An array and a struct with their values, and one without, for each thread.
#pragma adjoint reverse
double ownCopies(const double *x, int n) {
  double sum = 0;
  double buffer[3] = {x[0], x[n - 1], 0.5};
  Weights weights = {x[0], {0.5, x[n - 1]}, 2}, scratch;
#pragma omp parallel for reduction(+ : sum) firstprivate(buffer, weights) private(scratch)
  for (int i = 0; i < n; ++i) {
    buffer[2] = x[i] * buffer[0];
    weights.scale = weights.of[1] * x[i];
    scratch.scale = std::sin(buffer[2] * weights.scale);
    scratch.of[0] = scratch.scale * x[(i + weights.shift) % n];
    sum += scratch.of[0] * weights.of[0] * buffer[1];
  }
  return sum * buffer[2] * weights.scale;
}

/// What all iterations read: at known indices, through a pointer into it, and in a table; and far away.
#pragma adjoint reverse
double shared(const double *x, int n) {
  std::vector<double> weights(8), far(200000), y(n);
  for (int k = 0; k < 8; ++k)
    weights[k] = x[k % n] * (0.3 + 0.1 * k);
  for (int i = 0; i < n; ++i)
    far[199000 / (i + 1)] += x[i] * x[0];
  double table[2][3] = {{x[0], 1.0, x[n - 1]}, {0.5, x[n / 2], 2.0}};
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    const double *row = weights.data() + 2;
    double s = table[i % 2][i % 3] * far[199000 / (i + 1)];
    for (int k = 1; k < 3; ++k)
      s += weights[2 * k + 1] * x[i] + row[k] * weights[k] + far[199000 / (n - i)] * x[i];
    y[i] = s * s;
    sum += std::sin(s) * table[1][1];
  }
  return sum * y[0] + y[n - 1];
}

/// The element that is read is that of the iteration, which only the numbers say.
#pragma adjoint reverse
double sameElement(const double *x, int n) {
  std::vector<double> a(x, x + n);
  std::vector<int> at(n);
  for (int i = 0; i < n; ++i)
    at[i] = i;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    const double t = a[at[i]];
    a[i] = std::sin(t) * a[at[i]];
  }
  double sum = 0;
  for (double v : a)
    sum += v * v;
  return sum;
}

/// Bodies that attract each other; how many are near is counted.
struct Body {
  double at[2], mass;
  int kind;
};
#pragma adjoint reverse
double bodies(const double *x, int n) {
  std::vector<Body> body(n);
  for (int i = 0; i < n; ++i)
    body[i] = {{x[i], x[(i + 1) % n] * i}, 0.5 + x[i] * x[i], i};
  double energy = 0;
  int pairs = 0;
#pragma omp parallel for reduction(+ : energy, pairs) schedule(dynamic)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      const double dx = body[i].at[0] - body[j].at[0], dy = body[i].at[1] - body[j].at[1];
      energy -= body[i].mass * body[j].mass / std::sqrt(dx * dx + dy * dy + 0.1);
      pairs += body[j].kind < 4;
    }
  return energy / (1 + pairs);
}

/// Variables of each thread of a region, which iterations set first.
#pragma adjoint reverse
double ofThreads(const double *x, int n) {
  double sum = 0, t, u;
  int k;
  std::vector<double> y(n);
#pragma omp parallel private(t, u, k)
  {
    double scale;
#pragma omp for
    for (int i = 0; i < n; ++i) {
      t = 1;
      for (k = 0; k < 3; ++k)
        t *= x[(i + k) % n];
      u = std::exp(0.1 * t);
      y[i] = t * u;
    }
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < n; ++i) {
      scale = y[i] * x[0];
      t = y[n - 1 - i] * scale;
      sum += t * t;
    }
  }
  return sum;
}

double chained(const double *f, int i, int depth) {
  return depth == 0 ? f[i] : 0.5 * chained(f, i, depth - 1) + std::sin(f[i]);
}

/// A function reads what the iteration has just added, atomically.
#pragma adjoint reverse
double addedAndRead(const double *x, int n) {
  std::vector<double> sums(n, 0.5), y(n);
  double *f = sums.data();
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp atomic
    f[i] += x[i] * x[0];
    y[i] = chained(f, i, 2);
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += y[i] * f[i];
  return sum;
}

/// Indices of a loop that may never run, with a size behind a pointer that is null then.
struct Shape {
  int width;
};
#pragma adjoint reverse
double neverRun(const double *x, int n) {
  const Shape shape = {2}, *known = n > 2 ? &shape : nullptr;
  std::vector<double> weights(x, x + n);
  double sum = x[0];
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < (n > 2 ? 2 : 0); ++k)
      sum += weights[k * known->width] * weights[k * known->width] * x[i];
  return sum * x[n - 1];
}

/// As a pragma says: the first loop adds atomically, and no two iterations of the second come to one element.
#pragma adjoint reverse
double chosen(const double *x, int n) {
  std::vector<int> to(n);
  for (int i = 0; i < n; ++i)
    to[i] = n - 1 - i;
  double sum = 0;
#pragma adjoint sums(atomic)
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += x[to[i] / 2] * x[to[i]];
#pragma adjoint sums(disjoint)
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += x[to[i]] * x[to[i]] * x[to[i]];
  return sum;
}

int main() {
  for (int threads : {1, 2, 3, 8}) {
    omp_set_num_threads(threads);
    numeric::check("chosen", chosen, chosen_b, {{1, 2, 3, 4}, {0.5, -0.25, 3, 1, 7, 2, 0.1, 0.2, 0.4, 1.5}});
    numeric::check("dot", dot, dot_b, {{1, 2, 3, 4}, {0.5, -0.25, 3, 1, 7, 2, 0.1, 0.2, 0.4, 1.5}});
    numeric::check("logSumExp", logSumExp, logSumExp_b, {{1, 2, 3, 2.5}, {0.5, -0.25, 0.3, 1, 0.7, 2, 0.1, 0.2, 0.4, 1.5}});
    numeric::check("stencil", stencil, stencil_b, {{1, 2, 3, 4}, {0.5, -0.25, 0.3, 1, 0.7, 2, 0.1, 0.2, 0.4, 1.5}});
    numeric::check("permuted", permuted, permuted_b, {{1, 2, 3, 4}, {0.5, -0.25, 0.3, 1, 0.7, 2, 0.1, 0.2, 0.4, 1.5}});
    numeric::check("sparse", sparse, sparse_b, {{1, 2, 3, 4}, {0.5, -0.25, 0.3, 1, 0.7, 2, 0.1, 0.2, 0.4, 1.5}});
    numeric::check("nearest", nearest, nearest_b, {{1, 2, 3, 4.1}, {0.5, -0.25, 0.3, 1, 0.7, 2, 0.1, 0.2, 0.45, 1.5}});
    numeric::check("elements", elements, elements_b, {{1, 2, 3, 4}, {0.5, -0.25, 0.3, 1, 0.7, 2, 0.1, 0.2, 0.4, 1.5}});
    numeric::check("histogram", histogram, histogram_b, {{1, 2, 3, 4}, {0.5, -0.25, 0.3, 1, 0.7, 2, 0.1, 0.2, 0.4, 1.5}});
    numeric::check("addedAndNeeded", addedAndNeeded, addedAndNeeded_b, {{1, 2, 3, -4}, {0.5, -0.25, 0.3, 1, 0.7, 2, 0.1, 0.2, 0.4, 1.5}});
    numeric::check("collapsed", collapsed, collapsed_b, {{1, 2, 3}, {0.5, -0.25, 0.3, 1, 0.7, 2}});
    numeric::check("copies", copies, copies_b, {{1, 2, 3}, {0.5, -0.25, 0.3, 1, 0.7, 2}});
    numeric::check("reductions", reductions, reductions_b, {{1, 2, 3}, {0.5, -0.25, 0.3, 1, 0.7, 2}});
    numeric::check("scaled", scaled, scaled_b, {{1, 2, 3}, {0.5, -0.25, 0.3, 1, 0.7, 2}}, 2);
    numeric::check("calls", calls, calls_b, {{1, 2, 3}, {0.5, -0.25, 0.3, 1, 0.7, 2}});
    numeric::check("addedAndRead", addedAndRead, addedAndRead_b, {{1, 2, 3}, {0.5, -0.25, 0.3, 1, 0.7, 2}});
    numeric::check("neverRun", neverRun, neverRun_b, {{1}, {1, 2}, {1, 2, 3}, {0.5, -0.25, 0.3, 1, 0.7, 2}});
    numeric::check("bodies", bodies, bodies_b, {{1, 2, 3}, {0.5, -0.25, 0.3, 1, 0.7, 2}});
    numeric::check("ofThreads", ofThreads, ofThreads_b, {{1, 2, 3}, {0.5, -0.25, 0.3, 1, 0.7, 2}});
    numeric::check("shared", shared, shared_b, {{1, 2, 3}, {0.5, -0.25, 0.3, 1, 0.7, 2, 0.1, 0.2, 0.4, 1.5}});
    numeric::check("sameElement", sameElement, sameElement_b, {{1, 2, 3}, {0.5, -0.25, 0.3, 1, 0.7, 2}});
    numeric::check("ownCopies", ownCopies, ownCopies_b, {{1, 2, 3}, {0.5, -0.25, 0.3, 1, 0.7, 2}});
  }
  return numeric::report();
}
