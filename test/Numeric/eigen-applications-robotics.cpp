// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen, all
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
//
// Functions of vision, robotics and estimation, as they are written with Eigen.

#include "eigen.h"

#include <Eigen/Dense>
#include <cmath>
#include <vector>

using Eigen::Matrix2d;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Quaterniond;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::Vector4d;
using Eigen::VectorXd;
using numeric::someMatrix;
using numeric::someVector;

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

#pragma adjoint reverse
Vector2d reprojection(const Vector3d &turn, const Vector3d &shift, const Vector3d &point, const Vector4d &camera, const Vector2d &seen) {
  const Vector3d p = rotationOf(turn) * point + shift;
  const Vector2d n = p.head<2>() / p.z();
  const double r2 = n.squaredNorm();
  return camera(0) * (1.0 + camera(1) * r2 + camera(2) * r2 * r2) * n - seen * camera(3);
}

#pragma adjoint reverse
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

#pragma adjoint reverse
VectorXd pointToPlane(const Vector3d &turn, const Vector3d &shift, const Eigen::Matrix3Xd &source, const Eigen::Matrix3Xd &target,
                      const Eigen::Matrix3Xd &normals) {
  const Matrix3d r = rotationOf(turn);
  VectorXd residual(source.cols());
  for (Eigen::Index i = 0; i < source.cols(); ++i)
    residual(i) = normals.col(i).dot(r * source.col(i) + shift - target.col(i));
  return residual;
}

#pragma adjoint reverse
Vector3d forwardKinematics(const VectorXd &angles, const VectorXd &lengths) {
  Matrix3d r = Matrix3d::Identity();
  Vector3d p = Vector3d::Zero();
  for (Eigen::Index i = 0; i < angles.size(); ++i) {
    Matrix3d joint = Matrix3d::Identity();
    joint.topLeftCorner<2, 2>() << std::cos(angles(i)), -std::sin(angles(i)), std::sin(angles(i)), std::cos(angles(i));
    r *= joint;
    p += r * (lengths(i) * Vector3d::UnitX() + 0.1 * Vector3d::UnitZ());
    r = r * Eigen::AngleAxisd(0.5 * angles(i), Vector3d::UnitX()).toRotationMatrix();
  }
  return p + r.col(2);
}

#pragma adjoint reverse
void kalman(VectorXd &x, MatrixXd &p, const MatrixXd &f, const MatrixXd &h, const VectorXd &z, double noise) {
  x = f * x;
  p = f * p * f.transpose() + noise * MatrixXd::Identity(p.rows(), p.cols());
  const VectorXd innovation = z - h * x;
  const MatrixXd s = h * p * h.transpose() + noise * MatrixXd::Identity(z.size(), z.size());
  const MatrixXd gain = p * h.transpose() * s.inverse();
  x += gain * innovation;
  p = (MatrixXd::Identity(x.size(), x.size()) - gain * h) * p;
}

#pragma adjoint reverse
double kalmanFixed(const Vector4d &start, const Eigen::Matrix4d &covariance, const Eigen::Matrix2Xd &seen, double q, double r) {
  Eigen::Matrix4d f = Eigen::Matrix4d::Identity(), p = covariance;
  f.topRightCorner<2, 2>().setIdentity();
  Eigen::Matrix<double, 2, 4> h;
  h << Matrix2d::Identity(), Matrix2d::Zero();
  Vector4d x = start;
  double cost = 0.0;
  for (Eigen::Index t = 0; t < seen.cols(); ++t) {
    x = f * x;
    p = f * p * f.transpose();
    p.diagonal().array() += q;
    const Vector2d innovation = seen.col(t) - h * x;
    const Matrix2d s = h * p * h.transpose() + r * Matrix2d::Identity();
    const Matrix2d inverted = s.inverse();
    cost += innovation.dot(inverted * innovation) + std::log(s.determinant());
    const Eigen::Matrix<double, 4, 2> gain = p * h.transpose() * inverted;
    x += gain * innovation;
    p -= gain * s * gain.transpose();
  }
  return cost;
}

#pragma adjoint reverse
double gaussianLogDensity(const VectorXd &x, const VectorXd &mean, const MatrixXd &factor) {
  const MatrixXd covariance = factor * factor.transpose() + MatrixXd::Identity(x.size(), x.size());
  const Eigen::LLT<MatrixXd> llt(covariance);
  const VectorXd d = x - mean;
  const MatrixXd l = llt.matrixL();
  return -0.5 * d.dot(llt.solve(d)) - l.diagonal().array().log().sum();
}

