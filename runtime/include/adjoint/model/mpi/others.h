// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MPI: data without numbers. A buffer of numbers that is no `double *` is refused where its type is left.

#ifndef ADJOINT_MODEL_MPI_OTHERS_H
#define ADJOINT_MODEL_MPI_OTHERS_H

#include "adjoint/model/core.h"
#include "adjoint/mpi/others.h"

namespace adjoint::model::extern_c {

template <class T> inline constexpr bool is_number = false;
template <> inline constexpr bool is_number<float> = true;
template <> inline constexpr bool is_number<double> = true;
template <> inline constexpr bool is_number<long double> = true;

template <class... T> using WhereOther = enable_if_t<!(is_number<T> || ...)>;

template <class T, class = WhereOther<T>>
int MPI_Send(const T *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  mpi::send_other(buf, count, type, dest, tag, comm);
  return MPI_SUCCESS;
}
template <class T, class = WhereOther<T>>
int MPI_Ssend(const T *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  mpi::ssend_other(buf, count, type, dest, tag, comm);
  return MPI_SUCCESS;
}
template <class T, class = WhereOther<T>>
int MPI_Recv(T *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  mpi::overwritten(buf, mpi::bytes_of(count, type));
  if (status)
    mpi::overwritten(status, sizeof(MPI_Status));
  mpi::recv_other(buf, count, type, source, tag, comm, status);
  return MPI_SUCCESS;
}
template <class S, class R, class = WhereOther<S, R>>
int MPI_Sendrecv(const S *out, int out_count, MPI_Datatype out_type, int dest, int out_tag, R *in, int in_count,
                 MPI_Datatype in_type, int source, int in_tag, MPI_Comm comm, MPI_Status *status) {
  mpi::overwritten(in, mpi::bytes_of(in_count, in_type));
  if (status)
    mpi::overwritten(status, sizeof(MPI_Status));
  mpi::sendrecv_other(out, out_count, out_type, dest, out_tag, in, in_count, in_type, source, in_tag, comm, status);
  return MPI_SUCCESS;
}
template <class T, class = WhereOther<T>>
int MPI_Sendrecv_replace(T *buf, int count, MPI_Datatype type, int dest, int out_tag, int source, int in_tag,
                         MPI_Comm comm, MPI_Status *status) {
  mpi::overwritten(buf, mpi::bytes_of(count, type));
  if (status)
    mpi::overwritten(status, sizeof(MPI_Status));
  mpi::sendrecv_replace_other(buf, count, type, dest, out_tag, source, in_tag, comm, status);
  return MPI_SUCCESS;
}
template <class T, class = WhereOther<T>>
int MPI_Isend(const T *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request) {
  mpi::overwritten(request, sizeof(MPI_Request));
  mpi::isend_other(buf, count, type, dest, tag, comm, request);
  return MPI_SUCCESS;
}
template <class T, class = WhereOther<T>>
int MPI_Irecv(T *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request) {
  mpi::overwritten(buf, mpi::bytes_of(count, type));
  mpi::overwritten(request, sizeof(MPI_Request));
  mpi::irecv_other(buf, count, type, source, tag, comm, request);
  return MPI_SUCCESS;
}
template <class T, class = WhereOther<T>>
int MPI_Bcast(T *buf, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  mpi::overwritten(buf, mpi::bytes_of(count, type));
  mpi::bcast_other(buf, count, type, root, comm);
  return MPI_SUCCESS;
}
template <class S, class R, class = WhereOther<S, R>>
int MPI_Reduce(const S *send, R *recv, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  mpi::overwritten(recv, mpi::is_rank(root, comm) ? mpi::bytes_of(count, type) : 0);
  mpi::reduce_other(send, recv, count, type, op, root, comm);
  return MPI_SUCCESS;
}
template <class S, class R, class = WhereOther<S, R>>
int MPI_Allreduce(const S *send, R *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  mpi::overwritten(recv, mpi::bytes_of(count, type));
  mpi::allreduce_other(send, recv, count, type, op, comm);
  return MPI_SUCCESS;
}
template <class S, class R, class = WhereOther<S, R>>
int MPI_Scan(const S *send, R *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  mpi::overwritten(recv, mpi::bytes_of(count, type));
  mpi::scan_other(send, recv, count, type, op, comm);
  return MPI_SUCCESS;
}
template <class S, class R, class = WhereOther<S, R>>
int MPI_Exscan(const S *send, R *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  mpi::overwritten(recv, mpi::bytes_of(count, type));
  mpi::exscan_other(send, recv, count, type, op, comm);
  return MPI_SUCCESS;
}
template <class S, class R, class = WhereOther<S, R>>
int MPI_Gather(const S *send, int send_count, MPI_Datatype send_type, R *recv, int recv_count, MPI_Datatype recv_type,
               int root, MPI_Comm comm) {
  mpi::overwritten(recv, mpi::is_rank(root, comm) ? mpi::bytes_of_parts(recv_count, recv_type, comm) : 0);
  mpi::gather_other(send, send_count, send_type, recv, recv_count, recv_type, root, comm);
  return MPI_SUCCESS;
}
template <class S, class R, class = WhereOther<S, R>>
int MPI_Gatherv(const S *send, int send_count, MPI_Datatype send_type, R *recv, const int *counts, const int *places,
                MPI_Datatype recv_type, int root, MPI_Comm comm) {
  mpi::overwritten(recv, mpi::is_rank(root, comm) ? mpi::bytes_of_parts(counts, places, recv_type, comm) : 0);
  mpi::gatherv_other(send, send_count, send_type, recv, counts, places, recv_type, root, comm);
  return MPI_SUCCESS;
}
template <class S, class R, class = WhereOther<S, R>>
int MPI_Scatter(const S *send, int send_count, MPI_Datatype send_type, R *recv, int recv_count,
                MPI_Datatype recv_type, int root, MPI_Comm comm) {
  mpi::overwritten(recv, mpi::bytes_of(recv_count, recv_type));
  mpi::scatter_other(send, send_count, send_type, recv, recv_count, recv_type, root, comm);
  return MPI_SUCCESS;
}
template <class S, class R, class = WhereOther<S, R>>
int MPI_Scatterv(const S *send, const int *counts, const int *places, MPI_Datatype send_type, R *recv, int recv_count,
                 MPI_Datatype recv_type, int root, MPI_Comm comm) {
  mpi::overwritten(recv, mpi::bytes_of(recv_count, recv_type));
  mpi::scatterv_other(send, counts, places, send_type, recv, recv_count, recv_type, root, comm);
  return MPI_SUCCESS;
}
template <class S, class R, class = WhereOther<S, R>>
int MPI_Allgather(const S *send, int send_count, MPI_Datatype send_type, R *recv, int recv_count,
                  MPI_Datatype recv_type, MPI_Comm comm) {
  mpi::overwritten(recv, mpi::bytes_of_parts(recv_count, recv_type, comm));
  mpi::allgather_other(send, send_count, send_type, recv, recv_count, recv_type, comm);
  return MPI_SUCCESS;
}
template <class S, class R, class = WhereOther<S, R>>
int MPI_Allgatherv(const S *send, int send_count, MPI_Datatype send_type, R *recv, const int *counts,
                   const int *places, MPI_Datatype recv_type, MPI_Comm comm) {
  mpi::overwritten(recv, mpi::bytes_of_parts(counts, places, recv_type, comm));
  mpi::allgatherv_other(send, send_count, send_type, recv, counts, places, recv_type, comm);
  return MPI_SUCCESS;
}
template <class S, class R, class = WhereOther<S, R>>
int MPI_Alltoall(const S *send, int send_count, MPI_Datatype send_type, R *recv, int recv_count,
                 MPI_Datatype recv_type, MPI_Comm comm) {
  mpi::overwritten(recv, mpi::bytes_of_parts(recv_count, recv_type, comm));
  mpi::alltoall_other(send, send_count, send_type, recv, recv_count, recv_type, comm);
  return MPI_SUCCESS;
}
template <class S, class R, class = WhereOther<S, R>>
int MPI_Alltoallv(const S *send, const int *send_counts, const int *send_places, MPI_Datatype send_type, R *recv,
                  const int *recv_counts, const int *recv_places, MPI_Datatype recv_type, MPI_Comm comm) {
  mpi::overwritten(recv, mpi::bytes_of_parts(recv_counts, recv_places, recv_type, comm));
  mpi::alltoallv_other(send, send_counts, send_places, send_type, recv, recv_counts, recv_places, recv_type, comm);
  return MPI_SUCCESS;
}

} // namespace adjoint::model::extern_c

#endif
