// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands in Python for a value of a C++ type, as Value<T>.
//
//     double, int, bool, std::string     float, int, bool, str
//     std::vector<double>, std::array    an array of NumPy, of one dimension
//     std::vector<T>, std::array<T, N>   a list, for any other T of this table
//     a class with Fields<T>             an object of the class that addClass makes
//
//     read(to, given, where)     from Python, or TypeError or ValueError
//     shown(value)               to Python, as a copy
//     clear(value)               its floating-point numbers become zero: an adjoint or tangent of this shape
//     haveSameShape(a, b)        do containers have as many elements, at every level?
//     hasSize()                  does it hold containers, whose sizes are not known from the type?
//     described()                for docstrings
#ifndef ADJOINT_PYTHON_VALUES_H
#define ADJOINT_PYTHON_VALUES_H

#include <adjoint/python/arrays.h>

#include <array>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace adjoint::python {

/// Of a class that Python sees: `name`, and `all`, a tuple of Field.
template <class T> struct Fields;

template <class T, class Member> struct Field {
  using Type = Member;
  const char *name;
  Member T::*member;
};
template <class T, class Member> constexpr Field<T, Member> field(const char *name, Member T::*member) {
  return {name, member};
}

/// Does something with each field of the class.
template <class T, class Do> void forEachField(const Do &act) {
  std::apply([&](const auto &...each) { (act(each), ...); }, Fields<T>::all);
}

template <class T> constexpr bool isNumber = std::is_arithmetic_v<T>;

template <class T, class = void> constexpr bool isObject = false;
template <class T> constexpr bool isObject<T, std::void_t<decltype(Fields<T>::name)>> = true;

/// A class of the user's.
template <class T, class = void> struct Value {
  static const T &seen(py::handle given, const Where &where) {
    if (!py::isinstance<T>(given))
      typeError(where, std::string("must be an object of ") + Fields<T>::name + ", not " + typeName(given));
    return *given.cast<const T *>();
  }
  static void read(T &to, py::handle given, const Where &where) { to = seen(given, where); }
  static py::object shown(const T &value) { return py::cast(value, py::return_value_policy::copy); }
  static void clear(T &value) {
    forEachField<T>(
        [&](const auto &each) { Value<typename std::decay_t<decltype(each)>::Type>::clear(value.*each.member); });
  }
  static bool haveSameShape(const T &a, const T &b) {
    bool areSame = true;
    forEachField<T>([&](const auto &each) {
      using Member = typename std::decay_t<decltype(each)>::Type;
      areSame = areSame && Value<Member>::haveSameShape(a.*each.member, b.*each.member);
    });
    return areSame;
  }
  static constexpr bool hasSize() {
    return std::apply([](const auto &...each) { return (false || ... || hasSizeOf(each)); }, Fields<T>::all);
  }
  static std::string described() { return Fields<T>::name; }

private:
  template <class Member> static constexpr bool hasSizeOf(const Field<T, Member> &) { return Value<Member>::hasSize(); }
};

template <class T> struct Value<T, std::enable_if_t<isNumber<T>>> {
  static void read(T &to, py::handle given, const Where &where) {
    if constexpr (std::is_same_v<T, bool>)
      readBool(to, given, where);
    else if constexpr (std::is_floating_point_v<T>)
      readFloating(to, given, where);
    else
      readInteger(to, given, where);
  }
  static py::object shown(T value) { return py::cast(value); }
  static void clear(T &value) {
    if constexpr (std::is_floating_point_v<T>)
      value = 0;
  }
  static bool haveSameShape(T, T) { return true; }
  static constexpr bool hasSize() { return false; }
  static std::string described() {
    return std::is_same_v<T, bool> ? "bool" : std::is_floating_point_v<T> ? "float" : "int";
  }

private:
  static void readBool(bool &to, py::handle given, const Where &where) {
    py::detail::make_caster<bool> caster;
    if (!caster.load(given, /*convert=*/false))
      typeError(where, "must be a bool, not " + typeName(given));
    to = caster;
  }

  static void readFloating(T &to, py::handle given, const Where &where) {
    const double number = PyFloat_AsDouble(given.ptr());
    if (number == -1.0 && PyErr_Occurred()) {
      PyErr_Clear();
      typeError(where, "must be a number, not " + typeName(given));
    }
    to = static_cast<T>(number);
  }

  static void readInteger(T &to, py::handle given, const Where &where) {
    const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(given.ptr()));
    if (!index) {
      PyErr_Clear();
      typeError(where, "must be an integer, not " + typeName(given));
    }
    py::detail::make_caster<T> caster;
    if (!caster.load(index, /*convert=*/false)) {
      PyErr_Clear();
      valueError(where, "does not fit into " + dtypeName<T>());
    }
    to = caster;
  }
};

