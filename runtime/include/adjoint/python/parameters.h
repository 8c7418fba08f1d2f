// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters of C++ functions, and what is handed to them.
//
//     Argument<T>   what Python gives for a parameter of type T, as C++ takes it
//     Shadow<T>     the adjoint or tangent that goes with it, of the same shape
//
// There are three kinds of parameters:
//
//     Array     double *x, std::span<double> x, double &y (an array with one element): the array's own memory
//     Object    a class of the user's, by value, reference or pointer: the object itself
//     Copy      all else: numbers, texts, std::vector, std::array
//
// What a function writes to ends up in what it was given, unless access is Copied: then the caller's memory stays as it
// is.
#ifndef ADJOINT_PYTHON_PARAMETERS_H
#define ADJOINT_PYTHON_PARAMETERS_H

#include <adjoint/python/values.h>

#include <optional>
#if __cplusplus >= 202002L
#include <span>
#endif

namespace adjoint::python {

/// What a function does with a parameter, for derivatives. Length: an integer that follows from arrays, and no
/// parameter in Python.
enum class Role { Passive, Length, Independent, Dependent, Both };

template <class T, Role R = Role::Passive> struct Parameter {
  using Type = T;
  static constexpr Role role = R;
  static constexpr bool isLength = R == Role::Length;
  static constexpr bool isIndependent = R == Role::Independent || R == Role::Both;
  static constexpr bool isDependent = R == Role::Dependent || R == Role::Both;
  static constexpr bool isActive = isIndependent || isDependent;
};

enum class Access { InPlace, Copied };

/// Of parameters, that what one of them writes is nowhere read through another.
struct Memory {
  const void *begin = nullptr, *end = nullptr;
  bool isWritten = false;
  bool overlaps(const Memory &other) const { return begin < other.end && other.begin < end; }
};

enum class Kind { Array, Object, Copy };

/// How C++ takes an array of E (which may be const), or none.
template <class T> struct ArrayType { static constexpr bool isArray = false; };
template <class E> struct ArrayType<E *> {
  static constexpr bool isArray = isNumber<std::remove_const_t<E>>, isOne = false;
  using Element = E;
  template <class P> static P *handed(P *data, std::size_t) { return data; }
};
template <class E> struct ArrayType<E &> {
  static constexpr bool isArray = isNumber<E>, isOne = true;
  using Element = E;
  template <class P> static P *handed(P *data, std::size_t) { return data; }
};
#if __cplusplus >= 202002L
template <class E, std::size_t N> struct ArrayType<std::span<E, N>> {
  static constexpr bool isArray = isNumber<std::remove_const_t<E>>, isOne = false;
  static constexpr std::size_t extent = N;
  using Element = E;
  template <class P> static std::span<P, N> handed(P *data, std::size_t size) { return std::span<P, N>(data, size); }
};
template <class E, std::size_t N> struct ArrayType<const std::span<E, N> &> : ArrayType<std::span<E, N>> {};
#endif

/// The number of elements that a type asks for; 0: any.
template <class T, class = void> constexpr std::size_t extentOf = 0;
#if __cplusplus >= 202002L
template <class T>
constexpr std::size_t extentOf<T, std::enable_if_t<(ArrayType<T>::extent != std::dynamic_extent)>> =
    ArrayType<T>::extent;
#endif

template <class T> using ObjectType = std::remove_const_t<std::remove_pointer_t<std::remove_reference_t<T>>>;

template <class T> constexpr Kind kindOf() {
  if constexpr (ArrayType<std::remove_const_t<T>>::isArray)
    return Kind::Array;
  return isObject<ObjectType<T>> ? Kind::Object : Kind::Copy;
}

template <class T> constexpr bool isWritten() {
  if constexpr (kindOf<T>() == Kind::Array)
    return !std::is_const_v<typename ArrayType<std::remove_const_t<T>>::Element>;
  constexpr bool isIndirect = std::is_reference_v<T> || std::is_pointer_v<T>;
  return isIndirect && !std::is_const_v<std::remove_pointer_t<std::remove_reference_t<T>>>;
}

template <class T, Kind = kindOf<T>()> class Argument;
template <class T, Kind = kindOf<T>()> class Shadow;

// ---------------------------------------------------------------- arrays

template <class T> class Argument<T, Kind::Array> {
public:
  using Type = ArrayType<std::remove_const_t<T>>;
  using Element = std::remove_const_t<typename Type::Element>;

  Argument(py::handle given, const Where &where, Access access)
      : array(isWritten<T>() ? writable<Element>(given, where) : readable<Element>(given, where)),
        memory_{array.data(), array.data() + array.size(), isWritten<T>()} {
    expectExtent(where);
    if (isWritten<T>() && access == Access::Copied)
      array = copyOf(array);
    handed.emplace(Type::handed(data(), array.size()));
  }

  decltype(auto) primal() {
    if constexpr (Type::isOne)
      return static_cast<Element &>(**handed);
    else
      return static_cast<std::remove_reference_t<decltype(*handed)> &>(*handed);
  }
  Memory memory() const { return memory_; }
  std::ptrdiff_t size() const { return Type::isOne ? 0 : array.size(); }
  py::object shown() const { return array; }
  void writeBack(py::handle) const {}

  Array<Element> array;

private:
  void expectExtent(const Where &where) const {
    const std::size_t extent = Type::isOne ? 1 : extentOf<T>;
    if (extent != 0 && static_cast<std::size_t>(array.size()) != extent)
      valueError(where, "must have " + std::to_string(extent) + (extent == 1 ? " element" : " elements") +
                            ", but has shape " + shapeText(array));
  }
  typename Type::Element *data() {
    return isWritten<T>() ? const_cast<Element *>(array.data()) : const_cast<Element *>(array.data());
  }

  Memory memory_;
  std::optional<decltype(Type::handed(std::declval<typename Type::Element *>(), 0))> handed;
};

template <class T> class Shadow<T, Kind::Array> {
public:
  using Primal = Argument<T>;
  using Type = typename Primal::Type;
  using Element = typename Primal::Element;

  explicit Shadow(const Primal &primal) : array(zerosLike(primal.array)) { hand(); }
  Shadow(const Primal &primal, py::handle given, const Where &where) : array(copyOf(readable<Element>(given, where))) {
    if (!haveSameShape(array, primal.array))
      valueError(where, "must have shape " + shapeText(primal.array) + ", but has " + shapeText(array));
    hand();
  }

  decltype(auto) get() {
    if constexpr (Type::isOne)
      return static_cast<Element &>(**handed);
    else
      return static_cast<std::remove_reference_t<decltype(*handed)> &>(*handed);
  }
  py::object shown() const { return array; }

private:
  void hand() { handed.emplace(Type::handed(array.mutable_data(), array.size())); }

  Array<Element> array;
  std::optional<decltype(Type::handed(std::declval<Element *>(), 0))> handed;
};

// ---------------------------------------------------------------- objects

template <class T> class Argument<T, Kind::Object> {
public:
  using Class = ObjectType<T>;

  Argument(py::handle given, const Where &where, Access access) {
    const Class &seen = Value<Class>::seen(given, where);
    object = const_cast<Class *>(&seen);
    memory_ = {object, object + 1, isWritten<T>()};
    if (isWritten<T>() && access == Access::Copied)
      object = &copy.emplace(seen);
  }

  decltype(auto) primal() {
    if constexpr (std::is_pointer_v<std::remove_reference_t<T>>)
      return static_cast<Class *&>(object);
    else if constexpr (isWritten<T>())
      return static_cast<Class &>(*object);
    else
      return static_cast<const Class &>(*object);
  }
  Memory memory() const { return memory_; }
  std::ptrdiff_t size() const { return 0; }
  py::object shown() const { return Value<Class>::shown(*object); }
  void writeBack(py::handle) const {}
  const Class &value() const { return *object; }

private:
  Class *object;
  std::optional<Class> copy;
  Memory memory_;
};

template <class T> class Shadow<T, Kind::Object> {
public:
  using Class = ObjectType<T>;

  explicit Shadow(const Argument<T> &primal) : object(primal.value()) { Value<Class>::clear(object); }
  Shadow(const Argument<T> &primal, py::handle given, const Where &where) : object(Value<Class>::seen(given, where)) {
    if (!Value<Class>::haveSameShape(object, primal.value()))
      valueError(where, "must have containers of the same sizes as the argument");
  }
  Shadow(const Shadow &) = delete;

  decltype(auto) get() {
    if constexpr (std::is_pointer_v<std::remove_reference_t<T>>)
      return static_cast<Class *&>(pointer);
    else
      return static_cast<Class &>(object);
  }
  py::object shown() const { return Value<Class>::shown(object); }

private:
  Class object;
  Class *pointer = &object;
};

// ---------------------------------------------------------------- copies

template <class T> class Argument<T, Kind::Copy> {
public:
  using Type = std::decay_t<T>;

  Argument(py::handle given, const Where &where, Access) {
    if constexpr (isWritten<T>()) {
      using Element = std::decay_t<decltype(*std::data(value_))>;
      const Array<Element> array = writable<Element>(given, where);
      memory_ = {array.data(), array.data() + array.size(), true};
      where_ = where;
    }
    Value<Type>::read(value_, given, where);
  }
  /// A length, which no one gives.
  explicit Argument(Type value) : value_(value) {}

  Type &primal() { return value_; }
  Memory memory() const { return memory_; }
  std::ptrdiff_t size() const { return 0; }
  py::object shown() const { return Value<Type>::shown(value_); }
  const Type &value() const { return value_; }

  /// What the function has written, to the caller's array.
  void writeBack(py::handle given) const {
    if constexpr (isWritten<T>()) {
      using Element = std::decay_t<decltype(*std::data(value_))>;
      auto array = py::reinterpret_borrow<Array<Element>>(given);
      if (array.size() != static_cast<py::ssize_t>(value_.size()))
        valueError(where_, "had " + std::to_string(array.size()) + " elements and was given " +
                               std::to_string(value_.size()) + ", which an array cannot hold");
      std::copy(value_.begin(), value_.end(), array.mutable_data());
    }
  }

private:
  Type value_{};
  Memory memory_;
  Where where_{};
};

template <class T> class Shadow<T, Kind::Copy> {
public:
  using Type = std::decay_t<T>;

  explicit Shadow(const Argument<T> &primal) : value(primal.value()) { Value<Type>::clear(value); }
  Shadow(const Argument<T> &primal, py::handle given, const Where &where) {
    Value<Type>::read(value, given, where);
    if (!Value<Type>::haveSameShape(value, primal.value()))
      valueError(where, "must have as many elements as the argument");
  }

  Type &get() { return value; }
  py::object shown() const { return Value<Type>::shown(value); }

private:
  Type value{};
};

} // namespace adjoint::python

#endif // ADJOINT_PYTHON_PARAMETERS_H
