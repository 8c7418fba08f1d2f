// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MPI: messages that are begun in one call and done in another. What they write, they write for the tool where they begin:
// nobody may look at the buffer before they are done.

#ifndef ADJOINT_MODEL_MPI_REQUESTS_H
#define ADJOINT_MODEL_MPI_REQUESTS_H

#include "adjoint/model/core.h"
#include "adjoint/mpi/others.h"
#include "adjoint/mpi/requests.h"

namespace adjoint::model::extern_c {

namespace requests {

inline void overwritten(int count, MPI_Request *all, MPI_Status *statuses) {
  mpi::overwritten(all, sizeof(MPI_Request) * count);
  if (statuses)
    mpi::overwritten(statuses, sizeof(MPI_Status) * count);
}

inline void complete(int place) {
  if (place >= 0)
    mpi::completed(mpi::buffers[place], place);
}
inline void completeAll(int count, const int *places) {
  for (int i = 0; i < count; ++i)
    complete(places[i]);
}

inline void start(MPI_Request *request) {
  const int place = mpi::place_of(request);
  if (place < 0)
    mpi::start_other(request);
  else if (mpi::is_sender(place))
    mpi::start_send(mpi::buffers[place], place);
  else
    mpi::start_recv(mpi::buffers[place], place);
}

} // namespace requests

inline int MPI_Isend(const double *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                     MPI_Request *request) {
  const int place = mpi::isend(buf, count, type, dest, tag, comm, request);
  mpi::buffers[place] = const_cast<double *>(buf);
  return MPI_SUCCESS;
}
inline int MPI_Irecv(double *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                     MPI_Request *request) {
  const int place = mpi::irecv(buf, count, type, source, tag, comm, request);
  mpi::buffers[place] = buf;
  return MPI_SUCCESS;
}

inline int MPI_Wait(MPI_Request *request, MPI_Status *status) {
  requests::overwritten(1, request, status);
  requests::complete(mpi::wait(request, status));
  return MPI_SUCCESS;
}
inline int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
  requests::overwritten(1, request, status);
  mpi::overwritten(flag, sizeof(int));
  requests::complete(mpi::test(request, flag, status));
  return MPI_SUCCESS;
}
inline int MPI_Waitany(int count, MPI_Request *all, int *index, MPI_Status *status) {
  mpi::overwritten(all, sizeof(MPI_Request) * count);
  if (status)
    mpi::overwritten(status, sizeof(MPI_Status));
  mpi::overwritten(index, sizeof(int));
  requests::complete(mpi::wait_any(count, all, index, status));
  return MPI_SUCCESS;
}
inline int MPI_Waitall(int count, MPI_Request *all, MPI_Status *statuses) {
  int *places = allocate<int>(static_cast<size_t>(count));
  requests::overwritten(count, all, statuses);
  mpi::overwritten(places, sizeof(int) * count);
  mpi::wait_all(count, all, statuses, places);
  requests::completeAll(count, places);
  deallocate(places);
  return MPI_SUCCESS;
}
inline int MPI_Waitsome(int count, MPI_Request *all, int *completed, int *indices, MPI_Status *statuses) {
  int *places = allocate<int>(static_cast<size_t>(count));
  requests::overwritten(count, all, statuses);
  mpi::overwritten(completed, sizeof(int));
  mpi::overwritten(indices, sizeof(int) * count);
  mpi::overwritten(places, sizeof(int) * count);
  mpi::wait_some(count, all, completed, indices, statuses, places);
  requests::completeAll(*completed, places); // none, if no request is left
  deallocate(places);
  return MPI_SUCCESS;
}

inline int MPI_Send_init(const double *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                         MPI_Request *request) {
  mpi::overwritten(request, sizeof(MPI_Request));
  const int place = mpi::send_init(buf, count, type, dest, tag, comm, request);
  mpi::buffers[place] = const_cast<double *>(buf);
  return MPI_SUCCESS;
}
inline int MPI_Recv_init(double *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                         MPI_Request *request) {
  mpi::overwritten(request, sizeof(MPI_Request));
  const int place = mpi::recv_init(buf, count, type, source, tag, comm, request);
  mpi::buffers[place] = buf;
  return MPI_SUCCESS;
}
inline int MPI_Start(MPI_Request *request) {
  requests::start(request);
  return MPI_SUCCESS;
}
inline int MPI_Startall(int count, MPI_Request *all) {
  for (int i = 0; i < count; ++i)
    requests::start(all + i);
  return MPI_SUCCESS;
}
inline int MPI_Request_free(MPI_Request *request) {
  mpi::overwritten(request, sizeof(MPI_Request));
  mpi::release(request);
  return MPI_SUCCESS;
}

} // namespace adjoint::model::extern_c

#endif
