// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One sweep: derivatives of f at its arguments. The *independents* and *dependents* are those of the request; the
// dependents are the result, and then the parameters that are written, in their order. One stands alone, several are a
// tuple.
//
//     gradient<f>(x, k)                        of the number that f returns, by each independent
//     value_and_gradient<f>(x, k)              .value, .gradient
//     jvp<f>(x, k)(x_d, k_d)                   tangents of the dependents, for tangents of the independents
//     vjp<f>(x, k)(y_b)                        adjoints of the independents, for seeds of the dependents
//     hessian_vector<f>(x, k)(x_d, k_d)        the derivative of the gradient along a direction
//
// Derivatives are new objects; nobody has to set anything to zero. Arguments stay as they are: what f writes to through
// a parameter with a derivative is a copy. Tangents, seeds and directions have the type and the shape of what they
// belong to, and what f writes to overlaps no other argument; otherwise std::invalid_argument is thrown. What f throws,
// they throw.
//
// Many directions at once are the columns of a matrix: jvp gives J S, vjp gives J^T S, and hessian_vector H S for an
// adjoint::Matrix S with any number of columns. Its rows are the numbers that one direction has, parameter by
// parameter, those of the result first; so are those of the product. Several columns are taken in one sweep
// (derivatives/chunks.h).
//
// jvp, vjp and hessian_vector give an object that is called, any number of times and by one thread, while the arguments
// live. It reads them in each call, and keeps its memory from call to call.
#ifndef ADJOINT_DERIVATIVES_SWEEPS_H
#define ADJOINT_DERIVATIVES_SWEEPS_H

#include <adjoint/derivatives/chunks.h>
#include <adjoint/derivatives/plain.h>

