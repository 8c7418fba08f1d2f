// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indices that are read from memory have a name where elements are referred to by them more than once: one name as long as the index
// stays the same.
//
// RUN: %adjoint-gen %s --dump=inline | FileCheck %s --match-full-lines

#include <vector>

struct Point {
  double x, y, z;
};
inline Point operator-(const Point &a, const Point &b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Point operator+(const Point &a, const Point &b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Point operator*(double s, const Point &a) { return {s * a.x, s * a.y, s * a.z}; }

struct Spring {
  int from, to;
  double stiffness;
};

#pragma adjoint reverse
void pull(std::vector<Point> &p, const std::vector<Spring> &springs) {
  for (const Spring &s : springs) {
    const Point d = p[s.to] - p[s.from];
    p[s.from] = p[s.from] + s.stiffness * d;
    p[s.to] = p[s.to] - s.stiffness * d;
  }
}

// The index changes.
#pragma adjoint reverse
void moved(std::vector<Point> &p, Spring *s) {
  p[s->to] = p[s->to] + 2.0 * p[s->from];
  s->to = s->from + 1;
  p[s->to] = p[s->to] + 3.0 * p[s->from];
}

// And in the loop, behind where it is used.
#pragma adjoint reverse
void walked(std::vector<Point> &p, Spring *s, int n) {
  p[s->to] = p[s->to] + 2.0 * p[0];
  for (int k = 0; k < n; ++k) {
    p[s->to] = p[s->to] + 3.0 * p[k];
    s->to = k;
  }
}

// Used once: it stays where it is.
#pragma adjoint reverse
double once(const std::vector<double> &x, const std::vector<int> &where, int n) {
  double sum = 0;
  for (int k = 0; k < n; ++k)
    sum += x[where[k]] * x[k];
  return sum;
}

// CHECK: void pull(vector_Point &p, const vector_Spring &springs) {
// CHECK-NEXT:   for (const Spring *begin = springs.elements; begin != springs.elements + springs.count; ++begin) {
// CHECK-NEXT:     const int to = begin->to;
// CHECK-NEXT:     const int from = begin->from;
// CHECK-NEXT:     double d_x = p.elements[to].x - p.elements[from].x;
// CHECK-NEXT:     double d_y = p.elements[to].y - p.elements[from].y;
// CHECK-NEXT:     double d_z = p.elements[to].z - p.elements[from].z;
// CHECK-NEXT:     double s = begin->stiffness;
// CHECK-NEXT:     p.elements[from].x += s * d_x;
// CHECK-NEXT:     p.elements[from].y += s * d_y;
// CHECK-NEXT:     p.elements[from].z += s * d_z;
// CHECK-NEXT:     double s_2 = begin->stiffness;
// CHECK-NEXT:     p.elements[to].x -= s_2 * d_x;
// CHECK-NEXT:     p.elements[to].y -= s_2 * d_y;
// CHECK-NEXT:     p.elements[to].z -= s_2 * d_z;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void moved(vector_Point &p, Spring *s) {
// CHECK-NEXT:   const int to = s->to;
// CHECK-NEXT:   const int from = s->from;
// CHECK-NEXT:   p.elements[to].x += 2.0 * p.elements[from].x;
// CHECK-NEXT:   p.elements[to].y += 2.0 * p.elements[from].y;
// CHECK-NEXT:   p.elements[to].z += 2.0 * p.elements[from].z;
// CHECK-NEXT:   s->to = s->from + 1;
// CHECK-NEXT:   const int to_2 = s->to;
// CHECK-NEXT:   p.elements[to_2].x += 3.0 * p.elements[from].x;
// CHECK-NEXT:   p.elements[to_2].y += 3.0 * p.elements[from].y;
// CHECK-NEXT:   p.elements[to_2].z += 3.0 * p.elements[from].z;
// CHECK-NEXT: }
// CHECK-NEXT: void walked(vector_Point &p, Spring *s, int n) {
// CHECK-NEXT:   const int to = s->to;
// CHECK-NEXT:   p.elements[to].x += 2.0 * p.elements[0].x;
// CHECK-NEXT:   p.elements[to].y += 2.0 * p.elements[0].y;
// CHECK-NEXT:   p.elements[to].z += 2.0 * p.elements[0].z;
// CHECK-NEXT:   for (int k = 0; k < n; ++k) {
// CHECK-NEXT:     const int to_2 = s->to;
// CHECK-NEXT:     p.elements[to_2].x += 3.0 * p.elements[k].x;
// CHECK-NEXT:     p.elements[to_2].y += 3.0 * p.elements[k].y;
// CHECK-NEXT:     p.elements[to_2].z += 3.0 * p.elements[k].z;
// CHECK-NEXT:     s->to = k;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: double once(const vector_double &x, const vector_int &where, int n) {
// CHECK-NEXT:   double sum = 0;
// CHECK-NEXT:   for (int k = 0; k < n; ++k) {
// CHECK-NEXT:     sum += x.elements[where.elements[k]] * x.elements[k];
// CHECK-NEXT:   }
// CHECK-NEXT:   return sum;
// CHECK-NEXT: }
