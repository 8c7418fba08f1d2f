// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other ways to a gradient, which need nothing but the primal: libraries that record operations, and differences.

#ifndef ADJOINT_BENCHMARKS_TOOLS_H
#define ADJOINT_BENCHMARKS_TOOLS_H

#include "Kernel.h"

namespace bench {

Gradient adolcGradient(const std::string &kernel, int size);
Gradient sacadoGradient(const std::string &kernel, int size);

/// One-sided: one evaluation for each input, and one more.
Gradient differenceGradient(const std::string &kernel, int size);

} // namespace bench

#endif
