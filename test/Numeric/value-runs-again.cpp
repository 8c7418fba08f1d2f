// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-SECOND: none
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
// NUMERIC-TANGENTS: none (value is no clause of tangents)
//
// With the clause `value` a function may run twice where that does the same: it draws from engines of its own, which begin anew, or
// factorises matrices.

#include "numeric.h"

#include <Eigen/Dense>
#include <Eigen/Sparse>

#include <random>
#include <vector>

using Eigen::MatrixXd;
using Eigen::VectorXd;
using numeric::Vector;

#pragma adjoint reverse value
void drawn(Vector &v, double scale) {
  std::mt19937 engine(5);
  std::normal_distribution<double> normal(0.0, scale > 0 ? 1.0 : 2.0);
  for (double &x : v)
    x = std::sin(x * scale) * (1.0 + normal(engine)) + x * x;
}

#pragma adjoint reverse value
VectorXd solved(const MatrixXd &a, const VectorXd &b) { return a.llt().solve(b); }

#pragma adjoint reverse value
VectorXd sparse(const VectorXd &diagonal, const VectorXd &b) {
  Eigen::SparseMatrix<double> a(b.size(), b.size());
  for (int i = 0; i < b.size(); ++i)
    a.insert(i, i) = diagonal[i];
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver(a);
  return solver.info() == Eigen::Success ? VectorXd(solver.solve(b)) : b;
}

int main() {
  auto compare = [](const char *name, const Vector &at, const Vector &value, const Vector &adjoint, const Vector &seed, auto primal) {
    const Vector expected = primal(at);
    for (std::size_t i = 0; i < value.size(); ++i)
      numeric::expect(name, expected[i], value[i]);
    for (std::size_t j = 0; j < at.size(); ++j) {
      Vector up = at, down = at;
      up[j] += 1e-5;
      down[j] -= 1e-5;
      const Vector high = primal(up), low = primal(down);
      double sum = 0;
      for (std::size_t i = 0; i < seed.size(); ++i)
        sum += seed[i] * (high[i] - low[i]) / 2e-5;
      numeric::expect(name, sum, adjoint[j], 1e-6);
    }
  };
  const Vector at = {0.4, -0.7, 1.3}, seed = {0.3, 1.1, -0.6};
  Vector v = at, v_b = seed;
  double scale_b = 0;
  drawn_b(v, v_b, 0.8, scale_b);
  compare("drawn", at, v, v_b, seed, [](Vector x) {
    drawn(x, 0.8);
    return x;
  });

  auto toVector = [](const VectorXd &x) { return Vector(x.data(), x.data() + x.size()); };
  const VectorXd b = (VectorXd(3) << 0.5, 1.5, -1.0).finished(), x_b = (VectorXd(3) << 0.3, 1.1, -0.6).finished();
  MatrixXd a = MatrixXd::Identity(3, 3) * 2, a_b = MatrixXd::Zero(3, 3);
  a(0, 1) = a(1, 0) = 0.4;
  VectorXd b_b = VectorXd::Zero(3);
  VectorXd x = solved_b(a, a_b, b, b_b, x_b);
  compare("solved", toVector(b), toVector(x), toVector(b_b), seed,
          [&](const Vector &of) { return toVector(solved(a, Eigen::Map<const VectorXd>(of.data(), 3))); });

  const VectorXd diagonal = (VectorXd(3) << 2.0, 1.5, 3.0).finished();
  VectorXd diagonal_b = VectorXd::Zero(3);
  b_b.setZero();
  x = sparse_b(diagonal, diagonal_b, b, b_b, x_b);
  compare("sparse", toVector(diagonal), toVector(x), toVector(diagonal_b), seed,
          [&](const Vector &of) { return toVector(sparse(Eigen::Map<const VectorXd>(of.data(), 3), b)); });
  return numeric::report();
}
