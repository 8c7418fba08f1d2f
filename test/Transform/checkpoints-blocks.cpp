// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A vector that grows in a loop with snapshots: blocks are counted, a snapshot holds all of the one that there is, and how many there
// were. What a step frees, later ones may have; adjoints of a step's blocks are cleared behind it.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#include <vector>

#pragma adjoint reverse
double power(double x, int steps) {
  std::vector<double> v;
  v.push_back(x);
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < steps; ++t)
    v.push_back(v.back() * x);
  return v.back();
}

// CHECK: void power_b(double x, double &x_b, int steps, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   unsigned long v_count = 0;
// CHECK-NEXT:   unsigned long v_room = 0;
// CHECK-NEXT:   double *larger_b = adjoint::calloc<double>(1);
// CHECK-NEXT:   double *larger = adjoint::calloc<double>(1);
// CHECK-NEXT:   double *v_elements_b = larger_b;
// CHECK-NEXT:   double *v_elements = larger;
// CHECK-NEXT:   v_room = 1;
// CHECK-NEXT:   v_elements[0] = x;
// CHECK-NEXT:   std::size_t snapshots_left_kept = 0;
// CHECK-NEXT:   std::size_t steps_2 = 0;
// CHECK-NEXT:   {
// CHECK-NEXT:     adjoint::begin_blocks();
// CHECK-NEXT:     tape.push(v_elements_b);
// CHECK-NEXT:     std::size_t step = 0;
// CHECK-NEXT:     std::size_t next_snapshot = 0;
// CHECK-NEXT:     std::size_t snapshots_left = 3;
// CHECK-NEXT:     std::size_t blocks = 0;
// CHECK-NEXT:     for (int t = 0; t < steps; ++t) {
// CHECK-NEXT:       if (step == next_snapshot) {
// CHECK-NEXT:         tape.push(v_elements, adjoint::elements_of(v_elements));
// CHECK-NEXT:         tape.push_all(v_elements, v_elements_b, v_room, blocks, step);
// CHECK-NEXT:         --snapshots_left;
// CHECK-NEXT:         next_snapshot = adjoint::next_snapshot(step, adjoint::trips(0, steps) + 1, snapshots_left);
// CHECK-NEXT:       }
// CHECK-NEXT:       ++step;
// CHECK-NEXT:       adjoint::reuse_blocks();
// CHECK-NEXT:       double value = v_elements[t] * x;
// CHECK-NEXT:       const bool taken = static_cast<unsigned long>(t) + 1 == v_room;
// CHECK-NEXT:       if (taken) {
// CHECK-NEXT:         const unsigned long grown_value = v_room == 0 ? 1 : 2 * v_room;
// CHECK-NEXT:         double *larger_b_2 = adjoint::block_of_adjoints<double>(blocks, std::size_t(grown_value));
// CHECK-NEXT:         ++blocks;
// CHECK-NEXT:         double *larger_2 = adjoint::block_of_values<double>(blocks, std::size_t(grown_value));
// CHECK-NEXT:         ++blocks;
// CHECK-NEXT:         for (unsigned long i = 0; i < static_cast<unsigned long>(t) + 1; ++i) {
// CHECK-NEXT:           larger_2[i] = v_elements[i];
// CHECK-NEXT:         }
// CHECK-NEXT:         adjoint::release_block(v_elements_b);
// CHECK-NEXT:         adjoint::release_block(v_elements);
// CHECK-NEXT:         v_elements_b = larger_b_2;
// CHECK-NEXT:         v_elements = larger_2;
// CHECK-NEXT:         v_room = grown_value;
// CHECK-NEXT:         v_elements[t + 1] = value;
// CHECK-NEXT:       } else {
// CHECK-NEXT:         v_elements[t + 1] = value;
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     snapshots_left_kept = snapshots_left;
// CHECK-NEXT:     steps_2 = step;
// CHECK-NEXT:   }
// CHECK-NEXT:   v_count = adjoint::trips(0, steps) + 1;
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   v_elements_b[v_count - 1] += result_b;
// CHECK-NEXT:   {
// CHECK-NEXT:     std::size_t snapshots_left = snapshots_left_kept;
// CHECK-NEXT:     for (std::size_t step = steps_2; step > 0;) {
// CHECK-NEXT:       --step;
// CHECK-NEXT:       const adjoint::Tape::Mark mark = adjoint::tape_mark();
// CHECK-NEXT:       std::size_t at, blocks;
// CHECK-NEXT:       tape.pop_all(at, blocks, v_room, v_elements_b, v_elements);
// CHECK-NEXT:       tape.pop(v_elements, adjoint::elements_of(v_elements));
// CHECK-NEXT:       if (at == step)
// CHECK-NEXT:         ++snapshots_left;
// CHECK-NEXT:       std::size_t next_snapshot = adjoint::resumed(mark, at, step, steps_2,
// CHECK-NEXT:                                                    adjoint::next_snapshot(at, step + 1,
// CHECK-NEXT:           snapshots_left));
// CHECK-NEXT:       for (; at < step; ++at) {
// CHECK-NEXT:         if (at == next_snapshot) {
// CHECK-NEXT:           tape.push(v_elements, adjoint::elements_of(v_elements));
// CHECK-NEXT:           tape.push_all(v_elements, v_elements_b, v_room, blocks, at);
// CHECK-NEXT:           --snapshots_left;
// CHECK-NEXT:           next_snapshot = adjoint::next_snapshot(at, step + 1, snapshots_left);
// CHECK-NEXT:         }
// CHECK-NEXT:         int t = int(at);
// CHECK-NEXT:         double value = v_elements[t] * x;
// CHECK-NEXT:         const bool taken = static_cast<unsigned long>(t) + 1 == v_room;
// CHECK-NEXT:         if (taken) {
// CHECK-NEXT:           const unsigned long grown_value = v_room == 0 ? 1 : 2 * v_room;
// CHECK-NEXT:           double *larger_b_2 = adjoint::block_of_adjoints<double>(blocks, std::size_t(grown_value));
// CHECK-NEXT:           ++blocks;
// CHECK-NEXT:           double *larger_2 = adjoint::block_of_values<double>(blocks, std::size_t(grown_value));
// CHECK-NEXT:           ++blocks;
// CHECK-NEXT:           for (unsigned long i = 0; i < static_cast<unsigned long>(t) + 1; ++i) {
// CHECK-NEXT:             larger_2[i] = v_elements[i];
// CHECK-NEXT:           }
// CHECK-NEXT:           v_elements_b = larger_b_2;
// CHECK-NEXT:           v_elements = larger_2;
// CHECK-NEXT:           v_room = grown_value;
// CHECK-NEXT:           v_elements[t + 1] = value;
// CHECK-NEXT:         } else {
// CHECK-NEXT:           v_elements[t + 1] = value;
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:       {
// CHECK-NEXT:         int t = int(step);
// CHECK-NEXT:         const std::size_t first_block = blocks;
// CHECK-NEXT:         double value = v_elements[t] * x;
// CHECK-NEXT:         const bool taken = static_cast<unsigned long>(t) + 1 == v_room;
// CHECK-NEXT:         double v_elements_kept = 0.0;
// CHECK-NEXT:         if (taken) {
// CHECK-NEXT:           const unsigned long grown_value = v_room == 0 ? 1 : 2 * v_room;
// CHECK-NEXT:           double *larger_b_2 = adjoint::block_of_adjoints<double>(blocks, std::size_t(grown_value));
// CHECK-NEXT:           ++blocks;
// CHECK-NEXT:           double *larger_2 = adjoint::block_of_values<double>(blocks, std::size_t(grown_value));
// CHECK-NEXT:           ++blocks;
// CHECK-NEXT:           for (unsigned long i = 0; i < static_cast<unsigned long>(t) + 1; ++i) {
// CHECK-NEXT:             larger_2[i] = v_elements[i];
// CHECK-NEXT:           }
// CHECK-NEXT:           tape.push_all(v_elements, v_elements_b);
// CHECK-NEXT:           v_elements_b = larger_b_2;
// CHECK-NEXT:           v_elements = larger_2;
// CHECK-NEXT:           v_elements[t + 1] = value;
// CHECK-NEXT:           tape.push(larger_b_2);
// CHECK-NEXT:         } else {
// CHECK-NEXT:           v_elements_kept = v_elements[t + 1];
// CHECK-NEXT:           v_elements[t + 1] = value;
// CHECK-NEXT:         }
// CHECK-NEXT:         double value_b = 0.0;
// CHECK-NEXT:         if (taken) {
// CHECK-NEXT:           double *larger_b_2 = tape.pop<double *>();
// CHECK-NEXT:           value_b += v_elements_b[t + 1];
// CHECK-NEXT:           v_elements_b[t + 1] = 0.0;
// CHECK-NEXT:           tape.pop_all(v_elements_b, v_elements);
// CHECK-NEXT:           for (unsigned long i = 0; i < static_cast<unsigned long>(t) + 1; ++i) {
// CHECK-NEXT:             v_elements_b[i] += larger_b_2[i];
// CHECK-NEXT:             larger_b_2[i] = 0.0;
// CHECK-NEXT:           }
// CHECK-NEXT:         } else {
// CHECK-NEXT:           v_elements[t + 1] = v_elements_kept;
// CHECK-NEXT:           value_b += v_elements_b[t + 1];
// CHECK-NEXT:           v_elements_b[t + 1] = 0.0;
// CHECK-NEXT:         }
// CHECK-NEXT:         v_elements_b[t] += x * value_b;
// CHECK-NEXT:         x_b += v_elements[t] * value_b;
// CHECK-NEXT:         adjoint::clear_adjoints(first_block, blocks);
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.pop(v_elements_b);
// CHECK-NEXT:     adjoint::end_blocks();
// CHECK-NEXT:   }
// CHECK-NEXT:   x_b += v_elements_b[0];
// CHECK-NEXT:   std::free(larger);
// CHECK-NEXT:   std::free(larger_b);
// CHECK-NEXT: }
