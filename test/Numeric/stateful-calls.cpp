// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Functions that keep a state to themselves and take no number that could be active: they are called as they are, once for
// each time that the primal calls them.

#include "numeric.h"

#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace {

// a table that is filled lazily
std::vector<double> logFactorials;
void fill(int upTo) {
  while (static_cast<int>(logFactorials.size()) <= upTo)
    logFactorials.push_back(std::lgamma(static_cast<double>(logFactorials.size()) + 1.0));
}
double logFactorial(int n) {
  fill(n + 2);
  return logFactorials[n];
}

// a cache
double root(int n) {
  static std::map<int, double> known;
  auto found = known.find(n);
  if (found != known.end())
    return found->second;
  const double value = std::sqrt(1.0 + n);
  known[n] = value;
  return value;
}

// a count that matters: the adjoint must neither leave out a call nor repeat one
int tick() {
  static int count = 0;
  return count++;
}

class Config {
public:
  static Config &get() {
    static Config config;
    return config;
  }
  double scale() const { return factor; }
  double weight(int i) const { return weights[i % weights.size()]; }
  int next() { return ++reads; }
  void note(const char *what) { last = what; }
  int noted() const { return last == "sum" ? 2 : 1; }

private:
  Config() = default;
  double factor = 2.5;
  std::vector<double> weights{0.5, 1.5, 2.5};
  int reads = 0;
  std::string last;
};

class Log {
public:
  static Log *instance() {
    static Log *only = new Log;
    return only;
  }
  void count() { ++lines; }
  void write(const std::string &line) {
    if (kept.size() < 3)
      kept.push_back(line);
    ++lines;
  }
  int total() const { return lines; }

private:
  int lines = 0;
  std::vector<std::string> kept;
};

} // namespace

#pragma adjoint reverse
double table(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    s = s * x[i] * logFactorial(i + 3) + std::sin(s) * root(i);
  return s;
}

#pragma adjoint reverse
double ticks(const double *x, int n) {
  double s = 0.5;
  for (int i = 0; i < 3 * n; ++i) {
    const int phase = tick() % 3;
    s += s * x[i % n] * x[i % n] * phase;
  }
  return s;
}

#pragma adjoint reverse
double configured(const double *x, int n) {
  const Config &config = Config::get();
  double s = 0.3;
  for (int i = 0; i < n; ++i) {
    Config::get().note("sum");
    s += std::exp(s) * x[i] * config.scale() * Config::get().weight(i) * Config::get().noted();
    if (Config::get().next() > 0)
      Log::instance()->count();
    if (s < 0)
      Log::instance()->write("below zero at " + std::to_string(i));
  }
  return Log::instance()->total() > 0 ? s * s : s;
}

int main() {
  numeric::check("table", table, table_b, {{0.7, -1.3, 0.4}, {-0.4, 0.9}});
  numeric::check("ticks", ticks, ticks_b, {{0.7, -0.3, 0.4}, {-0.4, 0.9}});
  numeric::check("configured", configured, configured_b, {{0.07, -0.13, 0.04}, {-0.4, 0.2}});
  return numeric::report();
}
