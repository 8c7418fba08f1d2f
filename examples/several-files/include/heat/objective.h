// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEAT_OBJECTIVE_H
#define HEAT_OBJECTIVE_H

#include "heat/solver.h"

namespace heat {

std::vector<double> simulate(const Grid &grid, const Material &material, const std::vector<double> &initial, int steps);

/// How far the simulation is from what was measured. objective_b gives this, too, beside the gradient.
#ifdef ADJOINT_GEN
#pragma adjoint reverse wrt(material) value
#endif
double objective(const Grid &grid, const Material &material, const std::vector<double> &initial, int steps,
                 const std::vector<double> &measured);

} // namespace heat

#endif
