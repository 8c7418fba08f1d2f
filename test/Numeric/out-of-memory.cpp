// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// When the tape cannot grow, the exception leaves inputs and adjoints as they were and the tape as it was on entry,
// also where the records are a callee's; afterwards the adjoint works as ever.

#include "numeric.h"

#include <adjoint/tape.h>

#include <new>

#pragma adjoint reverse
double product(const double *x, int n) {
  double r = 1.0;
  for (int i = 0; i < n; ++i)
    r *= x[i];
  return r;
}

void accumulate(double &sum, const double *x, int n) {
  for (int i = 0; i < n; ++i)
    sum += sum * x[i];
}

#pragma adjoint reverse
double throughCallee(const double *x, int n) {
  double sum = x[0];
  accumulate(sum, x, n);
  return sum * sum;
}

namespace {

using Adjoint = void (*)(const double *, double *, int, double);

void outOfMemory(const char *name, Adjoint adjoint) {
  adjoint::Tape &tape = adjoint::Tape::local();
  const numeric::Vector x(100, 0.9);
  numeric::Vector x_b(100, 0.25);
  tape.push(1.5); // the caller's own record
  const std::size_t before = tape.bytes();
  tape.set_limit(before + 200);
  bool thrown = false;
  try {
    adjoint(x.data(), x_b.data(), 100, 1.0);
  } catch (const std::bad_alloc &) {
    thrown = true;
  }
  tape.set_limit(std::size_t(-1));
  numeric::expect(name, 1.0, thrown ? 1.0 : 0.0);
  numeric::expect(name, double(before), double(tape.bytes()));
  numeric::expect(name, 1.5, tape.pop<double>());
  for (double adjointOfInput : x_b)
    numeric::expect(name, 0.25, adjointOfInput);
}

} // namespace

int main() {
  outOfMemory("product", product_b);
  outOfMemory("throughCallee", throughCallee_b);
  numeric::check("product", product, product_b, {{0.7, 1.3, -0.8}});
  numeric::check("throughCallee", throughCallee, throughCallee_b, {{0.7, 1.3, -0.8}});
  return numeric::report();
}
