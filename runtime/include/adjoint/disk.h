// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Snapshots on disk: the second level of checkpoints.
//
//     #pragma adjoint checkpoint snapshots(20) disk("/scratch")
//     for (int t = 0; t < steps; ++t)
//       advance(n, u);
//
// The forward sweep writes one state in a period to disk. The reverse sweep takes the last of them, and reverses the period behind it
// by snapshots in memory (adjoint/checkpoints.h). What fits into memory is kept there: a chain that is no longer than a
// period, and the end of a longer one, have no snapshot on disk. Generated code asks the functions below.
//
// A snapshot is put on the tape as ever, and its bytes move from there to a file: in its place the tape has an object,
// whose destructor gives up the bytes of the file. So a snapshot ends with the tape that it stands on, by an exception, too.
//
// File: one for each thread and directory, as long as it holds snapshots. Its name, adjoint-PID-N.snapshots, is removed
//   right after it was made, so that the system frees the file with the process, whatever ends that. What a process has left that
//   was killed in between, the next one removes that writes to the directory.
// Schedule: with m snapshots in memory, a period of C(m + 1 + r, r) steps is reversed in the least number of steps for its length
//   (Griewank and Walther 2000). Of these lengths it is the one with the least cost for each step, where writing and reading
//   a snapshot are taken to cost as much as 16 steps. One distance for all snapshots on disk is as good as the best
//   distances but for a constant (G. Aupy and J. Herrmann, Periodicity in optimal hierarchical checkpointing
//   schemes for adjoint computations, Optimization Methods and Software 32, 2017).
// Threads: each has its own files.
// Errors: std::system_error where a file cannot be made, written or read, with the directory and the reason; std::bad_alloc.
#ifndef ADJOINT_DISK_H
#define ADJOINT_DISK_H

#include "adjoint/checkpoints.h"

#include <cstddef>
#include <limits>

namespace adjoint {

/// From one snapshot on disk to the next, with `memory` more in memory.
constexpr std::size_t disk_period(std::size_t memory) {
  const std::size_t most = std::numeric_limits<std::size_t>::max();
  if (memory > most / 4)
    return most;
  constexpr double disk = 16.0; // in steps
  const std::size_t s = memory + 1;
  std::size_t best = 1;
  double least = disk;
  std::size_t length = 1, fewer = 1; // C(s + r, r) and C(s + r, r - 1) for r = 0 and r = 1
  for (std::size_t r = 1; r <= 16; ++r) {
    length = checkpoint_detail::next_binomial(length, s, r);
    if (r > 1)
      fewer = checkpoint_detail::next_binomial(fewer, s + 1, r - 1);
    const double steps = double(r) * double(length) - double(fewer);
    const double cost = (steps + disk) / double(length);
    if (length > most / 4 || cost >= least)
      break;
    best = length;
    least = cost;
  }
  return best;
}

/// The snapshot before step `at` of a chain that ends before `end` is on the tape since `mark`. Moves it to disk if the chain is
/// longer than a period. Gives `next` back.
std::size_t moved_to_disk(const char *directory, Tape::Mark mark, std::size_t at, std::size_t end, std::size_t period,
                          std::size_t next);

/// The same, of a snapshot for which there was room for `left` in memory. How many there is room for then.
std::size_t left_beside_disk(const char *directory, Tape::Mark mark, std::size_t at, std::size_t end, std::size_t period,
                             std::size_t left);

/// A snapshot was taken before step `at`, and `left` more may be kept in memory: before which step is the next one? `end` if
/// there is none.
constexpr std::size_t next_snapshot_on_disk(std::size_t at, std::size_t end, std::size_t left, std::size_t period) {
  return end - at > period ? at + period : next_snapshot(at, end, left);
}

/// Where the tape is, before a snapshot is taken from it. One that is on disk is read, and stands on the tape behind the mark.
Tape::Mark mark_with_disk();

/// Was the snapshot read from disk that was taken from the tape since mark_with_disk() gave `mark`?
bool is_from_disk(Tape::Mark mark) noexcept;

/// As `resumed`, of a snapshot that may be on disk.
std::size_t resumed_with_disk(Tape::Mark mark, std::size_t at, std::size_t step, std::size_t steps, std::size_t next);

} // namespace adjoint

#endif // ADJOINT_DISK_H
