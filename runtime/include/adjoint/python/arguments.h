// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All arguments of one call, and all that goes with them.
//
// The generated code describes a function f by a class F:
//
//     struct Python_energy {
//       static constexpr const char *name = "energy", *declaration = "double energy(const double *x, int n, double k)";
//       static constexpr const char *names[] = {"x", "n", "k"};
//       static constexpr Length lengths[] = {{1, 0, {1}}, {}, {}};
//       using Parameters = List<Parameter<const double *, Role::Independent>, Parameter<int, Role::Length>, ...>;
//       using Returns = double;
//       static constexpr bool isSeeded = true, hasAdjoint = true, hasTangent = true, hasHessianVector = false;
//       static decltype(auto) primal(auto &...a), adjoint(auto &...a), tangent(auto &...a)      call f, f_b, f_d, if
//       there
//     };
#ifndef ADJOINT_PYTHON_ARGUMENTS_H
#define ADJOINT_PYTHON_ARGUMENTS_H

#include <adjoint/python/lengths.h>
#include <adjoint/python/parameters.h>

#include <utility>

namespace adjoint::python {

template <class... T> struct List {
  static constexpr std::size_t size = sizeof...(T);
  using Indices = std::index_sequence_for<T...>;
};

/// How many parameters with the property stand before this one. By default, of all.
template <class... P> constexpr int countLengths(List<P...>, std::size_t before) {
  int count = 0;
  std::size_t i = 0;
  ((count += i++ < before && P::isLength), ...);
  return count;
}
template <class... P> constexpr int countIndependents(List<P...>) { return (0 + ... + P::isIndependent); }
template <class... P> constexpr int countDependents(List<P...>) { return (0 + ... + P::isDependent); }
template <class... P> constexpr bool writesAny(List<P...>) { return (false || ... || isWritten<typename P::Type>()); }

/// How many arguments Python gives.
template <class F>
constexpr std::size_t arity = F::Parameters::size - countLengths(typename F::Parameters(), F::Parameters::size);
template <class F> using Given = std::array<py::handle, arity<F>>;
template <class F> constexpr std::size_t givenIndex(std::size_t parameter) {
  return parameter - countLengths(typename F::Parameters(), parameter);
}

template <class F, class Parameters = typename F::Parameters, class Indices = typename Parameters::Indices>
class Arguments;

template <class F, class... P, std::size_t... I> class Arguments<F, List<P...>, std::index_sequence<I...>> {
public:
  Arguments(const Given<F> &given, Access access) {
    (take<I, P>(given, access), ...);
    keepApart();
    solveLengths();
    (checkLength<I, P>(), ...);
  }
  Arguments(const Arguments &) = delete;

  template <std::size_t K> auto &at() { return *std::get<K>(all); }
  template <std::size_t K> const auto &at() const { return *std::get<K>(all); }

  void writeBack(const Given<F> &given) const { (put<I, P>(given), ...); }

private:
  static constexpr std::size_t count = sizeof...(P);
  static Where where(std::size_t i) { return {F::name, "", F::names[i]}; }

  template <std::size_t K, class Q> void take(const Given<F> &given, Access access) {
    if constexpr (!Q::isLength)
      std::get<K>(all).emplace(given[givenIndex<F>(K)], where(K), access);
  }
  template <std::size_t K, class Q> void put(const Given<F> &given) const {
    if constexpr (!Q::isLength)
      at<K>().writeBack(given[givenIndex<F>(K)]);
  }

  template <std::size_t K, class Q> Memory memory() const {
    if constexpr (Q::isLength)
      return {};
    else
      return at<K>().memory();
  }
  /// Else the derivative would be that of another function.
  void keepApart() const {
    if constexpr (writesAny(List<P...>())) {
      const Memory memories[] = {memory<I, P>()...};
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < count; ++j)
          if (i != j && memories[i].isWritten && memories[i].overlaps(memories[j]))
            valueError(where(i), std::string("is written to, and shares memory with ") + F::names[j]);
    }
  }

