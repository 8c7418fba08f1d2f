// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elements of a container that a loop uses are named by a pointer of their own, and numbers of an object by a constant. Not where the
// function may put them elsewhere, or change them.
//
// RUN: %adjoint-gen %s --dump=normal | FileCheck %s --match-full-lines

#include <vector>

#pragma adjoint reverse
double weighted(const std::vector<double> &x, const std::vector<double> &w) {
  double s = 0.0;
  for (int i = 0; i < 3; ++i)
    s += w[i] * x[i] * x[0];
  return s;
}

#pragma adjoint reverse
void doubled(std::vector<double> &x, const double &by) {
  for (int i = 0; i < 3; ++i)
    x.push_back(x[i] * by);
}

// CHECK: double weighted(const vector_double &x, const vector_double &w) {
// CHECK-NEXT:   double *const w_elements = w.elements;
// CHECK-NEXT:   double *const x_elements = x.elements;
// CHECK-NEXT:   double s = 0.0;
// CHECK-NEXT:   for (int i = 0; i < 3; ++i) {
// CHECK-NEXT:     s += w_elements[i] * x_elements[i] * x_elements[0];
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
// CHECK-NEXT: void doubled(vector_double &x, const double &by) {
// CHECK-NEXT:   for (int i = 0; i < 3; ++i) {
// CHECK-NEXT:     double value = x.elements[i] * by;
// CHECK-NEXT:     const bool taken = x.count == x.room;
// CHECK-NEXT:     if (taken) {
// CHECK-NEXT:       const unsigned long grown_value = x.room == 0 ? 1 : 2 * x.room;
// CHECK-NEXT:       double *larger = adjoint::calloc<double>(grown_value);
// CHECK-NEXT:       for (unsigned long i_2 = 0; i_2 < x.count; ++i_2) {
// CHECK-NEXT:         larger[i_2] = x.elements[i_2];
// CHECK-NEXT:       }
// CHECK-NEXT:       std::free(x.elements);
// CHECK-NEXT:       x.elements = larger;
// CHECK-NEXT:       x.room = grown_value;
// CHECK-NEXT:       x.elements[x.count] = value;
// CHECK-NEXT:     } else {
// CHECK-NEXT:       x.elements[x.count] = value;
// CHECK-NEXT:     }
// CHECK-NEXT:     ++x.count;
// CHECK-NEXT:   }
// CHECK-NEXT: }

class Grid {
public:
  int width() const { return width_; }
  double operator()(int i, int j) const { return values_[j * width_ + i]; }
  int rows = 0, seen = 0;

private:
  int width_ = 0;
  std::vector<double> values_;
};

#pragma adjoint reverse
double squares(Grid &g) {
  double s = 0.0;
  for (int j = 0; j < g.rows; ++j)
    for (int i = 0; i < g.width(); ++i) {
      s += g(i, j) * g(i, j);
      ++g.seen;
    }
  return s;
}

// CHECK: double squares(Grid_plain &g) {
// CHECK-NEXT:   const int g_rows = g.rows;
// CHECK-NEXT:   const int g_width = g.width_;
// CHECK-NEXT:   double *const g_values_elements = g.values_.elements;
// CHECK-NEXT:   double s = 0.0;
// CHECK-NEXT:   for (int j = 0; j < g_rows; ++j) {
// CHECK-NEXT:     for (int i = 0; i < g_width; ++i) {
// CHECK-NEXT:       s += g_values_elements[j * g_width + i] * g_values_elements[j * g_width + i];
// CHECK-NEXT:       ++g.seen;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
