// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures functions of Eigen's matrices (scripts/benchmark-eigen). Each line: the function, its size, the milliseconds that it takes,
// what its gradient and the adjoint by hand take, and how far the gradient is from differences and from the one by hand.

#ifndef ADJOINT_BENCHMARKS_EIGEN_MEASURE_H
#define ADJOINT_BENCHMARKS_EIGEN_MEASURE_H

#include "../Timing.h"

#include <Eigen/Dense>
#include <Eigen/Sparse>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace bench {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Some matrix, the same in every run, with numbers between -1 and 1.
inline MatrixXd someMatrix(Eigen::Index rows, Eigen::Index cols, unsigned which = 0) {
  std::mt19937 random(which + 1);
  MatrixXd made(rows, cols);
  for (Eigen::Index i = 0; i < made.size(); ++i)
    made.data()[i] = static_cast<double>(random()) / 2147483648.0 - 1.0;
  return made;
}
inline VectorXd someVector(Eigen::Index n, unsigned which = 0) { return someMatrix(n, 1, which); }
/// Symmetric and definite, with eigenvalues near one.
inline MatrixXd someDefinite(Eigen::Index n, unsigned which = 0) {
  const MatrixXd m = someMatrix(n, n, which);
  return m * m.transpose() / static_cast<double>(n) + MatrixXd::Identity(n, n);
}

// Arguments: variables have adjoints, constants have none.

template <class T> struct Constant { T value; };
template <class T> struct Variable { T value, adjoint, direction; };
template <class T> Constant<T> fixed(T value) { return {std::move(value)}; }

template <class F> void eachNumber(double &x, F visit) { visit(x); }
template <class D, class F> void eachNumber(Eigen::PlainObjectBase<D> &x, F visit) {
  std::for_each(x.data(), x.data() + x.size(), visit);
}
template <class F> void eachNumber(Eigen::SparseMatrix<double> &x, F visit) {
  std::for_each(x.valuePtr(), x.valuePtr() + x.nonZeros(), visit);
}

template <class T> Constant<T> prepared(Constant<T> argument) { return argument; }
template <class T> Variable<T> prepared(T value) {
  Variable<T> made{value, value, value};
  double at = 0.3;
  eachNumber(made.direction, [&](double &d) { d = std::cos(at += 1.7); });
  return made;
}

template <class T> void clear(Constant<T> &) {}
template <class T> void clear(Variable<T> &v) {
  eachNumber(v.adjoint, [](double &a) { a = 0.0; });
}
template <class T> void append(std::vector<double> &, Constant<T> &) {}
template <class T> void append(std::vector<double> &all, Variable<T> &v) {
  eachNumber(v.adjoint, [&](double a) { all.push_back(a); });
}
template <class T> void appendDirection(std::vector<double> &, Constant<T> &) {}
template <class T> void appendDirection(std::vector<double> &all, Variable<T> &v) {
  eachNumber(v.direction, [&](double d) { all.push_back(d); });
}
template <class T> T moved(Constant<T> &v, double) { return v.value; }
template <class T> T moved(Variable<T> &v, double step) {
  std::vector<double> along;
  appendDirection(along, v);
  T value = v.value;
  auto d = along.begin();
  eachNumber(value, [&](double &x) { x += step * *d++; });
  return value;
}
template <class T> std::tuple<T &> withAdjoint(Constant<T> &v) { return std::tie(v.value); }
template <class T> std::tuple<T &, T &> withAdjoint(Variable<T> &v) { return std::tie(v.value, v.adjoint); }

template <class F, class Arguments> class Measured {
public:
  Measured(F f, Arguments arguments) : f(f), arguments(std::move(arguments)) {}

  double value(double step = 0.0) {
    return std::apply([&](auto &...each) { return f(moved(each, step)...); }, arguments);
  }
  void run() {
    sink += std::apply([&](auto &...each) { return f(each.value...); }, arguments);
  }
  template <class G> void differentiate(G f_b) {
    std::apply([&](auto &...each) {
      (clear(each), ...);
      std::apply([&](auto &...all) { f_b(all..., 1.0); }, std::tuple_cat(withAdjoint(each)...));
    }, arguments);
  }
  template <class G> std::vector<double> gradient(G f_b) {
    differentiate(f_b);
    std::vector<double> all;
    std::apply([&](auto &...each) { (append(all, each), ...); }, arguments);
    return all;
  }
  std::vector<double> direction() {
    std::vector<double> all;
    std::apply([&](auto &...each) { (appendDirection(all, each), ...); }, arguments);
    return all;
  }
  /// By differences of fourth order.
  double derivative() {
    const double h = 1e-4;
    return (8.0 * (value(h) - value(-h)) - (value(2.0 * h) - value(-2.0 * h))) / (12.0 * h);
  }

private:
  F f;
  Arguments arguments;
  double sink = 0.0;
};

inline double norm(const std::vector<double> &x) { return Eigen::Map<const VectorXd>(x.data(), static_cast<Eigen::Index>(x.size())).norm(); }

/// Which functions are measured: all, where none is named.
inline std::vector<std::string> &chosen() {
  static std::vector<std::string> names;
  return names;
}

/// No adjoint by hand.
struct NotByHand {};

template <class F, class G, class H, class... A> void measure(const char *name, int n, F f, G f_b, H byHand, A... arguments) {
  if (!chosen().empty() && std::find(chosen().begin(), chosen().end(), name) == chosen().end())
    return;
  constexpr bool isByHand = !std::is_same_v<H, NotByHand>;
  auto all = std::make_tuple(prepared(arguments)...);
  Measured<F, decltype(all)> measured(f, std::move(all));
  const std::vector<double> gradient = measured.gradient(f_b), direction = measured.direction();
  double along = 0.0;
  for (std::size_t i = 0; i < gradient.size(); ++i)
    along += gradient[i] * direction[i];
  const double size = norm(gradient), error = std::fabs(along - measured.derivative()) / (size + std::fabs(along));
  std::vector<std::function<void()>> runs{[&] { measured.run(); }, [&] { measured.differentiate(f_b); }};
  double difference = -1.0;
  if constexpr (isByHand) {
    std::vector<double> other = measured.gradient(byHand);
    for (std::size_t i = 0; i < other.size(); ++i)
      other[i] -= gradient[i];
    difference = norm(other) / size;
    runs.push_back([&] { measured.differentiate(byHand); });
  }
  const bool isLong = timeOf(runs[1], 1) > 30.0;
  const std::vector<double> times = medians(runs, isLong ? 7 : 15, isLong ? 1.0 : 5.0);
  std::printf("%s %d %.6g %.3f %.3f %.1e %.1e\n", name, n, times[0], times[1] / times[0], isByHand ? times[2] / times[0] : -1.0, error,
              difference);
  std::fflush(stdout);
}

} // namespace bench

#endif
