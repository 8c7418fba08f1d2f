// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Models of the C++ library: what its classes and functions do, written so plainly that the tool can differentiate
// the source. Only the tool reads these headers; generated code uses the library itself.
//
// `std::N` is lowered as `adjoint::model::N`, where there is one, and a class or function of another namespace,
// `ns::N`, as `adjoint::model::ns::N`: the way to describe types of your own. See docs/models.md.
//
// No header of the library is included here, so that reading the models costs next to nothing.

#ifndef ADJOINT_MODEL_CORE_H
#define ADJOINT_MODEL_CORE_H

#ifdef __clang__
/// How the tool reads a field of a model from the user's object `$`, and how many elements the pointer leads to.
#define ADJOINT_VIEW(...) [[clang::annotate("adjoint::view", __VA_ARGS__)]]
/// When the field is there at all: said of the user's object `$`, and of the model's.
#define ADJOINT_WHERE(user, model) [[clang::annotate("adjoint::where", user, model)]]
/// The field is a part of the model, whose own fields are read from the same object. In their texts, `#` is the number of
/// the part; that of a rest, and of what is in it, is one more.
#define ADJOINT_PART [[clang::annotate("adjoint::part", "same")]]
#define ADJOINT_REST [[clang::annotate("adjoint::part", "rest")]]
/// The statement that gives the adjoint `$b` the shape of `$`, and another for elements without default constructor.
#define ADJOINT_EXTEND(...) [[clang::annotate("adjoint::extend", __VA_ARGS__)]]

/// The statement that gives the user's object `$` the shape of its plain struct `$p`.
#define ADJOINT_SHAPE(...) [[clang::annotate("adjoint::shape", __VA_ARGS__)]]

/// Its elements are constants of the program, beside which no adjoint can stand.
#define ADJOINT_CONSTANTS [[clang::annotate("adjoint::constants", "all")]]

/// A ring of nodes, whose first field is the value: the elements of the user's object, in the order of iteration, and how
/// many they are.
#define ADJOINT_RING(extent) [[clang::annotate("adjoint::ring", extent)]]

/// An array of pointers, one to each element of the user's object, in the order of iteration: how many these are, of the
/// user's object and of the model's, and where the model's first is.
#define ADJOINT_SLOTS(...) [[clang::annotate("adjoint::slots", __VA_ARGS__)]]

/// Generated code uses the class itself, with `$` in the views written as lvalues.
#define ADJOINT_DIRECT [[clang::annotate("adjoint::direct")]]

/// A function that changes nothing: what it returns is its object or argument, seen as the library's class that this is
/// the model of, or the other way round. It has no body.
#define ADJOINT_SAME [[clang::annotate("adjoint::same")]]

/// A function that gives an object that is all zero, which no constructor has made, whatever its body says.
#define ADJOINT_ZERO [[clang::annotate("adjoint::zero")]]

/// A global pointer, or array of pointers, that leads nowhere when a function that is differentiated begins.
#define ADJOINT_UNSET [[clang::annotate("adjoint::unset")]]

/// A function that does nothing but throw an exception of a class in namespace std.
#define ADJOINT_THROWS(name) [[clang::annotate("adjoint::throws", #name)]]

/// A function without a body that refuses what calls it: "what the library computes here, WHAT, cannot be differentiated; ADVICE".
#define ADJOINT_REFUSED(what, advice) [[clang::annotate("adjoint::refused", what, advice)]]

void *operator new(decltype(sizeof(0)), void *) noexcept;
#else // in tests of the models themselves
#include <new>
#define ADJOINT_SAME
#define ADJOINT_THROWS(name)
#define ADJOINT_VIEW(...)
#define ADJOINT_WHERE(user, model)
#define ADJOINT_PART
#define ADJOINT_REST
#define ADJOINT_EXTEND(...)
#define ADJOINT_SHAPE(...)
#define ADJOINT_CONSTANTS
#define ADJOINT_RING(extent)
#define ADJOINT_SLOTS(...)
#define ADJOINT_DIRECT
#define ADJOINT_REFUSED(what, advice)
#endif

