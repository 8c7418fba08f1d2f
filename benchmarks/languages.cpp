// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of libraries that have a language of their own, and the tapes of libraries that record numbers one by one
// (scripts/benchmark-languages): what Sagebaum and others measure in "Algorithmic differentiation for domain specific languages".
//
//     languages [POINTS [ALL [SAMPLES]]]
//
// A linear system by Eigen and LAPACK; the coupled Burgers equations, with POINTS a side beside tapes, and ALL without; and a surface of
// splines at SAMPLES points, with types of vector registers. For each: milliseconds, in units of the function, bytes of the
// tape, and the bounds.

#include "Memory.h"
#include "Timing.h"
#include "kernels/burgers.h"
#include "languages/Solve.h"
#include "languages/Spline.h"
#include "languages/Tapes.h"

#include <adjoint/tape.h>

#include <Eigen/Dense>
#include <Vc/Vc>
#include <experimental/simd>
#include <xsimd/xsimd.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

extern "C" void dgesv_(int *n, int *columns, double *a, int *lda, int *pivots, double *b, int *ldb, int *info);

namespace bench {

using Fixed = Eigen::Matrix<double, Solve::n, Solve::n>;
using FixedVector = Eigen::Matrix<double, Solve::n, 1>;

#pragma adjoint reverse
double solvedFixed(const Fixed &a, const FixedVector &b, const FixedVector &s) {
  const FixedVector x = a.partialPivLu().solve(b + s);
  return x.squaredNorm();
}

#pragma adjoint reverse
double solvedDynamic(const Eigen::MatrixXd &a, const Eigen::VectorXd &b, const Eigen::VectorXd &s) {
  const Eigen::VectorXd x = a.partialPivLu().solve(b + s);
  return x.squaredNorm();
}

#pragma adjoint reverse
double solvedByLapack(const double *a, const double *b, const double *s) {
  constexpr int n = Solve::n;
  double factors[n * n], x[n], sum = 0.0;
  int pivots[n], size = n, one = 1, info = 0;
  for (int i = 0; i < n * n; ++i)
    factors[i] = a[i];
  for (int i = 0; i < n; ++i)
    x[i] = b[i] + s[i];
  dgesv_(&size, &one, factors, &size, pivots, x, &size, &info);
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sum;
}

void residual(const double *x, const double *a, const double *right, int n, double *r) {
  for (int i = 0; i < n; ++i) {
    r[i] = -right[i];
    for (int j = 0; j < n; ++j)
      r[i] += a[i + j * n] * x[j];
  }
}
void solveAnyhow(const double *a, const double *right, int n, double *x) {
  Eigen::Map<Eigen::VectorXd>(x, n) =
      Eigen::Map<const Eigen::MatrixXd>(a, n, n).partialPivLu().solve(Eigen::Map<const Eigen::VectorXd>(right, n));
}

#pragma adjoint reverse
double solvedImplicitly(const double *a, const double *b, const double *s) {
  const int n = Solve::n;
  double right[Solve::n], x[Solve::n], sum = 0.0;
  for (int i = 0; i < n; ++i)
    right[i] = b[i] + s[i];
#pragma adjoint implicit(x : residual(x, a, right, n, result)) extent(x, n)
  solveAnyhow(a, right, n, x);
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sum;
}

/// Nodes of a spline as registers of each library.
struct VcRegister {
  using Type = Vc::SimdArray<double, 4>;
  static Type loaded(const double *at) { return Type(at, Vc::Unaligned); }
  static double sum(const Type &v) { return v.sum(); }
};
struct StandardRegister {
  using Type = std::experimental::fixed_size_simd<double, 4>;
  static Type loaded(const double *at) { return Type(at, std::experimental::element_aligned); }
  static double sum(const Type &v) { return std::experimental::reduce(v); }
};
#ifdef __AVX__
struct XsimdRegister {
  using Type = xsimd::batch<double, xsimd::avx>;
  static Type loaded(const double *at) { return Type::load_unaligned(at); }
  static double sum(const Type &v) { return xsimd::hadd(v); }
};
#endif

#pragma adjoint reverse
double splineByVc(const double *points, const double *nodes, int side, int count) {
  return splineOfRegisters<VcRegister>(points, nodes, side, count);
}
#pragma adjoint reverse
double splineByStandard(const double *points, const double *nodes, int side, int count) {
  return splineOfRegisters<StandardRegister>(points, nodes, side, count);
}
#ifdef __AVX__
#pragma adjoint reverse
double splineByXsimd(const double *points, const double *nodes, int side, int count) {
  return splineOfRegisters<XsimdRegister>(points, nodes, side, count);
}
#endif

#pragma adjoint reverse wrt(points, nodes)
double splineByNumbers(const double *points, const double *nodes, int side, int count) {
  double sum = 0.0;
  for (int k = 0; k < count; ++k) {
    const double u = points[2 * k] * (side - 3), v = points[2 * k + 1] * (side - 3);
    const int i = intervalOf(u, side), j = intervalOf(v, side);
    const double s = u - i, t = v - j;
    for (int d = 0; d < 3; ++d) {
      double rows[4];
      for (int r = 0; r < 4; ++r) {
        const double *at = nodes + 4 * ((i + r) * side + j) + d;
        rows[r] = between<double, double>(at[0], at[4], at[8], at[12], t);
      }
      const double value = between<double, double>(rows[0], rows[1], rows[2], rows[3], s);
      sum += value * value;
    }
  }
  return sum;
}

} // namespace bench

