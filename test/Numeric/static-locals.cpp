// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline-loops
//
// Static locals that each call sets before it uses them, and constant ones.

#include "numeric.h"

#include <cmath>
#include <vector>

#pragma adjoint reverse
double staticLocal(double x, double y) {
  static double memory, scale = 1.0;
  static int calls = 0;
  memory = x * y;
  calls = 2;
  scale = x - y;
  memory *= scale;
  for (int i = 0; i < calls; ++i)
    memory *= memory + x;
  return memory * y;
}

// Arrays that each call fills before it reads them.
void relax(double *u, int n, double w) {
  static double old[16];
  for (int i = 0; i < n; ++i)
    old[i] = u[i];
  for (int i = 1; i < n - 1; ++i)
    u[i] = (1.0 - w) * old[i] + 0.5 * w * (old[i - 1] * old[i + 1]);
}

#pragma adjoint reverse
double staticArray(double x, double y) {
  double u[6];
  for (int i = 0; i < 6; ++i)
    u[i] = x * i + y;
  for (int k = 0; k < 3; ++k) {
    relax(u, 6, 0.3 * x);
    u[0] *= u[2];
  }
  return u[1] * u[4];
}

// C, with one counter for all loops, rows, and single elements.
#pragma adjoint reverse
double staticRows(double x, double y) {
  static double a[3][4], last[2];
  int i, j;
  double s = 0.0;
  for (i = 0; i < 3; i++) {
    for (j = 0; j <= 3; j++)
      a[i][j] = x * i + y * j;
    last[0] = a[i][3] * a[i][0];
    last[1] = last[0] * x;
    s += last[1];
  }
  for (i = 0; i < 3; i++)
    for (j = 1; j < 4; j++)
      a[i][j] *= a[2 - i][j - 1] + s;
  return a[0][1] * a[2][3] + a[1][2];
}

// Stores on all ways that lead on: before a continue, in branches and sections, in a loop that tests at its end.
#pragma adjoint reverse
double staticBranches(double x, double y) {
  static double a[5], last[3];
  double s = 0.0;
  for (int i = 0; i < 5; ++i) {
    if (i % 2) {
      a[i] = x * i;
      continue;
    }
    a[i] = y + i * x;
  }
  int k = 0;
  do {
    last[0] = a[4] * x * k;
    if (k > 2)
      last[1] = y;
    else
      last[1] = x * y;
    switch (k) {
    case 0:
      last[2] = x;
      break;
    case 1:
      s += last[1];
      [[fallthrough]];
    default:
      last[2] = s;
    }
    s += last[2] * last[0];
    ++k;
  } while (k < 4);
  for (int i = 1; i < 5; ++i)
    s += a[i] * a[i - 1];
  return s * last[1];
}

// A constant table whose address goes elsewhere.
double weighted(const double *weights, double x, double y) { return weights[0] * x * y + weights[1] * y * y; }

#pragma adjoint reverse
double staticTable(double x, double y) {
  static const double weights[2] = {0.3, 0.6};
  return weighted(weights, x, y) * x;
}

// Pointers into a constant table are made in one sweep and used in the other.
const double *entry(const double *table, double x) {
  int i = 0;
  while (i < 2 && table[i] < x)
    ++i;
  return table + i;
}

double weigh(double *v, int k) {
  static const double weights[3] = {0.5, 0.9, 1.7};
  const double *chosen[2];
  for (int i = 0; i < 2; ++i)
    chosen[i] = entry(weights, v[i] * k);
  for (int i = 0; i < 2; ++i)
    v[i] = v[1 - i] * v[i] * *chosen[i] + 0.1;
  if (k > 1)
    weigh(v, k - 1);
  return v[0] * *chosen[1];
}

#pragma adjoint reverse
double weighed(double x, double y) {
  double v[2] = {x, y}, sum = 0.0;
  for (int k = 1; k < 4; ++k) {
    sum += weigh(v, k);
    v[0] *= sum;
  }
  return sum * v[1];
}

// Objects that never change: of classes with constructors, of the library, without state.
class Option {
public:
  Option(double strike) : strike(strike) {}
  double value(double spot) const { return spot > strike ? spot - strike : 0.0; }

private:
  double strike;
};
namespace {
const std::vector<double> nodes{-0.77, 0.0, 0.77};
auto composed = [](auto f, auto g) { return [=](auto x) { return f(g(x)); }; };
} // namespace

#pragma adjoint reverse
double staticObjects(double x, double y) {
  static const Option book[] = {{0.2}, {0.5}, {0.9}};
  static const std::vector<double> weights{5.0 / 9, 8.0 / 9, 5.0 / 9}, more(2, 1.5);
  static const auto square = [](double v) { return v * v; };
  static auto cube = [](double v) { return v * v * v; };
  double sum = more[1] * composed(square, cube)(x);
  for (const Option &option : book)
    sum += option.value(x * y);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    sum += weights[i] * std::exp(nodes[i] * y) * square(x);
  return sum;
}

int main() {
  numeric::check("staticObjects", staticObjects, staticObjects_b, {{0.7, 1.3}, {1.1, 0.6}});
  numeric::check("weighed", weighed, weighed_b, {{0.7, 1.3}});
  numeric::check("staticTable", staticTable, staticTable_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("staticArray", staticArray, staticArray_b, {{0.7, 1.3}, {1.1, 0.6}});
  numeric::check("staticBranches", staticBranches, staticBranches_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("staticRows", staticRows, staticRows_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("staticLocal", staticLocal, staticLocal_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
