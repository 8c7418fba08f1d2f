// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Communication of data without numbers, which no derivative goes through: it happens in the forward sweep alone. What it
// overwrites may be needed in the reverse sweep, so the bytes are kept.
//
// To the tool `overwritten` is what writes, and the functions of MPI, which do it, only read.

#ifndef ADJOINT_MPI_OTHERS_H
#define ADJOINT_MPI_OTHERS_H

#include "adjoint/mpi/context.h"

namespace adjoint::mpi {

/// The next call overwrites so many bytes. The pointer may be null. The reverse half brings them back.
void overwritten(void *memory, long bytes);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(overwritten)
#endif
void overwritten_fwd(void *memory, long bytes, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(overwritten) restores communicates
#endif
void overwritten_rev(void *memory, long bytes, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(overwritten)
#endif
void overwritten_d(void *memory, long bytes);

/// How many bytes a buffer has, of one rank or of all.
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
long bytes_of(int count, MPI_Datatype type);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
long bytes_of_parts(int count, MPI_Datatype type, MPI_Comm comm);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
long bytes_of_parts(const int *counts, const int *places, MPI_Datatype type, MPI_Comm comm);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
bool is_rank(int rank, MPI_Comm comm);

#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void send_other(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void ssend_other(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void recv_other(const void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                const MPI_Status *status);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void sendrecv_other(const void *out, int out_count, MPI_Datatype out_type, int dest, int out_tag, const void *in,
                    int in_count, MPI_Datatype in_type, int source, int in_tag, MPI_Comm comm,
                    const MPI_Status *status);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void sendrecv_replace_other(const void *buf, int count, MPI_Datatype type, int dest, int out_tag, int source,
                            int in_tag, MPI_Comm comm, const MPI_Status *status);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void isend_other(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                 const MPI_Request *request);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void irecv_other(const void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                 const MPI_Request *request);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void bcast_other(const void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void reduce_other(const void *send, const void *recv, int count, MPI_Datatype type, MPI_Op op, int root,
                  MPI_Comm comm);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void allreduce_other(const void *send, const void *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void scan_other(const void *send, const void *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void exscan_other(const void *send, const void *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void gather_other(const void *send, int send_count, MPI_Datatype send_type, const void *recv, int recv_count,
                  MPI_Datatype recv_type, int root, MPI_Comm comm);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void gatherv_other(const void *send, int send_count, MPI_Datatype send_type, const void *recv, const int *counts,
                   const int *places, MPI_Datatype recv_type, int root, MPI_Comm comm);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void scatter_other(const void *send, int send_count, MPI_Datatype send_type, const void *recv, int recv_count,
                   MPI_Datatype recv_type, int root, MPI_Comm comm);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void scatterv_other(const void *send, const int *counts, const int *places, MPI_Datatype send_type, const void *recv,
                    int recv_count, MPI_Datatype recv_type, int root, MPI_Comm comm);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void allgather_other(const void *send, int send_count, MPI_Datatype send_type, const void *recv, int recv_count,
                     MPI_Datatype recv_type, MPI_Comm comm);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void allgatherv_other(const void *send, int send_count, MPI_Datatype send_type, const void *recv, const int *counts,
                      const int *places, MPI_Datatype recv_type, MPI_Comm comm);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void alltoall_other(const void *send, int send_count, MPI_Datatype send_type, const void *recv, int recv_count,
                    MPI_Datatype recv_type, MPI_Comm comm);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void alltoallv_other(const void *send, const int *send_counts, const int *send_places, MPI_Datatype send_type,
                     const void *recv, const int *recv_counts, const int *recv_places, MPI_Datatype recv_type,
                     MPI_Comm comm);

} // namespace adjoint::mpi

#endif
