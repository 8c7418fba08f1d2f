// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of vectors of vectors have a name in front of a reversed loop that adds to neighbours in one of them; behind a test where
// the loop around has other bounds. Those of vectors that change places are told apart, and the sums are gathered. Rows that
// other vectors may share have a name, too, and the loop stays one. Not where there is one element of each row.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint --no-name-rows | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

// OFF-NOT: _row

struct Row {
  double *elements;
};

double sumOf(const Row *rows, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      sum += rows[i].elements[j];
  return sum;
}

#pragma adjoint reverse wrt(x)
double swapped(int n, const double *x) {
  Row *u = new Row[n], *v = new Row[n];
  for (int i = 0; i < n; ++i) {
    double *const made = new double[n];
    u[i].elements = made;
    double *const other = new double[n];
    v[i].elements = other;
    for (int j = 0; j < n; ++j)
      made[j] = other[j] = x[j];
  }
  for (int s = 0; s < 9; ++s) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        v[i].elements[j] = u[i - 1].elements[j] + u[i].elements[j - 1] + u[i].elements[j + 1];
    Row *const old = u;
    u = v;
    v = old;
  }
  const double sum = sumOf(u, n);
  for (int i = 0; i < n; ++i) {
    delete[] u[i].elements;
    delete[] v[i].elements;
  }
  delete[] u;
  delete[] v;
  return sum;
}

#pragma adjoint reverse
void shared(int n, int m, const Row *u, Row *v) {
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m; ++j)
      v[i].elements[j] = u[i].elements[j - 1] + 2.0 * u[i].elements[j];
}

#pragma adjoint reverse
void single(int n, int m, const Row *u, Row *v) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      v[i].elements[j] = 2.0 * u[i].elements[j];
}