namespace adjoint {

template <class V, class G> struct ValueAndGradient {
  V value;
  G gradient;
};

namespace derivatives {

/// What keeps the arguments of a derivative that is called later.
template <class D, class... A> class Bound {
public:
  explicit Bound(A &&...given) : given(std::forward<A>(given)...), call(bind(std::index_sequence_for<A...>())) {}
  Bound(const Bound &) = delete;

protected:
  using CallType = Call<D, std::remove_reference_t<A>...>;
  using Returns = typename CallType::Returns;

  /// Products with the columns of a matrix, by the derivatives of one kind.
  template <template <class, class...> class Map, Kind K, class T>
  auto productsOf(const Matrix<T> &directions, const char *caller) {
    using Products = ChunksOf<Map, D, SeveralAtOnce<D::primal, K>, std::remove_reference_t<A>...>;
    return std::apply(
        [&](auto &...each) {
          Products products(each...);
          return productsWith(products, directions, caller);
        },
        given);
  }

private:
  template <std::size_t... I> CallType bind(std::index_sequence<I...>) { return CallType(std::get<I>(given)...); }

  std::tuple<A...> given; // A is a reference for what lives elsewhere

protected:
  CallType call;
};

template <class D, class... A> class Jvp : Bound<D, A...> {
  using Base = Bound<D, A...>;
  using C = typename Base::CallType;
  using Returns = typename Base::Returns;
  static_assert(
      !C::isResultDependent || !std::is_reference_v<Returns>,
      "adjoint::jvp: of what a function returns by reference, the tangent is what f_d leads to; call f_d itself");

public:
  using Base::Base;

  template <class... T> auto operator()(const T &...tangents) {
    static_assert(sizeof...(T) == C::template countParameters<isIndependent>(),
                  "adjoint::jvp: expected a tangent for each independent");
    this->call.renew();
    this->call.template assign<isIndependent>(shadows, std::tie(tangents...), "adjoint::jvp");
    if constexpr (C::isResultDependent) {
      Plain<Returns> result{};
      this->call.run(std::tuple<Plain<Returns> &>(result), shadows);
      return packed(std::tuple_cat(std::make_tuple(std::move(result)), C::template take<isDependent>(shadows)));
    } else {
      this->call.run(std::tuple<>(), shadows);
      return packed(C::template take<isDependent>(shadows));
    }
  }
  template <class T> auto operator()(const Matrix<T> &tangents) {
    return this->template productsOf<TangentMap, Kind::Tangent>(tangents, "adjoint::jvp");
  }

private:
  typename C::Shadows shadows;
};

template <class D, class... A> class Vjp : Bound<D, A...> {
  using Base = Bound<D, A...>;
  using C = typename Base::CallType;
  using Returns = typename Base::Returns;

public:
  using Base::Base;

  template <class... T> auto operator()(const T &...seeds) {
    static_assert(sizeof...(T) == C::isResultDependent + C::template countParameters<isDependent>(),
                  "adjoint::vjp: expected a seed for each dependent: the result, and the parameters that are written");
    this->call.renew();
    run(std::tie(seeds...));
    return packed(C::template take<isIndependent>(shadows));
  }
  template <class T> auto operator()(const Matrix<T> &seeds) {
    return this->template productsOf<AdjointMap, Kind::Adjoint>(seeds, "adjoint::vjp");
  }

private:
  template <class... T> void run(std::tuple<T...> seeds) {
    if constexpr (C::isResultDependent) {
      runSeeded(seeds, std::make_index_sequence<sizeof...(T) - 1>());
    } else {
      this->call.template assign<isDependent>(shadows, seeds, "adjoint::vjp");
      this->call.run(std::tuple<>(), shadows);
    }
  }
  template <class Seeds, std::size_t... I> void runSeeded(Seeds &seeds, std::index_sequence<I...>) {
    Plain<Returns> result = static_cast<Plain<Returns>>(std::get<0>(seeds));
    this->call.template assign<isDependent>(shadows, std::tie(std::get<I + 1>(seeds)...), "adjoint::vjp");
    this->call.run(seedOf<Returns>(result), shadows);
  }

  typename C::Shadows shadows;
};

template <class D, class... A> class HessianVector : Bound<D, A...> {
  using Base = Bound<D, A...>;
  using C = typename Base::CallType;

public:
  using Base::Base;

  template <class... T> auto operator()(const T &...direction) {
    static_assert(sizeof...(T) == C::template countParameters<isIndependent>(),
                  "adjoint::hessian_vector: expected a direction for each independent");
    this->call.renew();
    this->call.template assign<isIndependent>(tangents, std::tie(direction...), "adjoint::hessian_vector");
    runHessianVector<D>(this->call, tangents, adjoints, products);
    return packed(C::template take<isIndependent>(products));
  }
  template <class T> auto operator()(const Matrix<T> &directions) {
    return this->template productsOf<HessianMap, Kind::HessianVector>(directions, "adjoint::hessian_vector");
  }

private:
  typename C::Shadows tangents, adjoints, products;
};

} // namespace derivatives

template <auto F, class... A> auto gradient(A &&...given) {
  using D = derivatives::KnownDerivative<F, derivatives::Kind::Adjoint>;
  if constexpr (!derivatives::isCallableForNumber<derivatives::Kind::Adjoint, D, A...>()) {
    return derivatives::Refused();
  } else {
    derivatives::expectArgumentsApart<D>(given...);
    derivatives::GradientOf<D, std::remove_reference_t<A>...> gradient{};
    derivatives::RingOf<D>::adjoint(gradient, given...);
    return gradient;
  }
}

/// With the clause `value`, f_b gives both; without, f and f_b run.
template <auto F, class... A> auto value_and_gradient(A &&...given) {
  using D = derivatives::KnownDerivative<F, derivatives::Kind::Adjoint>;
  if constexpr (!derivatives::isCallableForNumber<derivatives::Kind::Adjoint, D, A...>()) {
    return derivatives::Refused();
  } else {
    using Value = derivatives::Plain<derivatives::ReturnsOf<D>>;
    using Gradient = derivatives::GradientOf<D, std::remove_reference_t<A>...>;
    derivatives::expectArgumentsApart<D>(given...);
    ValueAndGradient<Value, Gradient> result{};
    if constexpr (derivatives::givesValue<D>) {
      result.value = derivatives::RingOf<D>::adjoint(result.gradient, given...);
    } else {
      result.value = derivatives::RingOf<D>::primal(given...);
      derivatives::RingOf<D>::adjoint(result.gradient, given...);
    }
    return result;
  }
}

template <auto F, class... A> auto jvp(A &&...given) {
  using D = derivatives::KnownDerivative<F, derivatives::Kind::Tangent>;
  if constexpr (derivatives::isCallable<derivatives::Kind::Tangent, D, A...>())
    return derivatives::Jvp<D, A...>(std::forward<A>(given)...);
  else
    return derivatives::Refused();
}

template <auto F, class... A> auto vjp(A &&...given) {
  using D = derivatives::KnownDerivative<F, derivatives::Kind::Adjoint>;
  if constexpr (derivatives::isCallable<derivatives::Kind::Adjoint, D, A...>())
    return derivatives::Vjp<D, A...>(std::forward<A>(given)...);
  else
    return derivatives::Refused();
}

template <auto F, class... A> auto hessian_vector(A &&...given) {
  using D = derivatives::KnownDerivative<F, derivatives::Kind::HessianVector>;
  if constexpr (!derivatives::isCallableForNumber<derivatives::Kind::HessianVector, D, A...>()) {
    return derivatives::Refused();
  } else {
    return derivatives::HessianVector<D, A...>(std::forward<A>(given)...);
  }
}

} // namespace adjoint

#endif // ADJOINT_DERIVATIVES_SWEEPS_H
