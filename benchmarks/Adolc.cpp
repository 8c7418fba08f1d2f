// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients by ADOL-C: the operations of the primal are recorded at each evaluation, as branches may depend on the point.
#include "Tools.h"

#include <adolc/adolc.h>

#include <cmath>
#include <optional>

/// A function that ADOL-C lacks, as value and slope at this point.
static adub erfc(const badouble &x) {
  const double at = x.value();
  return std::erfc(at) - 2.0 * std::exp(-at * at) / std::sqrt(3.14159265358979323846) * (x - at);
}

#include "Problems.h"

namespace bench {

namespace {

constexpr short tape = 1;

/// How many entries each buffer needs for the tape to stay in memory.
struct Buffers {
  unsigned operations, locations, values, taylors;
};

template <class Problem> void record(const Problem &problem, const Buffers &room) {
  trace_on(tape, 1, room.operations, room.locations, room.values, room.taylors);
  std::vector<adouble> x(problem.x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] <<= problem.x[i];
  {
    double result = 0.0;
    adouble y = problem(x.data());
    y >>= result;
  }
  trace_off();
}

template <class Problem> Buffers neededBuffers(const Problem &problem) {
  constexpr unsigned plenty = 1u << 27, some = 1000;
  record(problem, {plenty, plenty, plenty, plenty});
  std::size_t counts[STAT_SIZE];
  tapestats(tape, counts);
  return {unsigned(counts[NUM_OPERATIONS]) + some, unsigned(counts[NUM_LOCATIONS]) + some,
          unsigned(counts[NUM_VALUES]) + some, unsigned(counts[NUM_OPERATIONS] + counts[NUM_LOCATIONS]) + some};
}

template <class Problem> void addGradient(const Problem &problem, const Buffers &room, double *g) {
  record(problem, room);
  std::vector<double> adjoint(problem.x.size());
  reverse(tape, 1, int(adjoint.size()), 0, 1.0, adjoint.data());
  for (std::size_t i = 0; i < adjoint.size(); ++i)
    g[i] += adjoint[i];
}

} // namespace

Gradient adolcGradient(const std::string &kernel, int size) {
  return gradientOf(kernel, size, [](auto problem) -> Gradient {
    return [=, room = std::optional<Buffers>()](double *g) mutable {
      if (!room)
        room = neededBuffers(problem);
      addGradient(problem, *room, g);
    };
  });
}

} // namespace bench
