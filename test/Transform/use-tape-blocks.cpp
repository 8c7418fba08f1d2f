// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a counted loop records goes to a block of the tape, reserved before it and indexed by the iteration. Where the
// reverse sweep stands in another scope, the block's address is recorded. Values under a condition are pushed.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint --no-use-tape-blocks | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#include <cmath>

#pragma adjoint reverse
void repeated(double *x, int n, int m) {
  for (int step = 0; step < m; ++step)
    for (int i = n; i >= 1; --i)
      x[i] = x[i] * x[i - 1];
}

#pragma adjoint reverse
void conditional(double *x, unsigned n) {
  for (unsigned i = 2; i <= n; ++i) {
    x[0] *= x[i];
    if (x[0] > 1.0)
      x[0] = std::sqrt(x[0]) * x[1];
  }
}

// One block for both loops: the inner one is short, and always as long.
#pragma adjoint reverse
void coordinates(double (*x)[3], int n) {
  for (int i = 1; i < n; ++i)
    for (int k = 0; k < 3; ++k)
      x[i][k] = x[i][k] * x[i - 1][k];
}

// One block for both loops: the reversed rows run upwards.
#pragma adjoint reverse
void squares(double *x, int m, int n, int steps) {
  for (int s = 0; s < steps; ++s)
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        x[i * n + j] *= x[i * n + j];
}

// A block for each row: rows depend on one another, or the condition's record has to be read backwards.
#pragma adjoint reverse
void downwards(double *x, int m, int n) {
  for (int i = 1; i < m; ++i)
    for (int j = 0; j < n; ++j)
      x[i * n + j] *= x[(i - 1) * n + j];
}

#pragma adjoint reverse
void chosen(double *x, int m, int n) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      x[i * n + j] *= x[i * n + j];
      if (x[i * n + j] > 1.0)
        x[i * n + j] = std::sqrt(x[i * n + j]);
    }
}

// A block for each row: how long it is stands in memory that may only be read if there is a row.
#pragma adjoint reverse wrt(x)
void readWidth(double *x, int m, const int *n) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < *n; ++j)
      x[i * 100 + j] *= x[i * 100 + j];
}

// OFF-NOT: reserve

