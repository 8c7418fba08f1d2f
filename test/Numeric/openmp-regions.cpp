// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-FLAGS: -fopenmp
// NUMERIC-VARIANTS: --no-inline
//
// Parallel regions of OpenMP, and what stands in them.

#include "numeric.h"

#include <cmath>
#include <vector>

extern "C" int omp_get_num_threads();
extern "C" int omp_get_thread_num();
extern "C" int omp_get_max_threads();
extern "C" void omp_set_num_threads(int);

/// Each thread adds up a part, and a part of the numbers is its own.
#pragma adjoint reverse
double parts(const double *x, int n) {
  double sum = 0;
#pragma omp parallel
  {
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    double part = 0;
    for (int i = thread; i < n; i += threads)
      part += x[i] * x[i] * x[(i + 1) % n];
#pragma omp critical
    sum += part;
  }
  return sum;
}

/// A slot for each thread.
#pragma adjoint reverse
double slots(const double *x, int n) {
  std::vector<double> slot(omp_get_max_threads(), 0.0);
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    slot[omp_get_thread_num()] += std::sin(x[i]) * x[0];
  double sum = 0;
  for (double part : slot)
    sum += part;
  return sum;
}

/// Loops that wait for each other, and what one thread does between them.
#pragma adjoint reverse
double phases(const double *x, int n) {
  std::vector<double> y(n), z(n);
  double sum = 0, scale = 0;
#pragma omp parallel default(none) shared(x, y, z, sum, scale) firstprivate(n)
  {
#pragma omp for schedule(static)
    for (int i = 0; i < n; ++i)
      y[i] = std::exp(0.1 * x[i]) * x[n - 1 - i];
#pragma omp single
    scale = y[0] * y[n - 1];
    double local = 0;
#pragma omp for schedule(guided) nowait
    for (int i = 0; i < n; ++i) {
      z[i] = y[i] * y[(i + 1) % n] * scale;
      local += z[i] * z[i];
    }
#pragma omp atomic
    sum += local;
#pragma omp barrier
#pragma omp master
    scale = sum * sum;
  }
  return sum + scale + z[0];
}

/// Variables that a thread keeps from iteration to iteration.
#pragma adjoint reverse
double kept(const double *x, int n) {
  double sum = 0;
#pragma omp parallel num_threads(3)
  {
    double t, work[2];
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < n; ++i) {
      t = x[i] * x[i];
      work[0] = std::sin(t);
      work[1] = work[0] * t;
      sum += work[1] * work[0];
    }
  }
  return sum;
}

#pragma adjoint reverse
double inTurn(const double *x, int n) {
  double product = 1, most = -1e30, previous = 0;
  std::vector<double> before(n);
#pragma omp parallel
  {
#pragma omp for ordered
    for (int i = 0; i < n; ++i) {
      const double factor = 1 + 0.1 * x[i] * x[i];
#pragma omp ordered
      product *= factor;
    }
#pragma omp for
    for (int i = 0; i < n; ++i) {
#pragma omp critical
      if (x[i] > most)
        most = x[i];
    }
  }
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < n; ++i) {
    double value;
#pragma omp atomic capture
    {
      value = previous;
      previous += x[i] * x[i];
    }
    before[i] = value * x[i];
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += before[i];
  return product * most + sum + previous;
}

/// Several places in one critical section, and atomic sums in branches.
#pragma adjoint reverse
double meetings(const double *x, int n) {
  double up = 0, down = 0, even = 1, table[3] = {1, 1, 1};
#pragma omp parallel for if (n > 3)
  for (int i = 0; i < n; ++i) {
    const double t = x[i] * x[(i + 1) % n];
#pragma omp critical(sums)
    {
      up += t * t;
      down -= t;
      table[i % 3] += t * x[i];
    }
    if (i % 2 == 0) {
#pragma omp atomic update
      even -= x[i];
    }
  }
#pragma omp parallel for if (false)
  for (int i = 1; i < n; ++i)
    up *= x[i]; // in order
  return up * down * even * table[0] * table[1] * table[2];
}

#pragma adjoint reverse
double sections(const double *x, int n) {
  double first = 0, second = 0;
#pragma omp parallel sections
  {
#pragma omp section
    first = x[0] * x[n - 1];
#pragma omp section
    {
      for (int i = 0; i < n; ++i)
        second += x[i] * x[i];
    }
  }
  return first * second;
}

/// A parallel loop in a loop, in a function that another one calls.
static void smooth(double *x, double *work, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    work[i] = 0.5 * x[i] + 0.25 * x[i] * x[(i + 1) % n] + 0.25 * x[(i + n - 1) % n];
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    x[i] = work[i];
}

#pragma adjoint reverse
double steps(const double *x, int n) {
  std::vector<double> now(x, x + n), work(n);
  for (int step = 0; step < 4; ++step)
    smooth(now.data(), work.data(), n);
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (const double &value : now)
    sum += value * value;
  return sum;
}

void product(const double *x, int n, double *out) {
  if (n < 3) {
    *out = 0;
    for (int i = 0; i < n; ++i)
      *out += std::sin(x[i]) * x[i];
    return;
  }
  double a, b;
#pragma omp task shared(a) firstprivate(n)
  product(x, n / 2, &a);
#pragma omp task shared(b)
  product(x + n / 2, n - n / 2, &b);
#pragma omp taskwait
  *out = a * b + a;
}

/// Tasks that make tasks.
#pragma adjoint reverse
double tree(const double *x, int n) {
  double result = 0;
#pragma omp parallel
#pragma omp single
  product(x, n, &result);
  return result;
}

