// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "heat/objective.h"

namespace heat {

std::vector<double> simulate(const Grid &grid, const Material &material, const std::vector<double> &initial, int steps) {
  std::vector<double> temperatures = initial;
  for (int i = 0; i < steps; ++i)
    step(grid, material, temperatures);
  return temperatures;
}

double objective(const Grid &grid, const Material &material, const std::vector<double> &initial, int steps,
                 const std::vector<double> &measured) {
  const std::vector<double> temperatures = simulate(grid, material, initial, steps);
  double sum = 0.0;
  for (std::size_t i = 0; i < temperatures.size(); ++i)
    sum += (temperatures[i] - measured[i]) * (temperatures[i] - measured[i]);
  return sum;
}

} // namespace heat
