// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
// NUMERIC-SECOND: none
//
// Constants of the differentiation that take Eigen's matrices: each call makes them.

#include "eigen.h"

#include <adjoint/tape.h>

#pragma adjoint passive
bool isDone(const Eigen::VectorXd &x, const Eigen::MatrixXd &history, int step);
#pragma adjoint passive
int largest(const Eigen::Matrix3d &a, double value);

#pragma adjoint reverse
double steps(const Eigen::VectorXd &x) {
  Eigen::VectorXd y = 2.0 * x;
  Eigen::MatrixXd history = Eigen::MatrixXd::Zero(x.size(), 4);
  Eigen::Matrix3d a = x.head(3) * x.head(3).transpose();
  double sum = 0.0;
  for (int step = 0; step < 4; ++step) {
    y = y.array().sin() + y(0) * 0.5;
    history.col(step) = y;
    if (isDone(y, history, step))
      break;
    a += 0.1 * a * a;
    sum += y(largest(a, sum)) * a(1, largest(a, -sum));
  }
  return sum + history.squaredNorm() * y(1);
}

int main() {
  const numeric::Vector at{0.4, 0.3, 0.9};
  auto vectorOf = [](const numeric::Vector &x) { return Eigen::VectorXd(Eigen::VectorXd::Map(x.data(), x.size())); };
  numeric::check(
      "steps", at, [&](const numeric::Vector &x) { return numeric::Vector{steps(vectorOf(x))}; },
      [&](const numeric::Vector &x, const numeric::Vector &y_b) {
        Eigen::VectorXd x_b = Eigen::VectorXd::Zero(x.size());
        steps_b(vectorOf(x), x_b, y_b[0]);
        return numeric::Vector(x_b.data(), x_b.data() + x_b.size());
      });
  numeric::expect("the tape is empty", 0.0, double(adjoint::Tape::local().bytes()));
  return numeric::report();
}

bool isDone(const Eigen::VectorXd &x, const Eigen::MatrixXd &history, int step) {
  return step == 3 || history.rows() != x.size() || history.cols() != 4 || (history.col(step) - x).norm() > 0.0;
}
int largest(const Eigen::Matrix3d &a, double value) { return a(0, 2) > a(0, 1) && value > 0.0 ? 2 : 1; }
