// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Objects that hold containers, passed as const: what is not in wrt(...) has no adjoint, and its elements are constants.
//
// NUMERIC-TANGENTS: none
// NUMERIC-NEEDS-ANALYSES (parameters without adjoints)

#include "numeric.h"

#include <vector>

struct Table {
  int columns;
  std::vector<std::vector<double>> rows;
  std::vector<double> weights;
};

#pragma adjoint reverse wrt(x)
double weighted(const std::vector<double> &x, const Table &table) {
  double s = 0.0;
  for (const auto &row : table.rows)
    for (int j = 0; j < table.columns; ++j)
      s += row[j] * x[j] * x[j] * table.weights[j];
  return s * x.back();
}

// The data are const, and so is what leads to them from a copy.
#pragma adjoint reverse wrt(x) of(y)
void smooth(std::vector<double> &x, const std::vector<double> &data, std::vector<double> &y) {
  std::vector<double> own = data;
  for (std::size_t i = 0; i < x.size(); ++i) {
    own[i] *= x[i];
    x[i] = own[i] * data[i] + x[i] * x[i];
  }
  const std::vector<double> *source = &data;
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = x[i] * (*source)[i] + own[i];
}

struct Market {
  std::vector<double> spots, volatilities;
  double rate;
};
struct Trade {
  double strike, expiry;
  int index;
};

// An index among the passive numbers says nothing about what the indexed pointer leads to.
#pragma adjoint reverse wrt(m)
double book(const Market &m, const std::vector<Trade> &trades) {
  double sum = 0.0;
  for (const Trade &t : trades) {
    double s = m.spots[t.index], w = m.volatilities[t.index] * t.expiry;
    sum += s * w / (t.strike + m.rate * s) - t.strike * m.rate;
  }
  return sum;
}

using numeric::Vector;

int main() {
  const std::vector<Trade> trades = {{1.0, 1.0, 0}, {1.2, 2.0, 1}, {0.9, 0.5, 0}};
  numeric::check(
      "book", {1.0, 1.1, 0.2, 0.3, 0.02},
      [&](const Vector &x) {
        return Vector{book({{x[0], x[1]}, {x[2], x[3]}, x[4]}, trades)};
      },
      [&](const Vector &x, const Vector &y_b) {
        Market m{{x[0], x[1]}, {x[2], x[3]}, x[4]}, b{};
        book_b(m, b, trades, y_b[0]);
        return Vector{b.spots[0], b.spots[1], b.volatilities[0], b.volatilities[1], b.rate};
      });
  const Table table{2, {{0.3, 1.2}, {-0.7, 0.4}, {0.9, -1.1}}, {1.5, -0.3}};
  numeric::check(
      "weighted", {0.7, 1.3}, [&](const Vector &x) { return Vector{weighted(x, table)}; },
      [&](const Vector &x, const Vector &y_b) {
        Vector x_b(x.size());
        weighted_b(x, x_b, table, y_b[0]);
        return x_b;
      });
  const Vector data = {0.3, -1.1, 0.8};
  numeric::check(
      "smooth", {0.7, 1.3, -0.4},
      [&](Vector x) {
        Vector y(x.size());
        smooth(x, data, y);
        return y;
      },
      [&](Vector x, Vector y_b) {
        Vector x_b(x.size()), y(x.size());
        smooth_b(x, x_b, data, y, y_b);
        numeric::consumed("smooth", y_b);
        return x_b;
      });
  return numeric::report();
}
