// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Arguments that lead to nothing which is asked for, and are read from memory that has no adjoint: what a callee makes of
// them is thrown away.

#include "numeric.h"

#include <cmath>
#include <memory>
#include <vector>

namespace {

struct Shape {
  double scale;
  explicit Shape(double scale) : scale(scale) {}
  virtual ~Shape() = default;
  virtual double area(double a) const = 0;
};
struct Disc : Shape {
  double radius;
  Disc(double scale, double radius) : Shape(scale), radius(radius) {}
  double area(double a) const override { return 0.6 * radius * radius * scale * a; }
};
struct Slab : Shape {
  double width, height[2];
  Slab(double a, double b) : Shape(0.5 * a * b), width(a), height{b, 0.4 * a} {}
  double area(double a) const override { return 0.6 * width * height[0] * scale + a * height[1]; }
};
struct Cube : Slab {
  explicit Cube(double a) : Slab(a, 0.7 * a) {}
  double area(double a) const override { return 0.6 * Slab::area(0.5 * a) + 0.2 * width * a; }
};

std::unique_ptr<Shape> shaped(double a, double b, int kind) {
  if (kind == 0)
    return std::make_unique<Disc>(a, b);
  if (kind == 1)
    return std::make_unique<Slab>(a, b);
  return std::make_unique<Cube>(a);
}

class Part {
public:
  Part(double a, double b) : angle(b), weight(a * std::sin(1.2)), volume(b * a * a), sides(new double[3]{b * a, 0.4, 1.0}) {}
  Part(const Part &) = delete;
  Part &operator=(const Part &) = delete;
  ~Part() { delete[] sides; }
  double turned(int kind) const {
    std::shared_ptr<Shape> one = shaped(volume * weight, (weight * weight > -0.2) * sides[1], kind);
    std::shared_ptr<Shape> other = std::make_shared<Slab>((angle > 0.7 ? sides : sides)[1], 0.5);
    std::vector<std::shared_ptr<Shape>> all{one, other, other, other};
    return std::sin(angle * -0.1);
  }

private:
  double angle, weight, volume;
  double *sides;
};

} // namespace

#pragma adjoint reverse
double unusedParts(double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    Part *part = new Part(x[1], x[0] * x[i]);
    x[(i + 1) % n] = x[0] * x[1] * part->turned(2 - i);
    delete part;
    s += x[i];
  }
  return x[0] + s;
}

int main() {
  numeric::check("unusedParts", unusedParts, unusedParts_b, {{0.7, 1.3}, {-0.4, 0.9, 1.1}});
  return numeric::report();
}
