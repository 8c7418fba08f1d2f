// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "declared.h"

#include <cmath>

#pragma adjoint reverse
double distance(const Point &point, double *moved) {
  *moved = point.x * 3.0;
  return std::sqrt(point.x * point.x + point.y * point.y);
}

namespace model {
#pragma adjoint reverse wrt(x) name(slope)
double scaled(double x, double factor) { return x * x * factor; }

double twiceHere(double x) {
  double x_b = 0.0;
  twice_b(x, x_b, 1.0);
  return x_b;
}
} // namespace model

extern "C" {
#pragma adjoint reverse
double plain(double x) { return x * x; }
}

double unmarked(double x) { return x * x * x; }

#pragma adjoint reverse
#pragma adjoint tangent
double cube(double x) { return x * x * x; }

double Line::at(double x) const { return slope * x; }
double Line::square(double x) const { return at(x) * at(x); }
void Line::operator*=(double factor) { slope *= factor; }
