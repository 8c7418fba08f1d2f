// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MPI: buffers that are arrays of arrays, `double m[2][3]; MPI_Bcast(m, 6, ...)`: the numbers lie one behind the other.

#ifndef ADJOINT_MODEL_MPI_ARRAYS_H
#define ADJOINT_MODEL_MPI_ARRAYS_H

#include "adjoint/model/mpi/collectives.h"
#include "adjoint/model/mpi/messages.h"
#include "adjoint/model/mpi/others.h"
#include "adjoint/model/mpi/requests.h"

namespace adjoint::model::extern_c {

template <class T, unsigned long N>
int MPI_Send(const T (*buf)[N], int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  return MPI_Send(*buf, count, type, dest, tag, comm);
}
template <class T, unsigned long N>
int MPI_Recv(T (*buf)[N], int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  return MPI_Recv(*buf, count, type, source, tag, comm, status);
}
template <class T, unsigned long N>
int MPI_Isend(const T (*buf)[N], int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request) {
  return MPI_Isend(*buf, count, type, dest, tag, comm, request);
}
template <class T, unsigned long N>
int MPI_Irecv(T (*buf)[N], int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request) {
  return MPI_Irecv(*buf, count, type, source, tag, comm, request);
}
template <class T, unsigned long N> int MPI_Bcast(T (*buf)[N], int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return MPI_Bcast(*buf, count, type, root, comm);
}
template <class S, unsigned long M, class R, unsigned long N>
int MPI_Reduce(const S (*send)[M], R (*recv)[N], int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  return MPI_Reduce(*send, *recv, count, type, op, root, comm);
}
template <class S, unsigned long M, class R, unsigned long N>
int MPI_Allreduce(const S (*send)[M], R (*recv)[N], int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return MPI_Allreduce(*send, *recv, count, type, op, comm);
}

} // namespace adjoint::model::extern_c

#endif
