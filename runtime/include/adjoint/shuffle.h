// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In which order std::shuffle leaves n elements: element i is then the one that order[i] was. What it draws does not
// depend on what the elements are.

#ifndef ADJOINT_SHUFFLE_H
#define ADJOINT_SHUFFLE_H

#include <algorithm>
#include <numeric>

namespace adjoint {

template <class Engine> void shuffled(unsigned long *order, unsigned long n, Engine &engine) {
  std::iota(order, order + n, 0ul);
  std::shuffle(order, order + n, engine);
}

} // namespace adjoint

#endif
