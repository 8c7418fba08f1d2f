// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts what the process sends and receives, by MPI's interface for profiling.

#include <mpi.h>

long messages = 0, bytes = 0;

namespace {
void count(int n, MPI_Datatype type, int peer = 0) {
  if (peer == MPI_PROC_NULL)
    return;
  int size = 0;
  PMPI_Type_size(type, &size);
  ++messages;
  bytes += long(n) * size;
}
} // namespace

extern "C" {

int MPI_Send(const void *buf, int n, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  count(n, type, dest);
  return PMPI_Send(buf, n, type, dest, tag, comm);
}
int MPI_Recv(void *buf, int n, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  count(n, type, source);
  return PMPI_Recv(buf, n, type, source, tag, comm, status);
}
int MPI_Isend(const void *buf, int n, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request) {
  count(n, type, dest);
  return PMPI_Isend(buf, n, type, dest, tag, comm, request);
}
int MPI_Irecv(void *buf, int n, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request) {
  count(n, type, source);
  return PMPI_Irecv(buf, n, type, source, tag, comm, request);
}
int MPI_Sendrecv(const void *out, int n, MPI_Datatype type, int dest, int tag, void *in, int in_n, MPI_Datatype in_type,
                 int source, int in_tag, MPI_Comm comm, MPI_Status *status) {
  count(n, type, dest);
  count(in_n, in_type, source);
  return PMPI_Sendrecv(out, n, type, dest, tag, in, in_n, in_type, source, in_tag, comm, status);
}
int MPI_Allreduce(const void *in, void *out, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  count(n, type);
  return PMPI_Allreduce(in, out, n, type, op, comm);
}
int MPI_Reduce(const void *in, void *out, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  count(n, type);
  return PMPI_Reduce(in, out, n, type, op, root, comm);
}
int MPI_Bcast(void *buf, int n, MPI_Datatype type, int root, MPI_Comm comm) {
  count(n, type);
  return PMPI_Bcast(buf, n, type, root, comm);
}

} // extern "C"
