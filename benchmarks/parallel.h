// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with OpenMP, whose gradients are generated twice: in parallel, and in sequence (scripts/benchmark-parallel).

#ifndef ADJOINT_BENCHMARKS_PARALLEL_H
#define ADJOINT_BENCHMARKS_PARALLEL_H

#include <functional>
#include <vector>

namespace bench {

/// A function and its gradient at `x`.
struct Parallel {
  const char *name;
  std::vector<double> x;
  std::function<double(const std::vector<double> &)> value;
  /// Adds the gradient.
  std::function<void(const std::vector<double> &, std::vector<double> &)> gradient;
};

namespace sequential {
std::vector<Parallel> kernels();
}
namespace parallel {
std::vector<Parallel> kernels();
}

} // namespace bench

#endif
