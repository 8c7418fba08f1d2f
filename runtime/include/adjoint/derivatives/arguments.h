// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments of a differentiated function, and what stands behind them.
//
//     Argument<P, A>   what is given, an A, for a parameter of type P, as the function takes it
//     Shadow<P, A, N>  the adjoint or tangent that goes with it, of the same shape; for N directions
//
//     parameter                                 given                                        shadow
//     double, by value or reference             a number                                     a number
//     double *, const double *, std::span       what has data() and size(), also double[3]   a vector or std::array
//     a class with Numbers, such as a vector    an object of the class                       another
//     all else                                  is handed on                                 none
//
// Where the function may write to a parameter that has a shadow, it is handed a copy: the caller's object stays as it
// is. So it may not overlap another argument that has a shadow.
#ifndef ADJOINT_DERIVATIVES_ARGUMENTS_H
#define ADJOINT_DERIVATIVES_ARGUMENTS_H

#include <adjoint/derivatives/numbers.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#if __cplusplus >= 202002L
#include <span>
#endif

namespace adjoint::derivatives {

template <class T> using Plain = std::remove_cv_t<std::remove_reference_t<T>>;

// ------------------------------------------------------------ parameters

template <class T> constexpr bool isSpan = false;
#if __cplusplus >= 202002L
template <class E> constexpr bool isSpan<std::span<E>> = true;
#endif

/// What an array parameter leads to, with its const; void: it is none.
template <class T> struct ElementOf { using Type = void; };
template <class E> struct ElementOf<E *> { using Type = std::conditional_t<std::is_floating_point_v<E>, E, void>; };
#if __cplusplus >= 202002L
template <class E> struct ElementOf<std::span<E>> {
  using Type = std::conditional_t<std::is_floating_point_v<std::remove_const_t<E>>, E, void>;
};
#endif
template <class E> struct ElementOf<E *const> : ElementOf<E *> {};
template <class P> using Element = typename ElementOf<Plain<P>>::Type;

enum class Form { Number, Array, Object, Other };

template <class P> constexpr Form formOf() {
  using T = Plain<P>;
  constexpr bool isReplaced = std::is_pointer_v<T> && std::is_lvalue_reference_v<P>; // `double *&x`
  if (std::is_floating_point_v<T>)
    return Form::Number;
  if (!std::is_void_v<Element<P>> && !isReplaced)
    return Form::Array;
  return hasNumbers<T> ? Form::Object : Form::Other;
}

/// May the function write to what it is given?
template <class P> constexpr bool isWritable() {
  if constexpr (formOf<P>() == Form::Array)
    return !std::is_const_v<Element<P>>;
  return std::is_lvalue_reference_v<P> && !std::is_const_v<std::remove_reference_t<P>>;
}

// ------------------------------------------------------------- arguments

template <class A, class = void> constexpr bool hasExtent = false;
template <class A>
constexpr bool
    hasExtent<A, std::void_t<decltype(std::data(std::declval<A &>())), decltype(std::size(std::declval<A &>()))>> =
        true;

/// What an argument leads to.
struct Memory {
  const void *begin, *end;

