// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NUMERIC-STANDARD: c++20
// NUMERIC-FLAGS: -fopenmp -pthread
// NUMERIC-VARIANTS: --no-inline
// RUN: %numeric
//
// With OpenMP, loops that start threads run side by side in derivatives, where threads only add under locks.

#include "numeric.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

extern "C" void omp_set_num_threads(int);

/// A part of the numbers each, which the next step overwrites.
#pragma adjoint reverse
double blocks(const double *x, int n) {
  const int threads = 3;
  std::vector<double> u(x, x + n), partial(threads);
  double total = 0;
  for (int step = 0; step < 3; ++step) {
    std::vector<std::thread> pool;
    pool.reserve(threads);
    for (int t = 0; t < threads; ++t) {
      const int first = n * t / threads, last = std::min(n * (t + 1) / threads, n);
      pool.emplace_back([&, t, first, last] {
        double sum = 0;
        for (int i = first; i < last; ++i) {
          if (u[i] > 0.5)
            u[i] *= std::sin(u[i]);
          sum += u[i] * x[(i + 1) % n];
        }
        partial[t] = sum;
      });
    }
    for (auto &thread : pool)
      thread.join();
    for (double p : partial)
      total = 0.5 * total + p;
  }
  return total * u[0];
}

/// Sums under locks: of a number, and of an array.
#pragma adjoint reverse
double underLock(const double *x, int n) {
  std::mutex m;
  double total = 0;
  std::vector<double> bins(4, 0.0);
  std::vector<std::thread> pool;
  for (int t = 0; t < 4; ++t)
    pool.push_back(std::thread([&, t] {
      double local[4] = {0, 0, 0, 0}, sum = 0;
      for (int i = t; i < n; i += 4) {
        local[i % 3] += x[i] * x[i];
        sum += std::exp(-x[i]);
      }
      const std::lock_guard<std::mutex> lock(m);
      total += sum;
      for (int k = 0; k < 4; ++k)
        bins[k] += local[k];
    }));
  for (std::size_t t = 0; t < pool.size(); ++t)
    if (pool[t].joinable())
      pool[t].join();
  return total * bins[0] + bins[1] * bins[2];
}

static void work(const std::vector<double> &x, std::size_t first, std::size_t last, double &out) {
  double sum = 0;
  for (std::size_t i = first; i < last; ++i)
    sum += x[i] * x[i] * x[0];
  out += sum;
}

/// By functions, in threads that are joined by themselves, and in an array.
#pragma adjoint reverse
double functions(const double *x, int n) {
  const std::vector<double> y(x, x + n);
  std::vector<double> out(4, x[0]);
  {
    std::vector<std::jthread> pool(4);
    for (std::size_t t = 0; t < pool.size(); ++t)
      pool[t] = std::jthread(work, std::cref(y), y.size() * t / 4, y.size() * (t + 1) / 4, std::ref(out[t]));
  }
  std::thread more[2];
  for (int t = 0; t < 2; ++t)
    more[t] = std::thread([&out, x, t] { out[t] *= x[t % 2]; });
  more[0].join();
  more[1].join();
  return out[0] * out[1] + out[2] * out[3];
}

/// What is not only added to keeps the order, and so do other statements, and atomics.
#pragma adjoint reverse
double inOrder(const double *x, int n) {
  std::mutex m;
  double product = 1, running = x[0];
  std::atomic<double> sum{0.0};
  std::vector<std::thread> pool;
  for (int t = 0; t < n; ++t)
    pool.emplace_back([&, t] {
      std::lock_guard<std::mutex> lock(m);
      product *= x[t];
    });
  for (int t = 0; t < n; ++t) {
    running = running * 0.5 + x[t];
    pool.emplace_back([&sum, running] { sum.fetch_add(running * running); });
  }
  for (int t = 0; t < 2 * n; ++t)
    pool[t].join();
  return product * sum * static_cast<double>(pool.size());
}

/// A thread that is started anew waits for the one before it, and threads may insert under a lock.
#pragma adjoint reverse
double waiting(const double *x, int n) {
  std::vector<double> y(n, 1.0);
  std::map<int, double> bins;
  std::mutex m;
  {
    std::jthread worker;
    for (int t = 1; t < n; ++t)
      worker = std::jthread([&y, x, t] { y[t] = y[t - 1] * x[t]; });
  }
  std::vector<std::thread> pool;
  for (int t = 0; t < n; ++t)
    pool.emplace_back([&, t] {
      std::lock_guard<std::mutex> lock(m);
      bins[t % 3] += x[t] * x[t];
    });
  for (std::thread &thread : pool)
    thread.join();
  return y[n - 1] + bins[0] * bins[1];
}

int main() {
  for (int threads : {1, 3}) {
    omp_set_num_threads(threads);
    const std::vector<double> many = {0.7, 1.3, -0.4, 0.8, 0.3, 1.1, 0.9, 0.6, -0.2, 0.45, 1.7};
    numeric::check("blocks", blocks, blocks_b, {{0.7, 1.3, -0.4}, many});
    numeric::check("underLock", underLock, underLock_b, {{0.7, 1.3, -0.4}, many});
    numeric::check("functions", functions, functions_b, {{0.7, 1.3, -0.4}, many});
    numeric::check("waiting", waiting, waiting_b, {{0.7, 1.3, -0.4}, many});
    numeric::check("inOrder", inOrder, inOrder_b, {{0.7, 1.3, -0.4}, {0.7, 1.3, -0.4, 0.8, 0.3}});
  }
  return numeric::report();
}
