// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: mpi
// RUN: %numeric
// NUMERIC-RANKS: 2
// NUMERIC-FAILS: the temperature is not finite
// NUMERIC-SECOND: none
//
// MPI: one process throws while the other waits for it. Nobody catches: the program ends, and does not hang.

#include "parallel.h"

#include <stdexcept>

#pragma adjoint reverse
double steps(const double *x, int n) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    double y = x[i] * x[i], all = 0.0;
    MPI_Request request;
    MPI_Isend(&y, 1, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, &request);
    if (rank == 1 && i == 2)
      throw std::runtime_error("the temperature is not finite");
    double other = 0.0;
    MPI_Recv(&other, 1, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Allreduce(&other, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    sum += all * y;
  }
  return sum;
}

PARALLEL_MAIN({
  const parallel::Numbers x = parallel::numbers(4, 1);
  parallel::Numbers x_b(4);
  parallel::checks = 1;
  steps_b(x.data(), x_b.data(), 4, 1.0);
})
