// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An annotated declaration in a header declares the adjoint, the definition in one source defines it, another calls it;
// and where only the declaration is at hand, calls are differentiated by calling the adjoint. Through both doors.
//
// RUN: %adjoint-gen %s -o %t.cpp -- -I %S/Inputs
// RUN: %adjoint-gen %S/Inputs/declared.cpp -o %t.declared.cpp
// RUN: %gxx -I %S/Inputs %t.cpp %t.declared.cpp -o %t.exe %runtime-flags
// RUN: %t.exe
// RUN: %clangxx -I %S/Inputs %t.cpp %t.declared.cpp -o %t.exe %runtime-flags
// RUN: %t.exe
// RUN: %clangxx %plugin %s %S/Inputs/declared.cpp -I %S/Inputs -o %t.exe %runtime-flags
// RUN: %t.exe
//
// Files of both doors link with each other.
// RUN: %clangxx %plugin -c %s -I %S/Inputs -o %t.o
// RUN: %gxx -I %S/Inputs %t.o %t.declared.cpp -o %t.exe %runtime-flags
// RUN: %t.exe
//
// RUN: FileCheck %s --input-file=%t.cpp
// CHECK: #include "declared.h"
// CHECK: {{^}}void distance_b(const Point &point, Point &point_b, double *moved,
// CHECK: {{^}}namespace model {
// CHECK: {{^}}void slope(double x, double &x_b, double factor, double result_b);
// CHECK: {{^}}void unmarked_b(
// CHECK: {{^}}inline void twice_b(
// CHECK: {{^}}double local(double x);
// CHECK-EMPTY:
// CHECK-NEXT: {{^}}void local_b(double x, double &x_b, double result_b);

#include "declared.h"

#pragma adjoint reverse
double local(double x);

double slopeOfLocal(double x) {
  double x_b = 0.0;
  local_b(x, x_b, 1.0);
  return x_b;
}

double local(double x) { return 4.0 * x; }

#pragma adjoint reverse
double f(double x, double y) {
  Point point = {x, y};
  double moved = 0.0;
  double result = distance(point, &moved);
  return result * moved + plain(x) + unmarked(y);
}

#pragma adjoint reverse
#pragma adjoint tangent
double ofCube(double x) { return 2.0 * cube(x); }

// Members that another file defines are called on the object, and their adjoints with it.
#pragma adjoint reverse
double ofLine(const Line &line, double x) {
  Line steeper = line;
  steeper *= x;
  const Line *other = &line;
  return steeper.at(x) * other->square(x);
}

#pragma adjoint reverse
#pragma adjoint tangent
double ofSquare(const Line &line, double x) { return line.square(x) * x; }

bool areRightOfMembers() {
  // slope x^2 slope^2 x^2, slope^2 x^3
  Line line = {3.0}, line_b = {0.0};
  double x_b = 0.0;
  ofLine_b(line, line_b, 2.0, x_b, 1.0);
  bool isRight = line_b.slope == 3 * 9.0 * 16.0 && x_b == 27.0 * 4 * 8.0;
  line_b.slope = x_b = 0.0;
  ofSquare_b(line, line_b, 2.0, x_b, 1.0);
  double y_d = 0.0;
  Line line_d = {5.0};
  ofSquare_d(line, line_d, 2.0, 7.0, y_d);
  return isRight && line_b.slope == 48.0 && x_b == 108.0 && y_d == 48.0 * 5.0 + 108.0 * 7.0;
}

bool areRight() {
  double x_b = 0.0, y_d = 0.0;
  ofCube_b(2.0, x_b, 1.0);
  ofCube_d(2.0, 1.0, y_d);
  Line line = {3.0}, line_b = {0.0};
  double at_b = 0.0;
  ::at_b(line, line_b, 2.0, at_b, 1.0);
  return x_b == 24.0 && y_d == 24.0 && line_b.slope == 2.0 && at_b == 3.0;
}

int main() {
  // sqrt(x^2 + y^2) 3 x + x^2 + y^3
  double x_b = 0.0, y_b = 0.0;
  f_b(3.0, x_b, 4.0, y_b, 1.0);
  bool isRight = x_b == 15.0 + 9.0 * 0.6 + 6.0 && y_b == 9.0 * 0.8 + 48.0;
  double twice = 0.0, scaled = 0.0;
  model::twice_b(1.0, twice, 1.0);
  model::slope(3.0, scaled, 5.0, 1.0);
  return isRight && twice == 2.0 && scaled == 30.0 && slopeOfLocal(1.0) == 4.0 && areRight() && areRightOfMembers() ? 0 : 1;
}
