// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of vision, robotics and estimation, as they are written with Eigen.

#include "Measure.h"
#include "eigen-by-hand.h"

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Quaterniond;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::Vector4d;
using Eigen::VectorXd;

Matrix3d skew(const Vector3d &v) {
  Matrix3d m;
  m << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
  return m;
}

/// Rodrigues' formula.
Matrix3d rotationOf(const Vector3d &w) {
  const double angle = w.norm();
  if (angle < 1e-12)
    return Matrix3d::Identity() + skew(w);
  const Matrix3d k = skew(w / angle);
  return Matrix3d::Identity() + std::sin(angle) * k + (1.0 - std::cos(angle)) * k * k;
}

#pragma adjoint reverse wrt(turn, shift, point, camera)
double reprojection(const Vector3d &turn, const Vector3d &shift, const Vector3d &point, const Vector4d &camera, const Vector2d &seen) {
  const Vector3d p = rotationOf(turn) * point + shift;
  const Vector2d n = p.head<2>() / p.z();
  const double r2 = n.squaredNorm();
  const Vector2d error = camera(0) * (1.0 + camera(1) * r2 + camera(2) * r2 * r2) * n - seen * camera(3);
  return 0.5 * error.squaredNorm();
}

/// Several cameras, each of which sees all points.
#pragma adjoint reverse wrt(cameras, points)
double bundle(const MatrixXd &cameras, const Eigen::Matrix3Xd &points, const Eigen::Matrix2Xd &seen) {
  double cost = 0.0;
  for (Eigen::Index c = 0; c < cameras.cols(); ++c) {
    const Matrix3d r = rotationOf(cameras.col(c).head<3>());
    const Vector3d t = cameras.col(c).tail<3>();
    for (Eigen::Index i = 0; i < points.cols(); ++i) {
      const Vector3d p = r * points.col(i) + t;
      cost += std::log1p((p.hnormalized() - seen.col(i)).squaredNorm());
    }
  }
  return cost;
}

#pragma adjoint reverse wrt(turn, shift)
double pointToPlane(const Vector3d &turn, const Vector3d &shift, const Eigen::Matrix3Xd &source, const Eigen::Matrix3Xd &target,
                    const Eigen::Matrix3Xd &normals) {
  const Matrix3d r = rotationOf(turn);
  double cost = 0.0;
  for (Eigen::Index i = 0; i < source.cols(); ++i) {
    const double distance = normals.col(i).dot(r * source.col(i) + shift - target.col(i));
    cost += distance * distance;
  }
  return cost;
}

#pragma adjoint reverse wrt(angles, lengths)
double forwardKinematics(const VectorXd &angles, const VectorXd &lengths, const Vector3d &goal) {
  Matrix3d r = Matrix3d::Identity();
  Vector3d p = Vector3d::Zero();
  for (Eigen::Index i = 0; i < angles.size(); ++i) {
    r = r * Eigen::AngleAxisd(angles(i), i % 2 == 0 ? Vector3d::UnitZ() : Vector3d::UnitX()).toRotationMatrix();
    p += r * Vector3d(lengths(i), 0.0, 0.1);
  }
  return (p - goal).squaredNorm();
}

#pragma adjoint reverse wrt(attitude, rate, moments)
double rigidBody(const Vector4d &attitude, const Vector3d &rate, const Vector3d &moments, double dt, int steps) {
  Quaterniond q(attitude);
  q.normalize();
  const Matrix3d inertia = moments.asDiagonal();
  Vector3d w = rate;
  double work = 0.0;
  for (int i = 0; i < steps; ++i) {
    w += dt * inertia.inverse() * (-w.cross(inertia * w));
    const Vector3d half = 0.5 * dt * w;
    q = q * Quaterniond(1.0, half.x(), half.y(), half.z());
    q.normalize();
    work += dt * (q * w).z();
  }
  return 0.5 * w.dot(inertia * w) + work;
}

/// Negative log likelihood of what was seen.
#pragma adjoint reverse wrt(f, h, q, r)
double kalman(const MatrixXd &f, const MatrixXd &h, const MatrixXd &seen, double q, double r) {
  const Eigen::Index n = f.rows();
  VectorXd x = VectorXd::Zero(n);
  MatrixXd p = MatrixXd::Identity(n, n);
  double cost = 0.0;
  for (Eigen::Index t = 0; t < seen.cols(); ++t) {
    x = f * x;
    p = f * p * f.transpose() + q * MatrixXd::Identity(n, n);
    const VectorXd innovation = seen.col(t) - h * x;
    const MatrixXd s = h * p * h.transpose() + r * MatrixXd::Identity(h.rows(), h.rows());
    const Eigen::LLT<MatrixXd> llt(s);
    const MatrixXd l = llt.matrixL();
    cost += 0.5 * innovation.dot(llt.solve(innovation)) + l.diagonal().array().log().sum();
    const MatrixXd gain = llt.solve(h * p).transpose();
    x += gain * innovation;
    p = (MatrixXd::Identity(n, n) - gain * h) * p;
  }
  return cost;
}

int main(int count, char **names) {
  using namespace bench;
  chosen().assign(names + 1, names + count);
  const Vector3d turn(0.3, -0.2, 0.5), shift(0.1, -0.2, 6.0);
  measure("reprojection", 1, reprojection, reprojection_b, NotByHand(), turn, shift, Vector3d(0.4, 0.2, -0.3),
          Vector4d(1.2, 0.1, 0.05, 1.0), fixed(Vector2d(0.1, 0.2)));
  for (int n : {3, 30, 300}) {
    MatrixXd cameras = someMatrix(6, 4);
    cameras.row(5).array() += 6.0;
    const Eigen::Matrix3Xd points = someMatrix(3, n), near = points.array() + 0.1, normals = someMatrix(3, n, 1);
    measure("bundle", n, bundle, bundle_b, byHand::bundle, cameras, points, fixed(Eigen::Matrix2Xd(someMatrix(2, n))));
    measure("pointToPlane", n, pointToPlane, pointToPlane_b, NotByHand(), turn, Vector3d(0.1, -0.2, 0.1), fixed(points), fixed(near),
            fixed(normals));
    measure("forwardKinematics", n, forwardKinematics, forwardKinematics_b, NotByHand(), someVector(n), someVector(n, 1), fixed(turn));
    measure("rigidBody", n, rigidBody, rigidBody_b, NotByHand(), Vector4d(0.1, 0.2, 0.3, 0.9), turn, Vector3d(1.0, 1.5, 2.0),
            fixed(0.01), fixed(n));
    const int m = std::max(1, n / 3);
    const MatrixXd motion = 0.3 / std::sqrt(n) * someMatrix(n, n) + 0.9 * MatrixXd::Identity(n, n);
    measure("kalman", n, kalman, kalman_b, byHand::kalman, motion, someMatrix(m, n, 2), fixed(someMatrix(m, 5, 3)), 0.2, 0.5);
  }
}
