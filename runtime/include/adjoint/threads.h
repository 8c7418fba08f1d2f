// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::thread::hardware_concurrency(), for programs that make as many parts: derivatives have to make the same ones.

#ifndef ADJOINT_THREADS_H
#define ADJOINT_THREADS_H

#include <thread>

namespace adjoint {

inline unsigned hardware_threads() { return std::thread::hardware_concurrency(); }

} // namespace adjoint

#endif
