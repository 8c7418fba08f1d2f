// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::reference_wrapper, and the function objects for operators.

#ifndef ADJOINT_MODEL_FUNCTIONAL_H
#define ADJOINT_MODEL_FUNCTIONAL_H

#include "adjoint/model/core.h"

namespace adjoint::model {

template <class T> struct reference_wrapper {
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

template <class F, class... Args> decltype(auto) invoke(F &&f, Args &&...args) {
  return forward<F>(f)(forward<Args>(args)...);
}

} // namespace adjoint::model

#endif
