// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ways.h"

#include "Tools.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace bench {

namespace {

/// Differences are bearable for so many inputs.
constexpr std::size_t manyInputs = 100;

/// The largest difference between two gradients, in units of the larger one's largest element.
double difference(const std::vector<double> &a, const std::vector<double> &b) {
  double largest = 0.0, apart = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max({largest, std::abs(a[i]), std::abs(b[i])});
    apart = std::max(apart, std::isfinite(a[i] - b[i]) ? std::abs(a[i] - b[i]) : HUGE_VAL);
  }
  return largest > 0.0 ? apart / largest : HUGE_VAL; // a gradient of zeros checks nothing
}

} // namespace

std::vector<Way> ways(const Registration &registration, const Kernel &kernel, int size) {
  std::vector<Way> all = {{"generated", kernel.generated, 1e-7}, {"by-hand", kernel.byHand, 0.0}};
  if (size <= registration.taped) {
    all.push_back({"adol-c", adolcGradient(registration.name, size), 1e-7});
    all.push_back({"sacado", sacadoGradient(registration.name, size), 1e-7});
  }
  if (kernel.inputs <= manyInputs)
    all.push_back({"differences", differenceGradient(registration.name, size), 1e-3});
  return all;
}

std::vector<double> evaluate(const Gradient &gradient, std::size_t inputs) {
  std::vector<double> g(inputs, 0.0);
  gradient(g.data());
  return g;
}

bool agree(const Way &way, const Kernel &kernel, const std::string &row) {
  const double apart = difference(evaluate(way.gradient, kernel.inputs), evaluate(kernel.byHand, kernel.inputs));
  if (apart <= way.tolerance)
    return true;
  std::fprintf(stderr, "%s: %g apart from the gradient by hand\n", row.c_str(), apart);
  return false;
}

} // namespace bench
