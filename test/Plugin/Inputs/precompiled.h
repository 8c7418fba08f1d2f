// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <vector>

#pragma adjoint reverse
inline double f(double x) { return std::exp(x) * x; }
inline double g(double x) { return x * x * x; }