template <> struct Value<std::string> {
  static void read(std::string &to, py::handle given, const Where &where) {
    if (!py::isinstance<py::str>(given))
      typeError(where, "must be a str, not " + typeName(given));
    to = given.cast<std::string>();
  }
  static py::object shown(const std::string &value) { return py::str(value); }
  static void clear(std::string &) {}
  static bool haveSameShape(const std::string &, const std::string &) { return true; }
  static constexpr bool hasSize() { return false; }
  static std::string described() { return "str"; }
};

/// Numbers in a row: an array of NumPy.
template <class E> Array<E> arrayOf(const E *numbers, std::size_t count) {
  Array<E> array(static_cast<py::ssize_t>(count));
  std::copy(numbers, numbers + count, array.mutable_data());
  return array;
}

template <class E> Array<E> rowOf(py::handle given, const Where &where) {
  Array<E> array = readable<E>(given, where);
  if (array.ndim() != 1)
    valueError(where, "must have one dimension, but has shape " + shapeText(array));
  return array;
}

inline py::sequence sequenceOf(py::handle given, const Where &where) {
  if (!py::isinstance<py::sequence>(given) || py::isinstance<py::str>(given))
    typeError(where, "must be a list, not " + typeName(given));
  return py::reinterpret_borrow<py::sequence>(given);
}

/// What containers and arrays of any size have in common.
template <class T, class E> struct ElementWise {
  static py::object shown(const T &values) {
    if constexpr (isNumber<E>)
      return arrayOf(std::data(values), std::size(values));
    py::list list;
    for (const E &each : values)
      list.append(Value<E>::shown(each));
    return list;
  }
  static void clear(T &values) {
    for (E &each : values)
      Value<E>::clear(each);
  }
  static bool haveSameShape(const T &a, const T &b) {
    bool areSame = std::size(a) == std::size(b);
    if constexpr (!isNumber<E>)
      for (std::size_t i = 0; areSame && i < std::size(a); ++i)
        areSame = Value<E>::haveSameShape(a[i], b[i]);
    return areSame;
  }
  static std::string described(const std::string &extent = "") {
    if constexpr (isNumber<E>)
      return "array of " + dtypeName<E>() + extent;
    return "list of " + Value<E>::described() + extent;
  }
};

template <class E> struct Value<std::vector<E>> : ElementWise<std::vector<E>, E> {
  static constexpr bool hasSize() { return true; }
  static void read(std::vector<E> &to, py::handle given, const Where &where) {
    if constexpr (isNumber<E>) {
      const Array<E> array = rowOf<E>(given, where);
      to.assign(array.data(), array.data() + array.size());
    } else {
      to.clear();
      for (py::handle each : sequenceOf(given, where)) {
        if constexpr (isObject<E>) // which may have no default constructor
          to.push_back(Value<E>::seen(each, where));
        else
          Value<E>::read(to.emplace_back(), each, where);
      }
    }
  }
};

/// Of std::array and arrays of the language: `count` elements from Python.
template <class T, class E, std::size_t N> struct FixedSize : ElementWise<T, E> {
  static constexpr bool hasSize() { return Value<E>::hasSize(); }
  static void read(T &to, py::handle given, const Where &where) {
    if constexpr (isNumber<E>) {
      const Array<E> array = rowOf<E>(given, where);
      expect(array.size(), where);
      std::copy(array.data(), array.data() + N, std::data(to));
    } else {
      const py::sequence sequence = sequenceOf(given, where);
      expect(sequence.size(), where);
      for (std::size_t i = 0; i < N; ++i)
        Value<E>::read(to[i], py::object(sequence[i]), where);
    }
  }
  static std::string described() { return ElementWise<T, E>::described(" with " + std::to_string(N) + " elements"); }

private:
  static void expect(std::size_t size, const Where &where) {
    if (size != N)
      valueError(where, "must have " + std::to_string(N) + " elements, but has " + std::to_string(size));
  }
};

template <class E, std::size_t N> struct Value<std::array<E, N>> : FixedSize<std::array<E, N>, E, N> {};
template <class E, std::size_t N> struct Value<E[N]> : FixedSize<E[N], E, N> {};

} // namespace adjoint::python

#endif // ADJOINT_PYTHON_VALUES_H
