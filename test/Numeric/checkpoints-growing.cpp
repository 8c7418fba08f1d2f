// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES
// NUMERIC-VARIANTS: --no-tbr | --no-liveness
//
// Vectors that grow in a loop with snapshots: steps that run again get the blocks that they had, and adjoints stay with them.

#include "numeric.h"

#include <adjoint/checkpoints.h>

#include <cmath>
#include <utility>
#include <vector>

#pragma adjoint reverse
double path(double x, double y) {
  std::vector<double> v = {x};
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < 21; ++t)
    v.push_back(std::sin(v.back() * y) + 0.1 * v[t / 2]);
  return v.back() * v[3] + v[7];
}

#pragma adjoint reverse
double stored(double x, double y) {
  std::vector<double> v = {x};
  for (int t = 0; t < 21; ++t)
    v.push_back(std::sin(v.back() * y) + 0.1 * v[t / 2]);
  return v.back() * v[3] + v[7];
}

// It was empty, has grown before, and grows again behind the loop; elements are overwritten in all its sizes.
#pragma adjoint reverse
double overwritten(double x, double y) {
  std::vector<double> v;
  v.push_back(x);
  v.push_back(x * y);
  v.push_back(std::cos(x));
  double a = y;
#pragma adjoint checkpoint every(3)
  for (int t = 0; t < 13; ++t) {
    for (std::size_t i = 1; i < v.size(); ++i)
      v[i] = v[i] * std::cos(v[i - 1]) + 0.1 * a;
    if (t % 3 != 1)
      v.push_back(a * v[0]);
    a = std::sin(a) + v.back() * v[v.size() / 2];
  }
  v.push_back(a * x);
  for (std::size_t i = 0; i + 1 < v.size(); ++i)
    v[i] = v[i] * v[i + 1];
  return v[0] + v[v.size() - 2] * a;
}

// Two of them, of different sizes; one shrinks, too; how many steps there are is not known before.
#pragma adjoint reverse
double two(double x, double y) {
  std::vector<double> v = {x, y}, w;
  int t = 0;
#pragma adjoint checkpoint snapshots(3)
  while (t < 17 && v.size() < 12) {
    w.push_back(v.back() * std::cos(x * v[0]));
    v.push_back(std::sin(w.back() * w[w.size() / 2]) + 0.3);
    if (t % 4 == 3) {
      v.pop_back();
      v.pop_back();
    }
    v[0] = v[0] * std::sin(v.back());
    ++t;
  }
  return v[0] * v.back() + w[1] * w.back();
}

#pragma adjoint reverse
double resized(double x, double y) {
  std::vector<double> v(2);
  v[0] = x;
  v[1] = y;
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < 9; ++t) {
    v.resize(2 + (t * 5) % 7, 0.5 * x);
    for (std::size_t i = 0; i < v.size(); ++i)
      v[i] = std::cos(v[i] * v[v.size() - 1 - i]) + 0.1 * y;
  }
  return v[0] * v[1] + v.back();
}

// What stands in front of the loop needs numbers that it overwrites, and its steps do not read before the vector grows.
#pragma adjoint reverse
double inFront(double x, double y) {
  std::vector<double> v(3);
  double a = 1.0;
  for (int i = 0; i < 3; ++i) {
    v[i] = std::sin(x * (i + 1)) * a;
    a += v[i] * v[i] * y;
  }
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < 6; ++t) {
    v.push_back(y * t * v[0]);
    v[t % 3] = v.back() * x;
  }
  for (int t = 0; t < 2; ++t)
    a = a * v[t] + v[5 + t];
  return a * v[2];
}

double grown(std::vector<double> &v, double x) {
  double b = 0.0;
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < 6; ++t) {
    const double c = x * t + 0.1;
    std::vector<double> w;
    for (int k = 0; k < 5; ++k)
      w.push_back(c * k);
    b += w[4] * w[3] * b + c;
  }
  return b * v[0];
}

#pragma adjoint reverse
double inCall(double x, double y) {
  std::vector<double> v = {x, y};
  return grown(v, y) * v[1];
}

// In a loop that keeps its records, and in one with snapshots of its own.
#pragma adjoint reverse
double nested(double x, double y) {
  double a = x;
  for (int s = 0; s < 3; ++s) {
    std::vector<double> v = {a, y};
#pragma adjoint checkpoint snapshots(2)
    for (int t = 0; t < 6; ++t)
      v.push_back(std::sin(v.back() * v[t]));
    a = a * std::cos(v.back() + v[2]);
  }
#pragma adjoint checkpoint snapshots(2)
  for (int s = 0; s < 4; ++s) {
    std::vector<double> v = {a, y};
    for (int t = 0; t < 3 + s; ++t)
      v.push_back(std::sin(v.back() * v[t]));
    a = a * std::cos(v.back() + v[2]);
  }
  return a;
}

int main() {
  const numeric::Points pairs = {{0.9, 0.4}, {0.6, 1.3}};
  numeric::check("path", path, path_b, pairs);
  numeric::check("overwritten", overwritten, overwritten_b, pairs);
  numeric::check("two", two, two_b, pairs);
  numeric::check("resized", resized, resized_b, pairs);
  numeric::check("inFront", inFront, inFront_b, pairs);
  numeric::check("inCall", inCall, inCall_b, pairs);
  numeric::check("nested", nested, nested_b, pairs);
  double x_b = 0.0, y_b = 0.0, expected_x = 0.0, expected_y = 0.0;
  stored_b(0.9, expected_x, 0.4, expected_y, 1.0);
  adjoint::reset_checkpoints();
  path_b(0.9, x_b, 0.4, y_b, 1.0);
  numeric::compare("path", "x_b", 0, expected_x, x_b, 0.0);
  numeric::compare("path", "y_b", 0, expected_y, y_b, 0.0);
  numeric::expect("path", 21.0, double(adjoint::checkpoints().steps));
  return numeric::report();
}
