// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Objects and arrays that are made, copied, and changed: the copy may be the object only where nobody uses that again. What is slow and
// stays the same in a loop is computed in front of it.

#include "numeric.h"

#include <cmath>

namespace {
struct Vector {
  double at[3];
};
struct Matrix {
  double at[9];
};
struct Operand {
  Vector values;
};
struct Large {
  Matrix values;
  int rows;
};

Vector scaled(const Vector &v, double s) {
  Vector made;
  for (int k = 0; k < 3; ++k)
    made.at[k] = std::exp(s * s) * v.at[k];
  return made;
}
Operand ready(const Vector &v, double s) { return {scaled(v, s)}; }
Matrix outer(const Vector &a, const Vector &b) {
  Matrix made;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      made.at[3 * i + j] = a.at[i] * std::sin(b.at[0] * b.at[1]) + b.at[j];
  return made;
}
Large large(const Vector &a, const Vector &b) { return {outer(a, b), 3}; }
} // namespace

#pragma adjoint reverse
double chained(const double *p, int n) {
  double sum = 1.0;
  for (int t = 0; t < n; ++t) {
    const Vector v = {{p[0], p[1] * sum, p[2]}};
    const Operand r = ready(v, sum);
    Vector w = r.values;
    w.at[0] *= w.at[1] + r.values.at[2];
    const Vector x = w;
    w.at[1] = x.at[0] * p[1];
    const Large m = large(x, w);
    Matrix k = m.values;
    k.at[4] = k.at[0] * k.at[8];
    Matrix l = k;
    k.at[4] = 2.0;
    for (int i = 0; i < 9; ++i)
      sum += 0.01 * l.at[i] * k.at[i] * m.values.at[8 - i];
  }
  return sum;
}

#pragma adjoint reverse
double branches(const double *p, int n) {
  double sum = 0.3;
  for (int t = 0; t < n; ++t) {
    Vector now;
    if (sum > 0.5) {
      Vector other = scaled({{p[0], sum, p[2]}}, p[1]);
      now = other;
      other.at[0] = 0.0;
    } else {
      const Vector same = {{p[1], p[2] * sum, sum}};
      now = same;
    }
    double kept[3], copy[3];
    for (int i = 0; i < 3; ++i)
      kept[i] = now.at[i] * now.at[2 - i];
    copy[0] = kept[0];
    copy[1] = kept[1];
    copy[2] = kept[2];
    copy[1] *= copy[0];
    sum += copy[1] * 0.1 + std::sin(copy[2]) + now.at[1];
  }
  return sum;
}

static double heads(double s, double t) {
  double sum = 0.0;
  int i = 0;
  for (Vector a = scaled({{s, t, s * t}}, s), b = a; i < 2; ++i) {
    b.at[0] *= 0.5;
    sum += a.at[0] * b.at[0] * b.at[1];
  }
  return sum;
}

// what is copied once more behind a jump back
#pragma adjoint reverse
double again(const double *p, int n) {
  int times = 0;
  double sum = heads(p[0], p[1]);
  const Operand r = ready({{p[0], p[1], p[2]}}, sum);
copy:
  Vector w = r.values;
  w.at[0] *= p[1] + sum;
  sum += w.at[0] * w.at[1];
  if (++times < n)
    goto copy;
  return sum;
}

int main() {
  numeric::check("chained", chained, chained_b, {{0.4, -0.7, 0.3}, {0.1, 0.2, -0.5}});
  numeric::check("branches", branches, branches_b, {{0.4, -0.7, 0.3}, {0.1, 0.2, -0.5}});
  numeric::check("again", again, again_b, {{0.4, -0.7, 0.3}, {0.1, 0.2, -0.5}});
  return numeric::report();
}
