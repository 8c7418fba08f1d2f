// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// The tip of a planar arm whose joints turn or slide: virtual functions, owned through unique_ptr.

#include "numeric.h"

#include <cmath>
#include <memory>
#include <vector>

struct Frame {
  double x = 0.0, y = 0.0, angle = 0.0;
};

class Joint {
public:
  virtual ~Joint() = default;
  virtual void advance(Frame &frame, double q) const = 0;
  virtual double energy(double q) const { return 0.5 * q * q; }
};

class Revolute : public Joint {
public:
  explicit Revolute(double length) : length(length) {}
  void advance(Frame &frame, double q) const override {
    frame.angle += q;
    frame.x += length * std::cos(frame.angle);
    frame.y += length * std::sin(frame.angle);
  }

private:
  double length;
};

class Prismatic : public Joint {
public:
  explicit Prismatic(double stiffness) : stiffness(stiffness) {}
  void advance(Frame &frame, double q) const override {
    frame.x += q * std::cos(frame.angle);
    frame.y += q * std::sin(frame.angle);
  }
  double energy(double q) const override { return Joint::energy(q) * stiffness; }

private:
  double stiffness;
};

#pragma adjoint reverse
double cost(const double *q, double length, double stiffness) {
  std::vector<std::unique_ptr<Joint>> arm;
  arm.push_back(std::make_unique<Revolute>(length));
  arm.push_back(std::make_unique<Prismatic>(stiffness));
  arm.push_back(std::make_unique<Revolute>(0.5 * length));
  Frame tip;
  double energy = 0.0;
  for (std::size_t i = 0; i < arm.size(); ++i) {
    arm[i]->advance(tip, q[i]);
    energy += arm[i]->energy(q[i]);
  }
  double dx = tip.x - 1.0, dy = tip.y - 0.5;
  return dx * dx + dy * dy + 0.1 * energy;
}

int main() {
  using numeric::Vector;
  numeric::check(
      "cost", {0.4, 0.7, -0.3, 1.2, 2.5}, [&](const Vector &v) { return Vector{cost(v.data(), v[3], v[4])}; },
      [&](const Vector &v, const Vector &y_b) {
        Vector b(5);
        cost_b(v.data(), b.data(), v[3], b[3], v[4], b[4], y_b[0]);
        return b;
      });
  return numeric::report();
}
