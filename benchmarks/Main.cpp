// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs every kernel as primal, generated gradient and gradient by hand, after checking that both gradients agree. The
// options are Google Benchmark's.
#include "Kernel.h"

#include <adjoint/tape.h>
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

namespace bench {

namespace {
std::vector<Registration> &mutableRegistrations() {
  static std::vector<Registration> all;
  return all;
}
} // namespace

Registration::Registration(const char *name, Make make, int size) : name(name), make(make), size(size) {
  mutableRegistrations().push_back(*this);
}

const std::vector<Registration> &registrations() { return mutableRegistrations(); }

std::vector<double> numbers(std::size_t n, double low, double high) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> distribution(low, high);
  std::vector<double> out(n);
  for (double &value : out)
    value = distribution(engine);
  return out;
}

namespace {

/// The largest difference between two gradients, in units of the larger one's largest element.
double difference(const std::vector<double> &a, const std::vector<double> &b) {
  double largest = 0.0, apart = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max({largest, std::abs(a[i]), std::abs(b[i])});
    apart = std::max(apart, std::isfinite(a[i] - b[i]) ? std::abs(a[i] - b[i]) : HUGE_VAL);
  }
  return largest > 0.0 ? apart / largest : HUGE_VAL; // a gradient of zeros checks nothing
}

std::vector<double> gradient(const Kernel::Gradient &adjoint, std::size_t inputs) {
  std::vector<double> g(inputs, 0.0);
  adjoint(g);
  return g;
}

bool agree(const Registration &registration, const Kernel &kernel) {
  const double apart =
      difference(gradient(kernel.generated, kernel.inputs), gradient(kernel.byHand, kernel.inputs));
  if (apart <= 1e-7)
    return true;
  std::fprintf(stderr, "%s: the gradients differ by %g\n", registration.name.c_str(), apart);
  return false;
}

void measurePrimal(benchmark::State &state, const Kernel &kernel) {
  for (auto _ : state)
    benchmark::DoNotOptimize(kernel.primal());
}

void measureGradient(benchmark::State &state, const Kernel::Gradient &adjoint, std::size_t inputs) {
  std::vector<double> g(inputs, 0.0);
  adjoint::Tape::local().reset_high_water();
  for (auto _ : state) {
    std::fill(g.begin(), g.end(), 0.0);
    adjoint(g);
    benchmark::DoNotOptimize(g.data());
    benchmark::ClobberMemory();
  }
  state.counters["tape"] = double(adjoint::Tape::local().high_water());
}

void measure(const std::string &name, const std::function<void(benchmark::State &)> &run) {
  benchmark::RegisterBenchmark(name.c_str(), run)->Unit(benchmark::kMicrosecond);
}

} // namespace

} // namespace bench

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  bool right = true;
  for (const bench::Registration &registration : bench::registrations()) {
    const bench::Kernel kernel = registration.make(registration.size);
    right &= bench::agree(registration, kernel);
    const std::string name = registration.name + "/";
    bench::measure(name + "primal", [=](auto &state) { bench::measurePrimal(state, kernel); });
    bench::measure(name + "generated",
                   [=](auto &state) { bench::measureGradient(state, kernel.generated, kernel.inputs); });
    bench::measure(name + "by-hand", [=](auto &state) { bench::measureGradient(state, kernel.byHand, kernel.inputs); });
  }
  if (!right)
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
