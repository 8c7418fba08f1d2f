// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients by libraries that record operations, of a problem: inputs `x`, and a function template from these to a number.

#ifndef ADJOINT_BENCHMARKS_LANGUAGES_TAPES_H
#define ADJOINT_BENCHMARKS_LANGUAGES_TAPES_H

#include "Memory.h"

#include <Sacado_trad.hpp>
#include <adolc/adolc.h>

#include <cstddef>
#include <vector>

// What a number is at present, for which place it falls into.
inline double valueOf(const badouble &x) { return x.value(); }
namespace Sacado::Rad {
inline double valueOf(const ADvari<double> &x) { return x.Val; }
} // namespace Sacado::Rad

namespace bench {

/// By ADOL-C: recorded anew for each gradient, as branches may depend on the point. The tape stays in memory.
template <class Problem> class ByAdolc {
public:
  explicit ByAdolc(const Problem &problem) : problem(problem) {
    constexpr unsigned plenty = 1u << 28, some = 1000;
    record(plenty, plenty, plenty, plenty);
    std::size_t counts[STAT_SIZE];
    tapestats(tape, counts);
    recorded = counts[NUM_OPERATIONS] + counts[NUM_LOCATIONS] * sizeof(locint) +
               (counts[NUM_VALUES] + counts[TAY_STACK_SIZE]) * sizeof(double);
    operations = static_cast<unsigned>(counts[NUM_OPERATIONS]) + some;
    locations = static_cast<unsigned>(counts[NUM_LOCATIONS]) + some;
    values = static_cast<unsigned>(counts[NUM_VALUES]) + some;
    states = static_cast<unsigned>(counts[TAY_STACK_SIZE]) + some;
  }

  std::vector<double> gradient() {
    record(operations, locations, values, states);
    std::vector<double> adjoint(problem.x.size());
    reverse(tape, 1, static_cast<int>(adjoint.size()), 0, 1.0, adjoint.data());
    return adjoint;
  }

  /// Of operations, locations, constants, and values for the reverse sweep.
  std::size_t bytes() const { return recorded; }

private:
  void record(unsigned operations, unsigned locations, unsigned values, unsigned states) {
    trace_on(tape, 1, operations, locations, values, states);
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

  static constexpr short tape = 1;
  const Problem &problem;
  std::size_t recorded = 0;
  unsigned operations = 0, locations = 0, values = 0, states = 0;
};

/// By Sacado's reverse mode.
template <class Problem> class BySacado {
  using Number = Sacado::Rad::ADvar<double>;

public:
  explicit BySacado(const Problem &problem) : problem(problem) {}

  std::vector<double> gradient() const {
    const std::vector<Number> inputs(problem.x.begin(), problem.x.end());
    std::vector<Number> x = inputs; // the function may overwrite them
    Number y = problem(x.data());
    Number::Gradcomp();
    std::vector<double> adjoint;
    for (const Number &input : inputs)
      adjoint.push_back(input.adj());
    return adjoint;
  }

  /// Of so many recordings that memory grows visibly. Where Sacado has recorded before, it has memory already: ask first.
  std::size_t bytes(int recordings) const {
    return peakResident([&] {
             for (int i = 0; i < recordings; ++i) {
               std::vector<Number> x(problem.x.begin(), problem.x.end());
               Number y = problem(x.data());
             }
           }) /
           static_cast<std::size_t>(recordings);
  }

private:
  const Problem &problem;
};

} // namespace bench

#endif
