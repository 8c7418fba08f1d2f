// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "adjoint/disk.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace adjoint;

namespace {

constexpr std::size_t Size = 300; // numbers in a state

std::vector<double> advanced(std::vector<double> state) {
  for (double &x : state)
    x = 3.7 * x * (1.0 - x);
  return state;
}

class DiskTest : public testing::Test {
protected:
  void SetUp() override {
    directory = std::filesystem::temp_directory_path() / ("adjoint-disk-test-" + std::to_string(getpid()));
    std::filesystem::create_directory(directory);
    name = directory.string();
  }
  void TearDown() override { std::filesystem::remove_all(directory); }

  bool isEmpty() const { return std::filesystem::is_empty(directory); }

  /// What generated code does. Every state that a step is reversed from is compared.
  CheckpointCounts run(std::size_t steps, std::size_t snapshots, bool isCounted, std::size_t throwAt = SIZE_MAX) {
    Tape &tape = Tape::local();
    const Tape::Frame frame(tape);
    reset_checkpoints();
    std::vector<double> state(Size);
    for (std::size_t i = 0; i < Size; ++i)
      state[i] = double(i + 1) / double(Size + 2);
    std::vector<std::vector<double>> states;
    std::size_t step = 0, next = 0, left = snapshots;
    const std::size_t period = disk_period(left), end = isCounted ? steps + 1 : last_snapshot();
    for (; step < steps; ++step) {
      if (step == next) {
        const Tape::Mark mark = tape_mark();
        tape.push(state.data(), Size);
        tape.push(step);
        left = left_beside_disk(name.c_str(), mark, step, end, period, left);
        next = next_snapshot_on_disk(step, end, left, period);
      }
      states.push_back(state);
      state = advanced(state);
    }
    while (step > 0) {
      --step;
      if (step == throwAt)
        throw std::runtime_error("a step fails");
      const Tape::Mark mark = mark_with_disk();
      std::size_t at = tape.pop<std::size_t>();
      tape.pop(state.data(), Size);
      if (at == step && !is_from_disk(mark))
        ++left;
      next = resumed_with_disk(mark, at, step, steps, next_snapshot(at, step + 1, left));
      for (; at < step; ++at) {
        if (at == next) {
          tape.push(state.data(), Size);
          tape.push(at);
          --left;
          next = next_snapshot(at, step + 1, left);
        }
        state = advanced(state);
      }
      EXPECT_EQ(state, states[step]) << step;
    }
    EXPECT_EQ(left, snapshots);
    EXPECT_EQ(tape.bytes(), 0u);
    return checkpoints();
  }

