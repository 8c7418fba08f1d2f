// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Functions, classes, templates and variables of a header of the user's own; an instance of a template there is
// differentiated itself.

#include "headers.h"
#include "numeric.h"

#pragma adjoint reverse
double used(double x, double y) {
  const shared::Damper damper(x);
  shared::gain = y * y;
  return damper.at(y) * shared::energy(x, y) + shared::own(x * y);
}

#pragma adjoint reverse function(shared::energy<double>)

int main() {
  numeric::check("used", used, used_b, {{0.7, 1.3}, {1.1, 0.4}});
  numeric::check("energy", shared::energy<double>, shared::energy_b, {{0.7, 1.3}, {1.1, 0.4}});
  return numeric::report();
}
