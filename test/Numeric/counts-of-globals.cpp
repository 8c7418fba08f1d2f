// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Numbers of the file that a function changes: the next call of its adjoint finds them as the first one did.

#include "numeric.h"

namespace {
int depth = 0;
bool isEven = true;
enum class Phase { First, Second } phase = Phase::First;

void enter() { ++depth; }
void leave() { --depth; }
} // namespace

#pragma adjoint reverse
double nested(double x) {
  enter();
  double y = x * x * (1 + depth);
  enter();
  y *= x + depth;
  leave();
  leave();
  return y * x;
}

#pragma adjoint reverse
double alternating(double x, double y) {
  isEven = !isEven;
  phase = phase == Phase::First ? Phase::Second : Phase::First;
  const double z = isEven ? x * y : x + y * y;
  return phase == Phase::Second ? z * z : z;
}

static double now = 0.25;

#pragma adjoint reverse
double advanced(double x) {
  now += 0.5;
  double y = x * now;
  now *= 2.0;
  y *= x + now;
  now = 0.5 * now - 0.5;
  return y * now;
}

int main() {
  for (int k = 0; k < 3; ++k) {
    double x_b = 0.0, y_b = 0.0;
    nested_b(3.0, x_b, 1.0);
    numeric::expect("nested", 2.0 * (4.0 * 27.0 + 2.0 * 3.0 * 9.0), x_b);
    numeric::expect("depth", 0, depth);
    x_b = 0.0;
    alternating_b(2.0, x_b, 3.0, y_b, 1.0); // (x + y^2)^2
    numeric::expect("alternating by x", 2.0 * 11.0, x_b);
    numeric::expect("alternating by y", 2.0 * 11.0 * 6.0, y_b);
    x_b = 0.0;
    advanced_b(2.0, x_b, 1.0); // 0.75 x (x + 1.5) 0.25
    numeric::expect("advanced", 0.75 * (4.0 + 1.5) * 0.25, x_b);
    numeric::expect("now", 0.25, now);
    numeric::expect("flag", 1, isEven);
    numeric::expect("phase", 0, static_cast<int>(phase));
  }
  return numeric::report();
}
