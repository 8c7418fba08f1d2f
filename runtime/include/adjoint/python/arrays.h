// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays of NumPy as C++ reads and writes them: contiguous, in C order, of one type of numbers.
//
//     readable<double>(given, where)   what can be read as such an array: itself, else a copy
//     writable<double>(given, where)   such an array itself, that may be written
//
// A copy is made of lists, of arrays in another order, and of numbers of another type that are as good: integers for
// float64, and integers that fit for integers. All else is an error.
#ifndef ADJOINT_PYTHON_ARRAYS_H
#define ADJOINT_PYTHON_ARRAYS_H

#include <adjoint/python/errors.h>

#include <cstring>
#include <type_traits>

namespace adjoint::python {

template <class E> using Array = py::array_t<E, py::array::c_style>;

template <class E> std::string dtypeName() { return py::str(py::dtype::of<E>()); }

/// Can it be used in place?
template <class E> bool isInPlace(py::handle given) {
  return Array<E>::check_(given) &&
         (py::reinterpret_borrow<py::array>(given).flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_);
}

/// Are numbers of this kind, as NumPy calls it, as good as E?
template <class E> bool isConvertible(char kind) {
  const char *const kinds = std::is_floating_point_v<E> ? "fiub" : std::is_same_v<E, bool> ? "b" : "iub";
  return std::strchr(kinds, kind);
}

template <class E> [[gnu::cold]] Array<E> convertedArray(py::handle given, const Where &where) {
  const py::array array = py::array::ensure(given);
  if (!array)
    typeError(where, "must be an array of " + dtypeName<E>() + ", not " + typeName(given));
  if (!isConvertible<E>(array.dtype().kind()))
    typeError(where, "must be an array of " + dtypeName<E>() + ", not of " + std::string(py::str(array.dtype())));
  Array<E> converted = py::array_t<E, py::array::c_style | py::array::forcecast>(array);
  if (std::is_integral_v<E> &&
      !py::module_::import("numpy").attr("array_equal")(converted, array).template cast<bool>())
    valueError(where, "has numbers that do not fit into " + dtypeName<E>());
  return converted;
}

template <class E> Array<E> readable(py::handle given, const Where &where) {
  if (isInPlace<E>(given))
    return py::reinterpret_borrow<Array<E>>(given);
  return convertedArray<E>(given, where);
}

template <class E> Array<E> writable(py::handle given, const Where &where) {
  if (!py::isinstance<py::array>(given))
    typeError(where, "is written to, and must be an array of " + dtypeName<E>() + ", not " + typeName(given));
  const auto array = py::reinterpret_borrow<py::array>(given);
  if (!py::detail::npy_api::get().PyArray_EquivTypes_(array.dtype().ptr(), py::dtype::of<E>().ptr()))
    typeError(where, "is written to, and must be an array of " + dtypeName<E>() + ", not of " +
                         std::string(py::str(array.dtype())));
  if (!isInPlace<E>(given))
    valueError(where, "is written to, and must be contiguous, in C order; give numpy.ascontiguousarray of it");
  if (!array.writeable())
    valueError(where, "is written to, but the array is read-only");
  return py::reinterpret_borrow<Array<E>>(given);
}

template <class E> Array<E> copyOf(const Array<E> &array) {
  Array<E> copy(std::vector<py::ssize_t>(array.shape(), array.shape() + array.ndim()));
  std::memcpy(copy.mutable_data(), array.data(), sizeof(E) * array.size());
  return copy;
}

template <class E> Array<E> zerosLike(const Array<E> &array) {
  Array<E> zeros(std::vector<py::ssize_t>(array.shape(), array.shape() + array.ndim()));
  std::memset(zeros.mutable_data(), 0, sizeof(E) * array.size());
  return zeros;
}

inline bool haveSameShape(const py::array &a, const py::array &b) {
  return a.ndim() == b.ndim() && std::equal(a.shape(), a.shape() + a.ndim(), b.shape());
}

} // namespace adjoint::python

#endif // ADJOINT_PYTHON_ARRAYS_H
