// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules for Python, which `adjoint-gen --python` writes on top of pybind11. What is the same for every function
// stands here; docs/python.md says what Python sees.
//
//     python/arrays.h       arrays of NumPy
//     python/values.h       what stands in Python for a C++ value
//     python/parameters.h   what C++ is handed for a parameter, and its adjoint or tangent
//     python/lengths.h      how many elements pointers lead to
//     python/arguments.h    all arguments of a call
//     python/methods.h      the methods of a function
//     python/matrices.h     whole Jacobians and Hessians
//     python/module.h       the module
#ifndef ADJOINT_PYTHON_H
#define ADJOINT_PYTHON_H

#include <adjoint/python/module.h>

#endif // ADJOINT_PYTHON_H
