// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Timing: how long functions take that are run in turn, so that what else the machine does slows down all of them.

#ifndef ADJOINT_BENCHMARKS_TIMING_H
#define ADJOINT_BENCHMARKS_TIMING_H

#include <algorithm>
#include <ctime>
#include <functional>
#include <vector>

namespace bench {

/// Milliseconds of processor time of one run.
inline double timeOf(const std::function<void()> &run, int repetitions) {
  const std::clock_t start = std::clock();
  for (int i = 0; i < repetitions; ++i)
    run();
  return 1e3 * double(std::clock() - start) / CLOCKS_PER_SEC / repetitions;
}

/// Milliseconds of each: medians of some measurements in turn, each of at least `least` ms.
inline std::vector<double> medians(const std::vector<std::function<void()>> &runs, int rounds = 15, double least = 10.0) {
  std::vector<int> repetitions;
  for (const auto &run : runs) {
    int count = 1;
    while (timeOf(run, count) * count < least)
      count *= 2;
    repetitions.push_back(count);
  }
  std::vector<std::vector<double>> times(runs.size());
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < runs.size(); ++i)
      times[i].push_back(timeOf(runs[i], repetitions[i]));
  std::vector<double> result;
  for (std::vector<double> &of : times) {
    std::nth_element(of.begin(), of.begin() + of.size() / 2, of.end());
    result.push_back(of[of.size() / 2]);
  }
  return result;
}

} // namespace bench

#endif
