// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints how many bytes the tape holds at most in one gradient of the example, and the number of its paths.
#define main example_main
#include "mc.adj.cpp"
#undef main

int main() {
  const double x[Inputs] = {100.0, 0.05, 0.2, 100.0};
  double x_b[Inputs];
  adjoint::Tape::local().reset_high_water();
  gradient(x, x_b);
  std::printf("%zu %d\n", adjoint::Tape::local().high_water(), int(Paths));
}
