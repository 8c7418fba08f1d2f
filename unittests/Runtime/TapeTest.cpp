// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "adjoint/tape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

using adjoint::Tape;

namespace {

/// A chunk is never smaller than this many doubles, and a test that records more meets the end of one.
constexpr std::size_t Many = 100000;

struct Pair {
  int first;
  char second;
};

class TapeTest : public ::testing::Test {
protected:
  void SetUp() override {
    tape.rewind({0});
    tape.set_limit(SIZE_MAX);
    tape.trim();
    tape.reset_high_water();
  }
  void TearDown() override { SetUp(); }

  Tape &tape = Tape::local();
};

TEST_F(TapeTest, RecordsSeveralValuesAtOnce) {
  const std::size_t start = tape.bytes();
  for (std::size_t i = 0; i < Many; ++i) {
    const double array[2] = {0.5 * i, 1.0 * i};
    tape.push_all(2.5 * i, int(i), array);
  }
  for (std::size_t i = Many; i-- > 0;) {
    double x = 0.0, array[2] = {};
    int n = 0;
    if (i % 3 == 0) {
      tape.pop(array);
      tape.pop_all(n, x);
    } else {
      tape.pop_all(array, n, x);
    }
    ASSERT_EQ(x, 2.5 * i);
    ASSERT_EQ(n, int(i));
    ASSERT_EQ(array[0], 0.5 * i);
    ASSERT_EQ(array[1], 1.0 * i);
  }
  EXPECT_EQ(tape.bytes(), start);
  double x = 0.0, y = 0.0;
  tape.push(1.0);
  EXPECT_THROW(tape.pop_all(x, y), std::logic_error);
}

TEST_F(TapeTest, ReturnsValuesInReverseOrder) {
  double x = 1.5;
  tape.push(x);
  tape.push(true);
  tape.push('c');
  tape.push(2.5f);
  tape.push(3.5L);
  tape.push(&x);
  tape.push(Pair{7, 'p'});
  const Pair pair = tape.pop<Pair>();
  EXPECT_EQ(pair.first, 7);
  EXPECT_EQ(pair.second, 'p');
  EXPECT_EQ(tape.pop<double *>(), &x);
  EXPECT_EQ(tape.pop<long double>(), 3.5L);
  EXPECT_EQ(tape.pop<float>(), 2.5f);
  EXPECT_EQ(tape.pop<char>(), 'c');
  EXPECT_TRUE(tape.pop<bool>());
  double into = 0;
  tape.pop(into);
  EXPECT_EQ(into, 1.5);
  EXPECT_EQ(tape.bytes(), 0u);
}

struct Counted {
  static int alive;
  std::vector<int> numbers;
  Counted() : numbers(3, alive++) {}
  ~Counted() { --alive; }
  Counted(const Counted &) = delete;
  Counted &operator=(const Counted &) = delete;
};
int Counted::alive = 0;

struct Throwing {
  Throwing() { throw std::runtime_error("not made"); }
  ~Throwing() {}
};

int first(Counted &object) { return object.numbers[0]; }

TEST_F(TapeTest, MakesAndTakesObjects) {
  tape.make<Counted>();
  tape.push(1.5);
  tape.make<Counted>().numbers[0] = 7;
  tape.make<Pair>().first = 3;
  EXPECT_EQ(Counted::alive, 2);
  {
    Pair &pair = tape.take<Pair>();
    EXPECT_EQ(pair.first, 3);
  }
  EXPECT_EQ(first(tape.take<Counted>()), 7);
  EXPECT_EQ(Counted::alive, 1);
  EXPECT_EQ(tape.pop<double>(), 1.5);
  EXPECT_EQ(first(tape.take<Counted>()), 0);
  EXPECT_EQ(Counted::alive, 0);
  EXPECT_EQ(tape.bytes(), 0u);
}

TEST_F(TapeTest, MakesNumbersOfNothing) {
  EXPECT_EQ(tape.make<double>(), 0.0);
  EXPECT_EQ(tape.bytes(), sizeof(double));
  EXPECT_EQ(static_cast<double &>(tape.take<double>()), 0.0);
  EXPECT_EQ(tape.bytes(), 0u);
}

TEST_F(TapeTest, DestroysObjectsThatItRewinds) {
  tape.make<Counted>();
  const Tape::Mark mark = tape.mark();
  for (int i = 0; i < 3; ++i) {
    tape.make<Counted>();
    for (std::size_t k = 0; k < Many; ++k) // into other segments
      tape.push(1.0);
  }
  EXPECT_EQ(Counted::alive, 4);
  tape.rewind(mark);
  EXPECT_EQ(Counted::alive, 1);
  tape.rewind({0});
  EXPECT_EQ(Counted::alive, 0);
}

TEST_F(TapeTest, ObjectsMayUseTheTape) {
  auto use = [&](Counted &object) {
    for (std::size_t k = 0; k < Many; ++k)
      tape.push(double(object.numbers[1]));
    for (std::size_t k = 0; k < Many; ++k)
      EXPECT_EQ(tape.pop<double>(), 0.0);
  };
  tape.make<Counted>();
  use(tape.take<Counted>());
  EXPECT_EQ(Counted::alive, 0);
  EXPECT_EQ(tape.bytes(), 0u);
}

TEST_F(TapeTest, GivesBackTheMemoryOfWhatIsNotMade) {
  tape.push(2.5);
  EXPECT_THROW(tape.make<Throwing>(), std::runtime_error);
  EXPECT_EQ(tape.pop<double>(), 2.5);
  EXPECT_THROW(tape.take<Counted>(), std::logic_error);
}

TEST_F(TapeTest, DestroysObjectsAtTheEndOfAThread) {
  std::thread([] { Tape::local().make<Counted>(); }).join();
  EXPECT_EQ(Counted::alive, 0);
}

TEST_F(TapeTest, CountsPayloadOnly) {
  tape.push(true);
  EXPECT_EQ(tape.bytes(), 1u);
  double *block = tape.reserve<double>(3);
  EXPECT_EQ(tape.bytes(), 25u);
  tape.push(1);
  EXPECT_EQ(tape.bytes(), 29u);
  tape.pop<int>();
  tape.release(block, 3);
  EXPECT_EQ(tape.bytes(), 1u);
  tape.pop<bool>();
  EXPECT_EQ(tape.bytes(), 0u);
  EXPECT_EQ(tape.high_water(), 29u);
}

TEST_F(TapeTest, ReturnsObjectsOfClassesWithoutDefaultConstructor) {
  struct Pair {
    double first, second;
    Pair(double first, double second) : first(first), second(second) {}
  };
  tape.push(Pair(0.7, 1.3));
  const Pair popped = tape.pop<Pair>();
  EXPECT_EQ(popped.first, 0.7);
  EXPECT_EQ(popped.second, 1.3);
  EXPECT_EQ(tape.bytes(), 0u);
}

TEST_F(TapeTest, KeepsMixedValuesAcrossChunks) {
  for (std::size_t i = 0; i < Many; ++i) {
    tape.push(double(i));
    tape.push(i % 3 == 0);
  }
  EXPECT_EQ(tape.bytes(), 9 * Many);
  for (std::size_t i = Many; i-- > 0;) {
    ASSERT_EQ(tape.pop<bool>(), i % 3 == 0);
    ASSERT_EQ(tape.pop<double>(), double(i));
  }
  EXPECT_EQ(tape.bytes(), 0u);
  EXPECT_EQ(tape.high_water(), 9 * Many);
}

TEST_F(TapeTest, KeepsArrays) {
  std::vector<double> data(Many), back(Many);
  std::iota(data.begin(), data.end(), 0.0);
  tape.push('a');
  tape.push(data.data(), 10);
  tape.push(data.data(), data.size());
  tape.push(data.data(), 0);
  EXPECT_EQ(tape.bytes(), 1 + 8 * (10 + Many));
  tape.pop(back.data(), 0);
  tape.pop(back.data(), back.size());
  EXPECT_EQ(back, data);
  double few[10];
  tape.pop(few, 10);
  EXPECT_EQ(few[9], 9.0);
  EXPECT_EQ(tape.pop<char>(), 'a');
}

TEST_F(TapeTest, ReservesAlignedBlocksThatStay) {
  tape.push('a');
  double *first = tape.reserve<double>(100);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % alignof(double), 0u);
  std::iota(first, first + 100, 0.0);
  tape.push('b');
  float *second = tape.reserve<float>(Many);
  second[0] = 1;
  second[Many - 1] = 2;
  long double *third = tape.reserve<long double>(Many);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(third) % alignof(long double), 0u);
  third[Many - 1] = 3;
  EXPECT_EQ(first[99], 99.0);
  EXPECT_EQ(second[Many - 1], 2.0f);
  tape.release(third, Many);
  tape.release(second, Many);
  EXPECT_EQ(tape.pop<char>(), 'b');
  tape.release(first, 100);
  EXPECT_EQ(tape.pop<char>(), 'a');
  EXPECT_EQ(tape.bytes(), 0u);
}