namespace adjoint {
// What the library throws: see adjoint/throw.h.
[[noreturn]] ADJOINT_THROWS(out_of_range) void throw_out_of_range();
[[noreturn]] ADJOINT_THROWS(bad_optional_access) void throw_bad_optional_access();
[[noreturn]] ADJOINT_THROWS(bad_variant_access) void throw_bad_variant_access();
[[noreturn]] ADJOINT_THROWS(bad_any_cast) void throw_bad_any_cast();
[[noreturn]] ADJOINT_THROWS(bad_function_call) void throw_bad_function_call();
[[noreturn]] ADJOINT_THROWS(bad_weak_ptr) void throw_bad_weak_ptr();
[[noreturn]] ADJOINT_THROWS(logic_error) void throw_owners_not_known();
[[noreturn]] ADJOINT_THROWS(domain_error) void throw_opposite();
/// How many threads the library would run at once: see adjoint/threads.h.
unsigned hardware_threads();
/// The order that the library's own shuffle of n elements gives: see adjoint/shuffle.h.
template <class Engine> void shuffled(unsigned long *order, unsigned long n, Engine &engine);

/// Of a class that has to do with two libraries, as a vector of matrices, both say the same.
namespace marks {
template <class T> void adjoint_is_of_library(T *);
}
} // namespace adjoint

namespace std {
using adjoint::marks::adjoint_is_of_library;
}

