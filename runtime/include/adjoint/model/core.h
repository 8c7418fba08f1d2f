// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Models of the C++ library: what its classes and functions do, written so plainly that the tool can differentiate
// the source. Only the tool reads these headers; generated code uses the library itself.
//
// `std::N` is lowered as `adjoint::model::N`, where there is one, and a class or function of another namespace,
// `ns::N`, as `adjoint::model::ns::N`: the way to describe types of your own. See docs/models.md.
//
// Iterators are pointers. No header of the library is included here, so that reading the models costs next to nothing.

#ifndef ADJOINT_MODEL_CORE_H
#define ADJOINT_MODEL_CORE_H

#ifdef __clang__
/// How the tool reads a field of a model from the user's object `$`, and how many elements the pointer leads to.
#define ADJOINT_VIEW(...) [[clang::annotate("adjoint::view", __VA_ARGS__)]]
/// The statement that gives the adjoint `$b` the shape of `$`, and another for elements without default constructor.
#define ADJOINT_EXTEND(...) [[clang::annotate("adjoint::extend", __VA_ARGS__)]]

/// A ring of nodes, whose first field is the value: the elements of the user's object, in the order of iteration, and how
/// many they are.
#define ADJOINT_RING(extent) [[clang::annotate("adjoint::ring", extent)]]

/// Generated code uses the class itself, with `$` in the views written as lvalues.
#define ADJOINT_DIRECT [[clang::annotate("adjoint::direct")]]

/// A function that changes nothing: what it returns is its object or argument, seen as the library's class that this is
/// the model of, or the other way round. It has no body.
#define ADJOINT_SAME [[clang::annotate("adjoint::same")]]
#else // in tests of the models themselves
#define ADJOINT_SAME
#define ADJOINT_VIEW(...)
#define ADJOINT_EXTEND(...)
#define ADJOINT_RING(extent)
#define ADJOINT_DIRECT
#endif

namespace adjoint {
// What the library throws: see adjoint/throw.h.
[[noreturn]] void throw_out_of_range();
[[noreturn]] void throw_bad_optional_access();
[[noreturn]] void throw_bad_variant_access();
[[noreturn]] void throw_bad_function_call();
[[noreturn]] void throw_bad_weak_ptr();
[[noreturn]] void throw_owners_not_known();
/// The order that the library's own shuffle of n elements gives: see adjoint/shuffle.h.
template <class Engine> void shuffled(unsigned long *order, unsigned long n, Engine &engine);
} // namespace adjoint

namespace std {
template <class T> void adjoint_is_of_library(T *);
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

template <class T> constexpr typename remove_reference<T>::type &&move(T &&value) {
  return static_cast<typename remove_reference<T>::type &&>(value);
}
template <class T> constexpr T &&forward(typename remove_reference<T>::type &value) { return static_cast<T &&>(value); }

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
  T old = move(a);
  a = move(b);
  b = move(old);
}
template <class T, size_t n> void swap(T (&a)[n], T (&b)[n]) {
  for (size_t i = 0; i < n; ++i)
    swap(a[i], b[i]);
}
template <class T, class U = T> T exchange(T &object, U &&value) {
  T old = move(object);
  object = forward<U>(value);
  return old;
}

template <class E> class initializer_list {
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
  const E *elements;
  size_t count;
};

template <class T> const T *begin(initializer_list<T> list) { return list.begin(); }
template <class T> const T *end(initializer_list<T> list) { return list.end(); }
template <class T, size_t n> T *begin(T (&array)[n]) { return array; }
template <class T, size_t n> T *end(T (&array)[n]) { return array + n; }
template <class C> auto begin(C &container) -> decltype(container.begin()) { return container.begin(); }
template <class C> auto end(C &container) -> decltype(container.end()) { return container.end(); }
template <class C> auto begin(const C &container) -> decltype(container.begin()) { return container.begin(); }
template <class C> auto end(const C &container) -> decltype(container.end()) { return container.end(); }
template <class C> auto cbegin(const C &container) -> decltype(container.begin()) { return container.begin(); }
template <class C> auto cend(const C &container) -> decltype(container.end()) { return container.end(); }
template <class C> auto size(const C &container) -> decltype(container.size()) { return container.size(); }
template <class T, size_t n> size_t size(const T (&)[n]) { return n; }
template <class C> auto data(C &container) -> decltype(container.data()) { return container.data(); }
template <class C> auto data(const C &container) -> decltype(container.data()) { return container.data(); }
template <class T, size_t n> T *data(T (&array)[n]) { return array; }
template <class C> bool empty(const C &container) { return container.empty(); }

