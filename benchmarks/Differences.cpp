// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Problems.h"
#include "Tools.h"

namespace bench {

namespace {

template <class Problem> void addGradient(const Problem &problem, double *g) {
  const double step = 1e-7;
  std::vector<double> x = problem.x;
  const double middle = problem(x.data());
  for (std::size_t i = 0; i < x.size(); ++i) {
    x = problem.x;
    x[i] += step;
    g[i] += (problem(x.data()) - middle) / step;
  }
}

} // namespace

Gradient differenceGradient(const std::string &kernel, int size) {
  return gradientOf(kernel, size, [](auto problem) -> Gradient { return [=](double *g) { addGradient(problem, g); }; });
}

} // namespace bench
