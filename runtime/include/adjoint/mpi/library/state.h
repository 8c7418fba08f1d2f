// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// State: what forward halves keep for reverse halves. Of each kind of call there is a class.

#ifndef ADJOINT_MPI_LIBRARY_STATE_H
#define ADJOINT_MPI_LIBRARY_STATE_H

#include "adjoint/mpi/context.h"
#include "adjoint/mpi/library/layout.h"

namespace adjoint::mpi {

struct State {
  State() = default;
  State(const State &) = delete;
  State &operator=(const State &) = delete;
  virtual ~State() = default;
};

inline Context::~Context() { delete state; }

namespace detail {

template <class T> T &keep(Context &context) {
  T *made = new T;
  context.state = made;
  return *made;
}
template <class T> T &kept(Context &context) { return static_cast<T &>(*context.state); }

/// The numbers of a buffer that a call overwrites.
struct Overwritten {
  Layout layout;
  Numbers numbers;

  void note(const double *buf, Layout where) {
    layout = std::move(where);
    numbers = layout.packed(buf);
  }
  void restore(double *buf) const { layout.unpack(buf, numbers.data(), layout.size()); }
};

/// And what else it writes to.
template <class T> class Before {
public:
  void note(const T *from) {
    isThere = from != nullptr;
    if (isThere)
      value = *from;
  }
  void restore(T *to) const {
    if (isThere)
      *to = value;
  }

private:
  bool isThere = false;
  T value{};
};

} // namespace detail
} // namespace adjoint::mpi

#endif