namespace adjoint::model {

using size_t = decltype(sizeof(0));
using ptrdiff_t = decltype(static_cast<char *>(nullptr) - static_cast<char *>(nullptr));
using nullptr_t = decltype(nullptr);

/// Memory for n objects, all zero, and its release; neither runs constructors or destructors.
template <class T> T *allocate(size_t n) { return static_cast<T *>(__builtin_calloc(n, sizeof(T))); }
template <class T> void deallocate(T *memory) { __builtin_free(memory); }

template <class T> struct remove_reference { using type = T; };
template <class T> struct remove_reference<T &> { using type = T; };
template <class T> struct remove_reference<T &&> { using type = T; };
template <class T> struct remove_const { using type = T; };
template <class T> struct remove_const<const T> { using type = T; };
template <class T> using remove_cvref_t = typename remove_const<typename remove_reference<T>::type>::type;
template <bool condition, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { using type = T; };
template <bool condition, class T = void> using enable_if_t = typename enable_if<condition, T>::type;
template <class T, class U> inline constexpr bool is_same = false;
template <class T> inline constexpr bool is_same<T, T> = true;
template <class T> inline constexpr bool is_floating = is_same<T, double> || is_same<T, float> || is_same<T, long double>;

/// Containers have none: the tool leaves it out of what a constructor is given. Those of the user's may.
template <class T> struct allocator {
  T *allocate(size_t n) const { return model::allocate<T>(n); }
  void deallocate(T *memory, size_t) const { model::deallocate(memory); }
};

template <class T> constexpr typename remove_reference<T>::type &&move(T &&value) {
  return static_cast<typename remove_reference<T>::type &&>(value);
}
template <class T> constexpr T &&forward(typename remove_reference<T>::type &value) { return static_cast<T &&>(value); }

template <class A> struct allocator_traits {
  static auto allocate(A &from, size_t n) { return from.allocate(n); }
  template <class U> static void deallocate(A &from, U *memory, size_t n) { from.deallocate(memory, n); }
  template <class U, class... Args> static void construct(A &, U *where, Args &&...args) { new (where) U(model::forward<Args>(args)...); }
  template <class U> static void destroy(A &, U *object) { object->~U(); }
};

#ifdef __clang__
template <class From, class To> inline constexpr bool is_convertible = __is_convertible_to(From, To);
#else
template <class From, class To> inline constexpr bool is_convertible = true; // nobody else meets both a class and its model
#endif

/// Is it a class of the library? Only for these a function is found by the namespace of its argument.
template <class T, class = void> inline constexpr bool is_of_library = false;
template <class T>
inline constexpr bool is_of_library<T, decltype(adjoint_is_of_library(static_cast<T *>(nullptr)))> = true;

/// In a model: where a function of the user's takes the library's class, it takes the model; also by value what is moved.
#define ADJOINT_MODEL_IS_ITS_ORIGINAL                                                                                  \
  template <class T_, class = enable_if_t<is_of_library<T_>>> ADJOINT_SAME operator T_ &() const;                      \
  template <class T_, class = enable_if_t<is_of_library<T_>>> ADJOINT_SAME operator T_ &&() &&;

/// What a function of the user's returns, as T: itself, or the model of its class.
template <class T, class U> ADJOINT_SAME T same(U &&value);
template <class T, class F, class... Args> T call(F &f, Args &&...args) {
  if constexpr (is_same<T, void>)
    f(static_cast<Args &&>(args)...);
  else if constexpr (is_convertible<decltype(f(static_cast<Args &&>(args)...)), T>)
    return f(static_cast<Args &&>(args)...);
  else
    return same<T>(f(static_cast<Args &&>(args)...));
}

/// *out = value, as above.
template <class Out, class U> void store(Out &out, U &&value) {
  if constexpr (__is_assignable(decltype(*out), U))
    *out = static_cast<U &&>(value);
  else
    *out = same<remove_cvref_t<decltype(*out)>>(static_cast<U &&>(value));
}

/// Does something happen at the end of its life?
#ifdef __clang__
template <class T> inline constexpr bool has_destructor = !__is_trivially_destructible(T);
#else
template <class T> inline constexpr bool has_destructor = !__has_trivial_destructor(T);
#endif

/// Is a copy the same as an assignment to whatever is there, and its end nothing?
template <class T>
inline constexpr bool is_plain = __is_trivially_copyable(T) && __is_assignable(T &, const T &);

/// What is in the place of an object that is not there.
#ifdef __clang__
template <class T> ADJOINT_ZERO T zero() { __builtin_unreachable(); }
#else
template <class T> T zero() { return T(); }
#endif

/// Are copies and moves that begin an object copies of its bytes?
template <class T>
inline constexpr bool begins_plainly = __is_trivially_constructible(T, const T &) && __is_trivially_constructible(T, T &&);

/// Does an E say how a T is computed, a matrix by an expression? The result is a T of its own before it goes where a T lies in memory.
template <class T, class E, class = void> inline constexpr bool is_computed = false;

/// What the copy of a C takes, where it has to be written. Where it has not, nothing that anyone has: the implicit one stays,
/// as trivial as that of the library's class, which user classes that hold one count on.
class nothing {
  explicit nothing(int);
};
template <bool isWritten, class C> struct copied_from {
  using type = nothing;
};
template <class C> struct copied_from<true, C> {
  using type = C;
};

/// The object begins, in memory for one that is not there yet: with any value in it, if it is plain.
template <class T, class... Args> void construct(T *where, Args &&...args) {
  if constexpr (is_plain<T>)
    *where = T(model::forward<Args>(args)...);
  else
    new (where) T(model::forward<Args>(args)...);
}
/// The value is assigned to the object, if there is one, or makes it.
template <class T, class U> void put(T *where, bool isThere, U &&value) {
  if constexpr (is_plain<T>)
    *where = value;
  else if (isThere)
    *where = model::forward<U>(value);
  else
    new (where) T(model::forward<U>(value));
}

/// An element on its way to other memory: one whose move may throw is copied.
template <class T> constexpr auto &&relocated(T &object) {
  if constexpr (!__is_nothrow_constructible(T, T &&) && __is_constructible(T, const T &))
    return static_cast<const T &>(object);
  else
    return static_cast<T &&>(object);
}

/// Is it something to count with? Then a pair of them is no pair of iterators.
template <class T> inline constexpr bool is_number = __is_enum(T);
#define ADJOINT_MODEL_NUMBER(...) template <> inline constexpr bool is_number<__VA_ARGS__> = true;
ADJOINT_MODEL_NUMBER(bool)
ADJOINT_MODEL_NUMBER(char)
ADJOINT_MODEL_NUMBER(signed char)
ADJOINT_MODEL_NUMBER(unsigned char)
ADJOINT_MODEL_NUMBER(short)
ADJOINT_MODEL_NUMBER(unsigned short)
ADJOINT_MODEL_NUMBER(int)
ADJOINT_MODEL_NUMBER(unsigned)
ADJOINT_MODEL_NUMBER(long)
ADJOINT_MODEL_NUMBER(unsigned long)
ADJOINT_MODEL_NUMBER(long long)
ADJOINT_MODEL_NUMBER(unsigned long long)
ADJOINT_MODEL_NUMBER(float)
ADJOINT_MODEL_NUMBER(double)
ADJOINT_MODEL_NUMBER(long double)
#undef ADJOINT_MODEL_NUMBER

template <class T> void swap(T &a, T &b) {
  T old = model::move(a);
  a = model::move(b);
  b = model::move(old);
}
template <class T, size_t n> void swap(T (&a)[n], T (&b)[n]) {
  for (size_t i = 0; i < n; ++i)
    swap(a[i], b[i]);
}
template <class T, class U = T> T exchange(T &object, U &&value) {
  T old = model::move(object);
  object = model::forward<U>(value);
  return old;
}

template <class E> class ADJOINT_CONSTANTS initializer_list {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using value_type = E;
  using iterator = const E *;
  constexpr initializer_list() : elements(nullptr), count(0) {}
  constexpr initializer_list(const E *elements, size_t count) : elements(elements), count(count) {}
  const E *begin() const { return elements; }
  const E *end() const { return elements + count; }
  size_t size() const { return count; }

private:
  ADJOINT_VIEW("$.begin()", "$.size()", "shared") const E *elements;
  ADJOINT_VIEW("$.size()") size_t count;
};

} // namespace adjoint::model

#endif
