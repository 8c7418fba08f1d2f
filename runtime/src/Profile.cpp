// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The profile: counts of each thread, their sum, and the file that they are written to.
#include "adjoint/profile.h"

#include "adjoint/tape.h"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <mutex>
#include <stdexcept>
#include <tuple>

namespace adjoint {
namespace profile {

namespace {

using Clock = std::chrono::steady_clock;

enum Sweep { Forward, Reverse };

struct Counts {
  std::uint64_t visits = 0, bytes = 0;
  Clock::duration time{0};

  bool isEmpty() const { return visits == 0 && time.count() == 0; }
  void add(const Counts &other) {
    visits += other.visits;
    bytes += other.bytes;
    time += other.time;
  }
};

// By line. A deque, as the address of an entry must hold while it grows.
struct File {
  std::string name;
  std::deque<Counts> lines[2];
};

std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (const char c : text) {
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\u%04x", unsigned(static_cast<unsigned char>(c)));
    if (c == '"' || c == '\\')
      result += '\\';
    result += static_cast<unsigned char>(c) < ' ' ? escape : std::string(1, c);
  }
  return result + "\"";
}

// Counts of threads that have ended.
class Sums {
public:
  using Key = std::tuple<std::string, std::size_t, Sweep>; // file, line

  static Sums &ofProgram() {
    static Sums sums;
    return sums;
  }

  ~Sums() {
    const char *named = std::getenv("ADJOINT_PROFILE");
    const std::string file = named && *named ? named : "adjoint-profile.json";
    if (!sums.empty() && !write(file))
      std::fprintf(stderr, "adjoint: cannot write the profile to '%s'\n", file.c_str());
  }

  void add(const File &file) {
    const std::lock_guard<std::mutex> lock(mutex);
    for (const Sweep sweep : {Forward, Reverse})
      for (std::size_t line = 0; line < file.lines[sweep].size(); ++line)
        if (const Counts &counts = file.lines[sweep][line]; !counts.isEmpty())
          sums[Key(file.name, line, sweep)].add(counts);
  }

  void clear() {
    const std::lock_guard<std::mutex> lock(mutex);
    sums.clear();
  }

  bool write(const std::string &name) {
    const std::lock_guard<std::mutex> lock(mutex);
    std::FILE *out = std::fopen(name.c_str(), "w");
    if (!out)
      return false;
    const std::string all = text();
    const bool isWritten = std::fwrite(all.data(), 1, all.size(), out) == all.size();
    return std::fclose(out) == 0 && isWritten;
  }

private:
  std::string text() const {
    using std::to_string;
    std::string result = "{\"lines\": [";
    const char *separator = "\n";
    for (const auto &[key, counts] : sums) {
      const auto &[file, line, sweep] = key;
      const auto time = std::chrono::duration_cast<std::chrono::nanoseconds>(counts.time).count();
      result += separator;
      result += "  {\"file\": " + quoted(file) + ", \"line\": " + to_string(line) + ", \"sweep\": \"" +
                (sweep == Forward ? "forward" : "reverse") + "\", \"visits\": " + to_string(counts.visits) +
                ", \"bytes\": " + to_string(counts.bytes) + ", \"nanoseconds\": " + to_string(time) + "}";
      separator = ",\n";
    }
    return result + "\n]}\n";
  }

  std::mutex mutex;
  std::map<Key, Counts> sums;
};

// What one thread counts.
class Thread {
public:
  static Thread &local() {
    static thread_local Thread thread;
    return thread;
  }

  Thread() { Sums::ofProgram(); } // which are destroyed later, then
  ~Thread() { flush(); }

  // Adds all counts to those of the program. They stay where they are, as a call may be going on.
  void flush() {
    for (auto &[literal, one] : files) {
      Sums::ofProgram().add(one);
      for (std::deque<Counts> &lines : one.lines)
        for (Counts &counts : lines)
          counts = Counts();
    }
  }

  File *fileOf(const char *literal) {
    File &found = files[literal];
    if (found.name.empty())
      found.name = literal;
    return &found;
  }

  void enterLine(int line) {
    std::deque<Counts> &lines = file->lines[sweep];
    if (std::size_t(line) >= lines.size())
      lines.resize(std::size_t(line) + 1);
    leaveFor(&lines[std::size_t(line)]);
    ++now->visits;
  }

  // What has passed belongs to the present line, if there is one.
  void leaveFor(Counts *next) noexcept {
    const Clock::time_point time = Clock::now();
    const std::size_t bytes = Tape::local().bytes();
    if (now) {
      now->time += time - since;
      now->bytes += bytes > before ? bytes - before : 0;
    }
    now = next;
    since = time;
    before = bytes;
  }

  File *file = nullptr;
  Sweep sweep = Forward;
  Counts *now = nullptr; // of the present line

private:
  std::map<const char *, File> files;
  Clock::time_point since; // of which `now` has counted nothing yet
  std::size_t before = 0;  // bytes on the tape then
};

} // namespace

Call::Call(const char *file) {
  Thread &thread = Thread::local();
  file_ = thread.file;
  line_ = thread.now;
  sweep_ = thread.sweep;
  thread.file = thread.fileOf(file);
}

Call::~Call() {
  Thread &thread = Thread::local();
  thread.leaveFor(static_cast<Counts *>(line_));
  thread.file = static_cast<File *>(file_);
  thread.sweep = static_cast<Sweep>(sweep_);
}

void at(int line) { Thread::local().enterLine(line); }

void forward(int line) {
  Thread::local().sweep = Forward;
  at(line);
}

void reverse(int line) {
  Thread::local().sweep = Reverse;
  at(line);
}

void write(const std::string &file) {
  Thread::local().flush();
  if (!Sums::ofProgram().write(file))
    throw std::runtime_error("adjoint::profile: cannot write '" + file + "'");
}

void reset() {
  Thread::local().flush();
  Sums::ofProgram().clear();
}

} // namespace profile
} // namespace adjoint
