// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sum of squared distances between measurements and a damped oscillation.
#ifndef FIT_MODEL_H
#define FIT_MODEL_H

#include <adjoint/adjoint.h>

namespace fit {

struct Oscillation {
  double amplitude, damping, frequency;
};

/// Its adjoint, misfit_b, is defined where misfit is.
ADJOINT
double misfit(const Oscillation &oscillation, const double *times, const double *measured, int count);

} // namespace fit

#endif
