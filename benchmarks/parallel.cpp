// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What gradients of parallel loops cost (scripts/benchmark-parallel). Each line: a kernel, milliseconds of its value in sequence, and the
// time of its gradient in units of that. Then, for each number of threads, the same of both in parallel, in parentheses how much more
// that is than in sequence, and by how much value and gradient are faster than with one thread. Each gradient is computed RUNS times
// with 1, 2, 3 and 8 threads, and compared with that in sequence. Arguments: RUNS, default 10; names of kernels.

#include "parallel.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

extern "C" void omp_set_num_threads(int);
extern "C" int omp_get_num_procs();

namespace {

using bench::Parallel;
using Vec = std::vector<double>;

double sink = 0.0;

double millisecondsOf(const std::function<void()> &run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// The least of 15 of each, in turn.
Vec leastTimes(const std::vector<std::function<void()>> &runs) {
  Vec least(runs.size(), 1e300);
  for (int round = 0; round < 15; ++round)
    for (std::size_t i = 0; i < runs.size(); ++i)
      least[i] = std::min(least[i], millisecondsOf(runs[i]));
  return least;
}

Vec gradientOf(const Parallel &kernel) {
  Vec x_b(kernel.x.size());
  kernel.gradient(kernel.x, x_b);
  return x_b;
}

/// What a gradient in parallel differs by at most, in units of the sum of all entries.
double difference(const Vec &a, const Vec &b) {
  double most = 0.0, scale = 1e-300;
  for (std::size_t i = 0; i < a.size(); ++i) {
    most = a[i] == a[i] && b[i] == b[i] ? std::max(most, std::fabs(a[i] - b[i])) : 1e300;
    scale += std::fabs(a[i]);
  }
  return most / scale;
}

/// The largest difference in `runs` runs with 1, 2, 3 and 8 threads.
double differences(const Parallel &sequential, const Parallel &parallel, int runs) {
  const Vec expected = gradientOf(sequential);
  double most = 0.0;
  for (int threads : {1, 2, 3, 8}) {
    omp_set_num_threads(threads);
    for (int run = 0; run < runs; ++run)
      most = std::max(most, difference(expected, gradientOf(parallel)));
  }
  return most;
}

/// Times of value and gradient in units of the value's.
void measure(const Parallel &sequential, const Parallel &parallel) {
  std::vector<int> threads = {1};
  for (int t = 2; t <= omp_get_num_procs(); t *= 2)
    threads.push_back(t);
  Vec x_b(sequential.x.size());
  const auto value = [&](const Parallel &of, int t) {
    return [&, t] {
      omp_set_num_threads(t);
      sink += of.value(of.x);
    };
  };
  const auto gradient = [&](const Parallel &of, int t) {
    return [&, t] {
      omp_set_num_threads(t);
      of.gradient(of.x, x_b);
    };
  };
  std::vector<std::function<void()>> runs = {value(sequential, 1), gradient(sequential, 1)};
  for (int t : threads) {
    runs.push_back(value(parallel, t));
    runs.push_back(gradient(parallel, t));
  }
  const Vec times = leastTimes(runs);
  const double inSequence = times[1] / times[0];
  std::printf("%-18s %8.3f ms %6.2f", sequential.name, times[0], inSequence);
  for (std::size_t i = 0; i < threads.size(); ++i) {
    const double v = times[2 * i + 2], g = times[2 * i + 3];
    std::printf("   %d: %6.2f (%.2f)", threads[i], g / v, g / v / inSequence);
    if (i > 0)
      std::printf(" x%.2f x%.2f", times[2] / v, times[3] / g);
  }
}

} // namespace

int main(int count, char **arguments) {
  const int runs = count > 1 ? std::atoi(arguments[1]) : 10;
  const std::vector<std::string> chosen(arguments + std::min(count, 2), arguments + count);
  const std::vector<Parallel> sequential = bench::sequential::kernels(), parallel = bench::parallel::kernels();
  bool failed = false;
  for (std::size_t i = 0; i < sequential.size(); ++i) {
    if (!chosen.empty() && std::find(chosen.begin(), chosen.end(), sequential[i].name) == chosen.end())
      continue;
    measure(sequential[i], parallel[i]);
    const double most = differences(sequential[i], parallel[i], runs);
    failed |= !(most <= 1e-10);
    std::printf("   differs by %.1e\n", most);
    std::fflush(stdout);
  }
  return failed || sink == 0.25;
}
