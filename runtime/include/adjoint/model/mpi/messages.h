// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MPI: messages from one process to another, begun and done in one call.

#ifndef ADJOINT_MODEL_MPI_MESSAGES_H
#define ADJOINT_MODEL_MPI_MESSAGES_H

#include "adjoint/mpi/messages.h"

namespace adjoint::model::extern_c {

inline int MPI_Send(const double *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  mpi::send(buf, count, type, dest, tag, comm);
  return MPI_SUCCESS;
}
inline int MPI_Ssend(const double *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  mpi::ssend(buf, count, type, dest, tag, comm);
  return MPI_SUCCESS;
}
inline int MPI_Recv(double *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  mpi::recv(buf, count, type, source, tag, comm, status);
  return MPI_SUCCESS;
}
inline int MPI_Sendrecv(const double *out, int out_count, MPI_Datatype out_type, int dest, int out_tag, double *in,
                        int in_count, MPI_Datatype in_type, int source, int in_tag, MPI_Comm comm, MPI_Status *status) {
  mpi::sendrecv(out, out_count, out_type, dest, out_tag, in, in_count, in_type, source, in_tag, comm, status);
  return MPI_SUCCESS;
}
inline int MPI_Sendrecv_replace(double *buf, int count, MPI_Datatype type, int dest, int out_tag, int source,
                                int in_tag, MPI_Comm comm, MPI_Status *status) {
  mpi::sendrecv_replace(buf, count, type, dest, out_tag, source, in_tag, comm, status);
  return MPI_SUCCESS;
}

} // namespace adjoint::model::extern_c

#endif
