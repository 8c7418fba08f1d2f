// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-SECOND: none
// NUMERIC-TANGENTS: none (they are asked for here)
//
// Objects of the file that functions change: work space, state, tables, containers that grow. The adjoint leaves them as they were.

#include "numeric.h"

#include <cmath>
#include <map>
#include <string>
#include <vector>

// Work space, set before it is read, in part with what the caller left in it.
static std::vector<double> work(4, 0.5);

#pragma adjoint reverse
double worked(const double *x, int n) {
  for (int i = 0; i + 1 < n; ++i)
    work[i] = x[i] * x[i + 1];
  double s = 0.0;
  for (int i = 0; i < 4; ++i)
    s += work[i] * work[0] * x[0];
  return s;
}

// An object with numbers of its own, and one that grows.
class Account {
public:
  void clear() { sum = 0.0, entries.clear(); }
  void add(double value) {
    sum += value * factor;
    entries.push_back(sum);
    ++count;
  }
  double balance() const { return sum * entries.back() * entries.front(); }
  int size() const { return count; }

private:
  double sum = 0.0, factor = 0.7;
  std::vector<double> entries;
  int count = 0;
};
static Account account;

static void enter(double value) { account.add(value); }

#pragma adjoint reverse
double balanced(const double *x, int n) {
  account.clear();
  for (int i = 0; i < n; ++i)
    enter(std::sin(x[i]) * x[0]);
  return account.balance();
}

// State that goes on from call to call: a constant of the differentiation when f_b begins.
static Account running;

#pragma adjoint reverse value
double continued(double a, double b) {
  running.add(a * b);
  running.add(b);
  return running.balance() * a;
}

// Rows that change their size, and a table by name.
static std::vector<std::vector<double>> rows(2);
static std::map<std::string, double> table = {{"scale", 1.5}};

#pragma adjoint reverse
double tabled(const double *x, int n) {
  rows.resize(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    rows[i].assign(3, x[i]);
    rows[i][1] *= x[0];
  }
  table["scale"] *= x[n - 1];
  table["other"] = x[0] * x[0];
  double s = 0.0;
  for (const std::vector<double> &row : rows)
    for (double value : row)
      s += value * value;
  return s * table["scale"] + table["other"];
}

// Only integers change.
static std::vector<int> order = {0, 1, 2};

#pragma adjoint reverse
double ordered(const double *x, int n) {
  for (int i = 0; i < 3; ++i)
    order[i] = (order[i] + 1) % n;
  double s = 0.0;
  for (int i : order)
    s = s * x[i] + x[i];
  return s;
}

// Tangents leave the objects as the function does.
#pragma adjoint tangent
double workedAlong(const double *x, int n) {
  for (int i = 0; i < n; ++i)
    work[i % 4] = x[i] * work[(i + 1) % 4];
  return work[0] * work[2];
}
#pragma adjoint tangent
double addedAlong(double a, double b) {
  account.add(a * b);
  account.add(b * b);
  return account.balance() * a;
}

// Nothing active is in them: they have no tangent.
static std::vector<double> steps;
#pragma adjoint tangent
double steppedAlong(double x, int n) {
  steps.clear();
  order.clear();
  for (int i = 0; i < n; ++i) {
    steps.push_back(0.5 * i);
    order.push_back(i);
  }
  return x * x * steps[2] * order[1];
}

int main() {
  const std::vector<double> before = work;
  numeric::check("worked", worked, worked_b, {{0.4, 0.9, 1.3}, {-0.8, 1.4, 0.25}});
  work = before;
  double x[3] = {0.4, 0.9, 1.3}, x_b[3] = {};
  worked_b(x, x_b, 3, 1.0);
  for (int i = 0; i < 4; ++i)
    numeric::expect("what f_b leaves", before[i], work[i]);

  numeric::check("balanced", balanced, balanced_b, {{0.4, 0.9, 1.3}, {-0.8, 1.4, 0.25}, {0.4, 0.9, 1.3, 0.2, 0.5}});

  running.clear();
  running.add(0.3);
  const Account start = running;
  auto fresh = [&](double a, double b) {
    running = start;
    return continued(a, b);
  };
  double a_b = 0.0, b_b = 0.0;
  const double h = 1e-6, expected = fresh(0.8, 1.2);
  const double da = (fresh(0.8 + h, 1.2) - fresh(0.8 - h, 1.2)) / (2 * h), db = (fresh(0.8, 1.2 + h) - fresh(0.8, 1.2 - h)) / (2 * h);
  running = start;
  numeric::expect("continued", expected, continued_b(0.8, a_b, 1.2, b_b, 1.0));
  numeric::expect("continued: a", da, a_b, 1e-8);
  numeric::expect("continued: b", db, b_b, 1e-8);
  numeric::expect("the clause value changes them as f does", 3, running.size());

  numeric::check("tabled", [](const double *at, int n) {
    table = {{"scale", 1.5}};
    return tabled(at, n);
  }, [](const double *at, double *at_b, int n, double seed) {
    table = {{"scale", 1.5}};
    tabled_b(at, at_b, n, seed);
  }, {{0.4, 0.9, 1.3}, {-0.8, 1.4, 0.25}});
  numeric::check("ordered", [](const double *at, int n) {
    order = {0, 1, 2};
    return ordered(at, n);
  }, [](const double *at, double *at_b, int n, double seed) {
    order = {0, 1, 2};
    ordered_b(at, at_b, n, seed);
  }, {{0.4, 0.9, 1.3}, {-0.8, 1.4, 0.25}});

  auto along = [&](double t) {
    work = before;
    const double at[3] = {0.4 + t, 0.9 - 0.5 * t, 1.3 + 2 * t};
    return workedAlong(at, 3);
  };
  const double way[3] = {1.0, -0.5, 2.0};
  double result_d = 0.0;
  const double difference = (along(h) - along(-h)) / (2 * h), value = along(0.0);
  const std::vector<double> after = work;
  work = before;
  numeric::expect("workedAlong", value, workedAlong_d(x, way, 3, result_d));
  numeric::expect("workedAlong: tangent", difference, result_d, 1e-8);
  for (int i = 0; i < 4; ++i)
    numeric::expect("what f_d leaves", after[i], work[i]);

  double stepped_d = 0.0;
  const double steppedValue = steppedAlong(0.7, 5); // first: both leave something in the globals
  numeric::expect("steppedAlong", steppedValue, steppedAlong_d(0.7, 1.0, 3, stepped_d));
  numeric::expect("steppedAlong: tangent", 1.4, stepped_d);
  numeric::expect("what f_d leaves", 3, static_cast<double>(steps.size() + order.size()) / 2);

  account = start;
  auto added = [&](double t) {
    account = start;
    return addedAlong(0.8 + t, 1.2 - t);
  };
  const double addedDifference = (added(h) - added(-h)) / (2 * h), addedValue = added(0.0);
  account = start;
  numeric::expect("addedAlong", addedValue, addedAlong_d(0.8, 1.0, 1.2, -1.0, result_d));
  numeric::expect("addedAlong: tangent", addedDifference, result_d, 1e-8);
  numeric::expect("what f_d leaves", 3, account.size());
  return numeric::report();
}
