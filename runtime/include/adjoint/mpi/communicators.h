// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Communicators that the program makes and frees: one that it frees is needed in the reverse sweep, as long as there are
// messages of it.
//
//   make c, created(c)   ...   comm_free(c)         reverse: comm_free(c): nothing   ...   created(c): frees c
//
// One that the function has not made stays.

#ifndef ADJOINT_MPI_COMMUNICATORS_H
#define ADJOINT_MPI_COMMUNICATORS_H

#include "adjoint/mpi/context.h"

namespace adjoint::mpi {

#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void comm_split(MPI_Comm comm, int color, int key, MPI_Comm *made);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *made);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void comm_dup(MPI_Comm comm, MPI_Comm *made);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *made);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void cart_create(MPI_Comm comm, int dimensions, const int *sizes, const int *periods, int reorder, MPI_Comm *made);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void cart_sub(MPI_Comm comm, const int *remain, MPI_Comm *made);

/// A communicator is new. It may be MPI_COMM_NULL.
void created(MPI_Comm *comm);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(created)
#endif
void created_fwd(MPI_Comm *comm, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(created) communicates
#endif
void created_rev(MPI_Comm *comm, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(created)
#endif
void created_d(MPI_Comm *comm);

/// *comm becomes MPI_COMM_NULL.
void comm_free(MPI_Comm *comm);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(comm_free)
#endif
void comm_free_fwd(MPI_Comm *comm, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(comm_free) restores communicates
#endif
void comm_free_rev(MPI_Comm *comm, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(comm_free)
#endif
void comm_free_d(MPI_Comm *comm);

} // namespace adjoint::mpi

#endif
