// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MPI: functions without a derivative. With numbers they are refused by their names; other calls of them stay as they are.

#ifndef ADJOINT_MODEL_MPI_REFUSED_H
#define ADJOINT_MODEL_MPI_REFUSED_H

#include <mpi.h>

namespace adjoint::model::extern_c {

int MPI_Bsend(const double *, int, MPI_Datatype, int, int, MPI_Comm) = delete;
int MPI_Rsend(const double *, int, MPI_Datatype, int, int, MPI_Comm) = delete;
int MPI_Ibsend(const double *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *) = delete;
int MPI_Irsend(const double *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *) = delete;
int MPI_Issend(const double *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *) = delete;
int MPI_Bsend_init(const double *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *) = delete;
int MPI_Rsend_init(const double *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *) = delete;
int MPI_Ssend_init(const double *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *) = delete;
int MPI_Mrecv(double *, int, MPI_Datatype, MPI_Message *, MPI_Status *) = delete;
int MPI_Imrecv(double *, int, MPI_Datatype, MPI_Message *, MPI_Request *) = delete;
int MPI_Ibcast(double *, int, MPI_Datatype, int, MPI_Comm, MPI_Request *) = delete;
int MPI_Ireduce(const double *, double *, int, MPI_Datatype, MPI_Op, int, MPI_Comm, MPI_Request *) = delete;
int MPI_Iallreduce(const double *, double *, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request *) = delete;
int MPI_Igather(const double *, int, MPI_Datatype, double *, int, MPI_Datatype, int, MPI_Comm, MPI_Request *) = delete;
int MPI_Igatherv(const double *, int, MPI_Datatype, double *, const int *, const int *, MPI_Datatype, int, MPI_Comm,
                 MPI_Request *) = delete;
int MPI_Iscatter(const double *, int, MPI_Datatype, double *, int, MPI_Datatype, int, MPI_Comm, MPI_Request *) = delete;
int MPI_Iscatterv(const double *, const int *, const int *, MPI_Datatype, double *, int, MPI_Datatype, int, MPI_Comm,
                  MPI_Request *) = delete;
int MPI_Iallgather(const double *, int, MPI_Datatype, double *, int, MPI_Datatype, MPI_Comm, MPI_Request *) = delete;
int MPI_Iallgatherv(const double *, int, MPI_Datatype, double *, const int *, const int *, MPI_Datatype, MPI_Comm,
                    MPI_Request *) = delete;
int MPI_Ialltoall(const double *, int, MPI_Datatype, double *, int, MPI_Datatype, MPI_Comm, MPI_Request *) = delete;
int MPI_Ialltoallv(const double *, const int *, const int *, MPI_Datatype, double *, const int *, const int *,
                   MPI_Datatype, MPI_Comm, MPI_Request *) = delete;
int MPI_Iscan(const double *, double *, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request *) = delete;
int MPI_Iexscan(const double *, double *, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request *) = delete;
int MPI_Reduce_scatter(const double *, double *, const int *, MPI_Datatype, MPI_Op, MPI_Comm) = delete;
int MPI_Reduce_scatter_block(const double *, double *, int, MPI_Datatype, MPI_Op, MPI_Comm) = delete;
int MPI_Ireduce_scatter(const double *, double *, const int *, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request *) = delete;
int MPI_Ireduce_scatter_block(const double *, double *, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request *) = delete;
int MPI_Reduce_local(const double *, double *, int, MPI_Datatype, MPI_Op) = delete;
int MPI_Alltoallw(const double *, const int *, const int *, const MPI_Datatype *, double *, const int *, const int *,
                  const MPI_Datatype *, MPI_Comm) = delete;
int MPI_Neighbor_allgather(const double *, int, MPI_Datatype, double *, int, MPI_Datatype, MPI_Comm) = delete;
int MPI_Neighbor_allgatherv(const double *, int, MPI_Datatype, double *, const int *, const int *, MPI_Datatype,
                            MPI_Comm) = delete;
int MPI_Neighbor_alltoall(const double *, int, MPI_Datatype, double *, int, MPI_Datatype, MPI_Comm) = delete;
int MPI_Neighbor_alltoallv(const double *, const int *, const int *, MPI_Datatype, double *, const int *, const int *,
                           MPI_Datatype, MPI_Comm) = delete;
int MPI_Pack(const double *, int, MPI_Datatype, double *, int, int *, MPI_Comm) = delete;
int MPI_Unpack(const double *, int, int *, double *, int, MPI_Datatype, MPI_Comm) = delete;
int MPI_Buffer_attach(double *, int) = delete;
int MPI_Win_create(double *, MPI_Aint, int, MPI_Info, MPI_Comm, MPI_Win *) = delete;
int MPI_Put(const double *, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win) = delete;
int MPI_Get(double *, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win) = delete;
int MPI_Accumulate(const double *, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Op, MPI_Win) = delete;
int MPI_Get_accumulate(const double *, int, MPI_Datatype, double *, int, MPI_Datatype, int, MPI_Aint, int,
                       MPI_Datatype, MPI_Op, MPI_Win) = delete;
int MPI_Rput(const double *, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win, MPI_Request *) = delete;
int MPI_Rget(double *, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win, MPI_Request *) = delete;
int MPI_Raccumulate(const double *, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Op, MPI_Win,
                    MPI_Request *) = delete;
int MPI_Fetch_and_op(const double *, double *, MPI_Datatype, int, MPI_Aint, MPI_Op, MPI_Win) = delete;
int MPI_Compare_and_swap(const double *, const double *, double *, MPI_Datatype, int, MPI_Aint, MPI_Win) = delete;

} // namespace adjoint::model::extern_c

#endif