/// Tasks that wait for each other, and a loop of tasks.
#pragma adjoint reverse
double chain(const double *x, int n) {
  std::vector<double> ys(n), z(n);
  double *y = ys.data();
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < n; ++i) {
#pragma omp task depend(out : y[i]) shared(y, x)
      y[i] = x[i] * x[(i + 1) % n];
#pragma omp task depend(in : y[i]) shared(y, z)
      z[i] = y[i] * y[i];
    }
#pragma omp taskwait
#pragma omp taskloop shared(z, y) grainsize(2)
    for (unsigned long i = 0; i < z.size(); ++i)
      z[i] *= std::exp(y[i] * 0.1);
  }
  double sum = 0;
  for (double v : z)
    sum += v;
  return sum;
}

/// What one task after the other changes keeps the loop around in order.
#pragma adjoint reverse
double taken(const double *x, int n) {
  std::vector<double> y(n), last(1, 1.0);
  double *of = last.data();
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    y[i] = std::exp(0.1 * x[i]);
#pragma omp task shared(of, y)
#pragma omp critical
    of[0] *= y[i] * x[0];
  }
  return of[0] * y[0];
}

/// A task changes its copies.
#pragma adjoint reverse
double copied(const double *x, int n) {
  double t = x[0], u = x[1 % n], sum = 0;
#pragma omp taskgroup
  {
#pragma omp task firstprivate(t) shared(sum)
    {
      t *= x[n - 1];
      u += t;
      sum += t * u;
    }
  }
  return sum * t * u;
}

/// Memory of each thread's own that outlives the loop.
static double scratch[2];
static int used;
#pragma omp threadprivate(scratch, used)
static double inScratch(double a) {
  scratch[0] = a * a;
  scratch[1] = scratch[0] * a;
  return scratch[1] - scratch[0];
}
#pragma adjoint reverse
double ownOfThreads(const double *x, int n) {
  double sum = 0;
  used = 1;
#pragma omp parallel for reduction(+ : sum) copyin(used)
  for (int i = 0; i < n; ++i) {
    scratch[0] = std::sin(x[i]) * used;
    sum += scratch[0] * x[0];
  }
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += inScratch(x[i]);
  return sum;
}

static double dot(const std::vector<double> &a, const std::vector<double> &b) {
  double s = 0;
  const std::size_t n = a.size();
#pragma omp parallel for reduction(+ : s)
  for (std::size_t i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}
/// A function that is inlined twice, sums of a vector in a critical section, and variables of a region that inner loops set.
#pragma adjoint reverse
double assembled(const double *x, int n) {
  std::vector<double> b(n, 0.5), y(n, 0.1);
#pragma omp parallel for
  for (int e = 0; e < n - 1; ++e) {
    const double h = x[e] * x[e + 1];
#pragma omp critical
    b[e + 1] += h;
#pragma omp critical
    {
      for (int k = 0; k < 2; ++k)
        b[e + k] += 0.1 * k * h;
    }
  }
  int i, j;
  double d;
#pragma omp parallel private(i, j, d)
  {
#pragma omp for
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++) {
        d = x[i] - x[j];
        y[i] += d * d * d;
      }
  }
  return dot(b, b) * dot(y, y) * dot(b, b) + dot(y, b);
}

int main() {
  for (int threads : {1, 2, 3, 8}) {
    omp_set_num_threads(threads);
    numeric::check("assembled", assembled, assembled_b, {{1, 2, 3}, {0.5, -0.25, 0.3, 1, 0.7, 2}});
    numeric::check("ownOfThreads", ownOfThreads, ownOfThreads_b, {{1, 2, 3}, {0.5, -0.25, 0.3, 1, 0.7, 2}});
    numeric::check("parts", parts, parts_b, {{1, 2, 3, 4}, {0.5, -0.25, 0.3, 1, 0.7, 2, 0.1, 0.2, 0.4, 1.5}});
    numeric::check("slots", slots, slots_b, {{1, 2, 3, 4}, {0.5, -0.25, 0.3, 1, 0.7, 2, 0.1, 0.2, 0.4, 1.5}});
    numeric::check("phases", phases, phases_b, {{1, 2, 3, 4}, {0.5, -0.25, 0.3, 1, 0.7, 2, 0.1, 0.2, 0.4, 1.5}});
    numeric::check("kept", kept, kept_b, {{1, 2, 3, 4}, {0.5, -0.25, 0.3, 1, 0.7, 2, 0.1, 0.2, 0.4, 1.5}});
    numeric::check("inTurn", inTurn, inTurn_b, {{1, 2, 3, 4}, {0.5, -0.25, 0.3, 1, 0.7, 2, 0.1}});
    // The threads add in any order, and the products carry the last digits of the sums into the differences.
    numeric::check("meetings", meetings, meetings_b, {{1, 2, 3, 4}, {0.5, -0.25, 0.3, 1, 0.7, 2, 0.1}}, 1e-5);
    numeric::check("sections", sections, sections_b, {{1, 2, 3, 4}, {0.5, -0.25, 0.3, 1, 0.7, 2, 0.1}});
    numeric::check("steps", steps, steps_b, {{1, 2, 3, 4}, {0.5, -0.25, 0.3, 1, 0.7, 2, 0.1}});
    numeric::check("tree", tree, tree_b, {{1, 2, 3}, {0.5, -0.25, 0.3, 1, 0.7, 2}});
    numeric::check("taken", taken, taken_b, {{1, 2, 3}, {0.5, -0.25, 0.3, 1, 0.7, 2}});
    numeric::check("chain", chain, chain_b, {{1, 2, 3}, {0.5, -0.25, 0.3, 1, 0.7, 2}});
    numeric::check("copied", copied, copied_b, {{1, 2, 3}, {0.5, -0.25, 0.3, 1, 0.7, 2}});
  }
  return numeric::report();
}
