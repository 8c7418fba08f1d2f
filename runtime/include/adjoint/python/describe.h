// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Docstrings: what a function takes, and of which type and shape.
//
//     energy(x, k) -> float
//
//     double energy(const double *x, int n, double k)
//
//     x: array of float64 with n elements; independent
//     k: float; independent
#ifndef ADJOINT_PYTHON_DESCRIBE_H
#define ADJOINT_PYTHON_DESCRIBE_H

#include <adjoint/python/matrices.h>

namespace adjoint::python {

inline const char *described(Role role) {
  switch (role) {
  case Role::Passive:
  case Role::Length:
    return "";
  case Role::Independent:
    return "; independent";
  case Role::Dependent:
    return "; dependent";
  case Role::Both:
    return "; independent and dependent";
  }
  return "";
}

template <class T> std::string describedType(const Length &length, const char *const *names) {
  if constexpr (kindOf<T>() == Kind::Array) {
    const std::string array = "array of " + dtypeName<typename Argument<T>::Element>();
    if (length.isKnown())
      return array + " with " + length.described(names) + " elements";
    return Argument<T>::Type::isOne ? array + " with 1 element" : array;
  } else {
    return Value<std::conditional_t<kindOf<T>() == Kind::Object, ObjectType<T>, std::decay_t<T>>>::described();
  }
}

/// "x, k": those that Python gives, or that are chosen.
template <class F, class... P, class Choose>
std::string namesOf(List<P...>, Choose isChosen, std::vector<std::string> names = {}) {
  std::size_t i = 0;
  ((isChosen(P()) ? names.push_back(F::names[i++]) : void(++i)), ...);
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text;
}
template <class F> std::string givenNames() {
  return namesOf<F>(typename F::Parameters(), [](auto parameter) { return !parameter.isLength; });
}
template <class F> std::string independentNames() { return namesOf<F>(typename F::Parameters(), independents); }
template <class F> std::string dependentNames() {
  return namesOf<F>(typename F::Parameters(), dependents,
                    F::isSeeded ? std::vector<std::string>{"result"} : std::vector<std::string>{});
}

template <class F, std::size_t I, class P> std::string describedParameter() {
  if (P::isLength)
    return "";
  const bool isInPlace = isWritten<typename P::Type>();
  return std::string(F::names[I]) + ": " + describedType<typename P::Type>(F::lengths[I], F::names) +
         described(P::role) + (isInPlace ? "; written in place" : "") + "\n";
}
template <class F, class... P, std::size_t... I>
std::string describedParameters(List<P...>, std::index_sequence<I...>) {
  return (std::string() + ... + describedParameter<F, I, P>());
}

template <class F> std::string signatureText() {
  std::string text = std::string(F::name) + "(" + givenNames<F>() + ")";
  if constexpr (!std::is_void_v<typename F::Returns>)
    text += " -> " + Value<typename F::Returns>::described();
  return text;
}

template <class F> std::string docstring() {
  return signatureText<F>() + "\n\n" + F::declaration + "\n\n" +
         describedParameters<F>(typename F::Parameters(), typename F::Parameters::Indices());
}

/// Of a method that takes what f takes.
template <class F, class Method> std::string docstringOf() {
  return std::string(Method::name) + "(" + givenNames<F>() + ")\n\n" + Method::text +
         "\n\nindependents: " + independentNames<F>() + "\n";
}
/// Of one that takes something beside it.
template <class F, class Method> std::string docstringBeside() {
  return std::string(Method::name) + "(args, " + Method::beside + ")\n\n" + Method::text +
         "\n\nargs: " + givenNames<F>() + "\nindependents: " + independentNames<F>() +
         "\ndependents: " + dependentNames<F>() + "\n";
}

} // namespace adjoint::python

#endif // ADJOINT_PYTHON_DESCRIBE_H
