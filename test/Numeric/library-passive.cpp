// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Passive use of the library beside active numbers: streams, manipulators, texts that are
// searched and cut, assertions, durations and clocks, engines and distributions of several kinds.

#include "numeric.h"

#include <cassert>
#include <chrono>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace {
std::ostringstream sink;
} // namespace

#pragma adjoint reverse
double streams(double x, double y) {
  const int n = std::stoi("2");
  const double factor = std::stod("0.5");
  const std::string word = std::string("h") + "alf";
  assert(n == 2);
  double s = x;
  for (int i = 0; i < n; ++i) {
    s = s * factor + y * s;
    sink << std::fixed << std::setw(8) << std::setprecision(3) << s << ' ' << i << word << '\n';
    assert(s == s && "a number");
  }
  sink.str("");
  return word.find("al") == 1 && word.substr(2) == "lf" ? s * x : s;
}

namespace {
void note(std::ostream *out, double value) {
  if (out)
    *out << value << '\n';
}
} // namespace

// A pointer to what a stream is derived from.
#pragma adjoint reverse
double pointedTo(double x, double y) {
  std::ostringstream own;
  std::ostream *out = &own;
  *out << x << ' ' << y;
  note(&own, x);
  note(nullptr, y);
  return own.str().empty() ? x : x * x * y;
}

#pragma adjoint reverse
double clocks(double x, double y) {
  const auto start = std::chrono::system_clock::now();
  const std::chrono::high_resolution_clock::time_point later = std::chrono::high_resolution_clock::now();
  const std::chrono::milliseconds step(250);
  const double dt = std::chrono::duration<double>(step).count();
  double s = x;
  for (int i = 0; i < 4; ++i)
    s += dt * std::sin(s) * y;
  const auto passed = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now() - start).count();
  return passed > 100000 || later > std::chrono::high_resolution_clock::now() + std::chrono::hours(1000) ? x : s;
}

#pragma adjoint reverse
double draws(double x, double y) {
  std::default_random_engine first(3);
  std::mt19937_64 second(5);
  std::exponential_distribution<double> waiting(1.5);
  std::bernoulli_distribution isUp(0.4);
  std::poisson_distribution<int> jumps(2.0);
  std::gamma_distribution<double> gamma(2.0, 0.5);
  double s = x;
  for (int i = 0; i < 4; ++i) {
    s *= 1.0 + 0.1 * y * waiting(first);
    if (isUp(second))
      s += y * jumps(second);
    s += s * gamma(first) * 0.1 * x;
  }
  return s;
}

// Texts that are taken by reference, as what any type may be.
namespace {
template <class... Parts> void note(std::ostream &out, const Parts &...parts) { (out << ... << parts) << '\n'; }
} // namespace

#pragma adjoint reverse
double noted(double x, double y) {
  std::ostringstream out;
  auto log = [&](const auto &part) { out << part; };
  log("x");
  log(3);
  log(x);
  note(out, "value ", x * y, " at ", 3);
  return out.str().size() > 5 ? x * y * y : x;
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {1.1, 0.4}};
  numeric::check("streams", streams, streams_b, points);
  numeric::check("pointedTo", pointedTo, pointedTo_b, points);
  numeric::check("clocks", clocks, clocks_b, points);
  numeric::check("draws", draws, draws_b, points);
  numeric::check("noted", noted, noted_b, {{0.7, 1.3}});
  return numeric::report();
}
