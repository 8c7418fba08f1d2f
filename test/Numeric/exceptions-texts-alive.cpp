// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Texts, and objects with private ones, that are alive where an exception leaves a block, which a handler for all catches.

#include "numeric.h"

#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

static double root(double x) {
  if (x < 0.0)
    throw std::runtime_error("negative");
  return std::sqrt(x);
}

#pragma adjoint reverse
double local(double x, double y) {
  double s = y;
  for (int i = 0; i < 3; ++i)
    try {
      std::string name = "step";
      name += "s";
      s *= root(x + 0.4 * i) * double(name.size());
    } catch (...) {
      s = s * x - y;
    }
  return s;
}

class Named {
public:
  Named(std::string name, double scale) : name(std::move(name)), scale(scale) {}
  double run(double x) {
    scale *= x;
    if (scale < 0.0)
      throw std::runtime_error(name);
    return x * scale;
  }

private:
  std::string name;
  double scale;
};
#pragma adjoint reverse
double member(double x, double y) {
  double s = 0.0;
  try {
    Named one("one", y), other("other", x);
    s = one.run(y);
    s += other.run(s);
    s *= one.run(x);
  } catch (...) {
    s = s * s - x;
  }
  return s;
}

#pragma adjoint reverse
double inMap(double x, double y) {
  std::map<std::string, double> m;
  double s = 0.0;
  try {
    m["a"] = x * y;
    m["b"] = root(x);
    s = m["a"] * m.at("b");
  } catch (...) {
    s = m["a"] * m["a"];
  }
  return s;
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {-0.5, 0.4}, {-1.6, 0.8}};
  numeric::check("local", local, local_b, points);
  numeric::check("member", member, member_b, points);
  numeric::check("inMap", inMap, inMap_b, points);
  return numeric::report();
}