TEST_F(TapeTest, ReservesOverAlignedBlocks) {
  struct alignas(256) Line {
    double values[32];
  };
  tape.push('a');
  Line *lines = tape.reserve<Line>(Many / 100);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(lines) % 256, 0u);
  tape.release(lines, Many / 100);
  EXPECT_EQ(tape.pop<char>(), 'a');
}

TEST_F(TapeTest, ReservesNothingForNoValues) {
  EXPECT_EQ(tape.reserve<double>(0), nullptr);
  tape.release<double>(nullptr, 0);
  EXPECT_EQ(tape.bytes(), 0u);
}

TEST_F(TapeTest, ReservesZerosAlsoWhereOtherThingsLay) {
  std::vector<double> full(Many, 1.5);
  tape.push(full.data(), Many);
  tape.pop(full.data(), Many);
  double *zeros = tape.zeros<double>(Many);
  EXPECT_EQ(Many, std::size_t(std::count(zeros, zeros + Many, 0.0)));
  EXPECT_EQ(nullptr, tape.zeros<double>(0));
  tape.release(zeros);
  EXPECT_EQ(0u, tape.bytes());
}

TEST_F(TapeTest, ReleasesBlocksByTheirAddress) {
  tape.push('x');
  double *first = tape.reserve<double>(10);
  tape.push(1.5);
  double *second = tape.zeros<double>(Many); // in another chunk
  double *third = tape.zeros<double>(Many);
  tape.release(third);
  tape.release(second);
  EXPECT_EQ(1.5, tape.pop<double>());
  tape.release(first);
  tape.release<double>(nullptr);
  EXPECT_EQ(1u, tape.bytes());
  EXPECT_THROW(tape.release(second), std::logic_error);
  EXPECT_THROW(tape.release(first), std::logic_error);
  EXPECT_EQ('x', tape.pop<char>());
}

