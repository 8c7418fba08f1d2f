// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel: a function to be differentiated, of one size, and its gradients.

#ifndef ADJOINT_BENCHMARKS_KERNEL_H
#define ADJOINT_BENCHMARKS_KERNEL_H

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace bench {

struct Kernel {
  using Gradient = std::function<void(std::vector<double> &)>;

  std::function<double()> primal;
  Gradient generated, byHand; ///< add the gradient to its argument
  std::size_t inputs;         ///< how many elements the gradient has
};

/// Kernels announce themselves; `size` is what the benchmark runs unless told otherwise.
struct Registration {
  using Make = Kernel (*)(int size);

  Registration(const char *name, Make make, int size);

  std::string name;
  Make make;
  int size;
};

const std::vector<Registration> &registrations();

/// Random numbers, the same at each call.
std::vector<double> numbers(std::size_t n, double low, double high);

} // namespace bench

#endif
