// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The permutation that std::shuffle applies to n elements. Generated code moves the elements itself.
//
//     adjoint::shuffled(order, n, engine);
//
// Shapes: order[0..n) is overwritten: after the shuffle, element i is the old element order[i]. The engine is
// advanced as by std::shuffle of n elements; what it draws does not depend on the elements.

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
