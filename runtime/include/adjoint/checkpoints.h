// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checkpoints: when a loop takes the snapshots from which its reverse sweep runs steps again.
//
//     #pragma adjoint checkpoint snapshots(20)
//     for (int t = 0; t < steps; ++t)
//       advance(n, u);                               // each step overwrites the state u
//
// The forward sweep keeps up to 20 states. The reverse sweep takes the last of them off the tape, runs the steps from there up
// to the one that is reversed next, keeping states on the way in the room that is free again, and runs that step
// forward with its records and backward. A snapshot that is needed again stays where it is. Generated code asks the functions below when to take a snapshot.
//
// A program finds out what it cost:
//
//     adjoint::reset_checkpoints();
//     f_b(...);
//     adjoint::CheckpointCounts counts = adjoint::checkpoints();
//
// Theory: A. Griewank and A. Walther, Algorithm 799: revolve, ACM TOMS 26 (2000). With s snapshots and r the least number for
// which C(s + r, s) >= l, a chain of l links is reversed with  r l - C(s + r, r - 1)  steps forward, which is optimal. Here
// the rest of the program is the last link of the chain, since it is reversed first and needs the last state: a loop of n steps
// is a chain of n + 1. Its first n steps are the primal's own; `recomputed` counts those beyond them.
//
//   Threads  each thread counts for itself
//   Errors   next_snapshot and its kin do not throw; what takes snapshots throws as the tape does (adjoint/tape.h), and
//            on_progress what its function throws
#ifndef ADJOINT_CHECKPOINTS_H
#define ADJOINT_CHECKPOINTS_H

#include "adjoint/range.h"
#include "adjoint/tape.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <utility>

namespace adjoint {

/// What the checkpointed loops of the calling thread have done since reset_checkpoints().
struct CheckpointCounts {
  std::size_t snapshots = 0;  ///< taken, and used up
  std::size_t steps = 0;      ///< reversed
  std::size_t recomputed = 0; ///< run again only to reach a later one
  std::size_t peak_bytes = 0; ///< the tape's high-water mark: snapshots and records together
  std::size_t peak_disk_bytes = 0; ///< the most that files held at a time (adjoint/disk.h)
  double disk_seconds = 0.0;       ///< writing and reading them
};

/// Is told how many of how many steps a checkpointed loop has reversed, after each of them but the last.
using Progress = std::function<void(std::size_t done, std::size_t steps)>;

namespace checkpoint_detail {
struct State {
  CheckpointCounts counts;
  Progress progress;
};
inline State &state() {
  static thread_local State one;
  return one;
}
/// C(s + r, s) from C(s + r - 1, s), as far as the type goes.
constexpr std::size_t next_binomial(std::size_t before, std::size_t s, std::size_t r) {
  const std::size_t most = std::numeric_limits<std::size_t>::max();
  const std::size_t whole = before / r, part = before % r;
  if (whole != 0 && s > (most - before) / whole / 2)
    return most;
  return before + whole * s + part * s / r;
}
} // namespace checkpoint_detail

inline CheckpointCounts checkpoints() {
  CheckpointCounts counts = checkpoint_detail::state().counts;
  counts.peak_bytes = Tape::local().high_water();
  return counts;
}

inline void reset_checkpoints() {
  checkpoint_detail::state().counts = CheckpointCounts();
  Tape::local().reset_high_water();
}

/// From now on `progress` is called in the calling thread; an empty one ends that. It may throw to end the sweep; the
/// adjoints are then of no use.
inline void on_progress(Progress progress) { checkpoint_detail::state().progress = std::move(progress); }

/// A chain of links begins at a snapshot before step `at` and ends before `end`; `left` more snapshots may be kept. The
/// length of its first part, at whose end the next one is taken; 0: there is none.
constexpr std::size_t first_part(std::size_t length, std::size_t left) {
  if (left == 0 || length < 2)
    return 0;
  const std::size_t s = left < length ? left + 1 : length; // more are of no use
  std::size_t before = 1, now = 1; // C(s + r - 1, s) and C(s + r, s) for r = 0
  for (std::size_t r = 1; now < length; ++r) {
    before = now;
    now = checkpoint_detail::next_binomial(now, s, r);
    if (now < length)
      continue;
    // C(s - 1 + r - 1, s - 1) links behind the next snapshot at the least, C(s + r - 1, s) in front of it at the most
    std::size_t behind = 1;
    for (std::size_t k = 1; k < r; ++k)
      behind = checkpoint_detail::next_binomial(behind, s - 1, k);
    return before < length - behind ? before : length - behind;
  }
  return 1;
}

/// A snapshot was taken before step `at`: before which step is the next one, so that as few steps as can be are run
/// again? `end` if there is none.
constexpr std::size_t next_snapshot(std::size_t at, std::size_t end, std::size_t left) {
  const std::size_t part = first_part(end - at, left);
  return part == 0 ? end : at + part;
}

/// The same, where one in `period` steps has a snapshot.
constexpr std::size_t next_snapshot_of_every(std::size_t at, std::size_t period) {
  return at + period;
}

/// The same, in the middle between `at` and `end`.
constexpr std::size_t next_snapshot_half_way(std::size_t at, std::size_t end) {
  return at + (end - at + 1) / 2;
}

/// The same, where no other is taken.
constexpr std::size_t last_snapshot() {
  return std::numeric_limits<std::size_t>::max();
}

/// How many snapshots of so many bytes there are room for, one at the least.
constexpr std::size_t snapshots_in(std::size_t memory, std::size_t bytes) {
  return bytes == 0 ? std::numeric_limits<std::size_t>::max() : (memory / bytes == 0 ? 1 : memory / bytes);
}

/// Where the tape is, before a snapshot is taken from it.
inline Tape::Mark tape_mark() { return Tape::local().mark(); }

/// The reverse sweep has come to `step` of `steps`, and has taken the snapshot before step `at` off the tape, which was
/// at `mark` before. Unless the snapshot is the step's own it goes back to the tape. Gives `next` back.
inline std::size_t resumed(Tape::Mark mark, std::size_t at, std::size_t step, std::size_t steps, std::size_t next) {
  checkpoint_detail::State &state = checkpoint_detail::state();
  ++state.counts.steps;
  state.counts.recomputed += step - at;
  if (at < step)
    Tape::local().restore(mark);
  else
    ++state.counts.snapshots;
  if (state.progress && step + 1 < steps)
    state.progress(steps - step - 1, steps);
  return next;
}

/// Does the adjoint of a fixed point (`#pragma adjoint fixed_point`) need another pass? `size`: the largest adjoint of the state
/// now, of which there was `first` before the first pass. Throws std::runtime_error if a million passes do not suffice.
inline bool goes_on(double size, double first, double tolerance, std::size_t passes) {
  if (!(size > tolerance * first))
    return false;
  if (passes >= 1000000)
    throw std::runtime_error("adjoint of a fixed point: the iteration of the adjoint does not converge");
  return true;
}

} // namespace adjoint

#endif // ADJOINT_CHECKPOINTS_H
