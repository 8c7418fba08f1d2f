// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Globals: passive ones that are read, and work space that is written and then read, also by callees.

#include "numeric.h"

double rate = 0.4;
static int rounds = 3;
const double *const noTable = nullptr;

#pragma adjoint reverse
double passiveGlobals(double x, double y) {
  double r = x;
  for (int i = 0; i < rounds; ++i)
    r = r * rate + x * y * r;
  return noTable ? 0.0 : r * rate;
}

double workspace[4];
static double total;

#pragma adjoint reverse
double writtenThenRead(double x, double y) {
  workspace[0] = x * y;
  workspace[1] = workspace[0] * workspace[0];
  workspace[0] *= workspace[1] + x;
  total = workspace[0] - y;
  total *= total;
  return total * workspace[1];
}

void store(double x) {
  workspace[2] = x * x;
  total += workspace[2];
}

double load(double factor) { return workspace[2] * factor + total; }

#pragma adjoint reverse
double throughCallees(double x, double y) {
  total = x;
  store(x * y);
  double r = load(y);
  store(r);
  total *= r;
  return load(x) * r;
}

#pragma adjoint reverse
double inLoop(const double *x, int n) {
  total = 1.0;
  for (int i = 0; i < n; ++i) {
    workspace[3] = total * x[i];
    total = workspace[3] * workspace[3] + 0.5;
  }
  return total;
}

namespace settings {
double scale = 2.0;
int order[3] = {2, 0, 1};
} // namespace settings

#pragma adjoint reverse
double fromNamespace(const double *x, int n) {
  double s = settings::scale;
  for (int i = 0; i < n; ++i)
    s = s * x[settings::order[i % 3]] + settings::scale * x[i];
  return s;
}

int main() {
  for (double value : {0.4, 0.9}) {
    rate = value;
    rounds += 1;
    numeric::check("passiveGlobals", passiveGlobals, passiveGlobals_b, {{0.7, 1.3}, {-1.1, 0.6}});
  }
  numeric::check("writtenThenRead", writtenThenRead, writtenThenRead_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("throughCallees", throughCallees, throughCallees_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("inLoop", inLoop, inLoop_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("fromNamespace", fromNamespace, fromNamespace_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4}});
  return numeric::report();
}
