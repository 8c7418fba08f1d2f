// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline
//
// Objects that hold nothing yet are put into containers, where what is active is added to them: an empty vector, a null pointer.

#include "numeric.h"

#include <cmath>
#include <memory>
#include <vector>

#pragma adjoint reverse
double rows(const double *x, int n) {
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < 3; ++i)
    rows.push_back({});
  for (int i = 0; i < n; ++i)
    rows[i % 3].push_back(std::sin(x[i]) * x[0]);
  double s = 1.0;
  for (const std::vector<double> &row : rows)
    for (double v : row)
      s = s * 0.9 + v * v;
  return s;
}

struct Bin {
  double low;
  std::vector<double> of;
  std::unique_ptr<double> most;
};

#pragma adjoint reverse
double bins(const double *x, int n) {
  std::vector<Bin> bins;
  for (int i = 0; i < 2; ++i)
    bins.push_back({i * 0.5, {}, nullptr});
  bins.emplace_back(Bin{2.0, std::vector<double>{}, nullptr});
  for (int i = 0; i < n; ++i) {
    Bin &bin = bins[x[i] < bins[1].low ? 0 : x[i] < bins[2].low ? 1 : 2];
    bin.of.push_back(x[i] * x[(i + 1) % n]);
    if (!bin.most)
      bin.most = std::make_unique<double>(bin.of.back());
    *bin.most *= 1.0 + 0.1 * x[i];
  }
  double s = 0.0;
  for (const Bin &bin : bins) {
    for (double v : bin.of)
      s += v * (1.0 + bin.low);
    if (bin.most)
      s *= *bin.most;
  }
  return s;
}

#pragma adjoint reverse
double shared(const double *x, int n) {
  std::vector<std::shared_ptr<double>> all;
  for (int i = 0; i < n; ++i)
    all.push_back(nullptr);
  for (int i = 0; i < n; ++i)
    all[(i + 1) % n] = std::make_shared<double>(x[i] * x[i]);
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += *all[i] * x[i];
  return s;
}

int main() {
  const numeric::Points points = {{0.7, 0.2, 1.3, 2.4, 0.1}, {-0.4, 0.9, 3.1}};
  numeric::check("rows", rows, rows_b, points);
  numeric::check("bins", bins, bins_b, points);
  numeric::check("shared", shared, shared_b, points);
  return numeric::report();
}
