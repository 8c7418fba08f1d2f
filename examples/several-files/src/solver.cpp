// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "heat/solver.h"

namespace heat {

void step(const Grid &grid, const Material &material, std::vector<double> &temperatures) {
  const double factor = grid.timeStep / (grid.width * grid.width);
  std::vector<double> flux(temperatures.size() - 1);
  for (std::size_t i = 0; i < flux.size(); ++i) {
    const double between = 0.5 * (temperatures[i] + temperatures[i + 1]);
    flux[i] = material.conductivity(between) * (temperatures[i + 1] - temperatures[i]);
  }
  for (std::size_t i = 1; i < flux.size(); ++i)
    temperatures[i] += factor * (flux[i] - flux[i - 1]);
}

} // namespace heat
