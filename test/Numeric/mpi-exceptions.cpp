// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: mpi
// RUN: %numeric
// NUMERIC-RANKS: 1 2
// NUMERIC-SECOND: none
// NUMERIC-TANGENTS: none
//
// MPI: an exception leaves the derivative in all processes, in the middle of messages that have not been completed, and is caught. The
// tape is as long as before, and the next gradient is right. Calls without a derivative throw, and say why.

#include "parallel.h"

#include <adjoint/tape.h>
#include <cstring>
#include <stdexcept>
#include <string>

#pragma adjoint reverse
double steps(const double *x, int n, int last) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double sum = 0.0;
  std::vector<double> out(x, x + n), in(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    MPI_Request requests[2];
    MPI_Irecv(&in[i], 1, MPI_DOUBLE, (rank + size - 1) % size, 0, MPI_COMM_WORLD, requests);
    MPI_Isend(&out[i], 1, MPI_DOUBLE, (rank + 1) % size, 0, MPI_COMM_WORLD, requests + 1);
    if (i == last) {
      MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
      throw std::runtime_error("not converged");
    }
    MPI_Wait(requests + 1, MPI_STATUS_IGNORE);
    MPI_Wait(requests, MPI_STATUS_IGNORE);
    sum += in[i] * out[i] * in[0];
  }
  return sum;
}

#pragma adjoint reverse
double bytes(const double *x, int n) {
  std::vector<double> y(x, x + n);
  MPI_Bcast(y.data(), 8 * n, MPI_BYTE, 0, MPI_COMM_WORLD);
  return y[0];
}

#pragma adjoint reverse
double logical(const double *x, int n) {
  std::vector<double> y(x, x + n);
  MPI_Allreduce(x, y.data(), n, MPI_DOUBLE, MPI_LAND, MPI_COMM_WORLD);
  return y[0];
}

#pragma adjoint reverse
double anything(const double *x, int) {
  double y = 0.0;
  MPI_Request request;
  MPI_Isend(x, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, &request);
  MPI_Recv(&y, 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  return y;
}

#pragma adjoint reverse
double order(const double *x, int) {
  double y[2] = {};
  MPI_Request requests[4];
  MPI_Irecv(y, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_SELF, requests);
  MPI_Irecv(y + 1, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, requests + 1);
  MPI_Isend(x, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, requests + 2);
  MPI_Isend(x + 1, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, requests + 3);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  return y[0] - y[1];
}

#pragma adjoint reverse
double elsewhere(const double *x, int) {
  MPI_Request request;
  MPI_Isend(x, 1, MPI_DOUBLE, 0, 7, MPI_COMM_SELF, &request);
  double y = 0.0;
  MPI_Recv(&y, 1, MPI_DOUBLE, 0, 7, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  return y; // and nobody has waited for the request
}

namespace {
template <class Call> void mustThrow(const char *name, const char *text, Call call) {
  const std::size_t before = adjoint::Tape::local().bytes();
  const char *found = "nothing";
  static std::string kept;
  try {
    call();
  } catch (const std::exception &error) {
    kept = error.what();
    found = kept.c_str();
  }
  if (!std::strstr(found, text)) {
    std::fprintf(stderr, "%s: '%s' instead of '%s'\n", name, found, text);
    parallel::fail(name, "exception", 1, 0);
  }
  parallel::same(name, "tape", double(before), double(adjoint::Tape::local().bytes()), 0.0);
}
} // namespace

PARALLEL_MAIN({
  const parallel::Numbers x = parallel::numbers(4, 1);
  parallel::Numbers expected(4);
  steps_b(x.data(), expected.data(), 4, -1, 1.0);
  for (int last = 0; last < 4; ++last) {
    parallel::Numbers x_b(4);
    mustThrow("steps", "not converged", [&] { steps_b(x.data(), x_b.data(), 4, last, 1.0); });
  }
  mustThrow("bytes", "only MPI_DOUBLE", [&] { parallel::Numbers x_b(4); bytes_b(x.data(), x_b.data(), 4, 1.0); });
  mustThrow("logical", "only MPI_SUM", [&] { parallel::Numbers x_b(4); logical_b(x.data(), x_b.data(), 4, 1.0); });
  mustThrow("order", "begun later", [&] { parallel::Numbers x_b(4); order_b(x.data(), x_b.data(), 4, 1.0); });
  mustThrow("elsewhere", "not completed", [&] { parallel::Numbers x_b(4); elsewhere_b(x.data(), x_b.data(), 4, 1.0); });
  mustThrow("anything", "name the tag", [&] { parallel::Numbers x_b(4); anything_b(x.data(), x_b.data(), 4, 1.0); });
  parallel::Numbers x_b(4);
  steps_b(x.data(), x_b.data(), 4, -1, 1.0);
  for (std::size_t i = 0; i < 4; ++i)
    parallel::same("steps", "gradient", expected[i], x_b[i], 1e-15);
})
