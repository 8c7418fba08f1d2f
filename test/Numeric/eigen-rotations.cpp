// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
//
// Eigen's rotations: Quaternion, AngleAxis, Rotation2D; Euler angles.

#include "eigen.h"


#include <Eigen/Geometry>
#include <cmath>
#include <stdexcept>
#include <vector>

using Eigen::AngleAxisd;
using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using Eigen::Vector4d;
using numeric::someMatrix;
using numeric::someVector;

#pragma adjoint reverse
Vector3d rotated(const Vector4d &c, const Vector3d &v) {
  Quaterniond q(c(3), c(0), c(1), c(2));
  q.normalize();
  Quaterniond p = q * Quaterniond(0.8, v.x(), 0.1, v.z()).normalized();
  p.x() += 0.1 * q.w();
  p *= q;
  return q * v + p.toRotationMatrix() * v + p.inverse() * v - q.conjugate() * (v * p.norm()) + p.vec() * q.dot(p);
}

#pragma adjoint reverse
double members(const Vector4d &c, double t) {
  const Quaterniond q(c), p = Quaterniond(t, 0.2, -0.3, 0.4).normalized();
  Quaterniond r;
  r.coeffs() = q.coeffs() + p.coeffs() * t;
  r.w() *= t;
  r.vec() += q.vec() * r.z();
  Quaterniond e = Quaterniond::Identity();
  e.coeffs() += r.coeffs();
  return r.squaredNorm() * q.dot(e) + r.normalized().angularDistance(p) + e.coeffs().sum() * q.w();
}

#pragma adjoint reverse
Vector4d interpolated(const Vector4d &a, const Vector4d &b, double t) {
  const Quaterniond p = Quaterniond(a).normalized(), q = Quaterniond(b).normalized();
  return p.slerp(t, q).coeffs() + p.slerp(t, p.conjugate()).coeffs();
}

#pragma adjoint reverse
Vector3d aboutAxes(const Vector3d &v, double a, double b) {
  const AngleAxisd first(a, v.normalized());
  Matrix3d m;
  m = AngleAxisd(a, Vector3d::UnitX()) * AngleAxisd(b, Vector3d::UnitY()) * AngleAxisd(a * b, Vector3d::UnitZ());
  const Quaterniond q(first);
  const Matrix3d n = first.toRotationMatrix() * m;
  const AngleAxisd back(q * Quaterniond(m)), other(m);
  return m * v + first * v * b + n * (q * v) + first.inverse() * v + back.axis() * back.angle() + other.axis() * other.angle();
}

#pragma adjoint reverse
Vector4d fromMatrix(const Vector4d &c, double t) {
  const Quaterniond q = Quaterniond(c).normalized();
  Matrix3d m = q.toRotationMatrix();
  m *= t;
  return Quaterniond(m).coeffs() + Quaterniond(q.toRotationMatrix()).coeffs() * t;
}

#pragma adjoint reverse
Vector3d angles(const Vector3d &v, double a) {
  const Matrix3d m = (AngleAxisd(v(0), Vector3d::UnitZ()) * AngleAxisd(v(1), Vector3d::UnitY()) * AngleAxisd(a, Vector3d::UnitX())).toRotationMatrix();
  return m.eulerAngles(2, 1, 0) + m.eulerAngles(2, 0, 2) * v(2) + m.eulerAngles(0, 1, 2);
}

#pragma adjoint reverse
double inPlane(const Eigen::Vector2d &v, double a) {
  const Eigen::Rotation2Dd r(a), s = r * Eigen::Rotation2Dd(v(0));
  const Eigen::Matrix2d m = s.toRotationMatrix();
  Eigen::Rotation2Dd back(m);
  back *= r.inverse();
  return (s * v).x() * (m * v).y() + back.angle() * s.smallestAngle() + r.slerp(0.3, s).angle() * v(1);
}

#pragma adjoint reverse
void integrated(Vector4d &q, const Vector3d &w, double dt, int n) {
  Eigen::Map<Quaterniond> at(q.data());
  for (int i = 0; i < n; ++i) {
    const Quaterniond rate(0.0, w.x(), w.y(), w.z());
    at.coeffs() += 0.5 * dt * (at * rate).coeffs();
    at.normalize();
  }
}

#pragma adjoint reverse
double twoVectors(const Vector3d &a, const Vector3d &b) {
  const Quaterniond q = Quaterniond::FromTwoVectors(a, b);
  return (q * b).dot(b) + q.w() * a.unitOrthogonal().dot(b);
}

#pragma adjoint reverse
double passed(const Quaterniond &q, const AngleAxisd &r, const Vector3d &v) {
  std::vector<Quaterniond> all = {q, q * r, Quaterniond(r)};
  Vector3d w = v;
  for (const Quaterniond &each : all)
    w = each * w;
  return w.dot(q.vec()) * r.angle() + w.norm();
}

