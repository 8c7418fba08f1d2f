// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "adjoint/checkpoints.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

using namespace adjoint;

namespace {

/// The least number of steps forward that reverse a chain, by trying all ways.
std::size_t optimum(std::size_t links, std::size_t snapshots) {
  static std::map<std::pair<std::size_t, std::size_t>, std::size_t> known;
  if (links <= 1)
    return 0;
  if (snapshots == 1)
    return links * (links - 1) / 2;
  std::size_t &best = known[{links, snapshots}];
  if (best != 0)
    return best;
  std::size_t least = SIZE_MAX;
  for (std::size_t first = 1; first < links; ++first)
    least = std::min(least, first + optimum(links - first, snapshots - 1) + optimum(first, snapshots));
  return known[{links, snapshots}] = least;
}

/// The same by the formula of Griewank and Walther.
std::size_t formula(std::size_t links, std::size_t snapshots) {
  std::size_t r = 0, within = 1; // C(snapshots + r, r)
  while (within < links) {
    ++r;
    within = within * (snapshots + r) / r;
  }
  std::size_t fewer = 1; // C(snapshots + r, r - 1)
  for (std::size_t k = 1; k < r; ++k)
    fewer = fewer * (snapshots + 1 + k) / k;
  return r == 0 ? 0 : r * links - fewer;
}

/// What generated code does, with the steps alone.
CheckpointCounts run(std::size_t steps, std::size_t snapshots) {
  Tape &tape = Tape::local();
  reset_checkpoints();
  std::size_t step = 0, next = 0, left = snapshots, most = 0;
  auto take = [&](std::size_t at, std::size_t end) {
    tape.push(at);
    --left;
    next = next_snapshot(at, end, left);
    most = std::max(most, snapshots - left);
  };
  for (; step < steps; ++step)
    if (step == next)
      take(step, steps + 1);
  while (step > 0) {
    --step;
    const Tape::Mark mark = tape_mark();
    std::size_t at = tape.pop<std::size_t>();
    next = resumed(mark, at, step, steps, next_snapshot(at, step + 1, left));
    if (at == step)
      ++left;
    for (; at < step; ++at)
      if (at == next)
        take(at, step + 1);
  }
  EXPECT_EQ(tape.bytes(), 0u);
  EXPECT_LE(most, snapshots);
  return checkpoints();
}

TEST(CheckpointsTest, RecomputesAsFewStepsAsCanBe) {
  for (std::size_t steps = 1; steps <= 60; ++steps)
    for (std::size_t snapshots = 1; snapshots <= 12; ++snapshots) {
      const CheckpointCounts counts = run(steps, snapshots);
      EXPECT_EQ(counts.recomputed, optimum(steps + 1, snapshots) - steps) << steps << " steps, " << snapshots;
      EXPECT_EQ(counts.recomputed, formula(steps + 1, snapshots) - steps) << steps << " steps, " << snapshots;
      EXPECT_EQ(counts.steps, steps);
    }
}

TEST(CheckpointsTest, StaysOptimalForLongLoops) {
  for (std::size_t steps : {1000, 10000, 100000})
    for (std::size_t snapshots : {10, 50, 200})
      EXPECT_EQ(run(steps, snapshots).recomputed, formula(steps + 1, snapshots) - steps);
  EXPECT_EQ(first_part(SIZE_MAX / 2, SIZE_MAX), 1u);
  EXPECT_EQ(snapshots_in(100, 30), 3u);
  EXPECT_EQ(snapshots_in(100, 300), 1u);
}

TEST(CheckpointsTest, TellsHowFarItIs) {
  std::vector<std::size_t> seen;
  on_progress([&](std::size_t done, std::size_t steps) {
    EXPECT_EQ(steps, 4u);
    seen.push_back(done);
  });
  run(4, 2);
  on_progress(nullptr);
  EXPECT_EQ(seen, (std::vector<std::size_t>{1, 2, 3}));
}

TEST(CheckpointsTest, RestoresWhatWasPopped) {
  Tape &tape = Tape::local();
  std::vector<double> large(100000);
  for (std::size_t i = 0; i < large.size(); ++i)
    large[i] = double(i);
  tape.push(1);
  double *block = tape.reserve<double>(5); // a segment that is closed, and stays behind
  tape.release(block, 5);
  tape.push(2);
  tape.push(large.data(), range(10, 90000));
  tape.push(3);
  const Tape::Mark mark = tape.mark();
  for (int round = 0; round < 3; ++round) {
    std::fill(large.begin(), large.end(), 0.0);
    EXPECT_EQ(tape.pop<int>(), 3);
    tape.pop(large.data(), range(10, 90000));
    EXPECT_EQ(large[9], 0.0);
    EXPECT_EQ(large[10], 10.0);
    EXPECT_EQ(large[89999], 89999.0);
    EXPECT_EQ(large[90000], 0.0);
    EXPECT_EQ(tape.pop<int>(), 2);
    EXPECT_EQ(tape.pop<int>(), 1);
    EXPECT_EQ(tape.bytes(), 0u);
    tape.restore(mark);
    EXPECT_EQ(tape.bytes(), mark.bytes);
  }
  tape.rewind({0});
}

TEST(RangeTest, HoldsAllValues) {
  // Every sum of products of two counters, by interval arithmetic and by looking.
  for (int low = -3; low < 3; ++low)
    for (int high = low - 1; high < 5; ++high)
      for (int factor = -2; factor < 3; ++factor) {
        Range all;
        for (int i = low; i < high; ++i)
          for (int j = 1; j < 4; ++j)
            all = all | only(i * factor + j - 2);
        const Range found = range(low, high) * factor + range(1, 4) - 2;
        EXPECT_EQ(found.size(), low < high ? found.size() : 0);
        EXPECT_EQ(found.empty(), all.empty());
        if (!all.empty()) {
          EXPECT_EQ(found.first, all.first);
          EXPECT_EQ(found.last, all.last);
        }
      }
}

TEST(RangeTest, IsCutByComparisons) {
  const Range all = range(0, 10);
  EXPECT_EQ(below(all, 4).last, 3);
  EXPECT_EQ(up_to(all, 4).last, 4);
  EXPECT_EQ(above(all, 4).first, 5);
  EXPECT_EQ(from(all, 4).first, 4);
  EXPECT_TRUE(above(all, 9).empty());
  EXPECT_EQ((all / 3).last, 3);
  EXPECT_EQ((all % 4).last, 3);
  EXPECT_EQ((range(-3, 3) % 5).first, -3);
  EXPECT_EQ(range(all, range(3, 12)).last, 10);
}

} // namespace
