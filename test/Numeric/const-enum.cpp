// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// const, constexpr, static const, and enumerations.

#include "numeric.h"

#include <vector>

const double gravity = 9.81;
constexpr int order = 3;
static const double weights[order] = {0.25, 0.5, 0.25};
enum Kind { Linear, Quadratic = 4, Cubic };
enum class Side : unsigned char { Left, Right };

#pragma adjoint reverse
double constants(const double x, const double y) {
  const double a = x * y, b = a * a;
  constexpr double half = 0.5;
  static const double third = 1.0 / 3.0;
  static constexpr double table[2][2] = {{1.0, 2.0}, {3.0, 4.0}};
  const double c = half * b + third * x * gravity;
  return c * table[1][0] - table[0][1] * a;
}

#pragma adjoint reverse
double globalTable(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i)
    s = s * x[i] + weights[i % order] * x[i] * x[i];
  return s;
}

#pragma adjoint reverse
double enumerated(double x, double y) {
  Kind kind = x > y ? Cubic : Linear;
  double r = x * y;
  if (kind == Linear)
    kind = Quadratic;
  switch (kind) {
  case Linear:
    return 0.0;
  case Quadratic:
    r *= r;
    break;
  case Cubic:
    r *= r * r;
    break;
  }
  return r * kind + x;
}

#pragma adjoint reverse
double scopedEnumeration(const double *x, int n) {
  Side side = Side::Left;
  double left = 1.0, right = 0.5;
  for (int i = 0; i < n; ++i) {
    if (side == Side::Left) {
      left *= x[i] + right;
      side = Side::Right;
    } else {
      right += x[i] * left;
      side = static_cast<Side>(0);
    }
  }
  return left * right + static_cast<int>(side);
}

#pragma adjoint reverse
double constPointers(const double *const x, const int n) {
  const double *const last = x + n - 1;
  enum { First = 0, Factor = 3 };
  double s = x[First] * *last;
  double *const p = &s;
  *p *= Factor * s;
  return s + *p * x[0];
}

typedef struct {
  enum { Constant, Product, Root } tag;
  double value;
} Node;

// The structure has its name from the typedef alone.
#pragma adjoint reverse
double ofTypedef(double x, double y) {
  Node nodes[] = {{Node::Product, x}, {Node::Root, y}, {Node::Constant, 2.0}};
  double s = y;
  for (const Node &node : nodes) {
    if (node.tag == Node::Product)
      s *= node.value;
    else
      s = node.tag == Node::Root ? s * s + node.value : s + node.value;
  }
  return s;
}

struct Outcome {
  std::vector<double> x;
  enum { Converged, Limited } status;
};

Outcome run(double x, double y) {
  if (x > 1.0)
    return {{x, y}, Outcome::Converged};
  return {{y, x * y}, Outcome::Limited};
}

// A class with a container, and a member whose type has no name at all.
#pragma adjoint reverse
double ofUnnamed(double x, double y) {
  const Outcome first = run(x, y);
  Outcome second = first;
  second.status = first.status == Outcome::Limited ? Outcome::Converged : Outcome::Limited;
  return second.x[0] * (second.status == Outcome::Converged ? first.x[1] * y : first.x[1]);
}

int main() {
  numeric::check("ofUnnamed", ofUnnamed, ofUnnamed_b, {{0.7, 1.3}, {1.1, 0.6}});
  numeric::check("constants", constants, constants_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("globalTable", globalTable, globalTable_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("enumerated", enumerated, enumerated_b, {{0.7, 1.3}, {1.1, 0.6}});
  numeric::check("scopedEnumeration", scopedEnumeration, scopedEnumeration_b,
                 {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("constPointers", constPointers, constPointers_b, {{0.7, 1.3, -0.8}, {1.1, 0.9}});
  numeric::check("ofTypedef", ofTypedef, ofTypedef_b, {{0.7, 1.3}, {1.1, 0.6}});
  return numeric::report();
}
