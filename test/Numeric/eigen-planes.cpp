// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES
// NUMERIC-FLAGS: -I/usr/include/eigen3
//
// Eigen's planes, lines and boxes: made through points, changed, met by each other, of fixed and dynamic size, and as parameters;
// and umeyama, which reads the library's source.

#include "numeric.h"

#include <Eigen/Dense>

using Eigen::AlignedBox2d;
using Eigen::AlignedBox3d;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Line = Eigen::ParametrizedLine<double, 3>;
using Plane = Eigen::Hyperplane<double, 3>;

#pragma adjoint reverse
double planes(const double *p, int) {
  const Vector3d a(p[0], p[1], 0.2), b(p[2], 1.0, p[3]), c(0.1, -0.4, 2.0);
  const Plane through = Plane::Through(a, b, c);
  Plane plane(Vector3d(p[0], 1.0, 0.5), b);
  plane.normalize();
  const Line line = Line::Through(a, c);
  const Vector3d met = line.intersectionPoint(plane);
  return through.signedDistance(Vector3d(1.0, 2.0, 3.0)) + plane.absDistance(c) + through.projection(met + b)(1) +
         line.distance(b) + line.projection(b)(2) + line.pointAt(0.3)(0) + through.normal()(0) * plane.offset();
}

/// In the plane, where a plane is a line, and of a size that is not known.
#pragma adjoint reverse
double ofOtherSizes(const double *p, int) {
  using Flat = Eigen::Hyperplane<double, 2>;
  const Flat flat = Flat::Through(Vector2d(p[0], 0.3), Vector2d(p[1], p[2]));
  const Eigen::ParametrizedLine<double, 2> line(flat);
  const Flat back(line);
  Eigen::Hyperplane<double, Eigen::Dynamic> plane(Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(p, 4)), p[1] * p[2]);
  plane.offset() *= 2.0;
  plane.normal() *= p[3];
  const double distance = plane.signedDistance(Eigen::VectorXd::Ones(4));
  return flat.signedDistance(Vector2d(2.0, 1.0)) * back.offset() + line.origin()(1) + distance;
}

#pragma adjoint reverse
double boxes(const double *p, int n) {
  AlignedBox3d box;
  const AlignedBox3d other(Vector3d(-1.0, -1.0, 0.0), Vector3d(p[0] * p[1], 3.0, 2.0));
  for (int i = 0; i + 3 <= n; i += 3)
    box.extend(Vector3d(p[i], p[i + 1], p[i + 2]));
  AlignedBox2d flat(Vector2d(p[0], p[1]));
  flat.extend(Vector2d(p[2], p[3]));
  const AlignedBox3d both = box.intersection(other), all = box.merged(other);
  double s = box.volume() + box.center().sum() + box.diagonal().norm() + all.volume() * all.sizes()(0);
  if (!both.isEmpty() && box.intersects(other))
    s += both.max()(0) * both.sizes().norm();
  if (flat.contains(Vector2d(1.0, 0.5)))
    s += flat.volume();
  box.translate(Vector3d(p[0], 0.0, 1.0));
  return s + box.exteriorDistance(Vector3d(3.0, 2.0, p[1])) + box.min()(0);
}

#pragma adjoint reverse
double aligned(const double *p, int) {
  Eigen::Matrix<double, 3, 4> from, to;
  from << p[0], 0.3, -1.0, 0.8, p[1], 1.2, 0.1, -0.7, p[2], -0.4, 0.6, 2.0;
  to << 0.2, p[3], -0.9, 1.1, 0.7, 1.0, p[4], -0.5, 0.3, -0.2, p[5], 1.6;
  const Eigen::Matrix4d t = Eigen::umeyama(from, to, true);
  return t(0, 1) + t(1, 3) * t(2, 2);
}

#pragma adjoint reverse
double ofParameters(const Plane &plane, const Line &line, const AlignedBox3d &box) {
  return plane.signedDistance(box.center()) * line.distance(box.max()) + line.intersection(plane);
}
void checkParameters() {
  auto planeOf = [](const numeric::Vector &v) { return Plane(Vector3d(v[0], v[1], v[2]), v[3]); };
  auto lineOf = [](const numeric::Vector &v) { return Line(Vector3d(v[0], v[1], v[2]), Vector3d(v[3], v[4], v[5])); };
  auto boxOf = [](const numeric::Vector &v) { return AlignedBox3d(Vector3d(v[1], v[2], v[3]), Vector3d(v[2], v[4], v[5])); };
  auto primal = [&](const numeric::Vector &v) { return numeric::Vector{ofParameters(planeOf(v), lineOf(v), boxOf(v))}; };
  auto adjoint = [&](const numeric::Vector &v, const numeric::Vector &y_b) {
    Plane plane_b(Vector3d::Zero(), 0.0);
    Line line_b(Vector3d::Zero(), Vector3d::Zero());
    AlignedBox3d box_b(Vector3d::Zero(), Vector3d::Zero());
    ofParameters_b(planeOf(v), plane_b, lineOf(v), line_b, boxOf(v), box_b, y_b[0]);
    numeric::Vector v_b(6);
    for (Eigen::Index k = 0; k < 4; ++k)
      v_b[static_cast<std::size_t>(k)] += plane_b.coeffs()(k);
    for (Eigen::Index k = 0; k < 3; ++k) {
      const std::size_t at = static_cast<std::size_t>(k), high[] = {2, 4, 5};
      v_b[at] += line_b.origin()(k);
      v_b[at + 3] += line_b.direction()(k);
      v_b[at + 1] += box_b.min()(k);
      v_b[high[at]] += box_b.max()(k);
    }
    return v_b;
  };
  numeric::check("ofParameters", {0.9, 0.4, -0.3, 0.8, 1.1, -0.7}, primal, adjoint);
}

int main() {
  const numeric::Points points = {{1.3, 0.2, 0.4, 0.7, -0.3, 0.9}, {0.9, 0.4, -0.3, 0.8, 1.1, -0.7}};
  numeric::check("planes", planes, planes_b, points);
  numeric::check("ofOtherSizes", ofOtherSizes, ofOtherSizes_b, points);
  numeric::check("boxes", boxes, boxes_b, points);
  numeric::check("aligned", aligned, aligned_b, points);
  checkParameters();
  return numeric::report();
}