  template <std::size_t K> std::ptrdiff_t size() const { return std::get<K>(all) ? at<K>().size() : 0; }
  void solveLengths() { (solve<I, P>(), ...); }
  /// An integer that is a length: from the first array that decides it.
  template <std::size_t K, class Q> void solve() {
    if constexpr (Q::isLength) {
      const std::ptrdiff_t sizes[] = {size<I>()...};
      std::size_t array = 0;
      while (F::lengths[array].decides() != static_cast<int>(K))
        ++array;
      const std::ptrdiff_t value = solved(F::lengths[array], sizes[array], where(array), F::names);
      using Integer = std::decay_t<typename Q::Type>;
      if (value > static_cast<std::ptrdiff_t>(std::numeric_limits<Integer>::max()) && sizeof(Integer) < sizeof(value))
        valueError(where(array), "has more elements than fit into the type of " + std::string(F::names[K]));
      std::get<K>(all).emplace(static_cast<Integer>(value));
    }
  }
  template <std::size_t K, class Q> std::ptrdiff_t integer() const {
    if constexpr (std::is_integral_v<std::decay_t<typename Q::Type>> && kindOf<typename Q::Type>() == Kind::Copy)
      return static_cast<std::ptrdiff_t>(at<K>().value());
    else
      return 0;
  }
  template <std::size_t K, class Q> void checkLength() const {
    if constexpr (F::lengths[K].isKnown())
      expectLength(F::lengths[K], size<K>(), where(K), F::names, [this](int parameter) {
        const std::ptrdiff_t integers[] = {integer<I, P>()...};
        return integers[parameter];
      });
  }

  std::tuple<std::optional<Argument<typename P::Type>>...> all;
};

// ---------------------------------------------------------------- adjoints, tangents

struct NoShadow {};
template <class P>
using ShadowOf = std::conditional_t<P::isActive, std::optional<Shadow<typename P::Type>>, std::optional<NoShadow>>;

template <class F, class Parameters = typename F::Parameters, class Indices = typename Parameters::Indices>
class Shadows;

template <class F, class... P, std::size_t... I> class Shadows<F, List<P...>, std::index_sequence<I...>> {
public:
  /// Those that `given` has members for, in this order, and zero for the others.
  template <class IsGiven>
  Shadows(const Arguments<F> &arguments, const std::vector<py::object> &given, std::size_t first, const char *role,
          IsGiven isGiven) {
    std::size_t next = first;
    (make<I, P>(arguments, given, next, role, isGiven(P())), ...);
  }
  Shadows(const Shadows &) = delete;

  template <std::size_t K> decltype(auto) at() { return std::get<K>(all)->get(); }

  /// What f_b and f_d are called with: each argument, each with its shadow behind it.
  auto behind(Arguments<F> &arguments) {
    return std::tuple_cat(pair<P>(arguments.template at<I>(), std::get<I>(all))...);
  }

  template <class IsShown> void show(std::vector<py::object> &to, IsShown isShown) const {
    (showOne<I>(to, isShown(P())), ...);
  }

private:
  template <std::size_t K, class Q>
  void make(const Arguments<F> &arguments, const std::vector<py::object> &given, std::size_t &next, const char *role,
            bool isGiven) {
    if constexpr (Q::isActive) {
      if (isGiven)
        std::get<K>(all).emplace(arguments.template at<K>(), given[next++], Where{F::name, role, F::names[K]});
      else
        std::get<K>(all).emplace(arguments.template at<K>());
    }
  }
  template <class Q, class A, class S> static auto pair(A &argument, S &shadow) {
    if constexpr (Q::isActive)
      return std::forward_as_tuple(argument.primal(), shadow->get());
    else
      return std::forward_as_tuple(argument.primal());
  }
  template <std::size_t K> void showOne(std::vector<py::object> &to, bool isShown) const {
    if constexpr (std::tuple_element_t<K, std::tuple<P...>>::isActive)
      if (isShown)
        to.push_back(std::get<K>(all)->shown());
  }

  std::tuple<ShadowOf<P>...> all;
};

} // namespace adjoint::python

#endif // ADJOINT_PYTHON_ARGUMENTS_H
