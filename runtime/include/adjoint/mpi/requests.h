// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages that are begun in one call and done in another. In the reverse sweep the order is turned round: where the
// program waits, the message of adjoints is begun, and where it begins, that is waited for.
//
//   isend     irecv       <->   wait for adjoints, add     wait until they are sent, set to zero
//   completed, of each    <->   begin to receive           begin to send
//
// A request has a place in a table, as long as it lives: the runtime's own record of it is there, and the program's pointer
// to the buffer is in `buffers`, where the tool sees it, so that the adjoint has a pointer to the buffer's adjoint in a
// table of its own.
//
// The program begins and completes a request in functions that are differentiated together, in one thread. Otherwise
// std::logic_error is thrown by the reverse half. std::length_error is thrown if there are more than max_requests at once.
//
// Source: J. Utke, L. Hascoet, P. Heimbach, C. Hill, P. Hovland, U. Naumann, Toward adjoinable MPI, 2009.

#ifndef ADJOINT_MPI_REQUESTS_H
#define ADJOINT_MPI_REQUESTS_H

#ifdef ADJOINT_GEN
#include "adjoint/model/core.h"
#endif
#include "adjoint/mpi/context.h"

namespace adjoint::mpi {

/// How many requests a thread may have at once.
inline constexpr int max_requests = 1024;

/// The buffer of each request, by its place.
#ifdef ADJOINT_GEN
ADJOINT_UNSET
#endif
inline thread_local double *buffers[max_requests];

/// The place of a request that send_init or recv_init has made; -1: another has.
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
int place_of(const MPI_Request *request);

/// Wait, test, and so on, as MPI does. They return the place of the request that is completed, and store the places of all
/// that are; -1: there is none, or it is one of other data. They write to all that they take, of which `overwritten`
/// (adjoint/mpi/others.h) tells the tool.
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
int wait(const MPI_Request *request, const MPI_Status *status);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
int test(const MPI_Request *request, const int *flag, const MPI_Status *status);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
int wait_any(int count, const MPI_Request *requests, const int *index, const MPI_Status *status);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void wait_all(int count, const MPI_Request *requests, const MPI_Status *statuses, const int *places);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void wait_some(int count, const MPI_Request *requests, const int *completed, const int *indices,
               const MPI_Status *statuses, const int *places);

/// The numbers of buf go to dest, and must not change until it is completed. Returns the place of the request.
int isend(const double *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(isend)
#endif
int isend_fwd(const double *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request,
               Context &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(isend) restores communicates
#endif
void isend_rev(const double *buf, double *buf_b, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
               MPI_Request *request, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(isend)
#endif
int isend_d(const double *buf, const double *buf_d, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
             MPI_Request *request);

/// buf gets what source sends, when it is completed. Returns the place of the request.
int irecv(double *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(irecv)
#endif
int irecv_fwd(double *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request,
               Context &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(irecv) restores communicates
#endif
void irecv_rev(double *buf, double *buf_b, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
               MPI_Request *request, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(irecv)
#endif
int irecv_d(double *buf, double *buf_d, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
             MPI_Request *request);

/// The request of the place is completed. In the reverse sweep its adjoint begins; buf is buffers[place].
void completed(const double *buf, int place);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(completed)
#endif
void completed_fwd(const double *buf, int place, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(completed) communicates
#endif
void completed_rev(const double *buf, double *buf_b, int place, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(completed)
#endif
void completed_d(const double *buf, const double *buf_d, int place);

/// Requests that are started again and again. These two begin no message.
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
int send_init(const double *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
               const MPI_Request *request);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
int recv_init(const double *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
               const MPI_Request *request);
/// Is it one that sends?
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
bool is_sender(int place);
/// Starts a request of other data.
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void start_other(const MPI_Request *request);
/// The request is no more.
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void release(const MPI_Request *request);

/// As isend, of the request of the place; buf is buffers[place].
void start_send(const double *buf, int place);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(start_send)
#endif
void start_send_fwd(const double *buf, int place, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(start_send) communicates
#endif
void start_send_rev(const double *buf, double *buf_b, int place, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(start_send)
#endif
void start_send_d(const double *buf, const double *buf_d, int place);

/// As irecv.
void start_recv(double *buf, int place);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(start_recv)
#endif
void start_recv_fwd(double *buf, int place, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(start_recv) restores communicates
#endif
void start_recv_rev(double *buf, double *buf_b, int place, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(start_recv)
#endif
void start_recv_d(double *buf, double *buf_d, int place);

} // namespace adjoint::mpi

#endif
