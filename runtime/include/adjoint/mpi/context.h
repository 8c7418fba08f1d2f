// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Context: what the forward half of an elemental of MPI hands to the reverse half beside its arguments. It lies on the
// tape; see docs/hand-written.md.

#ifndef ADJOINT_MPI_CONTEXT_H
#define ADJOINT_MPI_CONTEXT_H

#include <mpi.h>

namespace adjoint::mpi {

struct State; ///< of one kind of call: see adjoint/mpi/library

class Context {
public:
  Context() = default;
  ~Context();
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  State *state = nullptr; ///< owned
};

} // namespace adjoint::mpi

#endif
