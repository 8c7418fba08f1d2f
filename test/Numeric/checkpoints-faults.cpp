// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-KEEPS-MEMORY (it has operators new and delete of its own)
//
// What fails while snapshots are taken and used: each allocation in turn, a step on its way forward, the same step when it runs
// again, and a disk that cannot be read any more. The exception arrives, the tape is as it was, no file is open or left, and
// the next call gives the same bits.

#include "numeric.h"

#include <adjoint/disk.h>

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

#include <unistd.h>

namespace {
long allocationsLeft = -1; // negative: as many as are asked for

bool fails() {
  if (allocationsLeft > 0)
    --allocationsLeft;
  return allocationsLeft == 0;
}
} // namespace

void *operator new(std::size_t size) {
  void *memory = fails() ? nullptr : std::malloc(size ? size : 1);
  if (!memory)
    throw std::bad_alloc();
  return memory;
}
void *operator new(std::size_t size, const std::nothrow_t &) noexcept { return fails() ? nullptr : std::malloc(size ? size : 1); }
void *operator new(std::size_t size, std::align_val_t align, const std::nothrow_t &) noexcept {
  const std::size_t step = std::size_t(align);
  return fails() ? nullptr : std::aligned_alloc(step, (size + step - 1) / step * step);
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

bool isArmed = false; // steps behind the third fail
constexpr int size = 3000;

void advance(double *u, double a, int t) {
  if (isArmed && t > 2)
    throw std::runtime_error("a step fails");
  for (int i = 0; i < size; ++i)
    u[i] = u[i] * std::cos(a * u[size - 1 - i]);
}

#pragma adjoint reverse
double stored(double a, double b) {
  double u[size];
  for (int i = 0; i < size; ++i)
    u[i] = b + 0.0001 * i;
  for (int t = 0; t < 24; ++t)
    advance(u, a, t);
  return u[0] * u[size - 1];
}

#pragma adjoint reverse
double inMemory(double a, double b) {
  double u[size];
  for (int i = 0; i < size; ++i)
    u[i] = b + 0.0001 * i;
#pragma adjoint checkpoint snapshots(4)
  for (int t = 0; t < 24; ++t)
    advance(u, a, t);
  return u[0] * u[size - 1];
}

#pragma adjoint reverse
double onDisk(double a, double b) {
  double u[size];
  for (int i = 0; i < size; ++i)
    u[i] = b + 0.0001 * i;
#pragma adjoint checkpoint snapshots(1) disk(".")
  for (int t = 0; t < 24; ++t)
    advance(u, a, t);
  return u[0] * u[size - 1];
}

namespace {

using Adjoint = void (*)(double, double &, double, double &, double);

/// Of files that have no name any more.
int openSnapshots(bool closeThem) {
  int count = 0;
  for (int descriptor = 3; descriptor < 64; ++descriptor) {
    char path[4096];
    const ssize_t length = readlink(("/proc/self/fd/" + std::to_string(descriptor)).c_str(), path, sizeof path);
    if (length <= 0 || std::string(path, std::size_t(length)).find(".snapshots") == std::string::npos)
      continue;
    ++count;
    if (closeThem)
      close(descriptor);
  }
  return count;
}

template <class Error> bool throws(const char *name, Adjoint f_b) {
  adjoint::Tape &tape = adjoint::Tape::local();
  tape.push(1.5);
  bool thrown = false;
  double a_b = 0.25, b_b = 0.25;
  try {
    f_b(0.3, a_b, 0.7, b_b, 1.0);
  } catch (const Error &) {
    thrown = true;
  }
  allocationsLeft = -1;
  numeric::expect(name, 1.5, tape.pop<double>());
  numeric::expect(name, 0.0, double(tape.bytes()));
  numeric::expect(name, 0.0, double(openSnapshots(false)));
  return thrown;
}

void sameBits(const char *name, Adjoint f_b) {
  double a_b = 0.0, b_b = 0.0, expected_a = 0.0, expected_b = 0.0;
  stored_b(0.3, expected_a, 0.7, expected_b, 1.0);
  f_b(0.3, a_b, 0.7, b_b, 1.0);
  numeric::compare(name, "a_b", 0, expected_a, a_b, 0.0);
  numeric::compare(name, "b_b", 0, expected_b, b_b, 0.0);
}

void everyAllocation(const char *name, Adjoint f_b) {
  int failures = 0;
  for (long nth = 1;; ++nth) {
    adjoint::Tape::local().trim();
    adjoint::Tape::local().push(0.0); // so that its first chunk is there
    adjoint::Tape::local().pop<double>();
    allocationsLeft = nth;
    if (!throws<std::bad_alloc>(name, f_b))
      break;
    ++failures;
  }
  numeric::expect(name, 1.0, failures > 0 ? 1.0 : 0.0);
  sameBits(name, f_b);
}

void failingSteps(const char *name, Adjoint f_b) {
  isArmed = true;
  numeric::expect(name, 1.0, throws<std::runtime_error>(name, f_b) ? 1.0 : 0.0);
  for (std::size_t when : {1, 2, 5, 19}) {
    isArmed = false;
    adjoint::on_progress([when](std::size_t done, std::size_t) { isArmed = isArmed || done == when; });
    numeric::expect(name, 1.0, throws<std::runtime_error>(name, f_b) ? 1.0 : 0.0);
  }
  isArmed = false;
  adjoint::on_progress([](std::size_t, std::size_t) { throw std::runtime_error("enough"); });
  numeric::expect(name, 1.0, throws<std::runtime_error>(name, f_b) ? 1.0 : 0.0);
  adjoint::on_progress(nullptr);
  sameBits(name, f_b);
}

} // namespace

int main() {
  numeric::check("inMemory", inMemory, inMemory_b, {{0.3, 0.7}});
  numeric::check("onDisk", onDisk, onDisk_b, {{0.3, 0.7}});
  everyAllocation("inMemory", inMemory_b);
  everyAllocation("onDisk", onDisk_b);
  failingSteps("inMemory", inMemory_b);
  failingSteps("onDisk", onDisk_b);

  adjoint::on_progress([](std::size_t done, std::size_t) {
    if (done == 3)
      numeric::expect("open", 1.0, double(openSnapshots(true)));
  });
  numeric::expect("unreadable", 1.0, throws<std::system_error>("unreadable", onDisk_b) ? 1.0 : 0.0);
  adjoint::on_progress(nullptr);
  sameBits("onDisk", onDisk_b);
  for (const auto &entry : std::filesystem::directory_iterator("."))
    numeric::expect("left", 0.0, entry.path().extension() == ".snapshots" ? 1.0 : 0.0);
  return numeric::report();
}
