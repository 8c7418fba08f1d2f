// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: mpi
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES (derived types and communicators)
// NUMERIC-RANKS: 1 2 4
// NUMERIC-SECOND: none
//
// MPI: messages that begin and end in one call. Buffers are overwritten while they are needed, in loops; what is received is of
// any source, or shorter than there is room for; datatypes have gaps.

#include "parallel.h"

/// To the right, and from the left, one rank after the other.
#pragma adjoint reverse
void ring(double *x, int n) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int left = (rank + size - 1) % size, right = (rank + 1) % size;
  for (int t = 0; t < 3 && size > 1; ++t) {
    if (rank % 2 == 0) {
      MPI_Send(x, n, MPI_DOUBLE, right, t, MPI_COMM_WORLD);
      x[0] = std::sin(x[0] * x[1]);
      MPI_Recv(x + 1, n - 1, MPI_DOUBLE, left, t, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      double y[8];
      MPI_Recv(y, 8, MPI_DOUBLE, left, t, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Ssend(x + 1, n - 1, MPI_DOUBLE, right, t, MPI_COMM_WORLD);
      for (int i = 0; i < n; ++i)
        x[i] *= y[i] + x[i];
    }
  }
}

/// The root takes them as they come, and asks who has sent how much.
#pragma adjoint reverse
void workers(double *x, int n) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank != 0) {
    for (int i = 0; i < n; ++i)
      x[i] *= x[i];
    const int code = MPI_Send(x, rank % 2 + 1, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD);
    if (code != MPI_SUCCESS)
      x[0] = 0.0;
    MPI_Barrier(MPI_COMM_WORLD);
    return;
  }
  for (int k = 1; k < size; ++k) {
    double buffer[4] = {1.0, 2.0, 3.0, x[4]};
    MPI_Status status;
    MPI_Recv(buffer, 4, MPI_DOUBLE, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &status);
    int count = 0;
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    for (int i = 0; i < count; ++i)
      x[i] += status.MPI_SOURCE * buffer[i] * x[n - 1];
    x[2] += buffer[3] * buffer[count];
  }
  MPI_Barrier(MPI_COMM_WORLD); // or one of the next call could come first
}

/// MPI_PROC_NULL at the ends.
#pragma adjoint reverse
void shift(double *x, int n) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int below = rank == 0 ? MPI_PROC_NULL : rank - 1, above = rank + 1 == size ? MPI_PROC_NULL : rank + 1;
  for (int t = 0; t < 2; ++t) {
    MPI_Status status;
    MPI_Sendrecv(x + 1, 1, MPI_DOUBLE, below, 0, x + n - 1, 1, MPI_DOUBLE, above, 0, MPI_COMM_WORLD, &status);
    MPI_Sendrecv(&x[n - 2], 1, MPI_DOUBLE, above, 1, &x[0], 1, MPI_DOUBLE, below, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 1; i + 1 < n; ++i)
      x[i] += 0.1 * (x[i - 1] * x[i - 1] - 2.0 * x[i] + x[i + 1]) * x[i];
    MPI_Sendrecv_replace(x + 2, 2, MPI_DOUBLE, (rank + 1) % size, 7, (rank + size - 1) % size, 7, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    x[2] *= x[3];
  }
}

/// A column of a matrix, and rows of it as one element.
#pragma adjoint reverse
void columns(double *x, int) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Datatype column, row;
  MPI_Type_vector(2, 1, 3, MPI_DOUBLE, &column);
  MPI_Type_contiguous(3, MPI_DOUBLE, &row);
  MPI_Type_commit(&column);
  MPI_Type_commit(&row);
  const int left = (rank + size - 1) % size, right = (rank + 1) % size;
  MPI_Sendrecv(x, 1, column, right, 0, x + 2, 1, column, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  x[1] *= x[2] * x[5];
  MPI_Sendrecv(x, 1, row, left, 0, x + 3, 3, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  x[0] *= x[4];
  MPI_Type_free(&column);
  MPI_Type_free(&row);
}

/// Integers go on as they are; wrappers of the user's.
template <class T> MPI_Datatype typeOf();
template <> MPI_Datatype typeOf<double>() { return MPI_DOUBLE; }
template <> MPI_Datatype typeOf<int>() { return MPI_INT; }

class Communicator {
public:
  explicit Communicator(MPI_Comm comm) : comm(comm) {
    MPI_Comm_rank(comm, &rank_);
    MPI_Comm_size(comm, &size_);
  }
  int rank() const { return rank_; }
  int size() const { return size_; }
  template <class T> void send(const std::vector<T> &v, int to) const {
    const int n = static_cast<int>(v.size());
    MPI_Send(&n, 1, MPI_INT, to, 1, comm);
    MPI_Send(v.data(), n, typeOf<T>(), to, 2, comm);
  }
  template <class T> std::vector<T> recv(int from) const {
    int n = 0;
    MPI_Recv(&n, 1, MPI_INT, from, 1, comm, MPI_STATUS_IGNORE);
    std::vector<T> v(static_cast<std::size_t>(n));
    MPI_Recv(v.data(), n, typeOf<T>(), from, 2, comm, MPI_STATUS_IGNORE);
    return v;
  }

private:
  MPI_Comm comm;
  int rank_, size_;
};

#pragma adjoint reverse
void wrapped(double *x, int n) {
  const Communicator world(MPI_COMM_WORLD);
  if (world.rank() + 1 < world.size()) {
    std::vector<double> half;
    for (int i = 0; i < n / 2; ++i)
      half.push_back(x[i] * x[i + 1]);
    world.send(half, world.rank() + 1);
    world.send(std::vector<int>{world.rank(), 2}, world.rank() + 1);
  }
  if (world.rank() > 0) {
    const std::vector<double> half = world.recv<double>(world.rank() - 1);
    const std::vector<int> numbers = world.recv<int>(world.rank() - 1);
    for (std::size_t i = 0; i < half.size(); ++i)
      x[i] = numbers[1] * half[i] * x[i] + numbers[0];
  }
}

PARALLEL_MAIN({
  const parallel::Numbers x = parallel::numbers(6, 1);
  parallel::check("ring", ring, ring_b, ring_d, x);
  parallel::check("workers", workers, workers_b, workers_d, x);
  parallel::check("shift", shift, shift_b, shift_d, x);
  parallel::check("columns", columns, columns_b, columns_d, x);
  parallel::check("wrapped", wrapped, wrapped_b, wrapped_d, x);
})
