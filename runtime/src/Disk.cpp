// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Snapshots on disk: files, and the objects that stand on the tape for what is in them.
#include "adjoint/disk.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>
#include <system_error>

#include <dirent.h>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

namespace adjoint {

namespace {

constexpr std::size_t AtOnce = std::size_t(1) << 30; // bytes that one call of the system moves

// Adds the time of a scope to what disks took.
class Timed {
public:
  ~Timed() {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    checkpoint_detail::state().counts.disk_seconds += passed.count();
  }

private:
  const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
};

// Is it the name of a file that was made by a process that no longer runs, or by an earlier one with this one's number?
bool isLeftBehind(const char *name) {
  int process = 0, number = 0, length = 0;
  if (std::sscanf(name, "adjoint-%d-%d.snapshots%n", &process, &number, &length) != 2 || length == 0 || name[length] != '\0')
    return false;
  return process == int(getpid()) || (kill(process, 0) != 0 && errno == ESRCH);
}

void removeLeftBehind(const std::string &directory) {
  const std::unique_ptr<DIR, int (*)(DIR *)> open(opendir(directory.c_str()), closedir);
  while (const dirent *entry = open ? readdir(open.get()) : nullptr)
    if (isLeftBehind(entry->d_name))
      unlink((directory + "/" + entry->d_name).c_str());
}

// A stack of bytes on disk.
class File {
public:
  explicit File(const char *in) : directory(*in ? in : "."), name(in) {
    removeLeftBehind(directory);
    static std::atomic<int> made;
    do {
      const std::string path =
          directory + "/adjoint-" + std::to_string(getpid()) + "-" + std::to_string(made++) + ".snapshots";
      descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
      if (descriptor >= 0)
        unlink(path.c_str());
    } while (descriptor < 0 && errno == EEXIST);
    if (descriptor < 0)
      fail("cannot make a file for snapshots in", errno);
  }
  ~File() { ::close(descriptor); }
  File(const File &) = delete;
  File &operator=(const File &) = delete;

  void write(const char *bytes, std::size_t count, std::size_t offset) {
    move(count, "cannot write a snapshot in", [&](std::size_t done, std::size_t now) {
      return pwrite(descriptor, bytes + done, now, off_t(offset + done));
    });
  }

  void read(char *bytes, std::size_t count, std::size_t offset) {
    move(count, "cannot read a snapshot in", [&](std::size_t done, std::size_t now) {
      return pread(descriptor, bytes + done, now, off_t(offset + done));
    });
  }

  // Snapshots end at `length`; what lies behind is given back.
  void shorten(std::size_t length) noexcept {
    end = length;
    while (ftruncate(descriptor, off_t(length)) != 0 && errno == EINTR) {
    }
  }

  const std::string directory, name; // `name`: as the program says it
  std::size_t end = 0;               // where the next snapshot goes

private:
  template <class Move> void move(std::size_t count, const char *what, Move moved) {
    for (std::size_t done = 0; done < count;) {
      const ssize_t now = moved(done, std::min(count - done, AtOnce));
      if (now > 0)
        done += std::size_t(now);
      else if (now == 0 || errno != EINTR)
        fail(what, now == 0 ? EIO : errno);
    }
  }

  [[noreturn]] void fail(const char *what, int error) const {
    throw std::system_error(error, std::generic_category(), std::string("adjoint: ") + what + " '" + directory + "'");
  }

  int descriptor = -1;
};

// Stands on the tape for a snapshot in a file.
struct OnDisk {
  std::shared_ptr<File> file;
  std::size_t offset = 0, bytes = 0;
  std::size_t tape = 0; // its bytes, with this object as the last thing on it
  OnDisk *previous = nullptr;

  ~OnDisk();
};

// The calling thread's last one. There are as many as on its tape.
thread_local OnDisk *last = nullptr;
thread_local std::size_t bytesOnDisk = 0;

OnDisk::~OnDisk() {
  if (!file)
    return;
  last = previous;
  bytesOnDisk -= bytes;
  if (file.use_count() > 1)
    file->shorten(offset);
}

std::shared_ptr<File> fileIn(const char *directory) {
  for (const OnDisk *one = last; one; one = one->previous)
    if (one->file->name == directory)
      return one->file;
  return std::make_shared<File>(directory);
}

// From the tape to the end of the file.
std::size_t write(File &file, const Tape &tape, Tape::Mark mark) {
  std::size_t offset = file.end;
  for (std::size_t from = mark.bytes, count = 0; from < tape.bytes(); from += count, offset += count) {
    const char *bytes = tape.stretch(from, count);
    file.write(bytes, count, offset);
  }
  return offset - file.end;
}

} // namespace

namespace {
void move(const char *directory, Tape::Mark mark) {
  const Timed timed;
  Tape &tape = Tape::local();
  const std::shared_ptr<File> file = fileIn(directory);
  const std::size_t bytes = write(*file, tape, mark);
  tape.rewind(mark);
  OnDisk &made = tape.make<OnDisk>();
  made.file = file;
  made.offset = file->end;
  made.bytes = bytes;
  made.tape = tape.bytes();
  made.previous = last;
  last = &made;
  file->end += bytes;
  bytesOnDisk += bytes;
  std::size_t &peak = checkpoint_detail::state().counts.peak_disk_bytes;
  peak = std::max(peak, bytesOnDisk);
}
} // namespace

std::size_t moved_to_disk(const char *directory, Tape::Mark mark, std::size_t at, std::size_t end, std::size_t period,
                          std::size_t next) {
  if (end - at > period)
    move(directory, mark);
  return next;
}

std::size_t left_beside_disk(const char *directory, Tape::Mark mark, std::size_t at, std::size_t end, std::size_t period,
                             std::size_t left) {
  if (end - at <= period)
    return left - 1;
  move(directory, mark);
  return left;
}

Tape::Mark mark_with_disk() {
  Tape &tape = Tape::local();
  const Tape::Mark mark = tape.mark();
  if (!last || last->tape != mark.bytes)
    return mark;
  const Timed timed;
  last->file->read(tape.reserve<char>(last->bytes), last->bytes, last->offset);
  return mark;
}

bool is_from_disk(Tape::Mark mark) noexcept { return last && last->tape == mark.bytes; }

std::size_t resumed_with_disk(Tape::Mark mark, std::size_t at, std::size_t step, std::size_t steps, std::size_t next) {
  const bool isFromDisk = is_from_disk(mark);
  if (isFromDisk && at == step)
    Tape::local().take<OnDisk>();
  return resumed(isFromDisk ? Tape::Mark{0} : mark, at, step, steps, next);
}

} // namespace adjoint
