// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: mpi
// RUN: %numeric
// NUMERIC-RANKS: 1 2 4
// NUMERIC-VARIANTS: --no-inline
// NUMERIC-SECOND: none
//
// MPI: messages that begin in one call and end in another. The calls stand in loops and other functions, and are waited for in another
// order than they began in; requests are persistent, copied, in arrays and vectors.

#include "parallel.h"

namespace {
int left(int rank, int size) { return (rank + size - 1) % size; }
int right(int rank, int size) { return (rank + 1) % size; }
} // namespace

#pragma adjoint reverse
void one(double *x, int n) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int t = 0; t < 3; ++t) {
    MPI_Request in, out;
    MPI_Status status;
    double y = x[0] * x[1];
    MPI_Irecv(&x[1], 1, MPI_DOUBLE, left(rank, size), 0, MPI_COMM_WORLD, &in);
    MPI_Isend(&y, 1, MPI_DOUBLE, right(rank, size), 0, MPI_COMM_WORLD, &out);
    x[2] *= y;
    MPI_Wait(&in, &status);
    MPI_Wait(&out, MPI_STATUS_IGNORE);
    x[n - 1] = x[1] * x[1] + status.MPI_TAG;
    if (in == MPI_REQUEST_NULL)
      x[0] *= x[n - 1];
  }
}

/// The halo of a field, in a function of its own.
void exchange(double *u, int n) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Request requests[4];
  int count = 0;
  if (rank > 0) {
    MPI_Irecv(u, 1, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, &requests[count++]);
    MPI_Isend(u + 1, 1, MPI_DOUBLE, rank - 1, 1, MPI_COMM_WORLD, &requests[count++]);
  }
  if (rank + 1 < size) {
    MPI_Irecv(u + n - 1, 1, MPI_DOUBLE, rank + 1, 1, MPI_COMM_WORLD, &requests[count++]);
    MPI_Isend(u + n - 2, 1, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD, &requests[count++]);
  }
  MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

#pragma adjoint reverse
void heat(double *u, int n) {
  std::vector<double> next(u, u + n);
  for (int t = 0; t < 4; ++t) {
    exchange(u, n);
    for (int i = 1; i + 1 < n; ++i)
      next[i] = u[i] + 0.2 * (u[i - 1] - 2.0 * u[i] + u[i + 1]) * u[i];
    for (int i = 1; i + 1 < n; ++i)
      u[i] = next[i];
  }
}

/// The receiver waits in the opposite order, by MPI_Waitany in any; all with one tag; a blocking message comes in between.
#pragma adjoint reverse
void crossed(double *x, int n) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int to = right(rank, size), from = left(rank, size);
  std::vector<double> y(3);
  MPI_Request out[2], in[3];
  MPI_Irecv(&y[0], 1, MPI_DOUBLE, from, 4, MPI_COMM_WORLD, in);
  MPI_Irecv(&y[1], 1, MPI_DOUBLE, from, 4, MPI_COMM_WORLD, in + 1);
  MPI_Irecv(&y[2], 1, MPI_DOUBLE, from, 4, MPI_COMM_WORLD, in + 2);
  MPI_Isend(&x[0], 1, MPI_DOUBLE, to, 4, MPI_COMM_WORLD, out);
  MPI_Send(&x[1], 1, MPI_DOUBLE, to, 4, MPI_COMM_WORLD);
  MPI_Isend(&x[2], 1, MPI_DOUBLE, to, 4, MPI_COMM_WORLD, out + 1);
  if (rank % 2 == 0) {
    for (int k = 2; k >= 0; --k)
      MPI_Wait(&in[k], MPI_STATUS_IGNORE);
  } else {
    for (int k = 0; k < 3; ++k) {
      int index = -1;
      MPI_Waitany(3, in, &index, MPI_STATUS_IGNORE);
      x[n - 1] *= 1.0 + 0.5 * y[index];
    }
  }
  MPI_Wait(&out[1], MPI_STATUS_IGNORE);
  int flag = 0;
  while (!flag)
    MPI_Test(&out[0], &flag, MPI_STATUS_IGNORE);
  x[0] = y[0] * y[1];
  x[1] = y[1] * y[2] * x[1];
  x[2] *= y[2];
}

