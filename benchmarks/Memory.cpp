// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Memory.h"

#include <cstdlib>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bench {

namespace {

/// A process begins with what its parent holds.
std::size_t peakOfProcess(const std::function<void()> &work) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    _exit(EXIT_SUCCESS);
  }
  int status = 0;
  rusage used = {};
  if (child < 0 || wait4(child, &status, 0, &used) != child || status != 0)
    return 0;
  return std::size_t(used.ru_maxrss) * 1024; // kilobytes, on Linux
}

} // namespace

std::size_t peakResident(const std::function<void()> &work) {
  const std::size_t idle = peakOfProcess([] {}), working = peakOfProcess(work);
  return working > idle ? working - idle : 0;
}

} // namespace bench
