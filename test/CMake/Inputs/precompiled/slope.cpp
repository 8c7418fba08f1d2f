// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All that it includes is in the precompiled header.
ADJOINT
double f(const std::vector<double> &x) { return x[0] * std::sin(x[1]); }

int main() {
  const std::vector<double> x = {3.0, 0.5};
  std::vector<double> x_b;
  f_b(x, x_b, 1.0);
  std::printf("%.3f %.3f\n", x_b[0], x_b[1]);
}
