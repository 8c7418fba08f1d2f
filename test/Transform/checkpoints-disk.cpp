// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Snapshots of the forward sweep that go to disk: the text has a line more where one is taken, and the reverse sweep asks whether it has
// one from there.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#include <cmath>

#pragma adjoint reverse
double decay(double x, int steps) {
#pragma adjoint checkpoint snapshots(3) disk("/scratch")
  for (int t = 0; t < steps; ++t)
    x = std::sin(x);
  return x;
}

#pragma adjoint reverse
double period(double x, int steps) {
#pragma adjoint checkpoint every(100) disk("/scratch")
  for (int t = 0; t < steps; ++t)
    x = std::sin(x);
  return x;
}

// CHECK: void decay_b(double x, double &x_b, int steps, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double x_2 = x;
// CHECK-NEXT:   std::size_t snapshots_left_kept = 0;
// CHECK-NEXT:   std::size_t steps_2 = 0;
// CHECK-NEXT:   {
// CHECK-NEXT:     std::size_t step = 0;
// CHECK-NEXT:     std::size_t next_snapshot = 0;
// CHECK-NEXT:     std::size_t snapshots_left = 3;
// CHECK-NEXT:     std::size_t period = adjoint::disk_period(snapshots_left);
// CHECK-NEXT:     for (int t = 0; t < steps; ++t) {
// CHECK-NEXT:       if (step == next_snapshot) {
// CHECK-NEXT:         const adjoint::Tape::Mark mark = adjoint::tape_mark();
// CHECK-NEXT:         tape.push_all(x_2, step);
// CHECK-NEXT:         snapshots_left = adjoint::left_beside_disk("/scratch", mark, step,
// CHECK-NEXT:                                                    adjoint::trips(0, steps) + 1, period,
// CHECK-NEXT:                                                    snapshots_left);
// CHECK-NEXT:         next_snapshot = adjoint::next_snapshot_on_disk(step, adjoint::trips(0, steps) + 1,
// CHECK-NEXT:                                                        snapshots_left, period);
// CHECK-NEXT:       }
// CHECK-NEXT:       ++step;
// CHECK-NEXT:       x_2 = std::sin(x_2);
// CHECK-NEXT:     }
// CHECK-NEXT:     snapshots_left_kept = snapshots_left;
// CHECK-NEXT:     steps_2 = step;
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double x_b_2 = result_b;
// CHECK-NEXT:   {
// CHECK-NEXT:     std::size_t snapshots_left = snapshots_left_kept;
// CHECK-NEXT:     for (std::size_t step = steps_2; step > 0;) {
// CHECK-NEXT:       --step;
// CHECK-NEXT:       const adjoint::Tape::Mark mark = adjoint::mark_with_disk();
// CHECK-NEXT:       std::size_t at;
// CHECK-NEXT:       tape.pop_all(at, x_2);
// CHECK-NEXT:       if (at == step && !adjoint::is_from_disk(mark))
// CHECK-NEXT:         ++snapshots_left;
// CHECK-NEXT:       std::size_t next_snapshot = adjoint::resumed_with_disk(mark, at, step, steps_2,
// CHECK-NEXT:           adjoint::next_snapshot(at, step + 1, snapshots_left));
// CHECK-NEXT:       for (; at < step; ++at) {
// CHECK-NEXT:         if (at == next_snapshot) {
// CHECK-NEXT:           tape.push_all(x_2, at);
// CHECK-NEXT:           --snapshots_left;
// CHECK-NEXT:           next_snapshot = adjoint::next_snapshot(at, step + 1, snapshots_left);
// CHECK-NEXT:         }
// CHECK-NEXT:         x_2 = std::sin(x_2);
// CHECK-NEXT:       }
// CHECK-NEXT:       {
// CHECK-NEXT:         x_b_2 = std::cos(x_2) * x_b_2;
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   x_b += x_b_2;
// CHECK-NEXT: }
// CHECK-NEXT: void period_b(double x, double &x_b, int steps, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double x_2 = x;
// CHECK-NEXT:   std::size_t steps_2 = 0;
// CHECK-NEXT:   {
// CHECK-NEXT:     std::size_t step = 0;
// CHECK-NEXT:     std::size_t next_snapshot = 0;
// CHECK-NEXT:     for (int t = 0; t < steps; ++t) {
// CHECK-NEXT:       if (step == next_snapshot) {
// CHECK-NEXT:         const adjoint::Tape::Mark mark = adjoint::tape_mark();
// CHECK-NEXT:         tape.push_all(x_2, step);
// CHECK-NEXT:         next_snapshot = adjoint::moved_to_disk("/scratch", mark, step, adjoint::trips(0, steps) + 1,
// CHECK-NEXT:                                                100UL, adjoint::next_snapshot_of_every(step, 100UL));
// CHECK-NEXT:       }
// CHECK-NEXT:       ++step;
// CHECK-NEXT:       x_2 = std::sin(x_2);
// CHECK-NEXT:     }
// CHECK-NEXT:     steps_2 = step;
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double x_b_2 = result_b;
// CHECK-NEXT:   {
// CHECK-NEXT:     for (std::size_t step = steps_2; step > 0;) {
// CHECK-NEXT:       --step;
// CHECK-NEXT:       const adjoint::Tape::Mark mark = adjoint::mark_with_disk();
// CHECK-NEXT:       std::size_t at;
// CHECK-NEXT:       tape.pop_all(at, x_2);
// CHECK-NEXT:       std::size_t next_snapshot = adjoint::resumed_with_disk(mark, at, step, steps_2,
// CHECK-NEXT:           adjoint::next_snapshot_of_every(at, 1UL));
// CHECK-NEXT:       for (; at < step; ++at) {
// CHECK-NEXT:         if (at == next_snapshot) {
// CHECK-NEXT:           tape.push_all(x_2, at);
// CHECK-NEXT:           next_snapshot = adjoint::next_snapshot_of_every(at, 1UL);
// CHECK-NEXT:         }
// CHECK-NEXT:         x_2 = std::sin(x_2);
// CHECK-NEXT:       }
// CHECK-NEXT:       {
// CHECK-NEXT:         x_b_2 = std::cos(x_2) * x_b_2;
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   x_b += x_b_2;
// CHECK-NEXT: }
