// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: mpi
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// What is refused of MPI.
#include <mpi.h>

//--- numbers in a function without a derivative
// flags: -- %mpi
#pragma adjoint reverse
double f(const double *x, double *window, MPI_Win win) {
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); // error: 'MPI_Put' has no derivative for these arguments;...
  return x[0] * window[0];
}

//--- constants in one, which others may take for theirs
// flags: -- %mpi
#pragma adjoint reverse
double f(const double *x) {
  double all = 0.0, one = 1.0;
  MPI_Request request;
  MPI_Iallreduce(&one, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request); // error: 'MPI_Iallreduce' has no...
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return x[0] * all;
}

//--- of single precision
// flags: -- %mpi
#pragma adjoint reverse
float f(float x) {
  float y = x * x;
  MPI_Send(&y, 1, MPI_FLOAT, 0, 0, MPI_COMM_WORLD); // error: 'MPI_Send' has no derivative for these arguments; call...
  return y;
}

//--- an object with numbers
// flags: -- %mpi
struct Particle {
  int id;
  double x;
};
#pragma adjoint reverse
double f(double x, MPI_Datatype type) {
  Particle p{1, x * x};
  MPI_Bcast(&p, 1, type, 0, MPI_COMM_WORLD); // error: a conversion between pointers to 'Particle' and...
  return p.x;
}

//--- a pointer to void
// flags: -- %mpi
#pragma adjoint reverse
double f(const double *x) {
  double sum = x[0];
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Reduce(rank == 0 ? MPI_IN_PLACE : &sum, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD); // error: a conversion between pointers to...
  return sum;
}

//--- messages of steps that would run again
// flags: -- %mpi
#pragma adjoint reverse
double f(const double *x, int n) {
  double u = x[0];
#pragma adjoint checkpoint
  for (int t = 0; t < n; ++t) { // error: '#pragma adjoint checkpoint' cannot repeat this loop:...
    double v = u;
    MPI_Allreduce(&u, &v, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    u = v * v;
  }
  return u;
}
