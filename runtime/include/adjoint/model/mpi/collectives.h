// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MPI: communication of all processes of a communicator. MPI_IN_PLACE is a pointer to nothing that is known, `V *`.

#ifndef ADJOINT_MODEL_MPI_COLLECTIVES_H
#define ADJOINT_MODEL_MPI_COLLECTIVES_H

#include "adjoint/model/core.h"
#include "adjoint/mpi/collectives.h"

namespace adjoint::model::extern_c {

template <class V> using WhereVoid = enable_if_t<is_same<V, void>>;

inline int MPI_Bcast(double *buf, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  mpi::bcast(buf, count, type, root, comm);
  return MPI_SUCCESS;
}

inline int MPI_Reduce(const double *send, double *recv, int count, MPI_Datatype type, MPI_Op op, int root,
                      MPI_Comm comm) {
  mpi::reduce(send, recv, count, type, op, root, comm, false);
  return MPI_SUCCESS;
}
template <class V, class = WhereVoid<V>>
int MPI_Reduce(V *send, double *recv, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  mpi::require_in_place(send);
  mpi::reduce(nullptr, recv, count, type, op, root, comm, true);
  return MPI_SUCCESS;
}

inline int MPI_Allreduce(const double *send, double *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  mpi::allreduce(send, recv, count, type, op, comm, false);
  return MPI_SUCCESS;
}
template <class V, class = WhereVoid<V>>
int MPI_Allreduce(V *send, double *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  mpi::require_in_place(send);
  mpi::allreduce(nullptr, recv, count, type, op, comm, true);
  return MPI_SUCCESS;
}

inline int MPI_Scan(const double *send, double *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  mpi::scan(send, recv, count, type, op, comm, false, false);
  return MPI_SUCCESS;
}
template <class V, class = WhereVoid<V>>
int MPI_Scan(V *send, double *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  mpi::require_in_place(send);
  mpi::scan(nullptr, recv, count, type, op, comm, false, true);
  return MPI_SUCCESS;
}
inline int MPI_Exscan(const double *send, double *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  mpi::scan(send, recv, count, type, op, comm, true, false);
  return MPI_SUCCESS;
}

inline int MPI_Gather(const double *send, int send_count, MPI_Datatype send_type, double *recv, int recv_count,
                      MPI_Datatype recv_type, int root, MPI_Comm comm) {
  mpi::gather(send, send_count, send_type, recv, recv_count, nullptr, nullptr, recv_type, root, comm, false, false);
  return MPI_SUCCESS;
}
template <class V, class = WhereVoid<V>>
int MPI_Gather(V *send, int send_count, MPI_Datatype send_type, double *recv, int recv_count, MPI_Datatype recv_type,
               int root, MPI_Comm comm) {
  mpi::require_in_place(send);
  mpi::gather(nullptr, send_count, send_type, recv, recv_count, nullptr, nullptr, recv_type, root, comm, false, true);
  return MPI_SUCCESS;
}
inline int MPI_Gatherv(const double *send, int send_count, MPI_Datatype send_type, double *recv, const int *counts,
                       const int *places, MPI_Datatype recv_type, int root, MPI_Comm comm) {
  mpi::gather(send, send_count, send_type, recv, 0, counts, places, recv_type, root, comm, true, false);
  return MPI_SUCCESS;
}
template <class V, class = WhereVoid<V>>
int MPI_Gatherv(V *send, int send_count, MPI_Datatype send_type, double *recv, const int *counts, const int *places,
                MPI_Datatype recv_type, int root, MPI_Comm comm) {
  mpi::require_in_place(send);
  mpi::gather(nullptr, send_count, send_type, recv, 0, counts, places, recv_type, root, comm, true, true);
  return MPI_SUCCESS;
}

inline int MPI_Scatter(const double *send, int send_count, MPI_Datatype send_type, double *recv, int recv_count,
                       MPI_Datatype recv_type, int root, MPI_Comm comm) {
  mpi::scatter(send, send_count, nullptr, nullptr, send_type, recv, recv_count, recv_type, root, comm, false, false);
  return MPI_SUCCESS;
}
template <class V, class = WhereVoid<V>>
int MPI_Scatter(const double *send, int send_count, MPI_Datatype send_type, V *recv, int recv_count,
                MPI_Datatype recv_type, int root, MPI_Comm comm) {
  mpi::require_in_place(recv);
  mpi::scatter(send, send_count, nullptr, nullptr, send_type, nullptr, recv_count, recv_type, root, comm, false, true);
  return MPI_SUCCESS;
}
inline int MPI_Scatterv(const double *send, const int *counts, const int *places, MPI_Datatype send_type, double *recv,
                        int recv_count, MPI_Datatype recv_type, int root, MPI_Comm comm) {
  mpi::scatter(send, 0, counts, places, send_type, recv, recv_count, recv_type, root, comm, true, false);
  return MPI_SUCCESS;
}
template <class V, class = WhereVoid<V>>
int MPI_Scatterv(const double *send, const int *counts, const int *places, MPI_Datatype send_type, V *recv,
                 int recv_count, MPI_Datatype recv_type, int root, MPI_Comm comm) {
  mpi::require_in_place(recv);
  mpi::scatter(send, 0, counts, places, send_type, nullptr, recv_count, recv_type, root, comm, true, true);
  return MPI_SUCCESS;
}

inline int MPI_Allgather(const double *send, int send_count, MPI_Datatype send_type, double *recv, int recv_count,
                         MPI_Datatype recv_type, MPI_Comm comm) {
  mpi::allgather(send, send_count, send_type, recv, recv_count, nullptr, nullptr, recv_type, comm, false);
  return MPI_SUCCESS;
}
template <class V, class = WhereVoid<V>>
int MPI_Allgather(V *send, int send_count, MPI_Datatype send_type, double *recv, int recv_count, MPI_Datatype recv_type,
                  MPI_Comm comm) {
  mpi::require_in_place(send);
  mpi::allgather(nullptr, send_count, send_type, recv, recv_count, nullptr, nullptr, recv_type, comm, true);
  return MPI_SUCCESS;
}
inline int MPI_Allgatherv(const double *send, int send_count, MPI_Datatype send_type, double *recv, const int *counts,
                          const int *places, MPI_Datatype recv_type, MPI_Comm comm) {
  mpi::allgather(send, send_count, send_type, recv, 0, counts, places, recv_type, comm, false);
  return MPI_SUCCESS;
}
template <class V, class = WhereVoid<V>>
int MPI_Allgatherv(V *send, int send_count, MPI_Datatype send_type, double *recv, const int *counts, const int *places,
                   MPI_Datatype recv_type, MPI_Comm comm) {
  mpi::require_in_place(send);
  mpi::allgather(nullptr, send_count, send_type, recv, 0, counts, places, recv_type, comm, true);
  return MPI_SUCCESS;
}

inline int MPI_Alltoall(const double *send, int send_count, MPI_Datatype send_type, double *recv, int recv_count,
                        MPI_Datatype recv_type, MPI_Comm comm) {
  mpi::alltoall(send, send_count, nullptr, nullptr, send_type, recv, recv_count, nullptr, nullptr, recv_type, comm);
  return MPI_SUCCESS;
}
inline int MPI_Alltoallv(const double *send, const int *send_counts, const int *send_places, MPI_Datatype send_type,
                         double *recv, const int *recv_counts, const int *recv_places, MPI_Datatype recv_type,
                         MPI_Comm comm) {
  mpi::alltoall(send, 0, send_counts, send_places, send_type, recv, 0, recv_counts, recv_places, recv_type, comm);
  return MPI_SUCCESS;
}

} // namespace adjoint::model::extern_c

#endif
