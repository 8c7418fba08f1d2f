// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::reference_wrapper, std::function, and the function objects for operators.

#ifndef ADJOINT_MODEL_FUNCTIONAL_H
#define ADJOINT_MODEL_FUNCTIONAL_H

#include "adjoint/model/core.h"
#include "adjoint/model/utility.h"

namespace adjoint::model {

template <class T> struct reference_wrapper {
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using type = T;
  reference_wrapper(T &object) : target(&object) {}
  operator T &() const { return *target; }
  T &get() const { return *target; }
  template <class... Args> decltype(auto) operator()(Args &&...args) const { return (*target)(model::forward<Args>(args)...); }

private:
  ADJOINT_VIEW("(&$.get())", "1", "shared") T *target;
};
template <class T> reference_wrapper<T> ref(T &object) { return reference_wrapper<T>(object); }
template <class T> reference_wrapper<const T> cref(const T &object) { return reference_wrapper<const T>(object); }

template <class T> struct member_pointer {
  static constexpr bool isMember = false;
};
template <class M, class C> struct member_pointer<M C::*> {
  static constexpr bool isMember = true;
};
template <class T> inline constexpr bool isConstant = false;
template <class T> inline constexpr bool isConstant<const T> = true;
/// Nothing makes a function const.
template <class T> inline constexpr bool isFunctionType = !isConstant<const T>;
template <class T> struct plain_pointer {
  static constexpr bool isPointer = false;
};
template <class T> struct plain_pointer<T *> {
  static constexpr bool isPointer = true;
};

/// The object of a call through a pointer to a member, which may be given by a pointer.
template <class Object> decltype(auto) pointed(Object &&object) {
  if constexpr (plain_pointer<remove_cvref_t<Object>>::isPointer)
    return (*object);
  else
    return static_cast<Object &&>(object);
}
template <class R, class C, class Object, class... Args>
decltype(auto) invoke_member(R C::*member, Object &&object, Args &&...args) {
  if constexpr (isFunctionType<R>)
    return (pointed(model::forward<Object>(object)).*member)(model::forward<Args>(args)...);
  else
    return (pointed(model::forward<Object>(object)).*member);
}

/// std::mem_fn, under the name that libstdc++ gives to what it returns.
template <class Member> class _Mem_fn {
public:
  explicit _Mem_fn(Member member) : member(member) {}
  template <class... Args> decltype(auto) operator()(Args &&...args) const {
    return invoke_member(member, model::forward<Args>(args)...);
  }

private:
  Member member;
};
template <class M, class C> _Mem_fn<M C::*> mem_fn(M C::*member) { return _Mem_fn<M C::*>(member); }

/// What a function holds: an object of a class that only this interface tells from others.
template <class Signature> class callable;
template <class R, class... Args> class callable<R(Args...)> {
public:
  virtual ~callable() {}
  virtual R call(Args... args) = 0;
  virtual callable *copy() const = 0;
};
template <class F, class Signature> class holder;
template <class F, class R, class... Args> class holder<F, R(Args...)> : public callable<R(Args...)> {
public:
  explicit holder(const F &f) : f(f) {}
  R call(Args... args) override {
    if constexpr (member_pointer<F>::isMember) {
      _Mem_fn<F> member(f);
      return model::call<R>(member, static_cast<Args &&>(args)...);
    } else {
      return model::call<R>(f, static_cast<Args &&>(args)...);
    }
  }
  callable<R(Args...)> *copy() const override { return new holder(f); }

private:
  F f;
};

template <class Signature> class function;
template <class R, class... Args> class function<R(Args...)> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  function() : target(nullptr) {}
  function(nullptr_t) : target(nullptr) {}
  template <class F, class = enable_if_t<!is_same<F, function>>> function(F f) : target(new holder<F, R(Args...)>(f)) {}
  function(const function &other) : target(nullptr) {
    if (other.target)
      target = other.target->copy();
  }
  function(function &&other) noexcept : target(other.target) { other.target = nullptr; }
  ~function() { delete target; }
  function &operator=(const function &other) {
    function copy(other);
    swap(copy);
    return *this;
  }
  function &operator=(function &&other) {
    function taken(model::move(other));
    swap(taken);
    return *this;
  }
  function &operator=(nullptr_t) {
    function empty;
    swap(empty);
    return *this;
  }
  template <class F, class = enable_if_t<!is_same<F, function>>> function &operator=(F f) {
    function made(f);
    swap(made);
    return *this;
  }

  explicit operator bool() const { return target != nullptr; }
  R operator()(Args... args) const {
    if (!target)
      throw_bad_function_call();
    return target->call(static_cast<Args &&>(args)...);
  }
  void swap(function &other) { model::swap(target, other.target); }

private:
  callable<R(Args...)> *target;
};

template <class R, class... Args> bool operator==(const function<R(Args...)> &f, nullptr_t) { return !f; }
template <class R, class... Args> bool operator==(nullptr_t, const function<R(Args...)> &f) { return !f; }
template <class R, class... Args> bool operator!=(const function<R(Args...)> &f, nullptr_t) { return bool(f); }
template <class R, class... Args> bool operator!=(nullptr_t, const function<R(Args...)> &f) { return bool(f); }