// CHECK: void swapped_b(int n, const double * /*x*/, double *x_b, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   Row *u_b = new Row[n]();
// CHECK-NEXT:   Row *u = new Row[n];
// CHECK-NEXT:   Row *v_b = new Row[n]();
// CHECK-NEXT:   Row *v = new Row[n];
// CHECK-NEXT:   double **made_tape = tape.reserve<double *>(adjoint::trips(0, n));
// CHECK-NEXT:   double **made_b_tape = tape.reserve<double *>(adjoint::trips(0, n));
// CHECK-NEXT:   double **other_tape = tape.reserve<double *>(adjoint::trips(0, n));
// CHECK-NEXT:   double **other_b_tape = tape.reserve<double *>(adjoint::trips(0, n));
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     double *made_b = tape.zeros<double>(n);
// CHECK-NEXT:     double *const made = tape.reserve<double>(n);
// CHECK-NEXT:     u_b[i].elements = made_b;
// CHECK-NEXT:     double *other_b = tape.zeros<double>(n);
// CHECK-NEXT:     double *const other = tape.reserve<double>(n);
// CHECK-NEXT:     v_b[i].elements = other_b;
// CHECK-NEXT:     made_tape[i] = made;
// CHECK-NEXT:     made_b_tape[i] = made_b;
// CHECK-NEXT:     other_tape[i] = other;
// CHECK-NEXT:     other_b_tape[i] = other_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   Row **u_tape = tape.reserve<Row *>(9);
// CHECK-NEXT:   Row **u_b_tape = tape.reserve<Row *>(9);
// CHECK-NEXT:   Row **v_tape = tape.reserve<Row *>(9);
// CHECK-NEXT:   Row **v_b_tape = tape.reserve<Row *>(9);
// CHECK-NEXT:   for (int s = 0; s < 9; ++s) {
// CHECK-NEXT:     Row *old_b = u_b;
// CHECK-NEXT:     Row *const old = u;
// CHECK-NEXT:     u_tape[s] = u;
// CHECK-NEXT:     u_b_tape[s] = u_b;
// CHECK-NEXT:     u_b = v_b;
// CHECK-NEXT:     u = v;
// CHECK-NEXT:     v_tape[s] = v;
// CHECK-NEXT:     v_b_tape[s] = v_b;
// CHECK-NEXT:     v_b = old_b;
// CHECK-NEXT:     v = old;
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double sum_b = result_b;
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     for (int j = n - 1; j >= 0; --j) {
// CHECK-NEXT:       u_b[i].elements[j] += sum_b;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int s = 8; s >= 0; --s) {
// CHECK-NEXT:     v_b = v_b_tape[s];
// CHECK-NEXT:     v = v_tape[s];
// CHECK-NEXT:     u_b = u_b_tape[s];
// CHECK-NEXT:     u = u_tape[s];
// CHECK-NEXT:     for (int i = n - 1 - 1; i >= 1; --i) {
// CHECK-NEXT:       double *const v_b_row = v_b[i].elements;
// CHECK-NEXT:       double *const u_b_row = u_b[i - 1].elements;
// CHECK-NEXT:       double *const u_b_row_2 = u_b[i].elements;
// CHECK-NEXT:       const int high = n - 1 > 3 ? n - 1 : 3;
// CHECK-NEXT:       // Each element gathers from its neighbours.
// CHECK-NEXT:       for (int j = 3; j < high; ++j) {
// CHECK-NEXT:         u_b_row_2[j - 1] += v_b_row[j] + v_b_row[j - 2];
// CHECK-NEXT:       }
// CHECK-NEXT:       const int low = n - 1 < 3 ? n - 1 : 3;
// CHECK-NEXT:       // At the ends.
// CHECK-NEXT:       for (int j = 1; j < low; ++j) {
// CHECK-NEXT:         const double seed = v_b_row[j];
// CHECK-NEXT:         u_b_row_2[j - 1] += seed;
// CHECK-NEXT:       }
// CHECK-NEXT:       for (int j = high - 2; j < n - 1; ++j) {
// CHECK-NEXT:         const double seed = v_b_row[j];
// CHECK-NEXT:         u_b_row_2[j + 1] += seed;
// CHECK-NEXT:       }
// CHECK-NEXT:       for (int j = 1; j < n - 1; ++j) {
// CHECK-NEXT:         const double seed = v_b_row[j];
// CHECK-NEXT:         v_b_row[j] = 0.0;
// CHECK-NEXT:         u_b_row[j] += seed;
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(v_b_tape, 9);
// CHECK-NEXT:   tape.release(v_tape, 9);
// CHECK-NEXT:   tape.release(u_b_tape, 9);
// CHECK-NEXT:   tape.release(u_tape, 9);
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     double *other_b = other_b_tape[i];
// CHECK-NEXT:     double *const other = other_tape[i];
// CHECK-NEXT:     double *made_b = made_b_tape[i];
// CHECK-NEXT:     double *const made = made_tape[i];
// CHECK-NEXT:     ADJOINT_INDEPENDENT
// CHECK-NEXT:     for (int j = 0; j < n; ++j) {
// CHECK-NEXT:       other_b[j] += made_b[j];
// CHECK-NEXT:       made_b[j] = 0.0;
// CHECK-NEXT:       x_b[j] += other_b[j];
// CHECK-NEXT:       other_b[j] = 0.0;
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.release(other);
// CHECK-NEXT:     tape.release(other_b);
// CHECK-NEXT:     tape.release(made);
// CHECK-NEXT:     tape.release(made_b);
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(other_b_tape, adjoint::trips(0, n));
// CHECK-NEXT:   tape.release(other_tape, adjoint::trips(0, n));
// CHECK-NEXT:   tape.release(made_b_tape, adjoint::trips(0, n));
// CHECK-NEXT:   tape.release(made_tape, adjoint::trips(0, n));
// CHECK-NEXT:   delete[] v;
// CHECK-NEXT:   delete[] v_b;
// CHECK-NEXT:   delete[] u;
// CHECK-NEXT:   delete[] u_b;
// CHECK-NEXT: }
// CHECK-NEXT: void shared_b(int n, int m, const Row * /*u*/, Row *u_b, Row * /*v*/, Row *v_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     if (m > 1) {
// CHECK-NEXT:       double *const v_b_row = v_b[i].elements;
// CHECK-NEXT:       double *const u_b_row = u_b[i].elements;
// CHECK-NEXT:       for (int j = m - 1; j >= 1; --j) {
// CHECK-NEXT:         const double seed = v_b_row[j];
// CHECK-NEXT:         v_b_row[j] = 0.0;
// CHECK-NEXT:         u_b_row[j - 1] += seed;
// CHECK-NEXT:         u_b_row[j] += 2.0 * seed;
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void single_b(int n, int m, const Row * /*u*/, Row *u_b, Row * /*v*/, Row *v_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     for (int j = m - 1; j >= 0; --j) {
// CHECK-NEXT:       const double seed = v_b[i].elements[j];
// CHECK-NEXT:       v_b[i].elements[j] = 0.0;
// CHECK-NEXT:       u_b[i].elements[j] += 2.0 * seed;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
