// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CheckProgram: the source with adjoints and tangents becomes a program that compares them with
// each other and with differences (--check).
//
//   struct Check_f {                               what f takes and returns
//     double x_; std::vector<double> a_; double result;
//     explicit Check_f(Values &at);                at a point
//     void inputs(visit), outputs(visit);          the numbers of independents and dependents
//     static void primal(p), tangent(p, d), adjoint(p, b);
//   };
//   int main(...) { ... run<Check_f>("f", at) ... }
//
// What is the same for every function stands in <adjoint/check.h>.

#ifndef ADJOINT_DRIVER_CHECK_CHECKPROGRAM_H
#define ADJOINT_DRIVER_CHECK_CHECKPROGRAM_H

#include "Driver/Request/Options.h"
#include "Frontend/Unit/Frontend.h"

#include <optional>

namespace adjoint::driver {

/// `source`: with the derivatives inserted. None after an error was reported.
std::optional<std::string> checkProgram(const frontend::LoweredUnit &unit, const Options &options,
                                        const std::string &source);

} // namespace adjoint::driver

#endif
