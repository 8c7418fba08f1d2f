// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline | --no-tbr | --no-liveness --no-fusion
//
// Snapshots on disk: in every scheme, in loops whose length is known and not, one inside the other and inside a stored loop. The
// gradient has the bits of the one without; what cannot be written, an exception in a step, and memory that is short leave no file
// and no record.

#include "numeric.h"

#include <adjoint/disk.h>

#include <cmath>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <system_error>
#include <vector>

#define BODY                                                                                                           \
  {                                                                                                                    \
    for (int i = 0; i < n; ++i)                                                                                        \
      next[i] = u[i] * std::cos(0.3 * u[n - 1 - i]) + 0.01 * t * x[i];                                                 \
    for (int i = 0; i < n; ++i)                                                                                        \
      u[i] = next[i];                                                                                                  \
  }

#pragma adjoint reverse
double stored(const double *x, int n) {
  std::vector<double> u(x, x + n), next(n);
  for (int t = 0; t < 60; ++t)
    BODY
  return u[0] * u[n - 1];
}

#pragma adjoint reverse
double byNumber(const double *x, int n) {
  std::vector<double> u(x, x + n), next(n);
#pragma adjoint checkpoint snapshots(1) disk(".")
  for (int t = 0; t < 60; ++t)
    BODY
  return u[0] * u[n - 1];
}

#pragma adjoint reverse
double byMemory(const double *x, int n) {
  std::vector<double> u(x, x + n), next(n);
#pragma adjoint checkpoint(disk("."), memory(100B))
  for (int t = 0; t < 60; ++t)
    BODY
  return u[0] * u[n - 1];
}

#pragma adjoint reverse
double inPeriods(const double *x, int n) {
  std::vector<double> u(x, x + n), next(n);
#pragma adjoint checkpoint every(7) disk(".")
  for (int t = 0; t < 60; ++t)
    BODY
  return u[0] * u[n - 1];
}

#pragma adjoint reverse
double inHalves(const double *x, int n) {
  std::vector<double> u(x, x + n), next(n);
#pragma adjoint checkpoint recursive disk(".")
  for (int t = 0; t < 60; ++t)
    BODY
  return u[0] * u[n - 1];
}

#pragma adjoint reverse
double unknownLength(const double *x, int n) {
  std::vector<double> u(x, x + n), next(n);
  int t = 0;
#pragma adjoint checkpoint snapshots(2) disk(".")
  while (t < 60 && std::fabs(u[0]) < 1e6) {
    BODY
    ++t;
  }
  return u[0] * u[n - 1];
}

// All fits into memory.
#pragma adjoint reverse
double asIs(const double *x, int n) {
  std::vector<double> u(x, x + n), next(n);
#pragma adjoint checkpoint disk("a directory that is not there")
  for (int t = 0; t < 60; ++t)
    BODY
  return u[0] * u[n - 1];
}

// An inner loop on disk in a stored one, and in one on disk, with records in between.
#pragma adjoint reverse
double nested(double x, double y) {
  double a = x, b = y;
  for (int s = 0; s < 3; ++s) {
    a = a * std::cos(b);
#pragma adjoint checkpoint every(3) disk(".")
    for (int t = 0; t < 10 + s; ++t) {
      b = std::cos(b * a);
      a = std::sin(a) + 0.1 * b * a;
    }
    b = b * a;
  }
#pragma adjoint checkpoint every(2) disk(".")
  for (int t = 0; t < 7; ++t) {
    b = std::cos(b * a);
#pragma adjoint checkpoint every(2) disk("./")
    for (int k = 0; k <= 2 * t; ++k)
      a = std::sin(a) + 0.1 * b * a;
  }
  return a * b;
}

#pragma adjoint reverse
double elsewhere(double x, int n) {
  double a = x;
#pragma adjoint checkpoint every(3) disk("a directory that is not there")
  for (int t = 0; t < n; ++t)
    a = a * std::cos(a);
  return a;
}

#pragma adjoint reverse
double failing(double x, int n) {
  double a = x;
#pragma adjoint checkpoint every(3) disk(".")
  for (int t = 0; t < n; ++t) {
    if (t == 31)
      throw std::runtime_error("a step fails");
    a = a * std::cos(a);
  }
  return a;
}

namespace {

using Adjoint = void (*)(const double *, double *, int, double);

void sameBits(const char *name, Adjoint f_b) {
  const numeric::Vector x = {0.3, 0.7, -0.4, 0.9, 0.2};
  numeric::Vector expected(5), found(5);
  stored_b(x.data(), expected.data(), 5, 1.0);
  adjoint::reset_checkpoints();
  f_b(x.data(), found.data(), 5, 1.0);
  for (std::size_t i = 0; i < x.size(); ++i)
    numeric::compare(name, "bits", i, expected[i], found[i], 0.0);
  numeric::expect(name, 1.0, adjoint::checkpoints().steps >= 60 ? 1.0 : 0.0);
  numeric::expect(name, 1.0, adjoint::checkpoints().peak_disk_bytes > 0 ? 1.0 : 0.0);
}

template <class Error, class F> void throws(const char *name, F f) {
  adjoint::Tape &tape = adjoint::Tape::local();
  tape.push(1.5);
  bool thrown = false;
  try {
    f();
  } catch (const Error &) {
    thrown = true;
  }
  numeric::expect(name, 1.0, thrown ? 1.0 : 0.0);
  numeric::expect(name, 1.5, tape.pop<double>());
  numeric::expect(name, 0.0, double(tape.bytes()));
}

struct Limit {
  explicit Limit(std::size_t bytes) { adjoint::Tape::local().set_limit(bytes); }
  ~Limit() { adjoint::Tape::local().set_limit(std::size_t(-1)); }
};

} // namespace

int main() {
  const numeric::Points points = {{0.3, 0.7, -0.4, 0.9}, {1.1, -0.2, 0.5, 0.8, 0.6, 0.1}};
  numeric::check("byNumber", byNumber, byNumber_b, points);
  numeric::check("byMemory", byMemory, byMemory_b, points);
  numeric::check("inPeriods", inPeriods, inPeriods_b, points);
  numeric::check("inHalves", inHalves, inHalves_b, points);
  numeric::check("unknownLength", unknownLength, unknownLength_b, points);
  numeric::check("asIs", asIs, asIs_b, points);
  numeric::check("nested", nested, nested_b, {{0.9, 0.4}, {0.6, 1.3}});
  sameBits("byNumber", byNumber_b);
  sameBits("byMemory", byMemory_b);
  sameBits("inPeriods", inPeriods_b);
  sameBits("inHalves", inHalves_b);
  sameBits("unknownLength", unknownLength_b);

  double x_b = 0.0;
  throws<std::system_error>("elsewhere", [&] { elsewhere_b(0.7, x_b, 40, 1.0); });
  throws<std::runtime_error>("failing", [&] { failing_b(0.7, x_b, 40, 1.0); });
  failing_b(0.7, x_b, 31, 1.0);
  double again_b = 0.0;
  for (std::size_t limit = 8; limit < 600; limit += 8)
    throws<std::bad_alloc>("short of memory", [&] {
      const Limit shortOf(limit);
      failing_b(0.7, again_b, 31, 1.0);
    });
  again_b = 0.0;
  failing_b(0.7, again_b, 31, 1.0);
  numeric::expect("afterwards", x_b, again_b);
  return numeric::report();
}
