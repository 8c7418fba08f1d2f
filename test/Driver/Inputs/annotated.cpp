// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <adjoint/adjoint.h>

#pragma adjoint reverse wrt(x)
double f(double x, double y) { return x * x * y; }

ADJOINT double g(double x) { return x * x; }
