// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --check writes a program that compares differences, tangent and adjoint, and says which of them disagrees.
//
// RUN: %adjoint-gen %s --check --function=model::smooth --at=x=1.25,a=1:2:3,n=3 -o %t.smooth.cpp
// RUN: %gxx %t.smooth.cpp -o %t.smooth %runtime-flags
// RUN: %t.smooth | FileCheck %s --check-prefix=SMOOTH
// RUN: %t.smooth --seed=7 x=0.5 | FileCheck %s --check-prefix=SEED
// RUN: not %t.smooth z=0.5 | FileCheck %s --check-prefix=UNKNOWN
//
// RUN: %adjoint-gen %s --check --function=products --size=p=2 --size=t=3 -o %t.products.cpp
// RUN: %gxx -Wall -Wextra -Werror %t.products.cpp -o %t.products %runtime-flags
// RUN: %t.products | FileCheck %s --check-prefix=PRODUCTS
// PRODUCTS: p {{.*}} ok (step
// PRODUCTS: t {{.*}} ok (step
// PRODUCTS: products: ok
//
// RUN: %adjoint-gen %s --check --function=step --size=w.values=4 -o %t.step.cpp
// RUN: %clangxx %t.step.cpp -o %t.step %runtime-flags
// RUN: %t.step | FileCheck %s --check-prefix=STEP
//
// RUN: %adjoint-gen %s --check --function=kink --at=x=0,y=0.5 --Wno-active-branch -o %t.kink.cpp
// RUN: %gxx %t.kink.cpp -o %t.kink %runtime-flags
// RUN: %t.kink | FileCheck %s --check-prefix=KINK
// RUN: %t.kink x=-1e-9 | FileCheck %s --check-prefix=NEAR
//
// RUN: %adjoint-gen %s --check --function=rounded --at=x=1.3 -o %t.rounded.cpp
// RUN: %gxx %t.rounded.cpp -o %t.rounded %runtime-flags
// RUN: %t.rounded | FileCheck %s --check-prefix=ROUNDED
// ROUNDED: x {{.*}} ok (step
// ROUNDED: rounded: ok
//
// RUN: %adjoint-gen %s --check --function=corner -o %t.corner.cpp
// RUN: %gxx -Wall -Wextra -Werror %t.corner.cpp -o %t.corner %runtime-flags
// RUN: %t.corner | FileCheck %s --check-prefix=CORNER
// RUN: %t.corner x=0.5:2:3 t=1 | FileCheck %s --check-prefix=CORNER
// CORNER: x {{.*}} ok (step
// CORNER: t {{.*}} ok (step
// CORNER: corner: ok
//
// RUN: %adjoint-gen %s --check --function=brokenAdjoint --function=brokenTangent --function=brokenBoth -o %t.broken.cpp
// RUN: %gxx %t.broken.cpp -o %t.broken %runtime-flags
// RUN: not %t.broken | FileCheck %s --check-prefix=BROKEN
//
// RUN: %adjoint-gen %s --check --function=Spring::stretched --function=turned -o %t.objects.cpp
// RUN: %gxx %t.objects.cpp -o %t.objects %runtime-flags
// RUN: %t.objects | FileCheck %s --check-prefix=OBJECTS
//
// RUN: %adjoint-gen %s --check --mode=hessian_vector --function=model::smooth --function=product --size=x=3 --size=m=2 -o %t.second.cpp
// RUN: %gxx %t.second.cpp -o %t.second %runtime-flags
// RUN: %t.second a=1:2:3 n=3 | FileCheck %s --check-prefix=SECOND
// SECOND: second order: <x_bd, w> = {{.*}}, differences of the adjoint
// SECOND: model::smooth: ok
// SECOND: second order: <x_bd, w> = {{.*}}, differences of the adjoint
// SECOND: product: ok
//
// RUN: %adjoint-gen %s --check --function=product --size=x=3 --size=m=2 -o %t.vectors.cpp
// RUN: %gxx %t.vectors.cpp -o %t.vectors %runtime-flags
// RUN: %t.vectors | FileCheck %s --check-prefix=VECTORS
//
// RUN: not %adjoint-gen %s --check --function=rows -o %t.rows.cpp 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: not %adjoint-gen %s --check --function=between -o %t.between.cpp 2>&1 | FileCheck %s --check-prefix=BETWEEN
// RUN: not %adjoint-gen %s --check -o %t.none.cpp 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not %adjoint-gen %s --check --function=step --at=x -o %t.none.cpp 2>&1 | FileCheck %s --check-prefix=POINT
// RUN: not %adjoint-gen %s --check --function=step --size=x=y -o %t.none.cpp 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not %adjoint-gen %s --at=x=1 -o %t.none.cpp 2>&1 | FileCheck %s --check-prefix=ALONE

#include <array>
#include <cmath>
#include <complex>
#include <vector>

namespace model {
double smooth(double x, const double *a, int n) {
  double s = x;
  for (int i = 0; i < n; ++i)
    s = s * a[i] + std::sin(s);
  return s;
}
} // namespace model

// SMOOTH: model::smooth, seed {{[0-9]+}}
// SMOOTH: argument differences tangent adjoint
// SMOOTH: x {{.*}} ok (step
// SMOOTH: a {{.*}} ok (step
// SMOOTH: <y_b, F' x_d> = {{.*}}, <F'^T y_b, x_d> = {{.*}}, relative difference
// SMOOTH: model::smooth: ok
// SEED: model::smooth, seed 7
// SEED: model::smooth: ok
// UNKNOWN: there is nothing named 'z' to be given a value

