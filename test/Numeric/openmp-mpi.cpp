// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: mpi
// RUN: %numeric
// NUMERIC-FLAGS: -fopenmp
// NUMERIC-RANKS: 1 2
// NUMERIC-SECOND: none
//
// OpenMP inside MPI: threads compute, and one of them sends and receives.

#include "parallel.h"

#pragma adjoint reverse
void smooth(double *__restrict x, int n) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<double> y(static_cast<std::size_t>(n));
  for (int t = 0; t < 3; ++t) {
    MPI_Request requests[2];
    MPI_Irecv(&x[n - 1], 1, MPI_DOUBLE, (rank + 1) % size, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&x[1], 1, MPI_DOUBLE, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    double mine = 0.0;
#pragma omp parallel for reduction(+ : mine) num_threads(2)
    for (int i = 1; i < n - 1; ++i) {
      y[i] = x[i] * x[i + 1] + 0.5 * std::sin(x[i - 1]);
      mine += y[i] * y[i];
    }
    double norm = mine;
    MPI_Allreduce(MPI_IN_PLACE, &norm, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    const double scale = 1.0 / std::sqrt(1.0 + norm);
#pragma omp parallel for num_threads(2)
    for (int i = 1; i < n - 1; ++i)
      x[i] = y[i] * scale;
  }
}

PARALLEL_MAIN({ parallel::check("smooth", smooth, smooth_b, smooth_d, parallel::numbers(12, 1)); })