  std::filesystem::path directory;
  std::string name;
};

TEST_F(DiskTest, BringsEveryStateBack) {
  for (bool isCounted : {false, true})
    for (std::size_t steps : {0, 1, 2, 9, 10, 11, 12, 57, 300})
      for (std::size_t snapshots : {1, 2, 3, 20}) {
        const CheckpointCounts counts = run(steps, snapshots, isCounted);
        EXPECT_EQ(counts.steps, steps);
        EXPECT_LE(counts.peak_bytes, (snapshots + 1) * (Size + 1) * sizeof(double) + 400 * 100);
        EXPECT_TRUE(isEmpty());
      }
}

TEST_F(DiskTest, KeepsInMemoryWhatFits) {
  EXPECT_EQ(run(20, 20, true).peak_disk_bytes, 0u);
  EXPECT_EQ(run(20, 20, true).recomputed, 0u);
  EXPECT_EQ(run(44, 20, true).peak_disk_bytes, 2 * (Size + 1) * sizeof(double));
  EXPECT_GT(run(44, 20, true).disk_seconds, 0.0);
}

TEST_F(DiskTest, ChoosesThePeriodOfTheLeastCost) {
  EXPECT_EQ(disk_period(1), 10u);
  EXPECT_EQ(disk_period(5), 28u);
  EXPECT_EQ(disk_period(20), 22u);
  EXPECT_EQ(disk_period(SIZE_MAX), SIZE_MAX);
  for (std::size_t memory : {1, 2, 3, 5, 8, 20, 100}) {
    const std::size_t period = disk_period(memory), periods = 40;
    // The first step of each period is at hand, all but the last of a period run again at the least.
    const std::size_t again = run(period * periods, memory, false).recomputed;
    EXPECT_GE(again, (period - 1) * periods);
    EXPECT_LE(double(again) + 16.0 * double(periods), 6.1 * double(period * periods));
  }
}

TEST_F(DiskTest, LeavesNothingBehindAnException) {
  EXPECT_THROW(run(100, 3, true, 60), std::runtime_error);
  EXPECT_EQ(Tape::local().bytes(), 0u);
  EXPECT_TRUE(isEmpty());
  run(100, 3, true);
}

TEST_F(DiskTest, TellsWhatIsWrong) {
  name = (directory / "missing").string();
  try {
    run(100, 3, true);
    FAIL();
  } catch (const std::system_error &error) {
    EXPECT_EQ(error.code(), std::errc::no_such_file_or_directory);
    EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
  }
  EXPECT_EQ(Tape::local().bytes(), 0u);
}

TEST_F(DiskTest, EndsWhereTheDiskIsFull) {
  rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  for (rlim_t limit = 0; limit < 5 * (Size + 1) * sizeof(double); limit += 1000) {
    const rlimit small = {limit, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    EXPECT_THROW(run(100, 3, true), std::system_error);
    setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_EQ(Tape::local().bytes(), 0u);
    EXPECT_TRUE(isEmpty());
  }
  std::signal(SIGXFSZ, handler);
  run(100, 3, true);
}

TEST_F(DiskTest, EndsWhereMemoryIsShort) {
  Tape &tape = Tape::local();
  for (std::size_t limit = 0; limit < 3 * (Size + 1) * sizeof(double); limit += 500) {
    tape.set_limit(limit);
    EXPECT_THROW(run(100, 3, true), std::bad_alloc);
    EXPECT_EQ(tape.bytes(), 0u);
    EXPECT_TRUE(isEmpty());
  }
  tape.set_limit(SIZE_MAX);
}

TEST_F(DiskTest, RemovesWhatKilledProcessesLeft) {
  const pid_t child = fork();
  if (child == 0)
    _exit(0);
  waitpid(child, nullptr, 0);
  const std::string dead = "adjoint-" + std::to_string(child), alive = "adjoint-" + std::to_string(getppid());
  for (const std::string &left : {dead + "-0.snapshots", dead + "-17.snapshots", alive + "-3.snapshots", dead + "-1.snapshots.txt", dead})
    std::ofstream(directory / left) << "x";
  run(100, 3, true);
  EXPECT_FALSE(std::filesystem::exists(directory / (dead + "-0.snapshots")));
  EXPECT_FALSE(std::filesystem::exists(directory / (dead + "-17.snapshots")));
  for (const std::string &kept : {alive + "-3.snapshots", dead + "-1.snapshots.txt", dead})
    EXPECT_TRUE(std::filesystem::exists(directory / kept)) << kept;
}

TEST_F(DiskTest, GivesItsRoomBackWithTheProcess) {
  const pid_t child = fork();
  if (child == 0) {
    Tape &tape = Tape::local();
    const Tape::Mark mark = tape_mark();
    for (std::size_t i = 0; i < Size; ++i)
      tape.push(double(i));
    moved_to_disk(name.c_str(), mark, 0, 100, 3, 3);
    raise(SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_TRUE(isEmpty());
}

TEST_F(DiskTest, NestsInOneFile) {
  Tape &tape = Tape::local();
  for (int outer = 0; outer < 3; ++outer) {
    const Tape::Mark mark = tape_mark();
    tape.push(outer);
    tape.push(std::size_t(0));
    EXPECT_EQ(moved_to_disk(name.c_str(), mark, 0, 100, 3, 7), 7u);
    tape.push(2.5); // a record in between
  }
  for (int outer = 2; outer >= 0; --outer) {
    EXPECT_EQ(tape.pop<double>(), 2.5);
    for (int round = 0; round < 3; ++round) {
      const Tape::Mark mark = mark_with_disk();
      EXPECT_TRUE(is_from_disk(mark));
      EXPECT_EQ(tape.pop<std::size_t>(), 0u);
      EXPECT_EQ(tape.pop<int>(), outer);
      resumed_with_disk(mark, 0, std::size_t(2 - round), 3, 1);
    }
  }
  EXPECT_EQ(tape.bytes(), 0u);
}

} // namespace
