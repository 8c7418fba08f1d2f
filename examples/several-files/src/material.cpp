// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "heat/material.h"

#include <cmath>

namespace heat {

double Linear::conductivity(double temperature) const { return base + slope * temperature; }

double Exponential::conductivity(double temperature) const { return scale * std::exp(rate * temperature); }

} // namespace heat
