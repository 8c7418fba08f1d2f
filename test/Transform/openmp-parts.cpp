// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that change what they read, and record in branches: in parts with tapes of their own, in one function and in two halves.
// Chunks of a schedule mean nothing to parts.
//
// RUN: %adjoint-gen %s --dump=adjoint -Wno-active-branch -- -fopenmp | FileCheck %s --match-full-lines --strict-whitespace
// RUN: %adjoint-gen %s --dump=plan -Wno-active-branch -- -fopenmp | FileCheck %s --check-prefix=PLAN
// RUN: %adjoint-gen %s -o %t.cpp -Wno-active-branch -- -fopenmp
// RUN: %gxx -fopenmp -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -fopenmp -c %t.cpp -o %t.clangxx.o %runtime-flags

#pragma adjoint reverse
void relaxed(double *__restrict u, int n, int part) {
#pragma omp parallel for schedule(static, 4)
  for (int i = 1; i < n; ++i)
    if (u[i] > part)
      u[i] *= u[i];
}
// PLAN-LABEL: function relaxed
// PLAN: loop of the adjoint: parallel, in parts with tapes
// CHECK:void relaxed_b(double *__restrict u, double *__restrict u_b, int n, int part) {
// CHECK-NEXT:  adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:  adjoint::TapeParts &parts = tape.parts();
// CHECK-NEXT:  const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:  // Forward sweep.
// CHECK-NEXT:  bool *taken_tape = tape.reserve<bool>(adjoint::trips(1, n));
// CHECK-NEXT:  parts.begin();
// CHECK-NEXT:  #pragma omp parallel for schedule(static, 1)
// CHECK-NEXT:  for (int part_2 = 0; part_2 < adjoint::TapeParts::count; ++part_2) {
// CHECK-NEXT:    const adjoint::TapeParts::Turn turn(parts, part_2);
// CHECK-NEXT:    adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:    const int first = adjoint::part_first(part_2, 1, n);
// CHECK-NEXT:    const int end = adjoint::part_end(part_2, 1, n);
// CHECK-NEXT:    for (int i = first; i < end; ++i) {
// CHECK-NEXT:      const bool taken = u[i] > part;
// CHECK-NEXT:      if (taken) {
// CHECK-NEXT:        tape.push(u[i]);
// CHECK-NEXT:        u[i] *= u[i];
// CHECK-NEXT:      }
// CHECK-NEXT:      taken_tape[i - 1] = taken;
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  // Reverse sweep.
// CHECK-NEXT:  #pragma omp parallel for schedule(static, 1)
// CHECK-NEXT:  for (int part_2 = 0; part_2 < adjoint::TapeParts::count; ++part_2) {
// CHECK-NEXT:    const adjoint::TapeParts::Turn turn(parts, part_2);
// CHECK-NEXT:    adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:    const int first = adjoint::part_first(part_2, 1, n);
// CHECK-NEXT:    const int end = adjoint::part_end(part_2, 1, n);
// CHECK-NEXT:    for (int i = end; i > first;) {
// CHECK-NEXT:      --i;
// CHECK-NEXT:      const bool taken = taken_tape[i - 1];
// CHECK-NEXT:      if (taken) {
// CHECK-NEXT:        tape.pop(u[i]);
// CHECK-NEXT:        u_b[i] = 2.0 * u[i] * u_b[i];
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  parts.end();
// CHECK-NEXT:  tape.release(taken_tape, adjoint::trips(1, n));
// CHECK-NEXT:}
