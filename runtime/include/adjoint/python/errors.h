// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a call from Python is told is wrong: "energy: x must be an array of float64, not of complex128".
#ifndef ADJOINT_PYTHON_ERRORS_H
#define ADJOINT_PYTHON_ERRORS_H

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <string>

namespace adjoint::python {

namespace py = pybind11;

/// The value that is spoken of: a parameter of a function, or what goes with it (`role`: "the tangent of ").
struct Where {
  const char *function, *role, *parameter;
};

inline std::string text(const Where &where, const std::string &what) {
  return std::string(where.function) + ": " + where.role + where.parameter + " " + what;
}

[[noreturn, gnu::cold]] inline void typeError(const Where &where, const std::string &what) {
  throw py::type_error(text(where, what));
}

[[noreturn, gnu::cold]] inline void valueError(const Where &where, const std::string &what) {
  throw py::value_error(text(where, what));
}

inline std::string typeName(py::handle object) { return Py_TYPE(object.ptr())->tp_name; }

/// "(2, 3)"
inline std::string shapeText(const py::array &array) { return py::str(py::object(array.attr("shape"))); }

} // namespace adjoint::python

#endif // ADJOINT_PYTHON_ERRORS_H
