// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: mpi
// RUN: %numeric
// NUMERIC-RANKS: 1 2 4
// NUMERIC-WITH: Inputs/mpi-counts.cpp
// NUMERIC-SECOND: none
// NUMERIC-TANGENTS: none
//
// MPI: the heat equation, with halos exchanged in three ways, and conjugate gradients, with sums of all processes. The gradient is
// that of one process; the reverse sweep has as many messages as the forward sweep, and as many bytes.

#include "parallel.h"

#include <algorithm>

extern long messages, bytes; // of Inputs/mpi-counts.cpp

namespace {

struct Neighbours {
  int below, above;
};

Neighbours neighboursIn(MPI_Comm comm) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  return {rank == 0 ? MPI_PROC_NULL : rank - 1, rank + 1 == size ? MPI_PROC_NULL : rank + 1};
}

/// u[0] and u[n + 1] become the neighbours' u[n] and u[1].
void blocking(double *u, int n, MPI_Comm comm) {
  int rank;
  MPI_Comm_rank(comm, &rank);
  const Neighbours to = neighboursIn(comm);
  if (rank % 2 == 0) {
    MPI_Send(u + n, 1, MPI_DOUBLE, to.above, 0, comm);
    MPI_Recv(u + n + 1, 1, MPI_DOUBLE, to.above, 1, comm, MPI_STATUS_IGNORE);
    MPI_Send(u + 1, 1, MPI_DOUBLE, to.below, 1, comm);
    MPI_Recv(u, 1, MPI_DOUBLE, to.below, 0, comm, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(u, 1, MPI_DOUBLE, to.below, 0, comm, MPI_STATUS_IGNORE);
    MPI_Send(u + 1, 1, MPI_DOUBLE, to.below, 1, comm);
    MPI_Recv(u + n + 1, 1, MPI_DOUBLE, to.above, 1, comm, MPI_STATUS_IGNORE);
    MPI_Send(u + n, 1, MPI_DOUBLE, to.above, 0, comm);
  }
}

void bothWays(double *u, int n, MPI_Comm comm) {
  const Neighbours to = neighboursIn(comm);
  MPI_Sendrecv(u + n, 1, MPI_DOUBLE, to.above, 0, u, 1, MPI_DOUBLE, to.below, 0, comm, MPI_STATUS_IGNORE);
  MPI_Sendrecv(u + 1, 1, MPI_DOUBLE, to.below, 1, u + n + 1, 1, MPI_DOUBLE, to.above, 1, comm, MPI_STATUS_IGNORE);
}

void nonBlocking(double *u, int n, MPI_Comm comm) {
  const Neighbours to = neighboursIn(comm);
  MPI_Request requests[4];
  MPI_Irecv(u, 1, MPI_DOUBLE, to.below, 0, comm, requests);
  MPI_Irecv(u + n + 1, 1, MPI_DOUBLE, to.above, 1, comm, requests + 1);
  MPI_Isend(u + n, 1, MPI_DOUBLE, to.above, 0, comm, requests + 2);
  MPI_Isend(u + 1, 1, MPI_DOUBLE, to.below, 1, comm, requests + 3);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

enum class Way { Blocking, BothWays, NonBlocking };

} // namespace

/// The squared sum of the temperatures after some steps, to all; the conductivity depends on the temperature.
#pragma adjoint reverse
double heat(const double *start, int n, int steps, Way way, MPI_Comm comm) {
  std::vector<double> u(n + 2), next(n + 2);
  for (int i = 0; i < n; ++i)
    u[i + 1] = start[i];
  for (int t = 0; t < steps; ++t) {
    if (way == Way::Blocking)
      blocking(u.data(), n, comm);
    else if (way == Way::BothWays)
      bothWays(u.data(), n, comm);
    else
      nonBlocking(u.data(), n, comm);
    for (int i = 1; i <= n; ++i)
      next[i] = u[i] + 0.1 * (1.0 + u[i] * u[i]) * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
    std::swap(u, next);
  }
  double sum = 0.0, all = 0.0;
  for (int i = 1; i <= n; ++i)
    sum += u[i] * u[i];
  MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, comm);
  return all;
}

namespace {

double dot(const std::vector<double> &a, const std::vector<double> &b, MPI_Comm comm) {
  double sum = 0.0, all = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, comm);
  return all;
}