#pragma adjoint reverse
void changed(Quaterniond &q, const Vector3d &v) {
  q = q * Quaterniond(1.0, 0.5 * v.x(), 0.5 * v.y(), 0.5 * v.z());
  q.normalize();
}

#pragma adjoint reverse
Quaterniond made(const Vector3d &v) {
  const double angle = v.norm();
  return Quaterniond(AngleAxisd(angle, v / angle));
}

using numeric::Vector;
Quaterniond quaternionOf(const Vector &x) { return Quaterniond(Vector4d(x.data())); }
AngleAxisd rotationOf(const Vector &x) { return AngleAxisd(x[4], Vector3d(&x[5])); }
Vector numbersOf(const Quaterniond &q) { return Vector(q.coeffs().data(), q.coeffs().data() + 4); }

/// From one direction to another, which has no derivative where that is the opposite one.
#pragma adjoint reverse
double turned(const Vector3d &v, const Vector3d &w) {
  return (Quaterniond::FromTwoVectors(v, w) * Vector3d(1.0, 2.0, 3.0)).dot(v);
}

int main() {
  const Vector3d v = someVector(3, 1), w = someVector(3, 2);
  const Vector4d c = someVector(4, 3), d = someVector(4, 5);
  numeric::check("rotated", rotated, rotated_b, c, v);
  numeric::check("members", members, members_b, c, 0.7);
  numeric::check("interpolated", interpolated, interpolated_b, c, d, 0.3);
  numeric::check("aboutAxes", aboutAxes, aboutAxes_b, v, 0.7, -0.4);
  numeric::check("fromMatrix", fromMatrix, fromMatrix_b, c, 1.2);
  numeric::check("fromMatrix", fromMatrix, fromMatrix_b, Vector4d(2.0, 0.3, 0.4, 0.2), 1.2);
  numeric::check("angles", angles, angles_b, v, 0.7);
  numeric::check("inPlane", inPlane, inPlane_b, someVector(2), 0.7);
  numeric::check("integrated", integrated, integrated_b, c, v, 0.1, 4);
  numeric::check("twoVectors", twoVectors, twoVectors_b, v, w);
  const Vector x = {0.7, 1.3, -0.4, 0.5, 0.9, 0.2, 0.3, 0.4, -0.6, 1.1, 0.8};
  numeric::check(
      "passed", x, [](const Vector &p) { return Vector{passed(quaternionOf(p), rotationOf(p), Vector3d(&p[8]))}; },
      [](const Vector &p, const Vector &y_b) {
        Quaterniond q_b(0.0, 0.0, 0.0, 0.0);
        AngleAxisd r_b(0.0, Vector3d::Zero());
        Vector3d v_b = Vector3d::Zero();
        passed_b(quaternionOf(p), q_b, rotationOf(p), r_b, Vector3d(&p[8]), v_b, y_b[0]);
        const auto q = q_b.coeffs();
        const auto a = r_b.axis();
        return Vector{q(0), q(1), q(2), q(3), r_b.angle(), a(0), a(1), a(2), v_b(0), v_b(1), v_b(2)};
      });
  numeric::check(
      "changed", Vector(x.begin(), x.begin() + 7),
      [](const Vector &p) {
        Quaterniond q = quaternionOf(p);
        changed(q, Vector3d(&p[4]));
        return numbersOf(q);
      },
      [](const Vector &p, const Vector &y_b) {
        Quaterniond q = quaternionOf(p), q_b = quaternionOf(y_b);
        Vector3d v_b = Vector3d::Zero();
        changed_b(q, q_b, Vector3d(&p[4]), v_b);
        const Vector q_x = numbersOf(q_b);
        return Vector{q_x[0], q_x[1], q_x[2], q_x[3], v_b(0), v_b(1), v_b(2)};
      });
  numeric::check(
      "made", Vector(x.begin(), x.begin() + 3), [](const Vector &p) { return numbersOf(made(Vector3d(p.data()))); },
      [](const Vector &p, const Vector &y_b) {
        Vector3d v_b = Vector3d::Zero();
        made_b(Vector3d(p.data()), v_b, quaternionOf(y_b));
        return Vector{v_b(0), v_b(1), v_b(2)};
      },
      [](const Vector &p, const Vector &p_d) {
        Quaterniond result_d;
        const Quaterniond result = made_d(Vector3d(p.data()), Vector3d(p_d.data()), result_d);
        return numeric::joined(numbersOf(result_d), numbersOf(result));
      });
  const Vector3d from(0.3, -0.7, 0.5);
  Vector3d from_b = Vector3d::Zero(), to_b = Vector3d::Zero();
  double opposite = 0.0;
  try {
    turned_b(from, from_b, -from, to_b, 1.0);
  } catch (const std::domain_error &) {
    opposite = 1.0;
  }
  numeric::expect("opposite directions are refused", 1.0, opposite);
  return numeric::report();
}
