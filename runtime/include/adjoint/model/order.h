// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Orders: in which order are the elements of a range to stand? The order is found first, as numbers of elements, and the elements are
// moved once: a derivative has to take back as many moves as there are elements, whatever sorting them compares.

#ifndef ADJOINT_MODEL_ORDER_H
#define ADJOINT_MODEL_ORDER_H

#include "adjoint/model/core.h"
#include "adjoint/model/utility.h"

namespace adjoint::model {

namespace internal {

/// order[i] is the element that comes i-th, of equal ones that in front; `merged` is room for as many. By merging.
template <class It, class L> void findOrder(size_t *order, size_t *merged, It first, size_t n, L isLess) {
  for (size_t i = 0; i < n; ++i)
    order[i] = i;
  for (size_t width = 1; width < n; width *= 2) {
    for (size_t start = 0; start < n; start += 2 * width) {
      size_t left = start, right = start + width;
      const size_t middle = right < n ? right : n, end = right + width < n ? right + width : n;
      for (size_t at = start; at < end; ++at) {
        bool isRight = left == middle;
        if (!isRight && right < end)
          isRight = isLess(*(first + order[right]), *(first + order[left]));
        if (isRight) {
          merged[at] = order[right];
          ++right;
        } else {
          merged[at] = order[left];
          ++left;
        }
      }
    }
    for (size_t i = 0; i < n; ++i)
      order[i] = merged[i];
  }
}

/// Each element where the order says.
template <class It> void arrange(It first, const size_t *order, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    size_t from = order[i];
    while (from < i) // has been put elsewhere
      from = order[from];
    swap(*(first + i), *(first + from));
  }
}

} // namespace internal

} // namespace adjoint::model

#endif