#define ADJOINT_MODEL_OPERATOR(name, op)                                                                               \
  template <class T = void> struct name {                                                                              \
    auto operator()(const T &a, const T &b) const { return a op b; }                                                   \
  };                                                                                                                   \
  template <> struct name<void> {                                                                                      \
    template <class A, class B> auto operator()(const A &a, const B &b) const { return a op b; }                       \
  };
ADJOINT_MODEL_OPERATOR(plus, +)
ADJOINT_MODEL_OPERATOR(minus, -)
ADJOINT_MODEL_OPERATOR(multiplies, *)
ADJOINT_MODEL_OPERATOR(divides, /)
ADJOINT_MODEL_OPERATOR(modulus, %)
ADJOINT_MODEL_OPERATOR(less, <)
ADJOINT_MODEL_OPERATOR(less_equal, <=)
ADJOINT_MODEL_OPERATOR(greater, >)
ADJOINT_MODEL_OPERATOR(greater_equal, >=)
ADJOINT_MODEL_OPERATOR(equal_to, ==)
ADJOINT_MODEL_OPERATOR(not_equal_to, !=)
ADJOINT_MODEL_OPERATOR(logical_and, &&)
ADJOINT_MODEL_OPERATOR(logical_or, ||)
#undef ADJOINT_MODEL_OPERATOR

template <class T = void> struct negate {
  T operator()(const T &a) const { return -a; }
};
template <> struct negate<void> {
  template <class A> auto operator()(const A &a) const { return -a; }
};
struct identity {
  template <class A> A &&operator()(A &&a) const { return static_cast<A &&>(a); }
};

// ---------------------------------------------------------- calls of all kinds

template <class F, class... Args> decltype(auto) invoke(F &&f, Args &&...args) {
  if constexpr (member_pointer<remove_cvref_t<F>>::isMember)
    return invoke_member(f, model::forward<Args>(args)...);
  else
    return model::forward<F>(f)(model::forward<Args>(args)...);
}

// ------------------------------------------------------------------- std::bind

/// Under the names that the two common libraries give to their classes.
template <int n> struct _Placeholder {};
template <int n> using __ph = _Placeholder<n>;
namespace placeholders {
inline constexpr _Placeholder<1> _1{};
inline constexpr _Placeholder<2> _2{};
inline constexpr _Placeholder<3> _3{};
inline constexpr _Placeholder<4> _4{};
inline constexpr _Placeholder<5> _5{};
inline constexpr _Placeholder<6> _6{};
} // namespace placeholders
template <class T> inline constexpr int placeholder = 0;
template <int n> inline constexpr int placeholder<_Placeholder<n>> = n;

/// A function, and what it is given: values, or places in the call's list of arguments.
template <class F, class... Values> class bound;
template <class T> inline constexpr bool isBound = false;
template <class F, class... Values> inline constexpr bool isBound<bound<F, Values...>> = true;
template <class T> inline constexpr bool isReferenceWrapper = false;
template <class T> inline constexpr bool isReferenceWrapper<reference_wrapper<T>> = true;

template <class T, class Arguments> decltype(auto) argument_of(T &value, Arguments &arguments) {
  using Plain = remove_cvref_t<T>;
  if constexpr (placeholder<Plain> != 0)
    return get<placeholder<Plain> - 1>(arguments);
  else if constexpr (isReferenceWrapper<Plain>)
    return value.get();
  else if constexpr (isBound<Plain>)
    return model::apply(value, arguments);
  else
    return (value);
}

template <class F, class... Values> class bound {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  template <class G, class... Ts>
  explicit bound(bool, G &&f, Ts &&...values) : f(model::forward<G>(f)), values(model::forward<Ts>(values)...) {}

  template <class... Args> decltype(auto) operator()(Args &&...args) {
    tuple<Args &&...> arguments(model::forward<Args>(args)...);
    return callWith(f, values, arguments, indices_of<tuple<Values...>>());
  }
  template <class... Args> decltype(auto) operator()(Args &&...args) const {
    tuple<Args &&...> arguments(model::forward<Args>(args)...);
    return callWith(f, values, arguments, indices_of<tuple<Values...>>());
  }

private:
  template <class G, class Given, class Arguments, size_t... is>
  static decltype(auto) callWith(G &f, Given &given, Arguments &arguments, index_sequence<is...>) {
    return model::invoke(f, argument_of(get<is>(given), arguments)...);
  }

  F f;
  tuple<Values...> values;
};
template <class Signature> struct bound_by;
template <class F, class... Values> struct bound_by<F(Values...)> { using type = bound<F, Values...>; };
template <class Signature> using _Bind = typename bound_by<Signature>::type;
template <class F, class... Values> using __bind = bound<F, Values...>;

template <class T> struct decayed { using type = T; };
template <class R, class... Args> struct decayed<R(Args...)> { using type = R (*)(Args...); };
template <class F, class... Ts> auto bind(F &&f, Ts &&...values) {
  return bound<typename decayed<remove_cvref_t<F>>::type, typename decayed<remove_cvref_t<Ts>>::type...>(
      true, model::forward<F>(f), model::forward<Ts>(values)...);
}

} // namespace adjoint::model

#endif
