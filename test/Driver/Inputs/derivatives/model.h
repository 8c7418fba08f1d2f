// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <adjoint/adjoint.h>
#include <adjoint/derivatives.h>

namespace model {

#ifdef ADJOINT_GEN
#pragma adjoint hessian
#endif
double energy(const double *x, int n);

class Spring {
public:
  explicit Spring(double stiffness) : stiffness(stiffness) {}
#ifdef ADJOINT_GEN
#pragma adjoint reverse wrt(x)
#endif
  double at(double x) const;

private:
  double stiffness;
};

// Defined everywhere.
ADJOINT inline double twice(double x) { return 2.0 * x * x; }

double unmarked(double x);

} // namespace model