TEST_F(TapeTest, NotesTheHighWaterHoweverItGoesDown) {
  double *block = tape.reserve<double>(10);
  tape.release(block, 10);
  EXPECT_EQ(tape.high_water(), 80u);

  const Tape::Mark mark = tape.mark();
  for (std::size_t i = 0; i < Many; ++i)
    tape.push(double(i));
  tape.rewind(mark);
  EXPECT_EQ(tape.high_water(), 8 * Many);

  tape.reset_high_water();
  EXPECT_EQ(tape.high_water(), 0u);
  tape.push(1.0);
  EXPECT_EQ(tape.high_water(), 8u);
  tape.pop<double>();
  tape.push(true);
  EXPECT_EQ(tape.high_water(), 8u);
  tape.pop<bool>();
}

TEST_F(TapeTest, HighWaterRisesAgainInAnEarlierChunk) {
  for (std::size_t i = 0; i < Many; ++i)
    tape.push(double(i));
  for (std::size_t i = 0; i < Many - 10; ++i)
    tape.pop<double>();
  tape.reset_high_water();
  EXPECT_EQ(tape.high_water(), 80u);
  tape.push(1.0);
  tape.pop<double>();
  EXPECT_EQ(tape.high_water(), 88u);
}

TEST_F(TapeTest, RewindsAcrossChunksAndBlocks) {
  tape.push(1.0);
  const Tape::Mark mark = tape.mark();
  tape.push('a');
  tape.reserve<double>(Many);
  tape.push('b');
  tape.reserve<double>(3);
  tape.rewind(mark);
  EXPECT_EQ(tape.bytes(), 8u);
  EXPECT_EQ(tape.pop<double>(), 1.0);
}

TEST_F(TapeTest, RewindNeverGrows) {
  tape.push(1.0);
  const Tape::Mark mark = tape.mark();
  tape.pop<double>();
  tape.rewind(mark);
  EXPECT_EQ(tape.bytes(), 0u);
}

TEST_F(TapeTest, LimitLeavesTheTapeAsItWas) {
  tape.push(1.0);
  tape.set_limit(20);
  tape.push(2.0);
  EXPECT_THROW(tape.push(3.0), std::bad_alloc);
  EXPECT_THROW(tape.reserve<double>(1), std::bad_alloc);
  double data[2] = {};
  EXPECT_THROW(tape.push(data, 2), std::bad_alloc);
  EXPECT_EQ(tape.bytes(), 16u);
  EXPECT_EQ(tape.high_water(), 16u);
  tape.push(4);
  EXPECT_THROW(tape.push(true), std::bad_alloc);
  EXPECT_EQ(tape.pop<int>(), 4);
  EXPECT_EQ(tape.pop<double>(), 2.0);
  EXPECT_EQ(tape.pop<double>(), 1.0);
}

