// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// memcpy of structs of floating-point numbers, and of rows of matrices.

#include "numeric.h"

#include <cstdlib>
#include <cstring>

struct Pair {
  double a, b;
};

#pragma adjoint reverse
double ofStructs(double x, double y) {
  Pair p[2] = {{x, y}, {x * y, y * y}}, q[2];
  std::memcpy(q, p, sizeof(p));
  q[0].a *= q[1].b;
  std::memcpy(&p[1], &q[0], sizeof(Pair));
  return p[1].a * p[1].b + p[0].a * q[1].a;
}

#pragma adjoint reverse
double ofRows(const double *x, int n) {
  double a[2][3], b[3];
  std::memcpy(a[0], x, 3 * sizeof(double));
  std::memcpy(a[1], a, sizeof(a[0]));
  a[1][2] *= a[0][0] * x[n - 1];
  std::memcpy(b, &a[1][1], 2 * sizeof(double));
  std::memset(&a[0][1], 0, 2 * sizeof(double));
  b[2] = a[1][0] * a[0][1];
  std::memcpy(a, b, sizeof(b));
  return a[0][0] * a[0][1] + a[0][2] * a[1][2] + b[1];
}

// A struct with a pointer, and with arrays beside it that no number stands in.
struct Solver {
  double step, limits[6];
  double *state, *rows[5];
  int counts[7];
  char message[64];
};

static Solver *makeSolver(double step, int n) {
  Solver *made = static_cast<Solver *>(std::malloc(sizeof(Solver)));
  std::memset(made, 0, sizeof(Solver));
  made->step = step;
  made->counts[6] = n;
  made->state = static_cast<double *>(std::malloc(sizeof(double) * n));
  made->rows[4] = made->state + 1;
  return made;
}

#pragma adjoint reverse
double ofSolver(const double *x, int n) {
  Solver *solver = makeSolver(x[0], n), copy;
  for (int i = 0; i < n; ++i)
    solver->state[i] = x[i] * solver->step;
  solver->limits[5] = x[1] * x[1];
  copy = *solver;
  solver->limits[5] = 0.0;
  for (int k = 0; k + 1 < copy.counts[6]; ++k)
    copy.rows[4][k] *= copy.limits[5] + copy.state[0];
  const double sum = solver->state[1] * solver->state[n - 1] + copy.limits[5] * solver->limits[5];
  std::free(solver->state);
  std::free(solver);
  return sum;
}

int main() {
  numeric::check("ofSolver", ofSolver, ofSolver_b, {{0.7, 1.3, -0.8}, {1.1, 0.9}});
  numeric::check("ofStructs", ofStructs, ofStructs_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("ofRows", ofRows, ofRows_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4}});
  return numeric::report();
}
