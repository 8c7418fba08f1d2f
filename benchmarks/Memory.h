// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ADJOINT_BENCHMARKS_MEMORY_H
#define ADJOINT_BENCHMARKS_MEMORY_H

#include <cstddef>
#include <functional>

namespace bench {

/// The most memory, in bytes, that a process of its own ever holds which does `work`, beyond what it begins with.
std::size_t peakResident(const std::function<void()> &work);

} // namespace bench

#endif