/// A tridiagonal matrix, with k on the diagonal.
std::vector<double> product(const double *k, const std::vector<double> &x, MPI_Comm comm) {
  const int n = static_cast<int>(x.size());
  std::vector<double> padded(x.size() + 2), y(x.size());
  for (int i = 0; i < n; ++i)
    padded[i + 1] = x[i];
  nonBlocking(padded.data(), n, comm);
  for (int i = 0; i < n; ++i)
    y[i] = (2.0 + k[i]) * padded[i + 1] - padded[i] - padded[i + 2];
  return y;
}

} // namespace

/// Of the solution of A(k) x = b, b x.
#pragma adjoint reverse
double conjugateGradients(const double *k, int n, const double *b, int iterations, MPI_Comm comm) {
  const std::vector<double> right(b, b + n);
  std::vector<double> x(n), r = right, p = r;
  double rr = dot(r, r, comm);
  for (int t = 0; t < iterations; ++t) {
    const std::vector<double> ap = product(k, p, comm);
    const double alpha = rr / dot(p, ap, comm);
    for (int i = 0; i < n; ++i) {
      x[i] += alpha * p[i];
      r[i] -= alpha * ap[i];
    }
    const double before = rr;
    rr = dot(r, r, comm);
    for (int i = 0; i < n; ++i)
      p[i] = r[i] + rr / before * p[i];
  }
  return dot(right, x, comm);
}

namespace {

constexpr int whole = 16;

std::vector<double> numbers(double phase) {
  std::vector<double> made;
  for (int i = 0; i < whole; ++i)
    made.push_back(0.6 + 0.4 * std::sin(1.3 * i + phase));
  return made;
}

/// `value(numbers, n, comm)` and `gradient(numbers, numbers_b, n, comm, seed)`. The result is that of all, so each seeds its share.
template <class Value, class Gradient> void check(const char *name, Value value, Gradient gradient) {
  const std::vector<double> x = numbers(0.0);
  std::vector<double> expected(whole), found(whole);
  const double alone = value(0, whole, MPI_COMM_SELF);
  gradient(0, expected.data(), whole, MPI_COMM_SELF, 1.0);

  const int n = whole / parallel::size(), first = n * parallel::rank();
  messages = bytes = 0;
  parallel::same(name, "value", alone, value(first, n, MPI_COMM_WORLD), 1e-13);
  const long forward = messages, forwardBytes = bytes;
  messages = bytes = 0;
  gradient(first, found.data(), n, MPI_COMM_WORLD, 1.0 / parallel::size());
  if (forward == 0 && parallel::size() > 1)
    parallel::fail(name, "messages", 1, 0);
  parallel::same(name, "messages", double(2 * forward), double(messages), 0.0);
  parallel::same(name, "bytes", double(2 * forwardBytes), double(bytes), 0.0);
  for (int i = 0; i < n; ++i)
    parallel::same(name, "gradient", expected[std::size_t(first + i)], found[std::size_t(i)], 1e-13);
  if (parallel::rank() == 0)
    std::printf("%-20s %d processes: %ld messages, %ld bytes forward; %ld, %ld in reverse\n", name, parallel::size(),
                forward, forwardBytes, messages - forward, bytes - forwardBytes);
}

void checkHeat(const char *name, Way way) {
  const std::vector<double> x = numbers(0.0);
  check(
      name, [&](int first, int n, MPI_Comm comm) { return heat(x.data() + first, n, 10, way, comm); },
      [&](int first, double *x_b, int n, MPI_Comm comm, double seed) {
        heat_b(x.data() + first, x_b, n, 10, way, comm, seed);
      });
}

} // namespace

PARALLEL_MAIN({
  checkHeat("heat, blocking", Way::Blocking);
  checkHeat("heat, Sendrecv", Way::BothWays);
  checkHeat("heat, non-blocking", Way::NonBlocking);
  const std::vector<double> x = numbers(0.0), b = numbers(1.0);
  std::vector<double> b_b(whole);
  check(
      "conjugate gradients",
      [&](int first, int n, MPI_Comm comm) { return conjugateGradients(x.data() + first, n, b.data() + first, 8, comm); },
      [&](int first, double *x_b, int n, MPI_Comm comm, double seed) {
        conjugateGradients_b(x.data() + first, x_b, n, b.data() + first, b_b.data(), 8, comm, seed);
      });
})
