// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --check of what else is asked for: several directions, Taylor coefficients, Jacobians and Hessians, sparse ones too.
//
// RUN: %adjoint-gen %s --check --function=waves --at=n=3 --size=y=4 -o %t.outputs.cpp
// RUN: %gxx -Wall -Wextra -Werror %t.outputs.cpp -o %t.outputs %runtime-flags
// RUN: %t.outputs --seed=3 | FileCheck %s --check-prefix=OUTPUTS
// OUTPUTS: x {{.*}} ok (step
// OUTPUTS: {{^  }}adjoints, 3 at once: as one by one
// OUTPUTS: {{^  }}tangents, 2 at once: as one by one
// OUTPUTS: {{^  }}Taylor coefficients to order 4: ok
// OUTPUTS: {{^  }}Jacobian: ok
// OUTPUTS-NOT: Hessian
// OUTPUTS: waves: ok
// OUTPUTS-NOT: {{aside|besides}}
//
// RUN: %adjoint-gen %s --check --mode=hessian --function=model::energy --at=n=5 --size=x=5 --size=weights=5 -o %t.energy.cpp
// RUN: %clangxx -Wall -Wextra -Werror %t.energy.cpp -o %t.energy %runtime-flags
// RUN: %t.energy | FileCheck %s --check-prefix=ENERGY
// ENERGY: second order: <x_bd, w> =
// ENERGY: {{^  }}products of second order, 3 at once: as one by one
// ENERGY: {{^  }}Jacobian: ok
// ENERGY: {{^  }}Hessian: ok
// ENERGY: model::energy: ok
//
// Of overloads, the one that is named.
// RUN: %adjoint-gen %s --check '--function=besides(float)' -o %t.overload.cpp
// RUN: %clangxx -Wall -Wextra -Werror %t.overload.cpp -o %t.overload %runtime-flags
// RUN: %t.overload | FileCheck %s --check-prefix=OVERLOAD
// OVERLOAD: besides, seed
// OVERLOAD: besides: ok
// OVERLOAD-NOT: seed
//
// What is wrong is found: adjoints for several directions that are not those of the function.
// RUN: sed 's/\(Directions<double, 3> sin_1_b = \)x/\1-x/' %t.outputs.cpp > %t.wrong.cpp
// RUN: not diff -q %t.outputs.cpp %t.wrong.cpp
// RUN: %gxx %t.wrong.cpp -o %t.wrong %runtime-flags
// RUN: not %t.wrong | FileCheck %s --check-prefix=WRONG
// WRONG: adjoints, 3 at once: THEY DISAGREE with one by one
// WRONG: waves: derivatives disagree

#include <adjoint/derivatives.h>
#include <adjoint/taylor.h>

#include <cmath>
#include <vector>

#pragma adjoint reverse width(3)
#pragma adjoint tangent width(2)
#pragma adjoint tangent order(4)
void waves(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i) {
    y[i] = std::sin(x[i]) * x[(i + 1) % n] + y[i] * y[i];
    y[n] *= std::exp(-x[i]);
  }
}

namespace model {
#pragma adjoint hessian_vector width(3)
double energy(const double *x, const std::vector<double> &weights, int n, double scale) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += weights[static_cast<std::size_t>(i)] * x[i] * x[(i + 1) % n] * std::log(scale * x[i] * x[i]);
  return sum;
}
} // namespace model

// What no one has named is not checked, whatever a pragma asks of it.
#pragma adjoint hessian
double aside(double x) { return x * x * x; }
#pragma adjoint reverse
#pragma adjoint tangent
double besides(double x) { return x * std::sin(x); }
float besides(float x) { return x * x; }
