// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen, all
// RUN: %numeric
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
//
// Functions of mechanics, dynamics and optimisation, as they are written with Eigen.

#include "eigen.h"

#include <cmath>
#include <vector>

using Eigen::Matrix2d;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::Vector4d;
using Eigen::VectorXd;
using numeric::someMatrix;
using numeric::someVector;

#pragma adjoint reverse
double rosenbrock(const VectorXd &x) {
  const auto n = x.size() - 1;
  const Eigen::ArrayXd a = x.head(n), b = x.tail(n);
  return (100.0 * (b - a.square()).square() + (1.0 - a).square()).sum();
}

#pragma adjoint reverse
double quadraticForm(const MatrixXd &a, const VectorXd &b, double c, const VectorXd &x) {
  return 0.5 * x.transpose() * a * x + b.dot(x) + c;
}

#pragma adjoint reverse
double springs(const MatrixXd &positions, const MatrixXd &rest, double stiffness) {
  double energy = 0.0;
  for (Eigen::Index i = 0; i < positions.cols(); ++i)
    for (Eigen::Index j = i + 1; j < positions.cols(); ++j) {
      const double stretch = (positions.col(i) - positions.col(j)).norm() - rest(i, j);
      energy += 0.5 * stiffness * stretch * stretch;
    }
  return energy;
}

#pragma adjoint reverse
MatrixXd springForces(const MatrixXd &positions, double stiffness, double length) {
  MatrixXd forces = MatrixXd::Zero(positions.rows(), positions.cols());
  for (Eigen::Index i = 0; i + 1 < positions.cols(); ++i) {
    const Vector2d d = positions.col(i + 1) - positions.col(i);
    const Vector2d f = stiffness * (d.norm() - length) * d.normalized();
    forces.col(i) += f;
    forces.col(i + 1) -= f;
  }
  return forces;
}

#pragma adjoint reverse
Eigen::Matrix<double, 6, 6> triangleStiffness(const Eigen::Matrix<double, 3, 2> &nodes, double young, double poisson, double thickness) {
  Matrix3d elasticity;
  elasticity << 1.0, poisson, 0.0, poisson, 1.0, 0.0, 0.0, 0.0, 0.5 * (1.0 - poisson);
  elasticity *= young / (1.0 - poisson * poisson);
  Eigen::Matrix<double, 3, 6> b = Eigen::Matrix<double, 3, 6>::Zero();
  const Vector2d e1 = nodes.row(1) - nodes.row(0), e2 = nodes.row(2) - nodes.row(0);
  const double area = 0.5 * (e1.x() * e2.y() - e1.y() * e2.x());
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    b(0, 2 * i) = b(2, 2 * i + 1) = (nodes(j, 1) - nodes(k, 1)) / (2.0 * area);
    b(1, 2 * i + 1) = b(2, 2 * i) = (nodes(k, 0) - nodes(j, 0)) / (2.0 * area);
  }
  return b.transpose() * elasticity * b * (thickness * area);
}

#pragma adjoint reverse
VectorXd assembledResidual(const VectorXd &u, const VectorXd &stiffness, const VectorXd &load) {
  const Eigen::Index n = u.size();
  MatrixXd k = MatrixXd::Zero(n, n);
  for (Eigen::Index e = 0; e + 1 < n; ++e) {
    Matrix2d element;
    element << 1.0, -1.0, -1.0, 1.0;
    k.block<2, 2>(e, e) += stiffness(e) * element;
  }
  k.row(0).setZero();
  k(0, 0) = 1.0;
  return k * u - load;
}

#pragma adjoint reverse
double strainEnergy(const Matrix3d &f, double mu, double lambda) {
  const Matrix3d c = f.transpose() * f;
  const Matrix3d e = 0.5 * (c - Matrix3d::Identity());
  return mu * (e * e).trace() + 0.5 * lambda * e.trace() * e.trace() + mu * e.cwiseProduct(e).sum();
}

#pragma adjoint reverse
VectorXd kkt(const MatrixXd &h, const VectorXd &g, const MatrixXd &a, const VectorXd &b, const VectorXd &x, const VectorXd &multipliers) {
  VectorXd residual(x.size() + multipliers.size());
  residual.head(x.size()) = h.selfadjointView<Eigen::Lower>() * x + g + a.transpose() * multipliers;
  residual.tail(multipliers.size()) = a * x - b;
  return residual;
}

#pragma adjoint reverse
double penalty(const VectorXd &x, const MatrixXd &a, const VectorXd &b, double rho) {
  const VectorXd violation = (a * x - b).cwiseMax(0.0);
  return x.squaredNorm() + rho * violation.squaredNorm() - 0.1 * (x.array() + 3.0).log().sum();
}

Vector2d lotkaVolterra(const Vector2d &z, const Vector4d &p) {
  return {p(0) * z.x() - p(1) * z.x() * z.y(), p(2) * z.x() * z.y() - p(3) * z.y()};
}

