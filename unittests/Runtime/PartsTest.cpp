// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "adjoint/parts.h"

#include <gtest/gtest.h>

#include <climits>
#include <stdexcept>
#include <thread>

using adjoint::Tape;
using adjoint::TapeParts;

namespace {

/// Part k records k numbers.
void record(TapeParts &parts, int from, int to) {
  for (int k = from; k < to; ++k) {
    const TapeParts::Turn turn(parts, k);
    for (int i = 0; i < k; ++i)
      Tape::local().push(100 * k + i);
  }
}

void takeBack(TapeParts &parts, int from, int to) {
  for (int k = to - 1; k >= from; --k) {
    const TapeParts::Turn turn(parts, k);
    for (int i = k - 1; i >= 0; --i)
      EXPECT_EQ(Tape::local().pop<int>(), 100 * k + i);
  }
}

TEST(PartsTest, DivideTheIterations) {
  for (long trips : {0L, 1L, 5L, 63L, 64L, 65L, 1000L}) {
    long next = -3;
    for (int k = 0; k < TapeParts::count; ++k) {
      EXPECT_EQ(adjoint::part_first(k, -3L, -3L + trips), next);
      next = adjoint::part_end(k, -3L, -3L + trips);
    }
    EXPECT_EQ(next, -3L + trips);
  }
  EXPECT_EQ(adjoint::part_first(5, 10, 2), 10);
  EXPECT_EQ(adjoint::part_end(5, 10, 2), 10);
  EXPECT_EQ(adjoint::part_first(0, INT_MIN, INT_MAX), INT_MIN);
  EXPECT_EQ(adjoint::part_end(TapeParts::count - 1, INT_MIN, INT_MAX), INT_MAX);
  EXPECT_EQ(adjoint::part_end(TapeParts::count - 1, 7u, 9u), 9u);
}

/// Of few iterations each block of parts has as many.
TEST(PartsTest, StandBetweenTheOthersWithoutIterations) {
  const int half = TapeParts::count / 2;
  for (int trips : {2, 4, 10, 62})
    EXPECT_EQ(adjoint::part_first(half, 0, trips), trips / 2);
}

TEST(PartsTest, HaveEnoughIterations) {
  for (long trips : {0L, 1L, 5L, 8L, 9L, 63L, 1000L}) {
    long next = 2;
    for (int k = 0; k < TapeParts::count; ++k) {
      const long first = adjoint::part_first(k, 2L, 2L + trips, 4), end = adjoint::part_end(k, 2L, 2L + trips, 4);
      EXPECT_EQ(first, next);
      EXPECT_TRUE(end == first || end - first >= (trips < 4 ? trips : 4));
      next = end;
    }
    EXPECT_EQ(next, 2L + trips);
  }
}

TEST(PartsTest, KeepRecordsForAnyThread) {
  Tape &tape = Tape::local();
  TapeParts &parts = tape.parts();
  const std::size_t before = tape.bytes();
  parts.begin();
  std::thread first([&] { record(parts, 0, 20); });
  record(parts, 20, TapeParts::count);
  first.join();
  std::thread second([&] { takeBack(parts, 30, TapeParts::count); });
  takeBack(parts, 0, 30);
  second.join();
  parts.end();
  EXPECT_EQ(tape.bytes(), before);
}

TEST(PartsTest, LoopsOneAfterTheOther) {
  TapeParts &parts = Tape::local().parts();
  parts.begin();
  record(parts, 0, TapeParts::count);
  Tape::local().push(1.5);
  parts.begin();
  record(parts, 0, TapeParts::count);
  takeBack(parts, 0, TapeParts::count);
  parts.end();
  EXPECT_EQ(Tape::local().pop<double>(), 1.5);
  takeBack(parts, 0, TapeParts::count);
  parts.end();
}

TEST(PartsTest, AreRewoundWithTheTape) {
  Tape &tape = Tape::local();
  TapeParts &parts = tape.parts();
  parts.begin();
  record(parts, 0, TapeParts::count);
  try {
    const Tape::Frame frame;
    parts.begin();
    record(parts, 0, TapeParts::count);
    throw std::runtime_error("left");
  } catch (const std::runtime_error &) {
  }
  takeBack(parts, 0, TapeParts::count);
  parts.end();
}

TEST(PartsTest, HavePartsOfTheirOwn) {
  TapeParts &parts = Tape::local().parts();
  parts.begin();
  {
    const TapeParts::Turn turn(parts, 3);
    TapeParts &inner = Tape::local().parts();
    EXPECT_NE(&inner, &parts);
    inner.begin();
    record(inner, 0, 5);
  }
  {
    const TapeParts::Turn turn(parts, 3);
    TapeParts &inner = Tape::local().parts();
    takeBack(inner, 0, 5);
    inner.end();
  }
  parts.end();
}

TEST(PartsTest, CountInTheCapacity) {
  Tape &tape = Tape::local();
  tape.trim();
  const std::size_t before = tape.capacity();
  TapeParts &parts = tape.parts();
  parts.begin();
  record(parts, 0, TapeParts::count);
  EXPECT_GT(tape.capacity(), before);
  takeBack(parts, 0, TapeParts::count);
  parts.end();
  tape.trim();
  EXPECT_LE(tape.capacity(), before + (std::size_t(1) << 16));
}

} // namespace
