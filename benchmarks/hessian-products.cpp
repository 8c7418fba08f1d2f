// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What products of Hessians with vectors cost (scripts/benchmark-second-order): the kernels of benchmarks/, by
// <adjoint/derivatives.h>. Each line: a kernel, the milliseconds of its gradient, and what a product takes in units of
// that. Medians of runs in turn. Products are compared with each other: w^T (H v) = v^T (H w).

#include <adjoint/derivatives.h>

#include "Timing.h"
#include "kernels/asian.h"
#include "kernels/black-scholes.h"
#include "kernels/burgers.h"
#include "kernels/cholesky.h"
#include "kernels/fft.h"
#include "kernels/gmm.h"
#include "kernels/heat.h"
#include "kernels/log-sum-exp.h"
#include "kernels/minors.h"
#include "kernels/mlp.h"
#include "kernels/rk4.h"
#include "kernels/thomas.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <tuple>
#include <vector>

namespace bench {
constexpr double (*logSumExpOfVector)(const double *, int) = logSumExp<double>;
}

#pragma adjoint hessian wrt(p) width(1) function(bench::asian<double>)
#pragma adjoint hessian wrt(x) width(1) function(bench::portfolio<double>)
#pragma adjoint hessian wrt(u, v, nextU, nextV) of(return) width(1) function(bench::burgers<double>)
#pragma adjoint hessian wrt(a) of(return) width(1) function(bench::logDeterminant<double>)
#pragma adjoint hessian wrt(z) of(return) width(1) function(bench::spectrum<double>)
#pragma adjoint hessian wrt(alphas, means, factors) width(1) function(bench::gmm<double>)
#pragma adjoint hessian wrt(current, next) of(return) width(1) function(bench::heat<double>)
#pragma adjoint hessian width(1) function(bench::logSumExp<double>(const double *, int))
#pragma adjoint hessian wrt(a) width(1) function(bench::determinant<double>)
#pragma adjoint hessian wrt(weights) width(1) function(bench::mlp<double>)
#pragma adjoint hessian wrt(x, y) of(return) width(1) function(bench::rk4<double>)
#pragma adjoint hessian wrt(t, upper, x) of(return) width(1) function(bench::thomas<double>)

namespace {

using Vector = std::vector<double>;

/// Of one independent as of several.
template <class T> auto asTuple(T value) { return std::make_tuple(std::move(value)); }
template <class... T> auto asTuple(std::tuple<T...> value) { return value; }

template <class Tuple> Tuple drawn(Tuple like, unsigned seed) {
  std::apply(
      [&](auto &...each) {
        for (Vector *numbers : {&each...})
          for (double &number : *numbers) {
            seed = seed * 1664525u + 1013904223u;
            number = (seed >> 8) / 16777216.0 - 0.5;
          }
      },
      like);
  return like;
}

template <class Tuple> double dot(const Tuple &a, const Tuple &b) {
  double sum = 0.0;
  auto add = [&](const Vector &x, const Vector &y) {
    for (std::size_t i = 0; i < x.size(); ++i)
      sum += x[i] * y[i];
  };
  std::apply([&](const auto &...x) { std::apply([&](const auto &...y) { (add(x, y), ...); }, b); }, a);
  return sum;
}

double logarithms = 0.0;
int kernels = 0;

template <auto F, class... A> void measure(const char *name, A &&...arguments) {
  auto gradient = adjoint::vjp<F>(arguments...);
  auto product = adjoint::hessian_vector<F>(arguments...);
  const auto g = asTuple(gradient(1.0));
  const auto v = drawn(g, 1), w = drawn(g, 2);
  const auto Hv = asTuple(std::apply(product, v)), Hw = asTuple(std::apply(product, w));
  const double one = dot(w, Hv), other = dot(v, Hw);
  if (!(std::fabs(one - other) <= 1e-9 * std::sqrt(dot(w, w) * dot(Hv, Hv)))) {
    std::fprintf(stderr, "%s: the Hessian is not symmetric: %.15g and %.15g\n", name, one, other);
    std::exit(1);
  }
  const std::vector<double> times = bench::medians({[&] { gradient(1.0); }, [&] { std::apply(product, v); }});
  std::printf("%-14s %10.3f ms   product / gradient %.2f\n", name, times[0], times[1] / times[0]);
  logarithms += std::log(times[1] / times[0]);
  ++kernels;
}

} // namespace

int main() {
  using adjoint::array;
  using namespace bench;
  {
    BlackScholes p(20000);
    measure<portfolio<double>>("black-scholes", p.x, p.n);
  }
  {
    Asian p(500);
    measure<asian<double>>("asian", p.x, p.z, p.paths);
  }
  {
    Gmm p(320);
    constexpr int d = Gmm::d, k = Gmm::k;
    double *x = p.x.data();
    measure<gmm<double>>("gmm", d, k, p.n, array(x, k), array(x + k, d * k),
                         array(x + k + d * k, p.x.size() - k - d * k), p.points, 1.0, 0);
  }
  {
    Mlp p(63);
    measure<mlp<double>>("mlp", p.samples, p.x, p.inputs, p.targets);
  }
  {
    RungeKutta p(320);
    Vector y(p.start.begin(), p.start.end());
    measure<rk4<double>>("rk4", p.n, p.x, y);
  }
  {
    LogSumExp p(202000);
    measure<logSumExpOfVector>("log-sum-exp", p.x, p.n);
  }
  {
    Heat p(144);
    Vector next = p.x;
    measure<heat<double>>("heat", p.n, p.x, next, p.target);
  }
  {
    Burgers p(107);
    const std::size_t size = std::size_t(p.n) * std::size_t(p.n);
    Vector next = p.x;
    measure<burgers<double>>("burgers", p.n, array(p.x.data(), size), array(p.x.data() + size, size),
                             array(next.data(), size), array(next.data() + size, size));
  }
  {
    Thomas p(20000);
    Vector upper(std::size_t(p.n)), x(std::size_t(p.n));
    measure<thomas<double>>("thomas", p.x, upper, x, p.n);
  }
  {
    Fft p(4096);
    measure<spectrum<double>>("fft", p.x, p.roots, p.weights, p.n);
  }
  {
    Cholesky p(120);
    measure<logDeterminant<double>>("cholesky", p.x, p.n);
  }
  {
    Minors p(8);
    measure<determinant<double>>("minors", p.x, p.n);
  }
  std::printf("geometric mean %.2f\n", std::exp(logarithms / kernels));
}
