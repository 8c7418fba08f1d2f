// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
//
// Eigen's Transform, Translation and scaling; homogeneous vectors.

#include "eigen.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <vector>

using Eigen::AngleAxisd;
using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Translation3d;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::Vector4d;
using numeric::someMatrix;
using numeric::someVector;
using numeric::Vector;

Isometry3d pose(const Vector3d &turn, const Vector3d &shift) {
  Isometry3d made = Isometry3d::Identity();
  made.linear() = AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix();
  made.translation() = shift;
  return made;
}

#pragma adjoint reverse
Vector3d isometries(const Vector3d &turn, const Vector3d &shift, const Vector3d &v) {
  const Isometry3d a = pose(turn, shift), b = pose(shift, v);
  Isometry3d c = a * b.inverse();
  c = c * c;
  c.translate(v);
  c.pretranslate(shift * 0.5);
  c.rotate(AngleAxisd(0.3, v.normalized())).prerotate(a.rotation());
  c = c * Quaterniond(AngleAxisd(v.x(), Vector3d::UnitY()));
  return c * v + a.linear() * b.translation() + c.inverse() * shift + a.matrix().col(3).head<3>() * c(0, 1) + c.rotation() * v;
}

#pragma adjoint reverse
Vector3d affine(const Matrix3d &m, const Vector3d &shift, const Vector3d &v, double s) {
  Eigen::Affine3d a = Eigen::Affine3d::Identity();
  a.linear() = m;
  a.translation() = shift;
  a.scale(s);
  a.prescale(v);
  a = a * Translation3d(v) * AngleAxisd(s, Vector3d::UnitZ());
  Eigen::Affine3d b = Translation3d(shift) * Quaterniond(AngleAxisd(s, Vector3d::UnitX())) * Eigen::Scaling(s);
  b = pose(v, shift) * b;
  const Eigen::AffineCompact3d c = b;
  const Eigen::Projective3d p(a * b);
  return (a * b).inverse() * v + c * shift + m * (b * v) + (p * v.homogeneous().eval()).hnormalized() + a.affine().row(1).head<3>().transpose();
}

#pragma adjoint reverse
Vector2d inPlane(double angle, const Vector2d &shift, const Vector2d &v) {
  Eigen::Isometry2d a = Eigen::Translation2d(shift) * Eigen::Rotation2Dd(angle);
  Eigen::Affine2d b = Eigen::Affine2d::Identity();
  b.rotate(angle * 2.0).translate(v).scale(angle);
  b.shear(0.2, angle);
  return a * v + (b * a) * shift + a.inverse(Eigen::Isometry) * b.translation();
}

#pragma adjoint reverse
Eigen::Matrix3Xd points(const Vector3d &turn, const Vector3d &shift, const Eigen::Matrix3Xd &x) {
  const Isometry3d t = pose(turn, shift);
  Eigen::Matrix3Xd y = t * x;
  y = (t.linear() * y).colwise() + t.translation();
  return y.colwise().homogeneous().topRows<3>() + x.colwise().cross(turn);
}

#pragma adjoint reverse
Eigen::Matrix2Xd projected(const Eigen::Matrix<double, 3, 4> &camera, const Eigen::Matrix3Xd &x) {
  const Eigen::Matrix3Xd y = camera * x.colwise().homogeneous();
  return y.colwise().hnormalized() + (camera.leftCols<3>() * x).colwise().hnormalized();
}

#pragma adjoint reverse
double homogeneous(const Vector3d &v, const Eigen::VectorXd &w) {
  const Vector4d h = v.homogeneous();
  const Eigen::VectorXd g = w.homogeneous();
  return h.hnormalized().dot(v) * g.sum() + (h * v(0)).hnormalized().sum() + v.hnormalized().norm() + w.hnormalized().sum() * v.homogeneous().squaredNorm();
}

struct Joint {
  Isometry3d offset;
  Vector3d axis;
};

#pragma adjoint reverse
Vector3d kinematics(const Eigen::VectorXd &angles, const Eigen::Matrix3Xd &offsets, const Eigen::Matrix3Xd &axes) {
  std::vector<Joint> joints;
  for (Eigen::Index i = 0; i < angles.size(); ++i) {
    Joint joint;
    joint.offset = Isometry3d(Translation3d(offsets.col(i)));
    joint.axis = axes.col(i).normalized();
    joints.push_back(joint);
  }
  Isometry3d end = Isometry3d::Identity();
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const AngleAxisd turn(angles(static_cast<Eigen::Index>(i)), joints[i].axis);
    end = end * joints[i].offset * turn;
  }
  return end.translation() + end.linear().col(0);
}

#pragma adjoint reverse
double passed(const Isometry3d &t, const Vector3d &v) { return (t * v).squaredNorm() + t.translation().dot(v) * t(0, 1); }

#pragma adjoint reverse
void moved(Isometry3d &t, const Vector3d &v) {
  t = t * pose(v, v);
  t.translation() *= v.x();
}

Isometry3d transformOf(const Vector &x) {
  Isometry3d t;
  t.matrix() = Eigen::Map<const Eigen::Matrix4d>(x.data());
  return t;
}
Vector numbersOf(const Isometry3d &t) { return Vector(t.data(), t.data() + 16); }

int main() {
  const Vector3d v = someVector(3, 1), w = someVector(3, 2), u = someVector(3, 5);
  const Matrix3d m = someMatrix(3, 3, 3);
  numeric::check("isometries", isometries, isometries_b, v, w, u);
  numeric::check("affine", affine, affine_b, m, v, w, 0.7);
  numeric::check("inPlane", inPlane, inPlane_b, 0.7, someVector(2), someVector(2, 3));
  numeric::check("points", points, points_b, v, w, someMatrix(3, 2));
  numeric::check("projected", projected, projected_b, someMatrix(3, 4), someMatrix(3, 2));
  numeric::check("homogeneous", homogeneous, homogeneous_b, v, someVector(4));
  numeric::check("kinematics", kinematics, kinematics_b, someVector(3), m, someMatrix(3, 3, 6));
  const Vector x = {0.7, 1.3, -0.4, 0.0, 0.5, 0.9, 0.2, 0.0, 0.3, 0.4, -0.6, 0.0, 1.1, 0.8, -0.2, 1.0, 0.6, -0.7, 0.4};
  numeric::check(
      "passed", x, [](const Vector &p) { return Vector{passed(transformOf(p), Vector3d(&p[16]))}; },
      [](const Vector &p, const Vector &y_b) {
        Isometry3d t_b = transformOf(Vector(16));
        Vector3d v_b = Vector3d::Zero();
        passed_b(transformOf(p), t_b, Vector3d(&p[16]), v_b, y_b[0]);
        Vector x_b = numbersOf(t_b);
        x_b.insert(x_b.end(), v_b.data(), v_b.data() + 3);
        return x_b;
      });
  numeric::check(
      "moved", x,
      [](const Vector &p) {
        Isometry3d t = transformOf(p);
        moved(t, Vector3d(&p[16]));
        return numbersOf(t);
      },
      [](const Vector &p, const Vector &y_b) {
        Isometry3d t = transformOf(p), t_b = transformOf(y_b);
        Vector3d v_b = Vector3d::Zero();
        moved_b(t, t_b, Vector3d(&p[16]), v_b);
        Vector x_b = numbersOf(t_b);
        x_b.insert(x_b.end(), v_b.data(), v_b.data() + 3);
        return x_b;
      });
  return numeric::report();
}
