// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tells <adjoint/derivatives.h> of a derivative: it stands behind the first declaration, once, in the namespace of the
// function. Through both doors, and in files that see a declaration alone.
//
// RUN: %adjoint-gen %s -o %t.cpp -- -I %S/Inputs/derivatives
// RUN: %adjoint-gen %S/Inputs/derivatives/model.cpp -o %t.model.cpp --header=%t.h -- -I %S/Inputs/derivatives
// RUN: %gxx -Wall -Wextra -Werror -I %S/Inputs/derivatives %t.cpp %t.model.cpp -o %t.exe %runtime-flags
// RUN: %t.exe
// RUN: %clangxx -Wall -Wextra -Werror -I %S/Inputs/derivatives %t.cpp %t.model.cpp -o %t.exe %runtime-flags
// RUN: %t.exe
// RUN: %clangxx %plugin -Wall -Wextra -Werror -I %S/Inputs/derivatives %s %S/Inputs/derivatives/model.cpp -o %t.exe %runtime-flags
// RUN: %t.exe
//
// The header of adjoints says it, too, of what the function's own header declares.
// RUN: %gxx -c -DUSES_HEADER -include %t.h -I %S/Inputs/derivatives %t.cpp -o %t.o %runtime-flags
// RUN: %gxx -I %S/Inputs/derivatives %t.o %t.model.cpp -o %t.exe %runtime-flags
// RUN: %t.exe
//
// RUN: FileCheck %s --input-file=%t.cpp
// RUN: FileCheck %s --check-prefix=MODEL --input-file=%t.model.cpp
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t.h
//
// CHECK: #include "model.h"
// CHECK: namespace model {
// CHECK: {{^}}void energy_b(const double *x, double *x_b, int n, double result_b);
// CHECK-NEXT: static_assert(adjoint::is_adjoint_of<energy, energy_b,
// CHECK-NEXT: adjoint::Roles<adjoint::Independent, adjoint::Passive>, adjoint::Dependent>);
// CHECK: static_assert(adjoint::is_hessian_vector_of<energy, energy_bd,
// CHECK: static_assert(adjoint::is_adjoint_of<&Spring::at, at_b,
// CHECK-NEXT: adjoint::Roles<adjoint::Passive, adjoint::Independent>, adjoint::Dependent>);
// CHECK: static_assert(::adjoint::is_adjoint_of<local, local_b,
// CHECK: static_assert(::adjoint::is_adjoint_of<again, again_x,
// CHECK-NOT: is_adjoint_of<{{again|valueOf}}
//
// MODEL: static_assert(adjoint::is_adjoint_of<energy, energy_b,
// MODEL-NOT: is_adjoint_of<energy
// MODEL: static_assert(adjoint::is_adjoint_of<unmarked, unmarked_b,
//
// HEADER-NOT: is_adjoint_of<energy
// HEADER: void unmarked_b(double x, double &x_b, double result_b);
// HEADER-NEXT: static_assert(adjoint::is_adjoint_of<unmarked, unmarked_b,

#include "model.h"

#include <vector>

namespace other {
namespace adjoint {}

#pragma adjoint reverse
double local(double x) { return x * x; }

// Of several adjoints of one function, the first is found.
#pragma adjoint reverse wrt(x) name(again_x)
#pragma adjoint reverse wrt(y) name(again_y)
double again(double x, double y) { return x * x * y; }

// A friend that nobody else can name.
struct Holder {
  double value;
#pragma adjoint reverse
  friend double valueOf(const Holder &holder) { return holder.value * holder.value; }
};
} // namespace other

namespace model {
double slopeHere(double x);
} // namespace model

int main() {
  const std::vector<double> x{1.0, 2.0, 3.0};
  const std::vector<double> x_b = adjoint::gradient<model::energy>(x, 3);
  bool isRight = x_b == std::vector<double>{4.0, 13.0, 4.0};
  isRight = isRight && adjoint::hessian<model::energy>(x, 3)(1, 2) == 4.0;
  isRight = isRight && adjoint::gradient<&model::Spring::at>(model::Spring(3.0), 2.0) == 6.0;
  isRight = isRight && adjoint::gradient<model::twice>(3.0) == 12.0 && adjoint::gradient<other::local>(3.0) == 6.0;
  isRight = isRight && adjoint::gradient<other::again>(3.0, 2.0) == 12.0;
  isRight = isRight && model::slopeHere(2.0) == 16.0;
#ifdef USES_HEADER
  isRight = isRight && adjoint::gradient<model::unmarked>(2.0) == 12.0;
#endif
  return !isRight;
}