// CHECK: void repeated_b(double *x, double *x_b, int n, int m) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   for (int step = 0; step < m; ++step) {
// CHECK-NEXT:     double *x_tape = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:     for (int i = n; i >= 1; --i) {
// CHECK-NEXT:       x_tape[n - i] = x[i];
// CHECK-NEXT:       x[i] *= x[i - 1];
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.push(x_tape);
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int step = m - 1; step >= 0; --step) {
// CHECK-NEXT:     double *x_tape = tape.pop<double *>();
// CHECK-NEXT:     for (int i = 1; i <= n; ++i) {
// CHECK-NEXT:       x[i] = x_tape[n - i];
// CHECK-NEXT:       x_b[i - 1] += x[i] * x_b[i];
// CHECK-NEXT:       x_b[i] = x[i - 1] * x_b[i];
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.release(x_tape, adjoint::trips(0, n));
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void conditional_b(double *x, double *x_b, unsigned int n) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double *x_tape = tape.reserve<double>(adjoint::trips(2U, n + 1));
// CHECK-NEXT:   bool *taken_tape = tape.reserve<bool>(adjoint::trips(2U, n + 1));
// CHECK-NEXT:   for (unsigned int i = 2; i <= n; ++i) {
// CHECK-NEXT:     x_tape[i - 2] = x[0];
// CHECK-NEXT:     x[0] *= x[i];
// CHECK-NEXT:     const bool taken = x[0] > 1.0;
// CHECK-NEXT:     if (taken) {
// CHECK-NEXT:       const double sqrt_1 = std::sqrt(x[0]);
// CHECK-NEXT:       tape.push(x[0]);
// CHECK-NEXT:       x[0] = sqrt_1 * x[1];
// CHECK-NEXT:       tape.push(sqrt_1);
// CHECK-NEXT:     }
// CHECK-NEXT:     taken_tape[i - 2] = taken;
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (unsigned int i = n + 1; i > 2;) {
// CHECK-NEXT:     --i;
// CHECK-NEXT:     const bool taken = taken_tape[i - 2];
// CHECK-NEXT:     if (taken) {
// CHECK-NEXT:       const double sqrt_1 = tape.pop<double>();
// CHECK-NEXT:       tape.pop(x[0]);
// CHECK-NEXT:       double sqrt_1_b = x[1] * x_b[0];
// CHECK-NEXT:       x_b[1] += sqrt_1 * x_b[0];
// CHECK-NEXT:       x_b[0] = 0.5 / sqrt_1 * sqrt_1_b;
// CHECK-NEXT:     }
// CHECK-NEXT:     x[0] = x_tape[i - 2];
// CHECK-NEXT:     const double seed = x_b[0];
// CHECK-NEXT:     x_b[0] = x[i] * seed;
// CHECK-NEXT:     x_b[i] += x[0] * seed;
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(taken_tape, adjoint::trips(2U, n + 1));
// CHECK-NEXT:   tape.release(x_tape, adjoint::trips(2U, n + 1));
// CHECK-NEXT: }
// CHECK-NEXT: void coordinates_b(double (*x)[3], double (*x_b)[3], int n) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double *x_tape = tape.reserve<double>(adjoint::trips(1, n) * 3);
// CHECK-NEXT:   for (int i = 1; i < n; ++i) {
// CHECK-NEXT:     for (int k = 0; k < 3; ++k) {
// CHECK-NEXT:       x_tape[(i - 1) * 3UL + k] = x[i][k];
// CHECK-NEXT:       x[i][k] *= x[i - 1][k];
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = n - 1; i >= 1; --i) {
// CHECK-NEXT:     for (int k = 2; k >= 0; --k) {
// CHECK-NEXT:       x[i][k] = x_tape[(i - 1) * 3UL + k];
// CHECK-NEXT:       const double seed = x_b[i][k];
// CHECK-NEXT:       x_b[i][k] = x[i - 1][k] * seed;
// CHECK-NEXT:       x_b[i - 1][k] += x[i][k] * seed;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(x_tape, adjoint::trips(1, n) * 3);
// CHECK-NEXT: }
// CHECK-NEXT: void squares_b(double *x, double *x_b, int m, int n, int steps) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   for (int s = 0; s < steps; ++s) {
// CHECK-NEXT:     double *x_tape = tape.reserve<double>(adjoint::trips(0, m) * adjoint::trips(0, n));
// CHECK-NEXT:     for (int i = 0; i < m; ++i) {
// CHECK-NEXT:       for (int j = 0; j < n; ++j) {
// CHECK-NEXT:         x_tape[i * adjoint::trips(0, n) + j] = x[i * n + j];
// CHECK-NEXT:         x[i * n + j] *= x[i * n + j];
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.push(x_tape);
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int s = steps - 1; s >= 0; --s) {
// CHECK-NEXT:     double *x_tape = tape.pop<double *>();
// CHECK-NEXT:     for (int i = 0; i < m; ++i) {
// CHECK-NEXT:       ADJOINT_INDEPENDENT
// CHECK-NEXT:       for (int j = 0; j < n; ++j) {
// CHECK-NEXT:         x[i * n + j] = x_tape[i * adjoint::trips(0, n) + j];
// CHECK-NEXT:         x_b[i * n + j] = 2.0 * x[i * n + j] * x_b[i * n + j];
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.release(x_tape, adjoint::trips(0, m) * adjoint::trips(0, n));
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void downwards_b(double *x, double *x_b, int m, int n) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   for (int i = 1; i < m; ++i) {
// CHECK-NEXT:     double *x_tape = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:     for (int j = 0; j < n; ++j) {
// CHECK-NEXT:       x_tape[j] = x[i * n + j];
// CHECK-NEXT:       x[i * n + j] *= x[(i - 1) * n + j];
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.push(x_tape);
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = m - 1; i >= 1; --i) {
// CHECK-NEXT:     double *x_tape = tape.pop<double *>();
// CHECK-NEXT:     ADJOINT_INDEPENDENT
// CHECK-NEXT:     for (int j = 0; j < n; ++j) {
// CHECK-NEXT:       x[i * n + j] = x_tape[j];
// CHECK-NEXT:       const double seed = x_b[i * n + j];
// CHECK-NEXT:       x_b[i * n + j] = x[(i - 1) * n + j] * seed;
// CHECK-NEXT:       x_b[(i - 1) * n + j] += x[i * n + j] * seed;
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.release(x_tape, adjoint::trips(0, n));
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void chosen_b(double *x, double *x_b, int m, int n) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   for (int i = 0; i < m; ++i) {
// CHECK-NEXT:     double *x_tape = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:     bool *taken_tape = tape.reserve<bool>(adjoint::trips(0, n));
// CHECK-NEXT:     for (int j = 0; j < n; ++j) {
// CHECK-NEXT:       x_tape[j] = x[i * n + j];
// CHECK-NEXT:       x[i * n + j] *= x[i * n + j];
// CHECK-NEXT:       const bool taken = x[i * n + j] > 1.0;
// CHECK-NEXT:       if (taken) {
// CHECK-NEXT:         tape.push(x[i * n + j]);
// CHECK-NEXT:         x[i * n + j] = std::sqrt(x[i * n + j]);
// CHECK-NEXT:       }
// CHECK-NEXT:       taken_tape[j] = taken;
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.push_all(x_tape, taken_tape);
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = m - 1; i >= 0; --i) {
// CHECK-NEXT:     bool *taken_tape;
// CHECK-NEXT:     double *x_tape;
// CHECK-NEXT:     tape.pop_all(taken_tape, x_tape);
// CHECK-NEXT:     for (int j = n - 1; j >= 0; --j) {
// CHECK-NEXT:       const bool taken = taken_tape[j];
// CHECK-NEXT:       if (taken) {
// CHECK-NEXT:         const double value = x[i * n + j];
// CHECK-NEXT:         tape.pop(x[i * n + j]);
// CHECK-NEXT:         x_b[i * n + j] = 0.5 / value * x_b[i * n + j];
// CHECK-NEXT:       }
// CHECK-NEXT:       x[i * n + j] = x_tape[j];
// CHECK-NEXT:       x_b[i * n + j] = 2.0 * x[i * n + j] * x_b[i * n + j];
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.release(taken_tape, adjoint::trips(0, n));
// CHECK-NEXT:     tape.release(x_tape, adjoint::trips(0, n));
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void readWidth_b(double *x, double *x_b, int m, const int *n) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   for (int i = 0; i < m; ++i) {
// CHECK-NEXT:     double *x_tape = tape.reserve<double>(adjoint::trips(0, *n));
// CHECK-NEXT:     for (int j = 0; j < *n; ++j) {
// CHECK-NEXT:       x_tape[j] = x[i * 100 + j];
// CHECK-NEXT:       x[i * 100 + j] *= x[i * 100 + j];
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.push(x_tape);
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = m - 1; i >= 0; --i) {
// CHECK-NEXT:     double *x_tape = tape.pop<double *>();
// CHECK-NEXT:     ADJOINT_INDEPENDENT
// CHECK-NEXT:     for (int j = 0; j < *n; ++j) {
// CHECK-NEXT:       x[i * 100 + j] = x_tape[j];
// CHECK-NEXT:       x_b[i * 100 + j] = 2.0 * x[i * 100 + j] * x_b[i * 100 + j];
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.release(x_tape, adjoint::trips(0, *n));
// CHECK-NEXT:   }
// CHECK-NEXT: }
