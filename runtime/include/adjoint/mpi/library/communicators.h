// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementals of adjoint/mpi/communicators.h.

#ifndef ADJOINT_MPI_LIBRARY_COMMUNICATORS_H
#define ADJOINT_MPI_LIBRARY_COMMUNICATORS_H

#include "adjoint/mpi/communicators.h"
#include "adjoint/mpi/library/state.h"

#include <algorithm>

namespace adjoint::mpi {

namespace detail {

/// Those of the thread that the program has freed, and the reverse sweep still needs.
inline std::vector<MPI_Comm> &released() {
  static thread_local std::vector<MPI_Comm> communicators;
  return communicators;
}
inline bool takeReleased(MPI_Comm comm) {
  std::vector<MPI_Comm> &all = released();
  const auto found = std::find(all.begin(), all.end(), comm);
  if (found == all.end())
    return false;
  all.erase(found);
  return true;
}

struct CommunicatorState : State {
  MPI_Comm comm = MPI_COMM_NULL;
};

} // namespace detail

inline void comm_split(MPI_Comm comm, int color, int key, MPI_Comm *made) {
  detail::check(MPI_Comm_split(comm, color, key, made));
}
inline void comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *made) {
  detail::check(MPI_Comm_split_type(comm, type, key, info, made));
}
inline void comm_dup(MPI_Comm comm, MPI_Comm *made) {
  detail::check(MPI_Comm_dup(comm, made));
}
inline void comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *made) {
  detail::check(MPI_Comm_create(comm, group, made));
}
inline void cart_create(MPI_Comm comm, int dimensions, const int *sizes, const int *periods, int reorder, MPI_Comm *made) {
  detail::check(MPI_Cart_create(comm, dimensions, sizes, periods, reorder, made));
}
inline void cart_sub(MPI_Comm comm, const int *remain, MPI_Comm *made) {
  detail::check(MPI_Cart_sub(comm, remain, made));
}

inline void created(MPI_Comm *) {}
inline void created_fwd(MPI_Comm *comm, Context &context) {
  detail::keep<detail::CommunicatorState>(context).comm = *comm;
}
inline void created_rev(MPI_Comm *, Context &context) {
  auto &state = detail::kept<detail::CommunicatorState>(context);
  if (detail::takeReleased(state.comm))
    detail::check(MPI_Comm_free(&state.comm));
}
inline void created_d(MPI_Comm *) {}

inline void comm_free(MPI_Comm *comm) { detail::check(MPI_Comm_free(comm)); }
inline void comm_free_fwd(MPI_Comm *comm, Context &context) {
  detail::keep<detail::CommunicatorState>(context).comm = *comm;
  detail::released().push_back(*comm);
  *comm = MPI_COMM_NULL;
}
inline void comm_free_rev(MPI_Comm *comm, Context &context) {
  *comm = detail::kept<detail::CommunicatorState>(context).comm;
}
inline void comm_free_d(MPI_Comm *comm) { comm_free(comm); }

} // namespace adjoint::mpi

#endif