struct Work {
  double *values;
  float scale[2];
  int count;
  bool isLogarithmic;
};

/// Overwrites what it is given; has a passive argument, and a part in single precision.
double step(Work w, double (&state)[2][2], const bool &turn, double dt, double *out) {
  for (int i = 0; i < w.count; ++i) {
    state[i % 2][turn] += dt * w.values[i] * w.scale[i % 2];
    w.values[i] *= state[0][1];
  }
  out[3] = state[1][1] * out[2];
  return w.isLogarithmic ? std::log(out[3]) : out[3];
}

// STEP: w.values {{.*}} ok
// STEP: w.scale {{.*}} ok
// STEP: state {{.*}} ok
// STEP: dt {{.*}} ok
// STEP: out {{.*}} ok
// STEP: step: ok

/// Arrays that are objects.
std::array<double, 2> corner(const std::array<double, 3> &x, double t) { return {x[0] * x[1] * t, x[2] + t * t}; }

/// A float that is neither a parameter nor the result.
double rounded(double x) {
  const float square = x * x;
  return square * x;
}

double kink(double x, double y) { return std::fabs(x) * y + y * y; }

// KINK: x {{.*}} kink: {{.*}} from the left, {{.*}} from the right; ok
// KINK: y {{.*}} ok
// KINK: kink: ok
// NEAR: kink: ok

double half(double x) { return 0.5 * x * x; }
#pragma adjoint derivative_of(half)
void half_b(double x, double &x_b, double result_b) { x_b += 2.0 * x * result_b; } // wrong
#pragma adjoint tangent_of(half)
double half_d(double x, double x_d, double &result_d) {
  result_d = x * x_d;
  return half(x);
}

double third(double x) { return x * x * x / 3.0; }
#pragma adjoint derivative_of(third)
void third_b(double x, double &x_b, double result_b) { x_b += x * x * result_b; }
#pragma adjoint tangent_of(third)
double third_d(double x, double x_d, double &result_d) {
  result_d = x * x_d; // wrong
  return third(x);
}

double quarter(double x) { return 0.25 * x * x; }
#pragma adjoint derivative_of(quarter)
void quarter_b(double x, double &x_b, double result_b) { x_b += x * result_b; } // wrong
#pragma adjoint tangent_of(quarter)
double quarter_d(double x, double x_d, double &result_d) {
  result_d = x * x_d; // wrong in the same way
  return quarter(x);
}

double brokenAdjoint(double x, double y) { return half(x) + y; }
double brokenTangent(double x, double y) { return third(x) * y; }
double brokenBoth(double x) { return quarter(x); }

// BROKEN: x {{.*}} THE ADJOINT DISAGREES
// BROKEN: y {{.*}} ok
// BROKEN: IS TOO LARGE
// BROKEN: brokenAdjoint: derivatives disagree
// BROKEN: x {{.*}} THE TANGENT DISAGREES
// BROKEN: y {{.*}} ok
// BROKEN: brokenTangent: derivatives disagree
// BROKEN: x {{.*}} THE DIFFERENCES DISAGREE
// BROKEN: brokenBoth: derivatives disagree

double product(const std::vector<std::vector<double>> &m, std::vector<double> &x, int n) {
  double sum = n;
  for (std::size_t i = 0; i < m.size(); ++i)
    for (std::size_t j = 0; j < m[i].size(); ++j) {
      x[i] *= m[i][j];
      sum += x[i] * x[i + 1];
    }
  return sum;
}
// VECTORS: m {{.*}} ok
// VECTORS: x {{.*}} ok
// VECTORS: product: ok

double rows(double **a) { return a[0][0] * a[1][0]; }
// ROWS: check.cpp:[[@LINE-1]]: error: --check cannot make values for 'a' of 'rows'; check a function of

double between(std::vector<double>::iterator first, std::vector<double>::iterator last) { return *first * (last - first); }
// BETWEEN: check.cpp:[[@LINE-1]]: error: --check cannot make values for 'first' of 'between'; check a function of

// NONE: error: --check needs --function
// POINT: error: --at: 'x' is not name=number
// SIZE: error: --size: 'x=y' is not name=number
// ALONE: error: --at belongs to --check, and --size to --check or --python

int main() { return 2; }

struct Spring {
  double stiffness, length;
  double stretched(double force) const { return length + std::sin(force) / stiffness; }
};

std::complex<double> turned(std::complex<double> &z, double angle) {
  z *= std::complex<double>(std::cos(angle), std::sin(angle));
  return z * z;
}

// OBJECTS: Spring::stretched, seed
// OBJECTS: self.stiffness {{.*}} ok
// OBJECTS: self.length {{.*}} ok
// OBJECTS: force {{.*}} ok
// OBJECTS: Spring::stretched: ok
// OBJECTS: z.re {{.*}} ok
// OBJECTS: z.im {{.*}} ok
// OBJECTS: angle {{.*}} ok
// OBJECTS: turned: ok

// What is returned gets its size in the call.
std::vector<std::vector<double>> products(const std::vector<double> &p, const std::vector<double> &t) {
  std::vector<std::vector<double>> all(p.size());
  for (std::size_t i = 0; i < p.size(); ++i)
    for (double one : t)
      all[i].push_back(p[i] * one * one);
  return all;
}
