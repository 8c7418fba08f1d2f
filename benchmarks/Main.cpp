// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs every kernel at all of its sizes: the primal, and the gradient in every way there is, after checking that the
// gradients agree. Rows are named kernel/way/size. The options are Google Benchmark's.
#include "Memory.h"
#include "Ways.h"

#include <adjoint/tape.h>
#include <benchmark/benchmark.h>

#include <algorithm>
#include <map>

namespace bench {

namespace {

std::string row(const Registration &registration, const std::string &way, int size) {
  return registration.name + "/" + way + "/" + std::to_string(size);
}

/// What each row holds at most, by its name; measured in processes that do nothing else.
std::map<std::string, std::size_t> peaks() {
  std::map<std::string, std::size_t> all;
  for (const Registration &registration : registrations())
    for (int size : registration.sizes) {
      all[row(registration, "primal", size)] = peakResident([&] { registration.make(size).primal(); });
      const std::vector<Way> named = ways(registration, registration.make(size), size);
      for (std::size_t i = 0; i < named.size(); ++i)
        all[row(registration, named[i].name, size)] = peakResident([&] {
          const Kernel kernel = registration.make(size);
          evaluate(ways(registration, kernel, size)[i].gradient, kernel.inputs);
        });
    }
  return all;
}

void measurePrimal(benchmark::State &state, const Kernel &kernel) {
  for (auto _ : state)
    benchmark::DoNotOptimize(kernel.primal());
}

void measureGradient(benchmark::State &state, const Gradient &gradient, std::size_t inputs) {
  std::vector<double> g(inputs, 0.0);
  adjoint::Tape::local().reset_high_water();
  for (auto _ : state) {
    std::fill(g.begin(), g.end(), 0.0);
    gradient(g.data());
    benchmark::DoNotOptimize(g.data());
    benchmark::ClobberMemory();
  }
  state.counters["tape"] = double(adjoint::Tape::local().high_water());
}

void enter(const std::string &name, std::size_t resident, const std::function<void(benchmark::State &)> &measure) {
  auto run = [=](benchmark::State &state) {
    measure(state);
    state.counters["resident"] = double(resident);
  };
  benchmark::RegisterBenchmark(name.c_str(), run)->Unit(benchmark::kMicrosecond);
}

/// Enters the rows of a kernel of one size; false if its gradients do not agree.
bool enter(const Registration &registration, int size, std::map<std::string, std::size_t> &resident) {
  const Kernel kernel = registration.make(size);
  const std::string primal = row(registration, "primal", size);
  enter(primal, resident[primal], [=](auto &state) { measurePrimal(state, kernel); });
  bool right = true;
  for (const Way &way : ways(registration, kernel, size)) {
    const std::string name = row(registration, way.name, size);
    right &= agree(way, kernel, name);
    enter(name, resident[name], [=](auto &state) { measureGradient(state, way.gradient, kernel.inputs); });
  }
  return right;
}

} // namespace

} // namespace bench

int main(int argc, char **argv) {
  std::map<std::string, std::size_t> resident = bench::peaks(); // first: what this process holds counts
  benchmark::Initialize(&argc, argv);
  bool right = true;
  for (const bench::Registration &registration : bench::registrations())
    for (int size : registration.sizes)
      right &= bench::enter(registration, size, resident);
  if (!right)
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
