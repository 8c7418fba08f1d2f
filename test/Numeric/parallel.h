// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of functions that all processes of MPI_COMM_WORLD call together, each with numbers of its own. Derivatives are of all
// outputs of all processes with respect to all inputs of all.

#ifndef ADJOINT_TEST_PARALLEL_H
#define ADJOINT_TEST_PARALLEL_H

#include <mpi.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace parallel {

inline int rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}
inline int size() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

inline int checks = 0;

[[noreturn]] inline void fail(const char *name, const char *what, double expected, double found) {
  std::fprintf(stderr, "%s, rank %d of %d: %s: %.17g instead of %.17g\n", name, rank(), size(), what, found, expected);
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

inline void same(const char *name, const char *what, double expected, double found, double tolerance) {
  ++checks;
  if (!(std::fabs(expected - found) <= tolerance * (1.0 + std::fabs(expected))))
    fail(name, what, expected, found);
}

inline double sum(double x) {
  double all = 0.0;
  MPI_Allreduce(&x, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

using Numbers = std::vector<double>;

inline double dot(const Numbers &a, const Numbers &b) {
  double s = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    s += a[i] * b[i];
  return sum(s);
}

/// Numbers between 0.5 and 1.5, of which each process has others.
inline Numbers numbers(int n, int seed) {
  Numbers made;
  for (int i = 0; i < n; ++i)
    made.push_back(1.0 + 0.5 * std::sin(1.7 * i + 2.3 * seed + 0.9 * rank() * (seed + 1)));
  return made;
}

/// f(x, n) overwrites x. The adjoint is compared with the tangent, and, coordinate by coordinate, with differences.
template <class F, class Adjoint, class Tangent>
void check(const char *name, F f, Adjoint f_b, Tangent f_d, Numbers x, double step = 1e-5) {
  const int n = static_cast<int>(x.size());
  const Numbers seed = numbers(n, 5);
  Numbers y = x, x_b = seed;
  f_b(y.data(), x_b.data(), n);

  Numbers direction = numbers(n, 7), y_d = direction;
  y = x;
  f_d(y.data(), y_d.data(), n);
  same(name, "tangent", dot(seed, y_d), dot(x_b, direction), 1e-12);

  Numbers value = x;
  f(value.data(), n);
  for (int i = 0; i < n; ++i)
    same(name, "value", value[std::size_t(i)], y[std::size_t(i)], 1e-13);

  for (int r = 0; r < size(); ++r)
    for (std::size_t i = 0; i < x.size(); ++i) {
      Numbers up = x, down = x;
      if (r == rank()) {
        up[i] += step;
        down[i] -= step;
      }
      f(up.data(), n);
      f(down.data(), n);
      double by = 0.0;
      for (std::size_t k = 0; k < x.size(); ++k)
        by += seed[k] * (up[k] - down[k]) / (2 * step);
      by = sum(by);
      if (r == rank())
        same(name, "difference", by, x_b[i], 1e-7);
    }
}

} // namespace parallel

/// Runs in main(): all processes or none have passed.
#define PARALLEL_MAIN(...)                                                                                             \
  int main(int argc, char **argv) {                                                                                    \
    MPI_Init(&argc, &argv);                                                                                            \
    __VA_ARGS__;                                                                                                       \
    if (parallel::checks == 0)                                                                                         \
      parallel::fail("main", "checks", 1, 0);                                                                          \
    MPI_Finalize();                                                                                                    \
  }

#endif
