// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of adjoint/mpi/others.h.

#ifndef ADJOINT_MPI_LIBRARY_OTHERS_H
#define ADJOINT_MPI_LIBRARY_OTHERS_H

#include "adjoint/mpi/library/parts.h"
#include "adjoint/mpi/others.h"

#include <cstring>

namespace adjoint::mpi {

namespace detail {
struct BytesState : State {
  std::vector<char> bytes;
};
inline long bytesUntil(long count, MPI_Datatype type) {
  MPI_Aint lower = 0, extent = 0;
  check(MPI_Type_get_extent(type, &lower, &extent));
  return count * long(extent);
}
} // namespace detail

inline void overwritten(void *, long) {}
inline void overwritten_fwd(void *memory, long bytes, Context &context) {
  if (memory && memory != MPI_IN_PLACE && bytes > 0)
    detail::keep<detail::BytesState>(context).bytes.assign(static_cast<char *>(memory),
                                                           static_cast<char *>(memory) + bytes);
}
inline void overwritten_rev(void *memory, long, Context &context) {
  if (!context.state || !memory || memory == MPI_IN_PLACE)
    return;
  const std::vector<char> &bytes = detail::kept<detail::BytesState>(context).bytes;
  std::memcpy(memory, bytes.data(), bytes.size());
}
inline void overwritten_d(void *, long) {}

inline long bytes_of(int count, MPI_Datatype type) {
  return type == MPI_DATATYPE_NULL ? 0 : detail::bytesUntil(count, type);
}
inline long bytes_of_parts(int count, MPI_Datatype type, MPI_Comm comm) {
  return bytes_of(count, type) * detail::sizeOf(comm);
}
inline long bytes_of_parts(const int *counts, const int *places, MPI_Datatype type, MPI_Comm comm) {
  long end = 0;
  for (int r = 0; r < detail::sizeOf(comm); ++r)
    end = std::max(end, long(places[r]) + counts[r]);
  return detail::bytesUntil(end, type);
}
inline bool is_rank(int rank, MPI_Comm comm) { return detail::rankIn(comm) == rank; }

inline void send_other(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  detail::check(MPI_Send(buf, count, type, dest, tag, comm));
}
inline void ssend_other(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  detail::check(MPI_Ssend(buf, count, type, dest, tag, comm));
}
inline void recv_other(const void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                       const MPI_Status *status) {
  detail::check(MPI_Recv(const_cast<void *>(buf), count, type, source, tag, comm, const_cast<MPI_Status *>(status)));
}
inline void sendrecv_other(const void *out, int out_count, MPI_Datatype out_type, int dest, int out_tag,
                           const void *in, int in_count, MPI_Datatype in_type, int source, int in_tag, MPI_Comm comm,
                           const MPI_Status *status) {
  detail::check(MPI_Sendrecv(out, out_count, out_type, dest, out_tag, const_cast<void *>(in), in_count, in_type,
                             source, in_tag, comm, const_cast<MPI_Status *>(status)));
}
inline void sendrecv_replace_other(const void *buf, int count, MPI_Datatype type, int dest, int out_tag, int source,
                                   int in_tag, MPI_Comm comm, const MPI_Status *status) {
  detail::check(MPI_Sendrecv_replace(const_cast<void *>(buf), count, type, dest, out_tag, source, in_tag, comm,
                                     const_cast<MPI_Status *>(status)));
}
inline void isend_other(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                        const MPI_Request *request) {
  detail::check(MPI_Isend(buf, count, type, dest, tag, comm, const_cast<MPI_Request *>(request)));
}
inline void irecv_other(const void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                        const MPI_Request *request) {
  detail::check(MPI_Irecv(const_cast<void *>(buf), count, type, source, tag, comm,
                          const_cast<MPI_Request *>(request)));
}
inline void bcast_other(const void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  detail::check(MPI_Bcast(const_cast<void *>(buf), count, type, root, comm));
}
inline void reduce_other(const void *send, const void *recv, int count, MPI_Datatype type, MPI_Op op, int root,
                         MPI_Comm comm) {
  detail::check(MPI_Reduce(send, const_cast<void *>(recv), count, type, op, root, comm));
}
inline void allreduce_other(const void *send, const void *recv, int count, MPI_Datatype type, MPI_Op op,
                            MPI_Comm comm) {
  detail::check(MPI_Allreduce(send, const_cast<void *>(recv), count, type, op, comm));
}
inline void scan_other(const void *send, const void *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  detail::check(MPI_Scan(send, const_cast<void *>(recv), count, type, op, comm));
}
inline void exscan_other(const void *send, const void *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  detail::check(MPI_Exscan(send, const_cast<void *>(recv), count, type, op, comm));
}
inline void gather_other(const void *send, int send_count, MPI_Datatype send_type, const void *recv, int recv_count,
                         MPI_Datatype recv_type, int root, MPI_Comm comm) {
  detail::check(MPI_Gather(send, send_count, send_type, const_cast<void *>(recv), recv_count, recv_type, root, comm));
}
inline void gatherv_other(const void *send, int send_count, MPI_Datatype send_type, const void *recv,
                          const int *counts, const int *places, MPI_Datatype recv_type, int root, MPI_Comm comm) {
  detail::check(MPI_Gatherv(send, send_count, send_type, const_cast<void *>(recv), counts, places, recv_type, root,
                            comm));
}
inline void scatter_other(const void *send, int send_count, MPI_Datatype send_type, const void *recv, int recv_count,
                          MPI_Datatype recv_type, int root, MPI_Comm comm) {
  detail::check(MPI_Scatter(send, send_count, send_type, const_cast<void *>(recv), recv_count, recv_type, root,
                            comm));
}
inline void scatterv_other(const void *send, const int *counts, const int *places, MPI_Datatype send_type,
                           const void *recv, int recv_count, MPI_Datatype recv_type, int root, MPI_Comm comm) {
  detail::check(MPI_Scatterv(send, counts, places, send_type, const_cast<void *>(recv), recv_count, recv_type, root,
                             comm));
}
inline void allgather_other(const void *send, int send_count, MPI_Datatype send_type, const void *recv,
                            int recv_count, MPI_Datatype recv_type, MPI_Comm comm) {
  detail::check(MPI_Allgather(send, send_count, send_type, const_cast<void *>(recv), recv_count, recv_type, comm));
}
inline void allgatherv_other(const void *send, int send_count, MPI_Datatype send_type, const void *recv,
                             const int *counts, const int *places, MPI_Datatype recv_type, MPI_Comm comm) {
  detail::check(MPI_Allgatherv(send, send_count, send_type, const_cast<void *>(recv), counts, places, recv_type,
                               comm));
}
inline void alltoall_other(const void *send, int send_count, MPI_Datatype send_type, const void *recv, int recv_count,
                           MPI_Datatype recv_type, MPI_Comm comm) {
  detail::check(MPI_Alltoall(send, send_count, send_type, const_cast<void *>(recv), recv_count, recv_type, comm));
}
inline void alltoallv_other(const void *send, const int *send_counts, const int *send_places, MPI_Datatype send_type,
                            const void *recv, const int *recv_counts, const int *recv_places, MPI_Datatype recv_type,
                            MPI_Comm comm) {
  detail::check(MPI_Alltoallv(send, send_counts, send_places, send_type, const_cast<void *>(recv), recv_counts,
                              recv_places, recv_type, comm));
}

} // namespace adjoint::mpi

#endif
