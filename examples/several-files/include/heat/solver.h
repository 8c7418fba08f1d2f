// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEAT_SOLVER_H
#define HEAT_SOLVER_H

#include "heat/material.h"

#include <vector>

namespace heat {

struct Grid {
  double width, timeStep;
};

/// Temperatures along a rod, one time step later. The ends keep theirs.
ADJOINT
void step(const Grid &grid, const Material &material, std::vector<double> &temperatures);

} // namespace heat

#endif