/// Requests in a vector, some of them of integers.
#pragma adjoint reverse
void some(double *x, int n) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<MPI_Request> requests;
  std::vector<double> in(static_cast<std::size_t>(size));
  std::vector<int> marks(static_cast<std::size_t>(size));
  for (int r = 0; r < size; ++r) {
    MPI_Request request;
    MPI_Irecv(&in[r], 1, MPI_DOUBLE, r, 0, MPI_COMM_WORLD, &request);
    requests.push_back(request);
    MPI_Irecv(&marks[r], 1, MPI_INT, r, 1, MPI_COMM_WORLD, &request);
    requests.push_back(request);
  }
  const int mark = rank + 2;
  for (int r = 0; r < size; ++r) {
    MPI_Request request;
    MPI_Isend(x + r % n, 1, MPI_DOUBLE, r, 0, MPI_COMM_WORLD, &request);
    requests.push_back(request);
    MPI_Send(&mark, 1, MPI_INT, r, 1, MPI_COMM_WORLD);
  }
  int left = static_cast<int>(requests.size());
  std::vector<int> indices(requests.size());
  while (left > 0) {
    int count = 0;
    MPI_Waitsome(static_cast<int>(requests.size()), requests.data(), &count, indices.data(), MPI_STATUSES_IGNORE);
    left -= count;
  }
  for (int r = 0; r < size; ++r)
    x[r % n] = marks[r] * in[r] * x[n - 1];
}

/// Of whoever sends first, one after the other.
#pragma adjoint reverse
void anyone(double *x, int n) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double y[2] = {x[n - 1], 2.0};
  MPI_Request out, in;
  MPI_Isend(x, 1, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD, &out);
  for (int k = 0; rank == 0 && k < size; ++k) {
    MPI_Status status;
    MPI_Irecv(y, 2, MPI_DOUBLE, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &in);
    MPI_Wait(&in, &status);
    x[1] += (1 + status.MPI_SOURCE) * y[0] * y[0] * y[1];
  }
  MPI_Wait(&out, MPI_STATUS_IGNORE);
  x[0] *= x[2];
  MPI_Barrier(MPI_COMM_WORLD); // or one of the next call could come first
}

#pragma adjoint reverse
void persistent(double *x, int n) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double y[2] = {1.0, 2.0};
  MPI_Request requests[2];
  MPI_Send_init(x, 2, MPI_DOUBLE, right(rank, size), 0, MPI_COMM_WORLD, requests);
  MPI_Recv_init(y, 2, MPI_DOUBLE, left(rank, size), 0, MPI_COMM_WORLD, requests + 1);
  for (int t = 0; t < 3; ++t) {
    MPI_Startall(2, requests);
    x[n - 1] *= x[2];
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    x[0] *= y[1] * x[n - 1];
    x[1] += y[0] * y[0];
    MPI_Start(requests + 1);
    MPI_Start(requests);
    MPI_Wait(requests, MPI_STATUS_IGNORE);
    MPI_Wait(requests + 1, MPI_STATUS_IGNORE);
    x[2] = y[0] * x[2];
  }
  MPI_Request_free(requests);
  MPI_Request_free(requests + 1);
}

PARALLEL_MAIN({
  const parallel::Numbers x = parallel::numbers(5, 1);
  parallel::check("one", one, one_b, one_d, x);
  parallel::check("heat", heat, heat_b, heat_d, x);
  parallel::check("crossed", crossed, crossed_b, crossed_d, x);
  parallel::check("some", some, some_b, some_d, x);
  parallel::check("anyone", anyone, anyone_b, anyone_d, x);
  parallel::check("persistent", persistent, persistent_b, persistent_d, x);
})