#pragma adjoint reverse
Vector2d rungeKutta(Vector2d z, const Vector4d &p, double h, int steps) {
  for (int i = 0; i < steps; ++i) {
    const Vector2d k1 = lotkaVolterra(z, p), k2 = lotkaVolterra(z + 0.5 * h * k1, p);
    const Vector2d k3 = lotkaVolterra(z + 0.5 * h * k2, p), k4 = lotkaVolterra(z + h * k3, p);
    z += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
  return z;
}

#pragma adjoint reverse
double pendulum(Vector2d state, double length, double damping, double dt, int steps) {
  double cost = 0.0;
  for (int i = 0; i < steps; ++i) {
    const Vector2d rate(state(1), -9.81 / length * std::sin(state(0)) - damping * state(1));
    state += dt * rate;
    cost += state.squaredNorm() * dt;
  }
  return cost;
}

#pragma adjoint reverse
void linearSystem(VectorXd &x, const MatrixXd &a, const MatrixXd &b, const MatrixXd &inputs) {
  for (Eigen::Index t = 0; t < inputs.cols(); ++t)
    x = a * x + b * inputs.col(t);
}

#pragma adjoint reverse
double lqrCost(const VectorXd &start, const MatrixXd &a, const MatrixXd &b, const MatrixXd &gain, const MatrixXd &q) {
  VectorXd x = start;
  double cost = 0.0;
  for (int t = 0; t < 4; ++t) {
    const VectorXd u = -gain * x;
    cost += x.dot(q * x) + 0.1 * u.squaredNorm();
    x = (a * x + b * u).eval();
  }
  return cost;
}

#pragma adjoint reverse
void heat(VectorXd &u, double alpha, int steps) {
  const Eigen::Index n = u.size() - 2;
  for (int i = 0; i < steps; ++i) {
    const VectorXd laplacian = u.head(n) - 2.0 * u.segment(1, n) + u.tail(n);
    u.segment(1, n) += alpha * laplacian;
  }
}

#pragma adjoint reverse
double splines(const MatrixXd &control, const VectorXd &at) {
  Eigen::Matrix4d basis;
  basis << 1, 4, 1, 0, -3, 0, 3, 0, 3, -6, 3, 0, -1, 3, -3, 1;
  basis /= 6.0;
  double length = 0.0;
  Vector2d last = control.col(0);
  for (double t : at) {
    const Vector4d powers(1.0, t, t * t, t * t * t);
    const Vector2d point = control * basis.transpose() * powers;
    length += (point - last).norm();
    last = point;
  }
  return length;
}

#pragma adjoint reverse
double lennardJones(const Eigen::Matrix3Xd &atoms, double epsilon, double sigma) {
  double energy = 0.0;
  for (Eigen::Index i = 0; i < atoms.cols(); ++i)
    for (Eigen::Index j = 0; j < i; ++j) {
      const double s = std::pow(sigma * sigma / (atoms.col(i) - atoms.col(j)).squaredNorm(), 3);
      energy += 4.0 * epsilon * (s * s - s);
    }
  return energy;
}

int main() {
  const VectorXd v = someVector(3, 1), w = someVector(3, 2);
  const MatrixXd m = someMatrix(3, 3, 3), n = someMatrix(3, 3, 4);
  numeric::check("rosenbrock", rosenbrock, rosenbrock_b, someVector(4));
  numeric::check("quadraticForm", quadraticForm, quadraticForm_b, m, v, 0.3, w);
  numeric::check("springs", springs, springs_b, someMatrix(2, 3), m, 1.3);
  numeric::check("springForces", springForces, springForces_b, someMatrix(2, 3), 1.3, 0.8);
  numeric::check("triangleStiffness", triangleStiffness, triangleStiffness_b, someMatrix(3, 2, 5), 2.1, 0.3, 0.1);
  numeric::check("assembledResidual", assembledResidual, assembledResidual_b, someVector(4), v, someVector(4, 6));
  numeric::check("strainEnergy", strainEnergy, strainEnergy_b, m, 0.7, 1.1);
  numeric::check("kkt", kkt, kkt_b, m, v, someMatrix(2, 3), someVector(2), w, someVector(2, 7));
  numeric::check("penalty", penalty, penalty_b, v, m, w, 2.3);
  numeric::check("rungeKutta", rungeKutta, rungeKutta_b, someVector(2), someVector(4), 0.1, 3);
  numeric::check("pendulum", pendulum, pendulum_b, someVector(2), 1.2, 0.3, 0.05, 5);
  numeric::check("linearSystem", linearSystem, linearSystem_b, v, m, someMatrix(3, 2), someMatrix(2, 3, 8));
  numeric::check("lqrCost", lqrCost, lqrCost_b, someVector(2), someMatrix(2, 2), someMatrix(2, 1), someMatrix(1, 2, 3), someMatrix(2, 2, 4));
  numeric::check("heat", heat, heat_b, someVector(5), 0.2, 3);
  numeric::check("splines", splines, splines_b, someMatrix(2, 4), v);
  numeric::check("lennardJones", lennardJones, lennardJones_b, someMatrix(3, 3) * 2.0, 0.7, 1.1);
  return numeric::report();
}