template <class T, class N> T *next(T *it, N n) { return it + n; }
template <class T> T *next(T *it) { return it + 1; }
template <class T, class N> T *prev(T *it, N n) { return it - n; }
template <class T> T *prev(T *it) { return it - 1; }
template <class T, class N> void advance(T *&it, N n) { it += n; }
template <class T> ptrdiff_t distance(T *first, T *last) { return last - first; }

/// How many elements, also between iterators that cannot be subtracted.
template <class It, class = void> inline constexpr bool has_difference = false;
template <class It> inline constexpr bool has_difference<It, decltype(void(It() - It()))> = true;
template <class It> enable_if_t<has_difference<It>, size_t> count_between(It first, It last) {
  return static_cast<size_t>(last - first);
}
template <class It> enable_if_t<!has_difference<It>, size_t> count_between(It first, It last) {
  size_t n = 0;
  for (; first != last; ++first)
    ++n;
  return n;
}

/// What an iterator of a reversed range points to stands before it.
template <class It> class reverse_iterator {
public:
  reverse_iterator() : current() {}
  explicit reverse_iterator(It it) : current(it) {}
  It base() const { return current; }
  auto &operator*() const {
    It before = current;
    --before;
    return *before;
  }
  auto *operator->() const { return &**this; }
  auto &operator[](ptrdiff_t n) const { return *(*this + n); }
  reverse_iterator &operator++() {
    --current;
    return *this;
  }
  reverse_iterator operator++(int) {
    reverse_iterator old = *this;
    --current;
    return old;
  }
  reverse_iterator &operator--() {
    ++current;
    return *this;
  }
  reverse_iterator operator--(int) {
    reverse_iterator old = *this;
    ++current;
    return old;
  }
  reverse_iterator &operator+=(ptrdiff_t n) {
    current -= n;
    return *this;
  }
  reverse_iterator &operator-=(ptrdiff_t n) {
    current += n;
    return *this;
  }
  reverse_iterator operator+(ptrdiff_t n) const { return reverse_iterator(current - n); }
  reverse_iterator operator-(ptrdiff_t n) const { return reverse_iterator(current + n); }
  ptrdiff_t operator-(const reverse_iterator &other) const { return other.current - current; }
  bool operator==(const reverse_iterator &other) const { return current == other.current; }
  bool operator!=(const reverse_iterator &other) const { return current != other.current; }
  bool operator<(const reverse_iterator &other) const { return other.current < current; }

private:
  It current;
};

/// What is assigned to it goes to the end of the container.
template <class C> class back_insert_iterator {
public:
  explicit back_insert_iterator(C &container) : target(&container) {}
  back_insert_iterator(const back_insert_iterator &) = default;
  back_insert_iterator &operator=(const back_insert_iterator &) = default;
  template <class T> back_insert_iterator &operator=(const T &value) {
    target->push_back(value);
    return *this;
  }
  back_insert_iterator &operator*() { return *this; }
  back_insert_iterator &operator++() { return *this; }
  back_insert_iterator operator++(int) { return *this; }

private:
  C *target;
};
template <class C> back_insert_iterator<C> back_inserter(C &container) { return back_insert_iterator<C>(container); }

/// What the two common libraries call the iterators of their containers.
namespace __gnu_cxx {
template <class Pointer, class Container> using __normal_iterator = Pointer;
}
template <class Pointer, class...> using __wrap_iter = Pointer;

} // namespace adjoint::model

#endif
