// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages from one process to another, begun and done in one call. See adjoint/mpi.h for what all elementals have in
// common.
//
//   send      recv        <->   recv      send, of adjoints, with the tag and the communicator of the message
//
// Source: P. Hovland, Automatic differentiation of parallel programs, 1997; J. Utke, L. Hascoet, P. Heimbach, C. Hill,
// P. Hovland, U. Naumann, Toward adjoinable MPI, 2009.

#ifndef ADJOINT_MPI_MESSAGES_H
#define ADJOINT_MPI_MESSAGES_H

#include "adjoint/mpi/context.h"

namespace adjoint::mpi {

/// The numbers of buf go to dest. Adjoint: what comes back is added to buf_b.
void send(const double *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(send)
#endif
void send_fwd(const double *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(send) communicates
#endif
void send_rev(const double *buf, double *buf_b, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(send)
#endif
void send_d(const double *buf, const double *buf_d, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);

/// As send, by MPI_Ssend.
void ssend(const double *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(ssend)
#endif
void ssend_fwd(const double *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(ssend) communicates
#endif
void ssend_rev(const double *buf, double *buf_b, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
               Context &);
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(ssend)
#endif
void ssend_d(const double *buf, const double *buf_d, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);

/// buf gets what source has sent, perhaps less than count elements. Adjoint: as many numbers of buf_b go back to whoever sent,
/// with the tag of the message, and are zero then.
void recv(double *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(recv)
#endif
void recv_fwd(double *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status,
              Context &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(recv) restores communicates
#endif
void recv_rev(double *buf, double *buf_b, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
              MPI_Status *status, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(recv)
#endif
void recv_d(double *buf, double *buf_d, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
            MPI_Status *status);

/// Both at once.
void sendrecv(const double *out, int out_count, MPI_Datatype out_type, int dest, int out_tag, double *in, int in_count,
              MPI_Datatype in_type, int source, int in_tag, MPI_Comm comm, MPI_Status *status);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(sendrecv)
#endif
void sendrecv_fwd(const double *out, int out_count, MPI_Datatype out_type, int dest, int out_tag, double *in,
                  int in_count, MPI_Datatype in_type, int source, int in_tag, MPI_Comm comm, MPI_Status *status,
                  Context &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(sendrecv) restores communicates
#endif
void sendrecv_rev(const double *out, double *out_b, int out_count, MPI_Datatype out_type, int dest, int out_tag,
                  double *in, double *in_b, int in_count, MPI_Datatype in_type, int source, int in_tag, MPI_Comm comm,
                  MPI_Status *status, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(sendrecv)
#endif
void sendrecv_d(const double *out, const double *out_d, int out_count, MPI_Datatype out_type, int dest, int out_tag,
                double *in, double *in_d, int in_count, MPI_Datatype in_type, int source, int in_tag, MPI_Comm comm,
                MPI_Status *status);

/// Both at once, in one buffer.
void sendrecv_replace(double *buf, int count, MPI_Datatype type, int dest, int out_tag, int source, int in_tag,
                      MPI_Comm comm, MPI_Status *status);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(sendrecv_replace)
#endif
void sendrecv_replace_fwd(double *buf, int count, MPI_Datatype type, int dest, int out_tag, int source, int in_tag,
                          MPI_Comm comm, MPI_Status *status, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(sendrecv_replace) restores communicates
#endif
void sendrecv_replace_rev(double *buf, double *buf_b, int count, MPI_Datatype type, int dest, int out_tag, int source,
                          int in_tag, MPI_Comm comm, MPI_Status *status, Context &);
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(sendrecv_replace)
#endif
void sendrecv_replace_d(double *buf, double *buf_d, int count, MPI_Datatype type, int dest, int out_tag, int source,
                        int in_tag, MPI_Comm comm, MPI_Status *status);

} // namespace adjoint::mpi

#endif
