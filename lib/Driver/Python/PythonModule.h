// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PythonModule: the source with adjoints and tangents becomes a module for Python (--python).
//
//     #include <adjoint/python.h>
//     ...                                                             the source
//     template <> struct adjoint::python::Fields<Body> {...};         classes that functions take or return
//     namespace { struct Python_energy {...}; ... }                   functions, each in its namespace
//     ADJOINT_PYTHON_MODULE(springs)
//
// It stands behind the source, in the same file, where it sees all that the functions' types name.

#ifndef ADJOINT_DRIVER_PYTHON_PYTHONMODULE_H
#define ADJOINT_DRIVER_PYTHON_PYTHONMODULE_H

#include "Driver/Request/Options.h"
#include "Frontend/Unit/Frontend.h"

#include <optional>

namespace adjoint::driver {

/// `source`: with adjoints and tangents. None after an error was reported.
std::optional<std::string> pythonModule(const frontend::LoweredUnit &unit, const Options &options,
                                        const std::string &source);

} // namespace adjoint::driver

#endif
