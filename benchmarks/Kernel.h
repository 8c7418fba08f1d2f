// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel: a function to be differentiated, at one point of one size, and its gradients.

#ifndef ADJOINT_BENCHMARKS_KERNEL_H
#define ADJOINT_BENCHMARKS_KERNEL_H

#include <cstddef>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

namespace bench {

using Gradient = std::function<void(double *)>; ///< adds the gradient to its argument

struct Kernel {
  std::function<double()> primal;
  Gradient generated, byHand;
  std::size_t inputs = 0; ///< how many elements the gradient has
};

/// Kernels announce themselves, by a function that makes one of a `Problem`: a class with a `name`, the `sizes` it is
/// measured at, the last of them the one that counts, `taped`, the largest one that libraries which record every
/// operation are measured at, and the point `x`, at which it is a function of a scalar type of one's choice.
struct Registration {
  template <class Problem>
  explicit Registration(Kernel (*kernel)(const Problem &))
      : name(Problem::name), sizes(std::begin(Problem::sizes), std::end(Problem::sizes)), taped(Problem::taped),
        make([kernel](int size) {
          const Problem problem(size);
          Kernel made = kernel(problem);
          made.inputs = problem.x.size();
          return made;
        }) {
    announce(*this);
  }

  std::string name;
  std::vector<int> sizes;
  int taped;
  std::function<Kernel(int size)> make;

private:
  static void announce(const Registration &);
};

const std::vector<Registration> &registrations();

} // namespace bench

#endif
