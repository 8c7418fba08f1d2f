// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// memcpy, memmove and memset of floating-point arrays.

#include "numeric.h"

#include <cstddef>
#include <cstring>

#pragma adjoint reverse
double copies(const double *x, int n) {
  double v[4], w[4];
  memcpy(v, x, 4 * sizeof(double));
  for (int i = 0; i < 4; ++i)
    v[i] *= v[(i + 1) % 4];
  std::memcpy(w, v, sizeof w);
  v[0] = w[1] * w[2] * n;
  memcpy(w + 1, v, 2 * sizeof(*v));
  memcpy(&v[2], &w[0], sizeof(double));
  return w[0] * w[1] + w[2] * w[3] * v[2] * v[0];
}

#pragma adjoint reverse
void intoOutput(const double *x, double *y, int n) {
  std::memcpy(y, x, std::size_t(n) * sizeof(double));
  for (int i = 0; i < n; ++i)
    y[i] *= x[0];
}

// Shifts an array within itself.
#pragma adjoint reverse
void shifts(double *x, int n) {
  double first = x[0];
  x[0] *= x[0];
  memmove(x, x + 1, std::size_t(n - 1) * sizeof(double));
  x[n - 1] = first * x[0];
  std::memmove(x + 2, x, sizeof(double) * std::size_t(n - 2));
  x[1] *= x[n - 1];
}

#pragma adjoint reverse
double clears(const double *x, int n) {
  double v[4];
  memset(v, 0, sizeof(v));
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    v[i % 4] += x[i] * s;
    s += v[i % 4] * v[(i + 1) % 4] + v[i % 4];
    if (i % 3 == 2)
      std::memset(v + 1, 0, 2 * sizeof(double));
  }
  return s * v[0] + v[1] * v[3];
}

#pragma adjoint reverse
void clearsOutput(double *x, int n) {
  double s = x[0] * x[n - 1];
  memset(x + 1, 0, std::size_t(n - 1) * sizeof(double));
  x[n - 1] += s * x[0];
}

#pragma adjoint reverse
double savesAndRestores(const double *x, int n) {
  double state[3] = {x[0], x[1], x[0] * x[1]}, saved[3];
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    std::memcpy(saved, state, sizeof(state));
    state[i % 3] *= x[i];
    state[2] += state[0] * state[1];
    s = s * 0.5 + state[2];
    if (i % 2)
      std::memcpy(state, saved, sizeof(state));
  }
  return s * saved[0];
}

int main() {
  numeric::check("copies", copies, copies_b, {{0.7, 1.3, -0.8, 0.4}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("intoOutput", intoOutput, intoOutput_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4}}, 3);
  numeric::check("shifts", shifts, shifts_b, {{0.7, 1.3, -0.8, 0.4}, {1.1, 0.9, 0.4, -0.6, 0.3}});
  numeric::check("clears", clears, clears_b, {{0.7, 1.3, -0.8, 0.4, 0.6}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("clearsOutput", clearsOutput, clearsOutput_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("savesAndRestores", savesAndRestores, savesAndRestores_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  return numeric::report();
}
