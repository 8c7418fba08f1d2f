// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ways: the gradients of a kernel that are compared, and whether they are right.

#ifndef ADJOINT_BENCHMARKS_WAYS_H
#define ADJOINT_BENCHMARKS_WAYS_H

#include "Kernel.h"

namespace bench {

struct Way {
  std::string name;
  Gradient gradient;
  double tolerance; ///< how far it may be from the gradient by hand, in units of the largest element
};

/// Generated and by hand; libraries and differences, where they are bearable at this size.
std::vector<Way> ways(const Registration &registration, const Kernel &kernel, int size);

std::vector<double> evaluate(const Gradient &gradient, std::size_t inputs);

/// Reports on the standard error where they do not.
bool agree(const Way &way, const Kernel &kernel, const std::string &row);

} // namespace bench

#endif
