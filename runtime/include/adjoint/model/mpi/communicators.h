// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MPI: communicators.

#ifndef ADJOINT_MODEL_MPI_COMMUNICATORS_H
#define ADJOINT_MODEL_MPI_COMMUNICATORS_H

#include "adjoint/mpi/communicators.h"

namespace adjoint::model::extern_c {

inline int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *made) {
  mpi::comm_split(comm, color, key, made);
  mpi::created(made);
  return MPI_SUCCESS;
}
inline int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *made) {
  mpi::comm_split_type(comm, type, key, info, made);
  mpi::created(made);
  return MPI_SUCCESS;
}
inline int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *made) {
  mpi::comm_dup(comm, made);
  mpi::created(made);
  return MPI_SUCCESS;
}
inline int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *made) {
  mpi::comm_create(comm, group, made);
  mpi::created(made);
  return MPI_SUCCESS;
}
inline int MPI_Cart_create(MPI_Comm comm, int dimensions, const int *sizes, const int *periods, int reorder, MPI_Comm *made) {
  mpi::cart_create(comm, dimensions, sizes, periods, reorder, made);
  mpi::created(made);
  return MPI_SUCCESS;
}
inline int MPI_Cart_sub(MPI_Comm comm, const int *remain, MPI_Comm *made) {
  mpi::cart_sub(comm, remain, made);
  mpi::created(made);
  return MPI_SUCCESS;
}
inline int MPI_Comm_free(MPI_Comm *comm) {
  mpi::comm_free(comm);
  return MPI_SUCCESS;
}

} // namespace adjoint::model::extern_c

#endif
