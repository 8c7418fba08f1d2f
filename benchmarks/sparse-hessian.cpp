// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A banded Hessian, by adjoint::SparseHessian and by ADOL-C (scripts/benchmark-second-order): n = 100,000 variables,
// bandwidth 3. Milliseconds of what is done once, the pattern and its colours, and of each evaluation. Debian's ADOL-C
// is built without ColPack, so that sparse_hess refuses to run: it gets the steps of that driver one by one, hess_pat,
// the colours of adjoint::colourSymmetric, and hess_mat for all of them at once. ADOL-C records its tape once; where
// branches depend on the point, it would have to for each evaluation.

#include <adjoint/sparse.h>

#include "Timing.h"

#include <adolc/adolc.h>
#include <adolc/adolc_sparse.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace {

template <class Real> Real energyOf(const Real *x, int n) {
  using std::sqrt;
  Real sum = 0.0;
  for (int i = 0; i + 1 < n; ++i) {
    const Real a = x[i + 1] - x[i] * x[i], b = 1.0 - x[i];
    sum += 100.0 * a * a + sqrt(1.0 + b * b);
  }
  return sum;
}

} // namespace

#pragma adjoint hessian
double energy(const double *x, int n) { return energyOf(x, n); }

namespace {

constexpr short tape = 1;

void record(const std::vector<double> &x) {
  trace_on(tape);
  std::vector<adouble> active(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    active[i] <<= x[i];
  adouble y = energyOf(active.data(), static_cast<int>(active.size()));
  double result;
  y >>= result;
  trace_off();
}

/// The Hessian by ADOL-C: its pattern, and the products with the sums of unit vectors of the colours.
class Driven {
public:
  explicit Driven(std::vector<double> x) : x(std::move(x)) {}

  void find() {
    std::vector<unsigned *> rows(x.size());
    hess_pat(tape, size(), x.data(), rows.data(), 0);
    std::vector<std::vector<int>> columns(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (unsigned k = 1; k <= rows[i][0]; ++k)
        columns[i].push_back(static_cast<int>(rows[i][k]));
      delete[] rows[i];
    }
    pattern = adjoint::derivatives::symmetric(adjoint::Pattern(x.size(), std::move(columns)));
    colours = adjoint::colourSymmetric(pattern);
    const auto count = static_cast<std::size_t>(*std::max_element(colours.begin(), colours.end())) + 1;
    seeds.assign(x.size(), std::vector<double>(count));
    products = seeds;
    for (std::size_t i = 0; i < x.size(); ++i)
      seeds[i][static_cast<std::size_t>(colours[i])] = 1.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      seedRows.push_back(seeds[i].data());
      productRows.push_back(products[i].data());
    }
  }
  void evaluate() {
    hess_mat(tape, size(), static_cast<int>(seeds.front().size()), x.data(), seedRows.data(), productRows.data());
  }
  double product(std::size_t row, int colour) const { return products[row][static_cast<std::size_t>(colour)]; }

  adjoint::Pattern pattern;
  std::vector<int> colours;

private:
  int size() const { return static_cast<int>(x.size()); }

  std::vector<double> x;
  std::vector<std::vector<double>> seeds, products;
  std::vector<double *> seedRows, productRows;
};

double onceOf(const std::function<void()> &run) { return bench::timeOf(run, 1); }

} // namespace

int main() {
  const int n = 100000;
  std::vector<double> x(n);
  for (int i = 0; i < n; ++i)
    x[static_cast<std::size_t>(i)] = std::sin(1.0 + 2.3 * i) + 1.5;

  std::unique_ptr<adjoint::SparseHessian<energy>> hessian;
  Driven driven(x);
  const double detected = onceOf([&] { hessian = std::make_unique<adjoint::SparseHessian<energy>>(x, n); });
  const double recorded = onceOf([&] { record(x); });
  const double found = onceOf([&] { driven.find(); });
  std::vector<double> values;
  const std::vector<double> times =
      bench::medians({[&] { values = (*hessian)(x, n); }, [&] { driven.evaluate(); }, [&] { record(x); }});

  std::vector<std::map<int, double>> sums(x.size()); // of a row, by the colours of ADOL-C
  const std::vector<int> rows = hessian->pattern().rows();
  for (std::size_t k = 0; k < values.size(); ++k)
    sums[static_cast<std::size_t>(rows[k])]
        [driven.colours[static_cast<std::size_t>(hessian->pattern().columns()[k])]] += values[k];
  for (std::size_t i = 0; i < x.size(); ++i)
    for (const auto &[colour, sum] : sums[i])
      if (!(std::fabs(sum - driven.product(i, colour)) <= 1e-9 * (1.0 + std::fabs(sum)))) {
        std::fprintf(stderr, "row %zu: %g and %g\n", i, sum, driven.product(i, colour));
        return 1;
      }
  std::printf("generated: pattern and colours %9.2f ms, %zu colours; each Hessian %8.2f ms\n", detected,
              hessian->colourCount(), times[0]);
  std::printf("ADOL-C:    pattern and colours %9.2f ms;            each Hessian %8.2f ms, and %.2f ms to record\n",
              recorded + found, times[1], times[2]);
}