#pragma adjoint reverse wrt(u, v, nextU, nextV) of(return) function(bench::burgers<double>)

namespace bench {
namespace {

using Numbers = std::vector<double>;
using Size = std::size_t;

/// A way to the gradient, and what it took.
struct Way {
  std::string name;
  std::function<Numbers()> gradient;
  std::function<void()> primal;
  Size tape = 0;
};

double sink = 0.0;

/// The bytes that generated code records at once.
Size recorded(const std::function<Numbers()> &gradient) {
  adjoint::Tape &tape = adjoint::Tape::local();
  gradient();
  tape.reset_high_water();
  const Size before = tape.bytes();
  gradient();
  return tape.high_water() - before;
}

Way generated(const std::string &name, std::function<void()> primal, std::function<Numbers()> gradient) {
  return {name, gradient, std::move(primal), recorded(gradient)};
}

double difference(const Numbers &a, const Numbers &b) {
  double most = 0.0, scale = 1.0;
  for (Size i = 0; i < a.size(); ++i) {
    most = std::fmax(most, std::fabs(a[i] - b[i]));
    scale = std::fmax(scale, std::fabs(a[i]));
  }
  return most / scale;
}

/// Times in milliseconds, of the gradients in the order of the ways.
std::vector<double> report(const std::string &title, const std::vector<Way> &ways, int rounds) {
  std::vector<std::function<void()>> runs;
  for (const Way &way : ways)
    runs.push_back([&way] { sink += way.gradient().front(); });
  for (const Way &way : ways)
    runs.push_back(way.primal ? way.primal : [] {});
  std::vector<double> times = medians(runs, rounds);
  const Numbers first = ways.front().gradient();
  std::printf("%s\n  %-34s %12s %12s %10s %14s %12s\n", title.c_str(), "", "function, ms", "gradient, ms", "ratio", "bytes of tape",
              "difference");
  for (Size k = 0; k < ways.size(); ++k) {
    const double primal = ways[k].primal ? times[ways.size() + k] : times[ways.size()];
    std::printf("  %-34s %12.5f %12.5f %10.2f %14zu %12.1e\n", ways[k].name.c_str(), primal, times[k], times[k] / primal, ways[k].tape,
                difference(first, ways[k].gradient()));
  }
  times.resize(ways.size());
  return times;
}

void bound(const std::string &what, bool holds) { std::printf("  %s: %s\n", what.c_str(), holds ? "holds" : "DOES NOT HOLD"); }

void agreement(const std::vector<Way> &ways) {
  const Numbers first = ways.front().gradient();
  bool agree = true;
  for (const Way &way : ways)
    agree = agree && difference(first, way.gradient()) <= 1e-10;
  bound("derivatives agree to 1e-10", agree);
}

/// Adjoints of several arrays one behind the other, as inputs are.
Numbers joined(std::initializer_list<Eigen::Map<const Eigen::VectorXd>> parts) {
  Numbers all;
  for (const auto &part : parts)
    all.insert(all.end(), part.data(), part.data() + part.size());
  return all;
}
template <class M> Eigen::Map<const Eigen::VectorXd> flat(const M &m) { return {m.data(), m.size()}; }

template <class M, class V, auto primal, auto adjoint> Way byEigen(const char *name, const Solve &problem) {
  constexpr int n = Solve::n;
  const M a = Eigen::Map<const Eigen::MatrixXd>(problem.x.data(), n, n);
  const V b = Eigen::Map<const Eigen::VectorXd>(problem.x.data() + n * n, n);
  const V s = Eigen::Map<const Eigen::VectorXd>(problem.x.data() + n * n + n, n);
  return generated(
      name, [=] { sink += primal(a, b, s); },
      [=] {
        M a_b = M::Zero(n, n);
        V b_b = V::Zero(n), s_b = V::Zero(n);
        adjoint(a, a_b, b, b_b, s, s_b, 1.0);
        return joined({flat(a_b), flat(b_b), flat(s_b)});
      });
}

template <auto primal, auto adjoint> Way byArrays(const char *name, const Solve &problem) {
  const double *a = problem.x.data(), *b = a + Solve::n * Solve::n, *s = b + Solve::n;
  return generated(
      name, [=] { sink += primal(a, b, s); },
      [=] {
        Numbers x_b(Solve::n * (Solve::n + 2));
        double *a_b = x_b.data(), *b_b = a_b + Solve::n * Solve::n, *s_b = b_b + Solve::n;
        adjoint(a, a_b, b, b_b, s, s_b, 1.0);
        return x_b;
      });
}

template <class Problem> void addTapes(std::vector<Way> &ways, const Problem &problem, Size ofSacado) {
  const auto adolc = std::make_shared<ByAdolc<Problem>>(problem);
  const auto sacado = std::make_shared<BySacado<Problem>>(problem);
  ways.push_back({"ADOL-C, number by number", [=] { return adolc->gradient(); }, {}, adolc->bytes()});
  ways.push_back({"Sacado, number by number", [=] { return sacado->gradient(); }, {}, ofSacado});
}

void solve(const Solve &problem, Size ofSacado) {
  std::vector<Way> ways = {
      byEigen<Fixed, FixedVector, solvedFixed, solvedFixed_b>("generated, Eigen, fixed size", problem),
      byEigen<Eigen::MatrixXd, Eigen::VectorXd, solvedDynamic, solvedDynamic_b>("generated, Eigen, dynamic size", problem),
      byArrays<solvedByLapack, solvedByLapack_b>("generated, LAPACK", problem),
      byArrays<solvedImplicitly, solvedImplicitly_b>("generated, implicit", problem)};
  addTapes(ways, problem, ofSacado);
  report("linear system, n = 10", ways, 15);
  for (Size k = 0; k < 4; ++k)
    bound(ways[k].name + ": at most 900 bytes", ways[k].tape <= 900);
  agreement(ways);
}

Way burgersOf(const Burgers &problem) {
  const int n = problem.n;
  const Size size = Size(n) * n;
  auto state = std::make_shared<std::vector<Numbers>>(4, problem.x); // now, next, and their adjoints
  return generated(
      "generated",
      [=, &problem] {
        Numbers &now = (*state)[0], &next = (*state)[1];
        now = problem.x;
        sink += burgers(n, &now[0], &now[size], &next[0], &next[size]);
      },
      [=, &problem] {
        Numbers &now = (*state)[0], &next = (*state)[1], &now_b = (*state)[2], &next_b = (*state)[3];
        now = problem.x;
        now_b.assign(2 * size, 0.0);
        next_b.assign(2 * size, 0.0);
        burgers_b(n, &now[0], &now_b[0], &now[size], &now_b[size], &next[0], &next_b[0], &next[size], &next_b[size], 1.0);
        return now_b;
      });
}

void burgersBesideTapes(const Burgers &problem, Size ofSacado) {
  std::vector<Way> ways = {burgersOf(problem)};
  addTapes(ways, problem, ofSacado);
  const std::string side = std::to_string(problem.n);
  report("Burgers, " + side + " by " + side + " points, 32 steps", ways, 5);
  agreement(ways);
}

void burgersAlone(int n) {
  const Burgers problem(n);
  report("Burgers, " + std::to_string(n) + " by " + std::to_string(n) + " points, 32 steps", {burgersOf(problem)}, 5);
}

using SplineAdjoint = void(const double *, double *, const double *, double *, int, int, double);
using SplinePrimal = double(const double *, const double *, int, int);

Way splineBy(const char *name, const Spline &problem, SplinePrimal *primal, SplineAdjoint *adjoint) {
  const double *points = problem.x.data(), *nodes = points + 2 * problem.count;
  const int side = problem.side, count = problem.count;
  const Size size = problem.x.size();
  return generated(
      name, [=] { sink += primal(points, nodes, side, count); },
      [=] {
        Numbers x_b(size);
        adjoint(points, x_b.data(), nodes, x_b.data() + 2 * count, side, count, 1.0);
        return x_b;
      });
}

void spline(const Spline &problem, Size ofSacado) {
  std::vector<Way> ways = {splineBy("generated, Vc", problem, splineByVc, splineByVc_b),
                           splineBy("generated, experimental::simd", problem, splineByStandard, splineByStandard_b),
#ifdef __AVX__
                           splineBy("generated, xsimd", problem, splineByXsimd, splineByXsimd_b),
#endif
                           splineBy("generated, number by number", problem, splineByNumbers, splineByNumbers_b)};
  const Size own = ways.size();
  addTapes(ways, problem, ofSacado);
  const std::vector<double> times = report("splines, " + std::to_string(problem.count) + " points", ways, 15);
  for (Size k = 0; k < own; ++k) {
    bool isSmall = true, isFast = true;
    for (Size tape = own; tape < ways.size(); ++tape) {
      isSmall = isSmall && 10 * ways[k].tape < ways[tape].tape;
      isFast = isFast && 2.0 * times[k] < times[tape];
    }
    bound(ways[k].name + ": under a tenth of the bytes", isSmall);
    bound(ways[k].name + ": under half of the time", isFast);
  }
  agreement(ways);
}

} // namespace
} // namespace bench

int main(int count, char **given) {
  using namespace bench;
  const int points = count > 1 ? std::atoi(given[1]) : 60, all = count > 2 ? std::atoi(given[2]) : 601;
  const int samples = count > 3 ? std::atoi(given[3]) : 10000;
  const Solve system;
  const Burgers flow(points);
  const Spline surface(40, samples);
  // First of all: see BySacado::bytes.
  const std::size_t ofSolve = BySacado<Solve>(system).bytes(1000), ofBurgers = BySacado<Burgers>(flow).bytes(1),
                    ofSpline = BySacado<Spline>(surface).bytes(1);
  solve(system, ofSolve);
  burgersBesideTapes(flow, ofBurgers);
  burgersAlone(all);
  spline(surface, ofSpline);
  return sink == 0.0;
}
