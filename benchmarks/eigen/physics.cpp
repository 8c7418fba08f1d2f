// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of mechanics and geometry, as they are written with Eigen.

#include "Measure.h"

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;
using Sparse = Eigen::SparseMatrix<double>;

using Matrix6d = Eigen::Matrix<double, 6, 6>;
using Vector6d = Eigen::Matrix<double, 6, 1>;

/// Of a triangle with linear displacements.
Matrix6d stiffnessOf(const Eigen::Matrix<double, 2, 3> &nodes, const Matrix3d &elasticity) {
  Eigen::Matrix<double, 3, 6> b = Eigen::Matrix<double, 3, 6>::Zero();
  const Vector2d e1 = nodes.col(1) - nodes.col(0), e2 = nodes.col(2) - nodes.col(0);
  const double area = 0.5 * (e1.x() * e2.y() - e1.y() * e2.x());
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    b(0, 2 * i) = b(2, 2 * i + 1) = (nodes(1, j) - nodes(1, k)) / (2.0 * area);
    b(1, 2 * i + 1) = b(2, 2 * i) = (nodes(0, k) - nodes(0, j)) / (2.0 * area);
  }
  return b.transpose() * elasticity * b * area;
}

/// The energy of a strip of triangles.
#pragma adjoint reverse
double elements(const Eigen::Matrix2Xd &nodes, const Eigen::Matrix2Xd &displacements, double young, double poisson) {
  Matrix3d elasticity;
  elasticity << 1.0, poisson, 0.0, poisson, 1.0, 0.0, 0.0, 0.0, 0.5 * (1.0 - poisson);
  elasticity *= young / (1.0 - poisson * poisson);
  double energy = 0.0;
  for (Index e = 0; e + 2 < nodes.cols(); ++e) {
    Vector6d u;
    u << displacements.col(e), displacements.col(e + 1), displacements.col(e + 2);
    const Matrix6d k = stiffnessOf(nodes.middleCols<3>(e), elasticity);
    energy += 0.5 * u.dot(k * u);
  }
  return energy;
}

/// How far a chain of springs with cross links gives way.
#pragma adjoint reverse
double springs(const VectorXd &stiffness, const VectorXd &load) {
  const int n = static_cast<int>(load.size());
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < n; ++i) {
    entries.emplace_back(i, i, 0.1 + stiffness(i));
    const int j = i + 1 < n ? i + 1 : 0;
    entries.emplace_back(i, i, stiffness(i));
    entries.emplace_back(j, j, stiffness(i));
    entries.emplace_back(i, j, -stiffness(i));
    entries.emplace_back(j, i, -stiffness(i));
  }
  Sparse k(n, n);
  k.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SimplicialLDLT<Sparse> solver(k);
  const VectorXd u = solver.solve(load);
  return load.dot(u) + 0.1 * u.squaredNorm();
}

/// Implicit Euler steps with one factorisation.
#pragma adjoint reverse wrt(start, conductivity)
double heat(const VectorXd &start, const VectorXd &conductivity, double dt, int steps) {
  const Index n = start.size();
  MatrixXd a = MatrixXd::Identity(n, n);
  for (Index i = 0; i + 1 < n; ++i) {
    const double c = dt * conductivity(i);
    a(i, i) += c;
    a(i + 1, i + 1) += c;
    a(i, i + 1) -= c;
    a(i + 1, i) -= c;
  }
  const Eigen::PartialPivLU<MatrixXd> lu(a);
  VectorXd u = start;
  for (int i = 0; i < steps; ++i)
    u = lu.solve(u);
  return u.squaredNorm();
}

/// Positions that a matrix of neighbours smooths.
#pragma adjoint reverse wrt(positions, rate)
double smoothing(const Sparse &laplacian, const MatrixXd &positions, double rate, const MatrixXd &goal) {
  MatrixXd x = positions;
  for (int i = 0; i < 10; ++i)
    x -= rate * (laplacian * x);
  return (x - goal).squaredNorm();
}

/// Of a ring, each point beside four others.
Sparse someLaplacian(int n) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < n; ++i) {
    entries.emplace_back(i, i, 1.0);
    for (int d : {1, 2, n - 1, n - 2})
      entries.emplace_back(i, (i + d) % n, -0.25);
  }
  Sparse made(n, n);
  made.setFromTriplets(entries.begin(), entries.end());
  return made;
}

/// Nodes of a strip of triangles.
MatrixXd someStrip(int count) {
  MatrixXd nodes = 0.1 * bench::someMatrix(2, count);
  for (int i = 0; i < count; ++i) {
    nodes(0, i) += 0.5 * i;
    nodes(1, i) += i % 2;
  }
  return nodes;
}

int main(int count, char **names) {
  using namespace bench;
  chosen().assign(names + 1, names + count);
  for (int n : {3, 30, 300}) {
    measure("elements", n, elements, elements_b, NotByHand(), Eigen::Matrix2Xd(someStrip(n + 2)), Eigen::Matrix2Xd(someMatrix(2, n + 2, 1)), 2.1,
            0.3);
    measure("springs", n, springs, springs_b, NotByHand(), VectorXd(someVector(n).array() + 2.0), someVector(n, 1));
    measure("heat", n, heat, heat_b, NotByHand(), someVector(n), VectorXd(someVector(n, 1).array() + 2.0), fixed(0.1), fixed(10));
    measure("smoothing", n, smoothing, smoothing_b, NotByHand(), fixed(someLaplacian(n)), someMatrix(n, 3), 0.5, fixed(someMatrix(n, 3, 1)));
  }
}
