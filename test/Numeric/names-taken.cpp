// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Variables, parameters, functions, types and members that are called as generated code calls things.

#include "numeric.h"

#include <cmath>
#include <vector>

namespace {
double x_d = 0.5;
struct frame {
  double v_b, result_b;
  double tape(double i0) const { return v_b * i0 * result_b; }
};
double push(double value_b, double seed) { return value_b * value_b * seed; }
double pop(std::vector<double> &tape) {
  double i0 = tape.back();
  tape.pop_back();
  return i0;
}
} // namespace

// Locals and parameters.
#pragma adjoint reverse
double locals(double x, double x_b) {
  double tape = x * x_b, i0 = std::sin(tape), result = x, result_b = i0 * x, i = 1.0;
  for (int i1 = 0, n0 = 3; i1 < n0; ++i1) {
    double t = tape * i0, x_b_b = t * x_d;
    if (double branch = x_b_b - 0.2; branch > 0.0)
      i0 += branch * result_b;
    else
      tape *= t;
    result += i0;
  }
  while (i < 3.0) {
    double local = tape * i, adjoint = local * result;
    i += 1.0;
    result_b += adjoint;
  }
  return result * result_b + tape + x;
}

// Functions, types, members, captures and a vector.
#pragma adjoint reverse
double others(double self, double seed) {
  frame f{self, seed};
  std::vector<double> tape{self, seed, push(self, seed)}, tape_b(2, f.tape(seed));
  tape.push_back(tape_b[0]);
  double p_b = pop(tape), *p = &p_b;
  auto f_b = [=, &tape_b](double i0) { return tape_b[1] * i0 * *p; };
  double value = f_b(pop(tape)) + pop(tape), trips = 0.0;
  for (double f_b : tape_b)
    trips += f_b * f_b;
  f.v_b *= value;
  return f.tape(trips) * f.result_b;
}

int main() {
  numeric::check("locals", locals, locals_b, {{0.7, 1.3}, {1.1, 0.4}});
  numeric::check("others", others, others_b, {{0.7, 1.3}, {1.1, 0.4}});
  return numeric::report();
}
