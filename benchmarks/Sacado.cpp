// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients by Sacado's reverse mode: every operation of an evaluation becomes a node of a list.
#include "Tools.h"

#include <Sacado_trad.hpp>

#include <cmath>

namespace Sacado::Rad {

/// A function that Sacado's reverse mode lacks.
inline ADvari<double> &erfc(const ADvari<double> &x) {
  const double at = x.Val;
  return ADf1(std::erfc(at), -2.0 * std::exp(-at * at) / std::sqrt(3.14159265358979323846), x);
}

} // namespace Sacado::Rad

#include "Problems.h"

namespace bench {

namespace {

using Number = Sacado::Rad::ADvar<double>;

template <class Problem> void addGradient(const Problem &problem, double *g) {
  const std::vector<Number> inputs(problem.x.begin(), problem.x.end());
  std::vector<Number> x = inputs; // the primal may overwrite them
  Number y = problem(x.data());
  Number::Gradcomp();
  for (std::size_t i = 0; i < inputs.size(); ++i)
    g[i] += inputs[i].adj();
}

} // namespace

Gradient sacadoGradient(const std::string &kernel, int size) {
  return gradientOf(kernel, size, [](auto problem) -> Gradient { return [=](double *g) { addGradient(problem, g); }; });
}

} // namespace bench
