// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "adjoint/profile.h"
#include "adjoint/tape.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <regex>
#include <stdexcept>
#include <string>
#include <thread>

namespace profile = adjoint::profile;
using adjoint::Tape;

namespace {

struct Entry {
  unsigned long visits = 0, bytes = 0, nanoseconds = 0;
};

/// The tests may run at once: each has a file of its own.
class ProfileTest : public ::testing::Test {
protected:
  void SetUp() override { profile::reset(); }
  void TearDown() override {
    profile::reset(); // which leaves nothing to be written at the end
    std::remove(file.c_str());
  }

  std::string written() {
    profile::write(file);
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  /// What has been counted of "a.cpp".
  Entry counted(int line, const std::string &sweep) {
    const std::regex entry("\\{\"file\": \"a.cpp\", \"line\": " + std::to_string(line) + ", \"sweep\": \"" + sweep +
                           "\", \"visits\": (\\d+), \"bytes\": (\\d+), \"nanoseconds\": (\\d+)\\}");
    const std::string all = written();
    std::smatch found;
    if (!std::regex_search(all, found, entry))
      return {};
    return {std::stoul(found[1]), std::stoul(found[2]), std::stoul(found[3])};
  }

  const std::string file = ::testing::TempDir() + ::testing::UnitTest::GetInstance()->current_test_info()->name() + ".json";
  Tape &tape = Tape::local();
};

TEST_F(ProfileTest, GrowthBelongsToTheLineThatControlWasIn) {
  {
    const profile::Call call("a.cpp");
    profile::forward(1);
    tape.push(1.0);
    profile::at(2);
    tape.push(2.0f);
    profile::at(1);
    tape.push(3.0);
    profile::reverse(1);
    tape.pop<double>();
    tape.pop<float>();
    tape.pop<double>();
  }
  EXPECT_EQ(counted(1, "forward").bytes, 16u);
  EXPECT_EQ(counted(1, "forward").visits, 2u);
  EXPECT_EQ(counted(2, "forward").bytes, 4u);
  EXPECT_EQ(counted(1, "reverse").bytes, 0u);
  EXPECT_EQ(counted(1, "reverse").visits, 1u);
}

TEST_F(ProfileTest, CallsHaveLinesOfTheirOwnAndTheSweepOfTheirCaller) {
  {
    const profile::Call caller("a.cpp");
    profile::reverse(5);
    {
      const profile::Call callee("a.cpp");
      profile::at(7);
      tape.push(1);
    }
    tape.push(1.0);
    profile::at(6);
    tape.rewind({0});
  }
  EXPECT_EQ(counted(7, "reverse").bytes, sizeof(int));
  EXPECT_EQ(counted(5, "reverse").bytes, sizeof(double));
  EXPECT_EQ(counted(5, "reverse").visits, 1u);
  EXPECT_EQ(counted(7, "forward").visits, 0u);
}

TEST_F(ProfileTest, TimePassesInTheLine) {
  {
    const profile::Call call("a.cpp");
    profile::forward(1);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    profile::at(2);
  }
  EXPECT_GE(counted(1, "forward").nanoseconds, 2000000u);
}

TEST_F(ProfileTest, ThreadsAddUpWhenTheyEnd) {
  auto run = [] {
    const profile::Call call("a.cpp");
    profile::forward(3);
    Tape::local().push(1.0);
    profile::reverse(3);
    Tape::local().pop<double>();
  };
  run();
  std::thread(run).join();
  EXPECT_EQ(counted(3, "forward").visits, 2u);
  EXPECT_EQ(counted(3, "forward").bytes, 16u);
}

TEST_F(ProfileTest, AnExceptionEndsACall) {
  try {
    const profile::Call call("a.cpp");
    profile::forward(1);
    throw 1;
  } catch (int) {
  }
  tape.push(1.0);
  tape.rewind({0});
  EXPECT_EQ(counted(1, "forward").bytes, 0u);
}

TEST_F(ProfileTest, NamesAreJson) {
  { const profile::Call call("odd\"\\\n.cpp"); profile::at(1); }
  EXPECT_NE(written().find("\"odd\\\"\\\\\\u000a.cpp\""), std::string::npos);
}

TEST_F(ProfileTest, AFileThatCannotBeWrittenIsAnError) {
  EXPECT_THROW(profile::write(::testing::TempDir() + "no/such/folder/profile.json"), std::runtime_error);
}

} // namespace
