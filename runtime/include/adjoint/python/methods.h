// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Python can do with a differentiated function f: the table of its methods.
//
//     f(x, k)                          the function itself
//     f.gradient(x, k)                 the derivatives of the number that f returns, by each independent
//     f.value_and_gradient(x, k)
//     f.jvp((x, k), (x_d, k_d))        (values, tangents) of the dependents, for tangents of the independents
//     f.vjp((x, k), y_b)               adjoints of the independents, for cotangents of the dependents
//     f.hvp((x, k), (x_d, k_d))        products of the Hessian of the number that f returns with a tangent
//
// The dependents are the result and then the parameters that are written, in their order. Of several, there is a tuple;
// one stands alone. Derivatives leave the arguments as they are.
#ifndef ADJOINT_PYTHON_METHODS_H
#define ADJOINT_PYTHON_METHODS_H

#include <adjoint/python/arguments.h>

namespace adjoint::python {

constexpr auto independents = [](auto parameter) { return parameter.isIndependent; };
constexpr auto dependents = [](auto parameter) { return parameter.isDependent; };

template <class F> constexpr std::size_t independentCount = countIndependents(typename F::Parameters());
template <class F> constexpr std::size_t dependentCount = F::isSeeded + countDependents(typename F::Parameters());
/// Does it return a number that is a dependent?
template <class F>
constexpr bool hasGradient = F::hasAdjoint &&F::isSeeded &&std::is_floating_point_v<typename F::Returns>;

/// Other threads of Python run meanwhile.
template <class Do> decltype(auto) released(const Do &act) {
  py::gil_scoped_release release;
  return act();
}

template <class F, std::size_t... I> decltype(auto) callPrimal(Arguments<F> &arguments, std::index_sequence<I...>) {
  return released([&]() -> decltype(auto) { return F::primal(arguments.template at<I>().primal()...); });
}
template <class F> decltype(auto) callPrimal(Arguments<F> &arguments) {
  return callPrimal<F>(arguments, typename F::Parameters::Indices());
}

/// One value alone, several as a tuple.
inline py::object packed(std::vector<py::object> &values) {
  if (values.size() == 1)
    return std::move(values.front());
  py::tuple tuple(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    tuple[i] = std::move(values[i]);
  return tuple;
}

/// The other way round.
inline std::vector<py::object> unpacked(const py::object &given, std::size_t count, const char *function,
                                        const char *what) {
  const bool isTuple = py::isinstance<py::tuple>(given) || (count != 1 && py::isinstance<py::list>(given));
  if (!isTuple && count == 1)
    return {given};
  const std::size_t size = isTuple ? py::len(given) : 0;
  if (!isTuple || size != count)
    throw py::type_error(std::string(function) + ": " + what + " must be a tuple of " + std::to_string(count) +
                         ", not " + (isTuple ? "of " + std::to_string(size) : typeName(given)));
  std::vector<py::object> values;
  for (py::handle each : given)
    values.push_back(py::reinterpret_borrow<py::object>(each));
  return values;
}

template <class F> Given<F> unpackedArguments(const std::vector<py::object> &values) {
  Given<F> given;
  std::copy(values.begin(), values.end(), given.begin());
  return given;
}

// ---------------------------------------------------------------- derivatives

/// Runs f_b, which returns what f returns if it was asked for with the clause `value`.
template <class F, class... Seed>
decltype(auto) callAdjoint(Arguments<F> &arguments, Shadows<F> &shadows, Seed &...seed) {
  auto all = std::tuple_cat(shadows.behind(arguments), std::tie(seed...));
  return released([&]() -> decltype(auto) {
    return std::apply([](auto &...each) -> decltype(auto) { return F::adjoint(each...); }, all);
  });
}

template <class F> py::object shownIndependents(const Shadows<F> &shadows) {
  std::vector<py::object> adjoints;
  shadows.show(adjoints, independents);
  return packed(adjoints);
}

/// The seed of what f returns.
template <class T> struct Seed {
  T value{};
  const Where where;

  Seed(py::handle given, const char *function) : where{function, "the cotangent of ", "the result"} {
    Value<T>::read(value, given, where);
  }
  void expectShapeOf(const T &result) const {
    if (!Value<T>::haveSameShape(value, result))
      valueError(where, "must have as many elements as the result");
  }
};

/// The size of a container that f returns is known when f has run.
template <class F> void checkSeed(const Given<F> &given, const Seed<typename F::Returns> &seed) {
  if constexpr (Value<typename F::Returns>::hasSize()) {
    Arguments<F> arguments(given, Access::Copied);
    seed.expectShapeOf(callPrimal<F>(arguments));
  }
}

template <class F> py::object vjp(const Given<F> &given, const std::vector<py::object> &cotangents) {
  Arguments<F> arguments(given, Access::Copied);
  Shadows<F> shadows(arguments, cotangents, F::isSeeded, "the cotangent of ", dependents);
  if constexpr (F::isSeeded) {
    Seed<typename F::Returns> seed(cotangents.front(), F::name);
    checkSeed<F>(given, seed);
    callAdjoint<F>(arguments, shadows, seed.value);
  } else {
    callAdjoint<F>(arguments, shadows);
  }
  return shownIndependents(shadows);
}

/// The derivatives of the number that f returns; `value`, unless null, becomes this number.
template <class F> py::object gradient(const Given<F> &given, typename F::Returns *value) {
  Arguments<F> arguments(given, Access::Copied);
  constexpr auto none = [](auto) { return false; };
  Shadows<F> shadows(arguments, {}, 0, "", none);
  typename F::Returns seed = 1;
  using Returned = decltype(callAdjoint<F>(arguments, shadows, seed));
  constexpr bool returnsValue = !std::is_void_v<Returned>;
  if constexpr (returnsValue) {
    const auto returned = callAdjoint<F>(arguments, shadows, seed);
    if (value)
      *value = returned;
  } else {
    if (value && writesAny(typename F::Parameters())) {
      Arguments<F> others(given, Access::Copied);
      *value = callPrimal<F>(others);
    } else if (value) {
      *value = callPrimal<F>(arguments);
    }
    callAdjoint<F>(arguments, shadows, seed);
  }
  return shownIndependents(shadows);
}

template <class F, class... P, std::size_t... I>
void showDependents(const Arguments<F> &arguments, std::vector<py::object> &to, List<P...>, std::index_sequence<I...>) {
  [[maybe_unused]] const auto show = [&](const auto &argument, bool isShown) {
    if (isShown)
      to.push_back(argument.shown());
  };
  (show(arguments.template at<I>(), P::isDependent), ...);
}

template <class F> py::object jvp(const Given<F> &given, const std::vector<py::object> &tangents) {
  Arguments<F> arguments(given, Access::Copied);
  Shadows<F> shadows(arguments, tangents, 0, "the tangent of ", independents);
  std::vector<py::object> values, derivatives;
  const auto call = [](auto &...each) -> decltype(auto) { return F::tangent(each...); };
  auto all = shadows.behind(arguments);
  if constexpr (F::isSeeded) {
    typename F::Returns tangent{};
    auto withResult = std::tuple_cat(all, std::tie(tangent));
    const typename F::Returns value = released([&] { return std::apply(call, withResult); });
    values.push_back(Value<typename F::Returns>::shown(value));
    derivatives.push_back(Value<typename F::Returns>::shown(tangent));
  } else {
    released([&] { std::apply(call, all); });
  }
  showDependents<F>(arguments, values, typename F::Parameters(), typename F::Parameters::Indices());
  shadows.show(derivatives, dependents);
  py::object first = packed(values);
  return py::make_tuple(first, packed(derivatives));
}

/// Each argument, each with its tangent, its adjoint and the tangent of that behind it.
template <class F, class... P, std::size_t... I>
auto quartets(Arguments<F> &arguments, Shadows<F> &d, Shadows<F> &b, Shadows<F> &bd, List<P...>,
              std::index_sequence<I...>) {
  const auto group = [&](auto parameter, auto index) {
    auto &argument = arguments.template at<index>();
    if constexpr (parameter.isActive)
      return std::forward_as_tuple(argument.primal(), d.template at<index>(), b.template at<index>(),
                                   bd.template at<index>());
    else
      return std::forward_as_tuple(argument.primal());
  };
  return std::tuple_cat(group(P(), std::integral_constant<std::size_t, I>())...);
}

/// The derivatives of the gradient in the direction of the tangents: f_bd(x, x_d, x_b, x_bd, ..., 1, 0).
template <class F> py::object hvp(const Given<F> &given, const std::vector<py::object> &tangents) {
  constexpr auto none = [](auto) { return false; };
  Arguments<F> arguments(given, Access::Copied);
  Shadows<F> direction(arguments, tangents, 0, "the tangent of ", independents);
  Shadows<F> gradient(arguments, {}, 0, "", none), products(arguments, {}, 0, "", none);
  typename F::Returns seed = 1, noSeed = 0;
  auto all = std::tuple_cat(quartets<F>(arguments, direction, gradient, products, typename F::Parameters(),
                                        typename F::Parameters::Indices()),
                            std::tie(seed, noSeed));
  released([&] { std::apply([](auto &...each) { F::hessianVector(each...); }, all); });
  return shownIndependents(products);
}

// ---------------------------------------------------------------- the table

/// A method takes what f takes, or a tuple of that and something beside it, which is called `beside`.
struct Call {
  static constexpr const char *name = "__call__";
  template <class F> static constexpr bool exists = true;
  template <class F> static py::object run(const Given<F> &given) {
    Arguments<F> arguments(given, Access::InPlace);
    if constexpr (std::is_void_v<typename F::Returns>) {
      callPrimal<F>(arguments);
      arguments.writeBack(given);
      return py::none();
    } else {
      const typename F::Returns value = callPrimal<F>(arguments);
      arguments.writeBack(given);
      return Value<typename F::Returns>::shown(value);
    }
  }
};

struct Gradient {
  static constexpr const char *name = "gradient", *text = "The derivatives of the result by each independent.";
  template <class F> static constexpr bool exists = hasGradient<F>;
  template <class F> static py::object run(const Given<F> &given) { return gradient<F>(given, nullptr); }
};

struct ValueAndGradient {
  static constexpr const char *name = "value_and_gradient",
                              *text = "The result, and its derivatives by each independent.";
  template <class F> static constexpr bool exists = hasGradient<F>;
  template <class F> static py::object run(const Given<F> &given) {
    typename F::Returns value = 0;
    py::object derivatives = gradient<F>(given, &value);
    return py::make_tuple(value, derivatives);
  }
};

struct Jvp {
  static constexpr const char *name = "jvp", *beside = "tangents";
  static constexpr const char *text = "(values, tangents) of the dependents, for tangents of the independents.";
  template <class F> static constexpr bool exists = F::hasTangent;
  template <class F> static constexpr std::size_t besideCount = independentCount<F>;
  template <class F> static py::object run(const Given<F> &given, const std::vector<py::object> &tangents) {
    return jvp<F>(given, tangents);
  }
};

struct Vjp {
  static constexpr const char *name = "vjp", *beside = "cotangents";
  static constexpr const char *text = "Adjoints of the independents, for cotangents of the dependents.";
  template <class F> static constexpr bool exists = F::hasAdjoint;
  template <class F> static constexpr std::size_t besideCount = dependentCount<F>;
  template <class F> static py::object run(const Given<F> &given, const std::vector<py::object> &cotangents) {
    return vjp<F>(given, cotangents);
  }
};

struct Hvp {
  static constexpr const char *name = "hvp", *beside = "tangents";
  static constexpr const char *text = "Products of the Hessian of the result with the tangents of the independents.";
  template <class F>
  static constexpr bool exists = F::hasHessianVector &&F::isSeeded &&std::is_floating_point_v<typename F::Returns>;
  template <class F> static constexpr std::size_t besideCount = independentCount<F>;
  template <class F> static py::object run(const Given<F> &given, const std::vector<py::object> &tangents) {
    return hvp<F>(given, tangents);
  }
};

using MethodsBeside = List<Jvp, Vjp, Hvp>;

} // namespace adjoint::python

#endif // ADJOINT_PYTHON_METHODS_H