TEST_F(TapeTest, LimitHoldsInLaterChunks) {
  tape.set_limit(8 * Many);
  for (std::size_t i = 0; i < Many; ++i)
    tape.push(double(i));
  EXPECT_THROW(tape.push(true), std::bad_alloc);
  for (std::size_t i = Many; i-- > 0;)
    ASSERT_EQ(tape.pop<double>(), double(i));
}

TEST_F(TapeTest, LimitBelowWhatIsRecordedCanBePopped) {
  tape.push(1.0);
  tape.push(2.0);
  tape.set_limit(4);
  EXPECT_THROW(tape.push(true), std::bad_alloc);
  EXPECT_EQ(tape.pop<double>(), 2.0);
  EXPECT_EQ(tape.pop<double>(), 1.0);
  tape.push(3);
  EXPECT_EQ(tape.pop<int>(), 3);
}

TEST_F(TapeTest, ImpossibleRequestsThrow) {
  tape.push(1.0);
  EXPECT_THROW(tape.reserve<double>(SIZE_MAX), std::bad_alloc);
  EXPECT_THROW(tape.reserve<double>(SIZE_MAX / 8), std::bad_alloc);
  EXPECT_THROW(tape.reserve<char>(SIZE_MAX / 2), std::bad_alloc);
  EXPECT_EQ(tape.pop<double>(), 1.0);
}

TEST_F(TapeTest, PopOfWhatIsNotThereThrows) {
  EXPECT_THROW(tape.pop<double>(), std::logic_error);
  tape.push('a');
  EXPECT_THROW(tape.pop<double>(), std::logic_error);
  EXPECT_EQ(tape.pop<char>(), 'a');
}

TEST_F(TapeTest, ReleaseOutOfOrderThrows) {
  double *first = tape.reserve<double>(2);
  double *second = tape.reserve<double>(2);
  EXPECT_THROW(tape.release(first, 2), std::logic_error);
  tape.release(second, 2);
  tape.release(first, 2);
  EXPECT_EQ(tape.bytes(), 0u);
}

void recordAndThrow(Tape &tape) {
  const Tape::Frame frame(tape);
  tape.push('a');
  tape.reserve<double>(Many);
  throw std::runtime_error("no more");
}

TEST_F(TapeTest, FrameRewindsWhenAnExceptionPasses) {
  tape.push(1.0);
  EXPECT_THROW(recordAndThrow(tape), std::runtime_error);
  EXPECT_EQ(tape.bytes(), 8u);
  EXPECT_EQ(tape.pop<double>(), 1.0);
}

TEST_F(TapeTest, FrameKeepsWhatAReturnLeaves) {
  {
    const Tape::Frame frame;
    tape.push(1.0);
  }
  EXPECT_EQ(tape.pop<double>(), 1.0);
}

TEST_F(TapeTest, FrameMadeDuringUnwindingKeepsToItsOwnScope) {
  struct Recorder {
    Tape &tape;
    ~Recorder() {
      const Tape::Frame frame(tape);
      tape.push(2.0);
    }
  };
  try {
    Recorder recorder{tape};
    throw 0;
  } catch (int) {
  }
  EXPECT_EQ(tape.pop<double>(), 2.0);
}

TEST_F(TapeTest, ChunksAreReusedUntilTrimmed) {
  const Tape::Mark mark = tape.mark();
  tape.reserve<double>(Many);
  tape.rewind(mark);
  const std::size_t held = tape.capacity();
  EXPECT_GE(held, 8 * Many);
  for (int round = 0; round < 5; ++round) {
    tape.push('a');
    tape.reserve<double>(Many);
    tape.rewind(mark);
  }
  EXPECT_LE(tape.capacity(), 3 * held);
  tape.trim();
  EXPECT_EQ(tape.capacity(), 0u);
  EXPECT_EQ(tape.high_water(), 8 * Many + 1);
  tape.push(1.0);
  EXPECT_EQ(tape.pop<double>(), 1.0);
}

TEST_F(TapeTest, EveryThreadHasItsOwn) {
  tape.push(1.0);
  std::thread([&] {
    Tape &other = Tape::local();
    EXPECT_NE(&other, &tape);
    EXPECT_EQ(other.bytes(), 0u);
    EXPECT_EQ(other.high_water(), 0u);
    for (std::size_t i = 0; i < Many; ++i)
      other.push(double(i));
    EXPECT_EQ(other.pop<double>(), double(Many - 1));
  }).join();
  EXPECT_EQ(tape.bytes(), 8u);
  EXPECT_EQ(tape.pop<double>(), 1.0);
}

} // namespace
