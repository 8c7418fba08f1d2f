// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::erase and erase_if of containers: how many elements have left.

#ifndef ADJOINT_MODEL_ERASE_H
#define ADJOINT_MODEL_ERASE_H

#include "adjoint/model/algorithm.h"
#include "adjoint/model/deque.h"
#include "adjoint/model/list.h"
#include "adjoint/model/table.h"
#include "adjoint/model/vector.h"

namespace adjoint::model {

/// The elements behind those that stay leave.
template <class C, class It> size_t eraseFrom(C &container, It end) {
  size_t before = container.size();
  container.erase(end, container.end());
  return before - container.size();
}

template <class T, class P> size_t erase_if(vector<T> &container, P leaves) {
  return eraseFrom(container, model::remove_if(container.begin(), container.end(), leaves));
}
template <class T, class U> size_t erase(vector<T> &container, const U &value) {
  return eraseFrom(container, model::remove(container.begin(), container.end(), value));
}
template <class T, class P> size_t erase_if(deque<T> &container, P leaves) {
  return eraseFrom(container, model::remove_if(container.begin(), container.end(), leaves));
}
template <class T, class U> size_t erase(deque<T> &container, const U &value) {
  return eraseFrom(container, model::remove(container.begin(), container.end(), value));
}

template <class C, class P> size_t eraseEach(C &container, P leaves) {
  size_t erased = 0;
  for (auto it = container.begin(); it != container.end();)
    if (leaves(*it)) {
      it = container.erase(it);
      ++erased;
    } else {
      ++it;
    }
  return erased;
}
template <class Self, class T, class P> size_t erase_if(sequence<Self, T> &container, P leaves) {
  return eraseEach(container, leaves);
}
template <class Self, class T> size_t erase(sequence<Self, T> &container, const T &value) {
  size_t before = container.size();
  container.remove(value);
  return before - container.size();
}
template <class Self, class Key, class T, class Less, bool isMulti, class P>
size_t erase_if(table<Self, Key, T, Less, isMulti> &container, P leaves) {
  return eraseEach(container, leaves);
}

} // namespace adjoint::model

#endif
