// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PythonFunction: what a Python module says of one function.
//
//     struct Python_energy {
//       static constexpr const char *name = "energy", *declaration = "double energy(const double *x, int n, double k)";
//       static constexpr const char *names[] = {"x", "n", "k"};
//       static constexpr adjoint::python::Length lengths[] = {{1, 0, {1, -1, -1}}, {}, {}};
//       using Parameters = adjoint::python::List<
//           adjoint::python::Parameter<const double *, adjoint::python::Role::Independent>,
//           adjoint::python::Parameter<int, adjoint::python::Role::Length>,
//           adjoint::python::Parameter<double, adjoint::python::Role::Independent>>;
//       using Returns = double;
//       ...
//     };
//
// It is data; what is done with it stands in <adjoint/python.h>.

#ifndef ADJOINT_DRIVER_PYTHON_PYTHONFUNCTION_H
#define ADJOINT_DRIVER_PYTHON_PYTHONFUNCTION_H

#include "Driver/Python/PythonTypes.h"
#include "Driver/Request/Options.h"
#include "Frontend/Unit/Frontend.h"

#include <optional>
#include <vector>

namespace adjoint::driver {

/// The requests of one function, and those that Python sees; null: it has no such derivative.
struct PythonTargets {
  std::vector<const frontend::Target *> all;
  const frontend::Target *adjoint = nullptr, *tangent = nullptr, *hessianVector = nullptr;

  const frontend::Target &any() const { return adjoint ? *adjoint : tangent ? *tangent : hessianVector ? *hessianVector : *all.front(); }
};

/// The struct and what adds it to the module, for the namespace of the function. None after an error was reported.
std::optional<std::string> pythonFunction(const frontend::LoweredUnit &unit, const PythonTargets &targets,
                                          PythonTypes &types, const Options &options);

} // namespace adjoint::driver

#endif