#pragma adjoint reverse
VectorXd gaussNewton(const MatrixXd &jacobian, const VectorXd &residual, double damping) {
  MatrixXd h = jacobian.transpose() * jacobian;
  h.diagonal().array() += damping;
  return h.ldlt().solve(-jacobian.transpose() * residual);
}

#pragma adjoint reverse
Vector3d rigidBody(const Vector4d &attitude, const Vector3d &rate, const Matrix3d &factor, double dt, int n) {
  Quaterniond q(attitude);
  q.normalize();
  const Matrix3d inertia = factor * factor.transpose() + Matrix3d::Identity();
  Vector3d w = rate;
  for (int i = 0; i < n; ++i) {
    const Vector3d torque = -w.cross(inertia * w);
    w += dt * inertia.inverse() * torque;
    const Vector3d half = 0.5 * dt * w;
    q = q * Quaterniond(1.0, half.x(), half.y(), half.z());
    q.normalize();
  }
  return q * w;
}

#pragma adjoint reverse
double epipolar(const Vector3d &turn, const Vector3d &shift, const Eigen::Matrix2Xd &left, const Eigen::Matrix2Xd &right) {
  const Matrix3d essential = skew(shift.normalized()) * rotationOf(turn);
  double cost = 0.0;
  for (Eigen::Index i = 0; i < left.cols(); ++i) {
    const double e = right.col(i).homogeneous().dot(essential * left.col(i).homogeneous());
    cost += e * e;
  }
  return cost;
}

#pragma adjoint reverse
double poseGraph(const MatrixXd &poses, const MatrixXd &measured) {
  double cost = 0.0;
  for (Eigen::Index i = 0; i + 1 < poses.cols(); ++i) {
    const Eigen::Rotation2Dd r(poses(2, i));
    const Vector2d d = r.inverse() * (poses.col(i + 1).head<2>() - poses.col(i).head<2>());
    Vector3d error;
    error << d - measured.col(i).head<2>(), poses(2, i + 1) - poses(2, i) - measured(2, i);
    cost += error.squaredNorm();
  }
  return cost;
}

#pragma adjoint reverse
Vector3d barycentric(const Vector2d &p, const Eigen::Matrix<double, 2, 3> &triangle) {
  Matrix2d edges;
  edges << triangle.col(1) - triangle.col(0), triangle.col(2) - triangle.col(0);
  const Vector2d w = edges.inverse() * (p - triangle.col(0));
  return Vector3d(1.0 - w.sum(), w(0), w(1));
}

int main() {
  const Vector3d v = someVector(3, 1), w = someVector(3, 2), far(0.1, -0.2, 4.0);
  const MatrixXd m = someMatrix(3, 3, 3), n = someMatrix(3, 3, 4);
  numeric::check("reprojection", reprojection, reprojection_b, v, far, w, Vector4d(1.2, 0.1, 0.05, 1.0), someVector(2));
  MatrixXd cameras = someMatrix(6, 2);
  cameras.row(5).array() += 6.0;
  numeric::check("bundle", bundle, bundle_b, cameras, m, someMatrix(2, 3));
  numeric::check("pointToPlane", pointToPlane, pointToPlane_b, v, w, m, n, someMatrix(3, 3, 6));
  numeric::check("forwardKinematics", forwardKinematics, forwardKinematics_b, v, w);
  numeric::check("kalman", kalman, kalman_b, v, m * m.transpose(), n, someMatrix(2, 3), someVector(2), 0.4);
  numeric::check("kalmanFixed", kalmanFixed, kalmanFixed_b, someVector(4), Eigen::Matrix4d::Identity() * 1.3, someMatrix(2, 3), 0.2, 0.5);
  numeric::check("gaussianLogDensity", gaussianLogDensity, gaussianLogDensity_b, v, w, m);
  numeric::check("gaussNewton", gaussNewton, gaussNewton_b, someMatrix(4, 2), someVector(4), 0.3);
  numeric::check("rigidBody", rigidBody, rigidBody_b, someVector(4), v, m, 0.05, 3);
  numeric::check("epipolar", epipolar, epipolar_b, v, w, someMatrix(2, 3), someMatrix(2, 3, 5));
  numeric::check("poseGraph", poseGraph, poseGraph_b, m, n);
  numeric::check("barycentric", barycentric, barycentric_b, someVector(2), someMatrix(2, 3));
  return numeric::report();
}
