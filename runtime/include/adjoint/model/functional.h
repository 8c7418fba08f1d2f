// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::reference_wrapper, std::function, and the function objects for operators.

#ifndef ADJOINT_MODEL_FUNCTIONAL_H
#define ADJOINT_MODEL_FUNCTIONAL_H

#include "adjoint/model/core.h"

namespace adjoint::model {

template <class T> struct reference_wrapper {
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using type = T;
  reference_wrapper(T &object) : target(&object) {}
  operator T &() const { return *target; }
  T &get() const { return *target; }
  template <class... Args> decltype(auto) operator()(Args &&...args) const { return (*target)(forward<Args>(args)...); }

private:
  ADJOINT_VIEW("&$.get()", "1") T *target;
};
template <class T> reference_wrapper<T> ref(T &object) { return reference_wrapper<T>(object); }
template <class T> reference_wrapper<const T> cref(const T &object) { return reference_wrapper<const T>(object); }

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
  R call(Args... args) override { return model::call<R>(f, static_cast<Args &&>(args)...); }
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
  function(function &&other) : target(other.target) { other.target = nullptr; }
  ~function() { delete target; }
  function &operator=(const function &other) {
    function copy(other);
    swap(copy);
    return *this;
  }
  function &operator=(function &&other) {
    function taken(move(other));
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
    return (pointed(forward<Object>(object)).*member)(forward<Args>(args)...);
  else
    return (pointed(forward<Object>(object)).*member);
}

template <class F, class... Args> decltype(auto) invoke(F &&f, Args &&...args) {
  if constexpr (member_pointer<remove_cvref_t<F>>::isMember)
    return invoke_member(f, forward<Args>(args)...);
  else
    return forward<F>(f)(forward<Args>(args)...);
}

/// std::mem_fn, under the name that libstdc++ gives to what it returns.
template <class Member> class _Mem_fn {
public:
  explicit _Mem_fn(Member member) : member(member) {}
  template <class... Args> decltype(auto) operator()(Args &&...args) const {
    return invoke_member(member, forward<Args>(args)...);
  }

private:
  Member member;
};
template <class M, class C> _Mem_fn<M C::*> mem_fn(M C::*member) { return _Mem_fn<M C::*>(member); }

} // namespace adjoint::model

#endif
