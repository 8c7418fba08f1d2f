// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Communication of all processes of a communicator. Functions without and with `v` (MPI_Gather, MPI_Gatherv)
// are one: where counts are null, or `with_counts` is false, all parts have the same count.
//
//   bcast     <->   reduce            gather      <->   scatter
//   allreduce <->   allreduce         allgather   <->   reduce, then scatter
//   scan      <->   scan from the end   alltoall  <->   alltoall
//
// What is not the root's is ignored elsewhere, as in MPI.
//
// Source: P. Hovland, Automatic differentiation of parallel programs, 1997; V. Morozov, L. Hascoet, J. Utke et al.,
// Adjoinable MPI, 2013.

#ifndef ADJOINT_MPI_COLLECTIVES_H
#define ADJOINT_MPI_COLLECTIVES_H

#include "adjoint/mpi/context.h"

namespace adjoint::mpi {

/// Throws std::invalid_argument if a pointer to void is not MPI_IN_PLACE: then nobody knows what is there.
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void require_in_place(const void *buf);

/// buf of root becomes that of all. Adjoint: the sum of all goes to root.
void bcast(double *buf, int count, MPI_Datatype type, int root, MPI_Comm comm);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(bcast)
#endif
void bcast_fwd(double *buf, int count, MPI_Datatype type, int root, MPI_Comm comm, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(bcast) restores communicates
#endif
void bcast_rev(double *buf, double *buf_b, int count, MPI_Datatype type, int root, MPI_Comm comm, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(bcast)
#endif
void bcast_d(double *buf, double *buf_d, int count, MPI_Datatype type, int root, MPI_Comm comm);

/// recv of root = op over the ranks' send; MPI_SUM, MPI_PROD, MPI_MIN and MPI_MAX. With in_place, which root alone may say, what
/// root gives is in recv. Adjoint: all get that of root. A minimum is that of the lowest rank that has it.
void reduce(const double *send, double *recv, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
            bool in_place);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(reduce)
#endif
void reduce_fwd(const double *send, double *recv, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
                bool in_place, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(reduce) restores communicates
#endif
void reduce_rev(const double *send, double *send_b, double *recv, double *recv_b, int count, MPI_Datatype type,
                MPI_Op op, int root, MPI_Comm comm, bool in_place, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(reduce)
#endif
void reduce_d(const double *send, const double *send_d, double *recv, double *recv_d, int count, MPI_Datatype type,
              MPI_Op op, int root, MPI_Comm comm, bool in_place);

/// The same for all. Adjoint: the sum of all goes to all.
void allreduce(const double *send, double *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
               bool in_place);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(allreduce)
#endif
void allreduce_fwd(const double *send, double *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                   bool in_place, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(allreduce) restores communicates
#endif
void allreduce_rev(const double *send, double *send_b, double *recv, double *recv_b, int count, MPI_Datatype type,
                   MPI_Op op, MPI_Comm comm, bool in_place, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(allreduce)
#endif
void allreduce_d(const double *send, const double *send_d, double *recv, double *recv_d, int count, MPI_Datatype type,
                 MPI_Op op, MPI_Comm comm, bool in_place);

/// recv = the sum of send of the ranks up to this one, or, if exclusive, below it; MPI_SUM alone. Adjoint: the sum from this rank
/// on, for which a communicator is made.
void scan(const double *send, double *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, bool exclusive,
          bool in_place);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(scan)
#endif
void scan_fwd(const double *send, double *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
              bool exclusive, bool in_place, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(scan) restores communicates
#endif
void scan_rev(const double *send, double *send_b, double *recv, double *recv_b, int count, MPI_Datatype type,
              MPI_Op op, MPI_Comm comm, bool exclusive, bool in_place, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(scan)
#endif
void scan_d(const double *send, const double *send_d, double *recv, double *recv_d, int count, MPI_Datatype type,
            MPI_Op op, MPI_Comm comm, bool exclusive, bool in_place);

/// recv of root = send of all ranks one after the other, or, with counts and places, where these say. In place, root's own is in
/// recv already. Adjoint: scatter.
void gather(const double *send, int send_count, MPI_Datatype send_type, double *recv, int recv_count,
            const int *counts, const int *places, MPI_Datatype recv_type, int root, MPI_Comm comm, bool with_counts,
            bool in_place);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(gather)
#endif
void gather_fwd(const double *send, int send_count, MPI_Datatype send_type, double *recv, int recv_count,
                const int *counts, const int *places, MPI_Datatype recv_type, int root, MPI_Comm comm,
                bool with_counts, bool in_place, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(gather) restores communicates
#endif
void gather_rev(const double *send, double *send_b, int send_count, MPI_Datatype send_type, double *recv,
                double *recv_b, int recv_count, const int *counts, const int *places, MPI_Datatype recv_type,
                int root, MPI_Comm comm, bool with_counts, bool in_place, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(gather)
#endif
void gather_d(const double *send, const double *send_d, int send_count, MPI_Datatype send_type, double *recv,
              double *recv_d, int recv_count, const int *counts, const int *places, MPI_Datatype recv_type, int root,
              MPI_Comm comm, bool with_counts, bool in_place);

/// recv = this rank's part of root's send. In place, root's own stays in send. Adjoint: gather.
void scatter(const double *send, int send_count, const int *counts, const int *places, MPI_Datatype send_type,
             double *recv, int recv_count, MPI_Datatype recv_type, int root, MPI_Comm comm, bool with_counts,
             bool in_place);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(scatter)
#endif
void scatter_fwd(const double *send, int send_count, const int *counts, const int *places, MPI_Datatype send_type,
                 double *recv, int recv_count, MPI_Datatype recv_type, int root, MPI_Comm comm, bool with_counts,
                 bool in_place, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(scatter) restores communicates
#endif
void scatter_rev(const double *send, double *send_b, int send_count, const int *counts, const int *places,
                 MPI_Datatype send_type, double *recv, double *recv_b, int recv_count, MPI_Datatype recv_type,
                 int root, MPI_Comm comm, bool with_counts, bool in_place, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(scatter)
#endif
void scatter_d(const double *send, const double *send_d, int send_count, const int *counts, const int *places,
               MPI_Datatype send_type, double *recv, double *recv_d, int recv_count, MPI_Datatype recv_type, int root,
               MPI_Comm comm, bool with_counts, bool in_place);

/// recv = send of all ranks. In place, one's own is in recv already. Adjoint: each rank gets the sum of its part.
void allgather(const double *send, int send_count, MPI_Datatype send_type, double *recv, int recv_count,
               const int *counts, const int *places, MPI_Datatype recv_type, MPI_Comm comm, bool in_place);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(allgather)
#endif
void allgather_fwd(const double *send, int send_count, MPI_Datatype send_type, double *recv, int recv_count,
                   const int *counts, const int *places, MPI_Datatype recv_type, MPI_Comm comm, bool in_place,
                   Context &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(allgather) restores communicates
#endif
void allgather_rev(const double *send, double *send_b, int send_count, MPI_Datatype send_type, double *recv,
                   double *recv_b, int recv_count, const int *counts, const int *places, MPI_Datatype recv_type,
                   MPI_Comm comm, bool in_place, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(allgather)
#endif
void allgather_d(const double *send, const double *send_d, int send_count, MPI_Datatype send_type, double *recv,
                 double *recv_d, int recv_count, const int *counts, const int *places, MPI_Datatype recv_type,
                 MPI_Comm comm, bool in_place);

/// Part i of send goes to rank i, which puts it into its part of recv. Adjoint: the same backwards.
void alltoall(const double *send, int send_count, const int *send_counts, const int *send_places,
              MPI_Datatype send_type, double *recv, int recv_count, const int *recv_counts, const int *recv_places,
              MPI_Datatype recv_type, MPI_Comm comm);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(alltoall)
#endif
void alltoall_fwd(const double *send, int send_count, const int *send_counts, const int *send_places,
                  MPI_Datatype send_type, double *recv, int recv_count, const int *recv_counts,
                  const int *recv_places, MPI_Datatype recv_type, MPI_Comm comm, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(alltoall) restores communicates
#endif
void alltoall_rev(const double *send, double *send_b, int send_count, const int *send_counts, const int *send_places,
                  MPI_Datatype send_type, double *recv, double *recv_b, int recv_count, const int *recv_counts,
                  const int *recv_places, MPI_Datatype recv_type, MPI_Comm comm, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(alltoall)
#endif
void alltoall_d(const double *send, const double *send_d, int send_count, const int *send_counts,
                const int *send_places, MPI_Datatype send_type, double *recv, double *recv_d, int recv_count,
                const int *recv_counts, const int *recv_places, MPI_Datatype recv_type, MPI_Comm comm);

} // namespace adjoint::mpi

#endif
