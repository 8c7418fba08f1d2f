// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ADJOINT_BENCHMARKS_NUMBERS_H
#define ADJOINT_BENCHMARKS_NUMBERS_H

#include <cstddef>
#include <vector>

namespace bench {

/// Random numbers, evenly distributed, the same at each call.
std::vector<double> numbers(std::size_t n, double low, double high);

} // namespace bench

#endif