  template <class T> static Memory of(const T *first, std::size_t count) { return {first, first + count}; }
  bool overlaps(const Memory &other) const {
    const std::less<const void *> isBefore;
    return isBefore(begin, other.end) && isBefore(other.begin, end);
  }
};

/// What has no shadow is handed on; an array for a pointer, too.
template <class P, class A, Form = formOf<P>()> class HandedOn {
public:
  explicit HandedOn(A &given) : given(given) {}
  decltype(auto) primal() const {
    if constexpr (std::is_pointer_v<Plain<P>> && !std::is_convertible_v<A &, P> && hasExtent<A>)
      return std::data(given);
    else if constexpr (std::is_rvalue_reference_v<P>)
      return Plain<P>(given);
    else
      return (given);
  }
  void renew() {}

private:
  A &given;
};

template <class P, class A, Form = formOf<P>()> class Argument;

template <class P, class A> class Argument<P, A, Form::Number> {
public:
  explicit Argument(A &given) : given(given) { renew(); }
  Plain<P> &primal() { return number; }
  void renew() { number = static_cast<Plain<P>>(given); }
  std::size_t size() const { return 1; }
  Memory memory() const { return Memory::of(&given, 1); }

private:
  A &given;
  Plain<P> number;
};

template <class P, class A> class Argument<P, A, Form::Array> {
  static_assert(hasExtent<A>, "<adjoint/derivatives.h>: how many numbers does this pointer lead to? Give a vector, an "
                              "array, or adjoint::array(pointer, size)");
  using E = std::remove_const_t<Element<P>>;

public:
  explicit Argument(A &given) : given(given) { renew(); }
  auto primal() {
    if constexpr (std::is_pointer_v<Plain<P>>)
      return numbers();
    else
      return Plain<P>(numbers(), size());
  }
  void renew() {
    if constexpr (isWritable<P>())
      copy.assign(std::data(given), std::data(given) + size());
  }
  std::size_t size() const { return std::size(given); }
  Memory memory() const { return Memory::of(std::data(given), size()); }

private:
  Element<P> *numbers() {
    if constexpr (isWritable<P>())
      return copy.data();
    else
      return std::data(given);
  }

  A &given;
  std::conditional_t<isWritable<P>(), std::vector<E>, std::nullptr_t> copy{};
};

template <class P, class A> class Argument<P, A, Form::Object> {
  using T = Plain<P>;
  static_assert(std::is_same_v<std::remove_const_t<A>, T>,
                "<adjoint/derivatives.h>: give an object of the type that the parameter has");

public:
  explicit Argument(A &given) : given(given) { renew(); }
  decltype(auto) primal() {
    if constexpr (isWritable<P>())
      return (*copy);
    else if constexpr (std::is_rvalue_reference_v<P>)
      return T(given);
    else
      return (given);
  }
  void renew() {
    if constexpr (isWritable<P>())
      copy.emplace(given);
  }
  const T &object() const { return given; }
  std::size_t size() const { return countNumbers(object()); }
  Memory memory() const {
    if constexpr (isVector<T>)
      return Memory::of(given.data(), given.size());
    else
      return Memory::of(&given, 1);
  }

private:
  const T &given;
  std::conditional_t<isWritable<P>(), std::optional<T>, std::nullptr_t> copy{};
};

// --------------------------------------------------------------- shadows

/// The array that the derivatives by an array A are given in.
template <class A, class E> struct ArrayLike { using Type = std::vector<E>; };
template <class E, std::size_t N> struct ArrayLike<std::array<E, N>, E> { using Type = std::array<E, N>; };
template <class E, std::size_t N> struct ArrayLike<E[N], E> { using Type = std::array<E, N>; };

[[noreturn]] inline void throwOtherShape(const char *caller) {
  throw std::invalid_argument(std::string(caller) + ": a direction or seed has another size than what it belongs to");
}

/// Has a value after clear or assign, which throw std::invalid_argument for what has another shape.
template <class P, class A, std::size_t N, Form = formOf<P>()> class Shadow;

template <class P, class A, std::size_t N> class Shadow<P, A, N, Form::Number> {
public:
  using Value = Wide<Plain<P>, N>;
  Value &passed() { return number; }
  void clear(const Argument<P, A> &) { number = 0; }
  void assign(const Argument<P, A> &, Value value, const char *) { number = value; }
  const Value &value() const { return number; }
  template <class Do> void forEach(Do &act) { act(number); }
  Value take() { return number; }

private:
  Value number{};
};

template <class P, class A, std::size_t N> class Shadow<P, A, N, Form::Array> {
  using E = Wide<std::remove_const_t<Element<P>>, N>;
  static constexpr bool isPointer = std::is_pointer_v<Plain<P>>;

public:
  using Value = Wide<typename ArrayLike<std::remove_const_t<A>, std::remove_const_t<Element<P>>>::Type, N>;
  decltype(auto) passed() {
    if constexpr (isPointer)
      return numbers.data();
    else
      return (view);
  }
  void clear(const Argument<P, A> &of) {
    if constexpr (isVector<Value>)
      numbers.assign(of.size(), 0);
    else
      numbers.fill(0);
    look();
  }
  template <class V> void assign(const Argument<P, A> &of, const V &values, const char *caller) {
    if (std::size(values) != of.size())
      throwOtherShape(caller);
    clear(of);
    std::copy(std::data(values), std::data(values) + of.size(), numbers.begin());
  }
  const Value &value() const { return numbers; }
  template <class Do> void forEach(Do &act) {
    for (E &number : numbers)
      act(number);
  }
  Value take() { return std::move(numbers); }

private:
  void look() {
#if __cplusplus >= 202002L
    if constexpr (!isPointer)
      view = std::span<E>(numbers.data(), numbers.size());
#endif
  }

  Value numbers{};
#if __cplusplus >= 202002L
  std::conditional_t<isPointer, std::nullptr_t, std::span<E>> view{};
#else
  std::nullptr_t view{};
#endif
};

template <class P, class A, std::size_t N> class Shadow<P, A, N, Form::Object> {
public:
  using Value = Wide<Plain<P>, N>;
  Value &passed() { return *object; }
  void clear(const Argument<P, A> &of) { object.emplace(wideZerosLike<N>(of.object())); }
  /// What the function may give another size has that of the value when it returns.
  void assign(const Argument<P, A> &of, const Value &value, const char *caller) {
    if (!isWritable<P>() && countNumbers(value) != of.size())
      throwOtherShape(caller);
    object.emplace(value);
  }
  const Value &value() const { return *object; }
  template <class Do> void forEach(Do &act) { forEachNumber(*object, act); }
  Value take() { return std::move(*object); }

private:
  std::optional<Value> object;
};

} // namespace adjoint::derivatives

#endif // ADJOINT_DERIVATIVES_ARGUMENTS_H
