// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: mpi
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES (communicators)
// NUMERIC-RANKS: 1 2 4
// NUMERIC-SECOND: none
//
// MPI: communication of all processes, with and without MPI_IN_PLACE, with parts of equal and of different sizes, in parts of
// MPI_COMM_WORLD. Buffers are overwritten while they are needed.

#include "parallel.h"

namespace {
int ranks() {
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}
int self() {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}
} // namespace

// Arrays of arrays, which have their numbers one behind the other.
#pragma adjoint reverse
void rows(double *x, int n) {
  double m[2][3] = {{x[0], x[1], x[0] * x[1]}, {0.5, x[n - 1], x[0]}}, sums[2][3];
  MPI_Bcast(m, 6, MPI_DOUBLE, ranks() - 1, MPI_COMM_WORLD);
  m[1][0] *= m[0][2] * x[0];
  MPI_Allreduce(m, sums, 6, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  const int next = (self() + 1) % ranks(), before = (self() + ranks() - 1) % ranks();
  double taken[2][3], back[2][3], total[2][3] = {};
  MPI_Request request;
  MPI_Irecv(taken, 6, MPI_DOUBLE, before, 3, MPI_COMM_WORLD, &request);
  MPI_Send(m, 6, MPI_DOUBLE, next, 3, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  taken[0][1] *= taken[1][2] * m[0][0];
  MPI_Isend(taken, 6, MPI_DOUBLE, before, 4, MPI_COMM_WORLD, &request);
  MPI_Recv(back, 6, MPI_DOUBLE, next, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Reduce(back, total, 6, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  for (int i = 0; i < n; ++i)
    x[i] *= sums[i % 2][i % 3] * m[1][i % 3] + back[0][i % 3] * back[1][i % 2] + total[i % 2][1] * total[0][i % 3];
}

#pragma adjoint reverse
void broadcast(double *x, int n) {
  const int root = ranks() - 1;
  for (int t = 0; t < 2; ++t) {
    x[0] *= x[1];
    double y = x[2] * x[0];
    if (self() == root)
      MPI_Bcast(x, 2, MPI_DOUBLE, root, MPI_COMM_WORLD);
    else
      MPI_Bcast(x + 1, 2, MPI_DOUBLE, root, MPI_COMM_WORLD);
    MPI_Bcast(&y, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    int k = self() + 1;
    MPI_Bcast(&k, 1, MPI_INT, root, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    x[n - 1] += x[1] * y * k;
  }
}

#pragma adjoint reverse
void reduce(double *x, int n) {
  const int root = ranks() / 2;
  const bool isRoot = self() == root;
  double y[4] = {0.0, 1.0, 2.0, x[0]};
  MPI_Reduce(x, y, 2, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
  x[2] += y[0] * y[1] * y[3];
  MPI_Reduce(x, isRoot ? y : nullptr, 3, MPI_DOUBLE, MPI_MAX, root, MPI_COMM_WORLD);
  MPI_Reduce(x + 2, y + 3, 1, MPI_DOUBLE, MPI_MIN, root, MPI_COMM_WORLD);
  x[0] *= y[2] * y[0] + y[1] * y[3];
  MPI_Reduce(x, y, 4, MPI_DOUBLE, MPI_PROD, root, MPI_COMM_WORLD);
  if (isRoot)
    x[1] = y[0] * y[1] + y[2] * y[3];
  for (int t = 0; t < 2; ++t) {
    if (isRoot)
      MPI_Reduce(MPI_IN_PLACE, x + 1, n - 1, MPI_DOUBLE, t == 0 ? MPI_SUM : MPI_PROD, root, MPI_COMM_WORLD);
    else
      MPI_Reduce(x + 1, nullptr, n - 1, MPI_DOUBLE, t == 0 ? MPI_SUM : MPI_PROD, root, MPI_COMM_WORLD);
    x[1] *= 0.25;
  }
  int most = self();
  MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  x[3] *= most;
}

#pragma adjoint reverse
void allreduce(double *x, int n) {
  for (int t = 0; t < 2; ++t) {
    double local = 0.0, all;
    for (int i = 0; i < n; ++i)
      local += x[i] * x[i];
    MPI_Allreduce(&local, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < n; ++i)
      x[i] /= std::sqrt(all);
    MPI_Allreduce(MPI_IN_PLACE, x, 2, MPI_DOUBLE, t == 0 ? MPI_MAX : MPI_PROD, MPI_COMM_WORLD);
    MPI_Allreduce(x + 1, x + 3, 1, MPI_DOUBLE, MPI_PROD, MPI_COMM_WORLD);
    MPI_Allreduce(x + 2, &local, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    x[2] *= local * x[3];
  }
}

/// Products with zeros: none, one, two; constants, so that differences see them.
#pragma adjoint reverse
void zeros(double *x, int) {
  const double a = x[0] - 1.25, b = x[1] - 0.75;
  const double factors[3] = {self() == 0 ? a : x[0], self() <= 1 ? b : x[1], x[2]};
  double products[3];
  MPI_Allreduce(factors, products, 3, MPI_DOUBLE, MPI_PROD, MPI_COMM_WORLD);
  x[0] += products[0] + products[1] * x[2];
  MPI_Reduce(factors, products, 2, MPI_DOUBLE, MPI_PROD, 0, MPI_COMM_WORLD);
  if (self() == 0)
    x[1] *= products[0] + products[1] + products[2];
}

#pragma adjoint reverse
void gather(double *x, int) {
  const int size = ranks(), root = size - 1;
  std::vector<double> all(static_cast<std::size_t>(2 * size));
  MPI_Gather(x, 2, MPI_DOUBLE, all.data(), 2, MPI_DOUBLE, root, MPI_COMM_WORLD);
  if (self() == root) {
    for (int i = 1; i < 2 * size; ++i)
      all[i] *= all[i - 1] * x[2];
    MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all.data(), 2, MPI_DOUBLE, root, MPI_COMM_WORLD);
    for (int i = 1; i < 2 * size; ++i)
      all[i] *= all[i - 1];
    MPI_Scatter(all.data(), 2, MPI_DOUBLE, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, root, MPI_COMM_WORLD);
    x[3] *= all[2 * size - 1] * all[0];
  } else {
    MPI_Gather(x + 1, 2, MPI_DOUBLE, nullptr, 0, MPI_DATATYPE_NULL, root, MPI_COMM_WORLD);
    MPI_Scatter(nullptr, 0, MPI_DATATYPE_NULL, x + 2, 2, MPI_DOUBLE, root, MPI_COMM_WORLD);
  }
  MPI_Scatter(all.data(), 1, MPI_DOUBLE, x, 1, MPI_DOUBLE, root, MPI_COMM_WORLD);
  x[0] *= x[1];
}

#pragma adjoint reverse
void parts(double *x, int) {
  const int size = ranks(), rank = self(), own = rank % 2 + 1;
  std::vector<int> counts, places;
  int total = 1;
  for (int r = 0; r < size; ++r) {
    counts.push_back(r % 2 + 1);
    places.push_back(total);
    total += counts.back();
  }
  std::vector<double> all(static_cast<std::size_t>(total), x[0]);
  MPI_Gatherv(x, own, MPI_DOUBLE, all.data(), counts.data(), places.data(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (int i = 1; i < total; ++i)
    all[i] *= all[i - 1];
  MPI_Scatterv(all.data(), counts.data(), places.data(), MPI_DOUBLE, x + 1, own, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  x[0] *= all[1];
  MPI_Allgatherv(x, own, MPI_DOUBLE, all.data(), counts.data(), places.data(), MPI_DOUBLE, MPI_COMM_WORLD);
  for (int i = 1; i < total; ++i)
    x[2] *= all[i];
  all[0] = x[2];
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all.data(), counts.data(), places.data(), MPI_DOUBLE, MPI_COMM_WORLD);
  x[3] = all[total - 1] * all[0];
}

#pragma adjoint reverse
void allgather(double *x, int n) {
  const int size = ranks(), rank = self();
  std::vector<double> all(static_cast<std::size_t>(size));
  for (int t = 0; t < 2; ++t) {
    MPI_Allgather(x + t, 1, MPI_DOUBLE, all.data(), 1, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int r = 0; r < size; ++r)
      x[n - 1] += all[r] * all[(r + 1) % size];
    all[rank] = x[n - 1];
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all.data(), 1, MPI_DOUBLE, MPI_COMM_WORLD);
    x[0] = all[0] * 0.1;
  }
}

#pragma adjoint reverse
void alltoall(double *x, int n) {
  const int size = ranks(), rank = self();
  std::vector<double> out(static_cast<std::size_t>(size)), in(out.size());
  for (int r = 0; r < size; ++r)
    out[r] = x[r % n] * x[0];
  MPI_Alltoall(out.data(), 1, MPI_DOUBLE, in.data(), 1, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int r = 0; r < size; ++r)
    x[r % n] *= in[r];
  std::vector<int> sent, received, from, to; // as many as the receiver's rank says, and one
  int total = 0;
  for (int r = 0; r < size; ++r) {
    sent.push_back(r % 2 + 1);
    from.push_back(r % (n - 1));
    received.push_back(rank % 2 + 1);
    to.push_back(total);
    total += rank % 2 + 1;
  }
  std::vector<double> parts(static_cast<std::size_t>(total));
  MPI_Alltoallv(x, sent.data(), from.data(), MPI_DOUBLE, parts.data(), received.data(), to.data(), MPI_DOUBLE, MPI_COMM_WORLD);
  for (int i = 0; i < total; ++i)
    x[0] += parts[i] * parts[0];
}

#pragma adjoint reverse
void scan(double *x, int n) {
  double y[2] = {x[0], x[0] * x[1]};
  MPI_Scan(x, y, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  x[1] *= y[0] * y[1];
  MPI_Scan(MPI_IN_PLACE, x + 1, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Exscan(x + 1, y, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  x[n - 1] += y[0] * y[1];
}

/// Halves of all processes, and a copy of their communicator; both are freed.
#pragma adjoint reverse
void communicators(double *x, int n) {
  MPI_Comm half, copy;
  MPI_Comm_split(MPI_COMM_WORLD, self() % 2, -self(), &half);
  double sum;
  MPI_Allreduce(x, &sum, 1, MPI_DOUBLE, MPI_SUM, half);
  MPI_Comm_dup(half, &copy);
  MPI_Comm_free(&half);
  x[1] *= sum;
  MPI_Bcast(x + 1, 1, MPI_DOUBLE, 0, copy);
  x[n - 1] *= x[1];
  MPI_Comm_free(&copy);
  if (copy == MPI_COMM_NULL)
    x[2] *= x[n - 1];
}

PARALLEL_MAIN({
  const parallel::Numbers x = parallel::numbers(4, 1);
  parallel::check("rows", rows, rows_b, rows_d, x);
  parallel::check("broadcast", broadcast, broadcast_b, broadcast_d, x);
  parallel::check("reduce", reduce, reduce_b, reduce_d, x);
  parallel::check("allreduce", allreduce, allreduce_b, allreduce_d, x);
  parallel::check("zeros", zeros, zeros_b, zeros_d, {1.25, 0.75, 0.5, 1.0});
  parallel::check("gather", gather, gather_b, gather_d, x);
  parallel::check("parts", parts, parts_b, parts_d, x);
  parallel::check("allgather", allgather, allgather_b, allgather_d, x);
  parallel::check("alltoall", alltoall, alltoall_b, alltoall_d, x);
  parallel::check("scan", scan, scan_b, scan_d, x);
  parallel::check("communicators", communicators, communicators_b, communicators_d, x);
})
