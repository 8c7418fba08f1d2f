// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop that takes snapshots: of what it writes and reads again, in ranges that are found in front of it. Not of what each
// step writes before it reads it.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#pragma adjoint reverse
void smooth(int n, int steps, double *__restrict u, double *__restrict next) {
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n; ++i)
      next[i] = u[i] * u[i - 1];
    for (int i = 1; i < n; ++i)
      u[i] = next[i];
  }
}

// CHECK: void smooth_b(int n, int steps, double *__restrict u, double *__restrict u_b,
// CHECK-NEXT:               double *__restrict next, double *__restrict next_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   std::size_t snapshots_left_kept = 0;
// CHECK-NEXT:   std::size_t steps_2 = 0;
// CHECK-NEXT:   {
// CHECK-NEXT:     const adjoint::Range u_range = adjoint::range(1, n);
// CHECK-NEXT:     std::size_t step = 0;
// CHECK-NEXT:     std::size_t next_snapshot = 0;
// CHECK-NEXT:     std::size_t snapshots_left = 3;
// CHECK-NEXT:     for (int t = 0; t < steps; ++t) {
// CHECK-NEXT:       if (step == next_snapshot) {
// CHECK-NEXT:         tape.push(u, u_range);
// CHECK-NEXT:         tape.push(step);
// CHECK-NEXT:         --snapshots_left;
// CHECK-NEXT:         next_snapshot = adjoint::next_snapshot(step, adjoint::trips(0, steps) + 1, snapshots_left);
// CHECK-NEXT:       }
// CHECK-NEXT:       ++step;
// CHECK-NEXT:       for (int i = 1; i < n; ++i) {
// CHECK-NEXT:         next[i] = u[i] * u[i - 1];
// CHECK-NEXT:       }
// CHECK-NEXT:       for (int i = 1; i < n; ++i) {
// CHECK-NEXT:         u[i] = next[i];
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.push(u_range);
// CHECK-NEXT:     snapshots_left_kept = snapshots_left;
// CHECK-NEXT:     steps_2 = step;
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   {
// CHECK-NEXT:     std::size_t snapshots_left = snapshots_left_kept;
// CHECK-NEXT:     const adjoint::Range u_range = tape.pop<adjoint::Range>();
// CHECK-NEXT:     for (std::size_t step = steps_2; step > 0;) {
// CHECK-NEXT:       --step;
// CHECK-NEXT:       const adjoint::Tape::Mark mark = adjoint::tape_mark();
// CHECK-NEXT:       std::size_t at = tape.pop<std::size_t>();
// CHECK-NEXT:       tape.pop(u, u_range);
// CHECK-NEXT:       if (at == step)
// CHECK-NEXT:         ++snapshots_left;
// CHECK-NEXT:       std::size_t next_snapshot = adjoint::resumed(mark, at, step, steps_2,
// CHECK-NEXT:                                                    adjoint::next_snapshot(at, step + 1,
// CHECK-NEXT:           snapshots_left));
// CHECK-NEXT:       for (; at < step; ++at) {
// CHECK-NEXT:         if (at == next_snapshot) {
// CHECK-NEXT:           tape.push(u, u_range);
// CHECK-NEXT:           tape.push(at);
// CHECK-NEXT:           --snapshots_left;
// CHECK-NEXT:           next_snapshot = adjoint::next_snapshot(at, step + 1, snapshots_left);
// CHECK-NEXT:         }
// CHECK-NEXT:         for (int i = 1; i < n; ++i) {
// CHECK-NEXT:           next[i] = u[i] * u[i - 1];
// CHECK-NEXT:         }
// CHECK-NEXT:         for (int i = 1; i < n; ++i) {
// CHECK-NEXT:           u[i] = next[i];
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:       {
// CHECK-NEXT:         for (int i = 1; i < n; ++i) {
// CHECK-NEXT:           next[i] = u[i] * u[i - 1];
// CHECK-NEXT:         }
// CHECK-NEXT:         double *u_tape = tape.reserve<double>(adjoint::trips(1, n));
// CHECK-NEXT:         for (int i = 1; i < n; ++i) {
// CHECK-NEXT:           u_tape[i - 1] = u[i];
// CHECK-NEXT:           u[i] = next[i];
// CHECK-NEXT:         }
// CHECK-NEXT:         for (int i = 1; i < n; ++i) {
// CHECK-NEXT:           u[i] = u_tape[i - 1];
// CHECK-NEXT:           next_b[i] += u_b[i];
// CHECK-NEXT:           u_b[i] = 0.0;
// CHECK-NEXT:         }
// CHECK-NEXT:         tape.release(u_tape, adjoint::trips(1, n));
// CHECK-NEXT:         const int high = n > 2 ? n - 1 : 1;
// CHECK-NEXT:         // Each element gathers from its neighbours.
// CHECK-NEXT:         for (int i = 1; i < high; ++i) {
// CHECK-NEXT:           u_b[i] += u[i - 1] * next_b[i] + u[i + 1] * next_b[i + 1];
// CHECK-NEXT:         }
// CHECK-NEXT:         const int low = n < 2 ? n : 2;
// CHECK-NEXT:         // At the ends.
// CHECK-NEXT:         for (int i = 1; i < low; ++i) {
// CHECK-NEXT:           u_b[i - 1] += u[i] * next_b[i];
// CHECK-NEXT:         }
// CHECK-NEXT:         for (int i = high; i < n; ++i) {
// CHECK-NEXT:           u_b[i] += u[i - 1] * next_b[i];
// CHECK-NEXT:         }
// CHECK-NEXT:         for (int i = 1; i < n; ++i) {
// CHECK-NEXT:           next_b[i] = 0.0;
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
