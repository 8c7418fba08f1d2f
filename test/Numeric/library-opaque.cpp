// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Objects of the library without an adjoint beside the numbers: streams, texts, random engines, clocks.

#include "numeric.h"

#include <chrono>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>

namespace {

std::ostringstream sink;

#pragma adjoint reverse
double printed(double x, double y) {
  double z = x * y;
  sink << std::setprecision(12) << "z = " << 2 * z << (x > y) << std::endl;
  std::ostringstream log;
  for (int i = 0; i < 3; ++i) {
    z = std::sin(z) * x;
    log << "step " << i << '\n';
    sink << i << ": " << z << '\n';
  }
  std::string text = log.str();
  if (z > 100.0)
    std::cerr << "large: " << z << "\n";
  return z + text.size() * x * y;
}

double payoff(const std::string &kind, double s, double k) {
  if (kind == "call")
    return s > k ? s - k : 0.0;
  else if (kind == "put")
    return s < k ? k - s : 0.0;
  return s * k;
}

#pragma adjoint reverse
double texts(double x, double y) {
  std::string kind = "call";
  double value = payoff(kind, x, 0.1 * y);
  kind = "put";
  value += payoff(kind, x, 30.0 * y) * payoff("other", x, y);
  if (!kind.empty())
    value *= x;
  if (kind[0] == 'p')
    value *= 2 * y;
  kind += "!";
  std::string label = "x = " + std::to_string(x);
  return value * kind.length();
}

double named(double x, const std::string &name) {
  std::string copy = name;
  copy.push_back('s');
  double y = x * x;
  if (copy == "cubes")
    y *= x;
  return y * copy.size();
}

#pragma adjoint reverse wrt(x, y)
double chosenByName(double x, double y) { return named(x, "cube") * named(y, "square") + named(x * y, "cube"); }

#pragma adjoint reverse
double drawn(double x, double sigma) {
  std::mt19937 engine(42);
  std::normal_distribution<double> normal(0.0, 1.0);
  std::uniform_int_distribution<int> pick{0, 3};
  double sum = 0.0, s = x;
  for (int i = 0; i < 5; ++i) {
    double z = normal(engine);
    s *= std::exp(sigma * z * 0.1 - 0.5 * sigma * sigma);
    int k = pick(engine);
    sum += s * k + s * s * normal(engine);
  }
  return sum;
}

double step(std::mt19937 &engine, double x) {
  std::uniform_real_distribution<double> uniform(0, 1);
  double y = x;
  for (int i = 0; i < 4; ++i)
    y = std::sin(y * uniform(engine)) + x;
  return y;
}

#pragma adjoint reverse
double walk(double x, double a) {
  std::mt19937 engine(7), other = engine;
  auto start = std::chrono::steady_clock::now();
  double y = x;
  for (int i = 0; i < 4; ++i)
    y = step(engine, y) * a;
  y += step(other, y * x);
  auto end = std::chrono::steady_clock::now();
  double seconds = std::chrono::duration<double>(end - start).count();
  if (seconds > 1000)
    sink << "slow\n";
  return y;
}

class Simulation {
public:
  explicit Simulation(unsigned seed) : engine(seed), normal(0.0, 0.3) {}
  double next(double s, double sigma) { return s * std::exp(sigma * normal(engine)); }

private:
  std::mt19937 engine;
  std::normal_distribution<double> normal;
};

#pragma adjoint reverse
double simulated(double s, double sigma) {
  Simulation simulation(3);
  double sum = 0.0;
  for (int i = 0; i < 4; ++i) {
    s = simulation.next(s, sigma);
    sum += s * s;
  }
  return sum;
}

void report(std::ostream &os, double x) { os << "x is " << x << "\n"; }

#pragma adjoint reverse
double reported(double x, double y) {
  report(sink, x);
  std::ostream &log = sink;
  log << y << std::endl;
  return x * y * x;
}

double safe(double v, int i) {
  if (v < 0) {
    std::ostringstream text;
    text << "at " << i << ": " << v;
    throw std::invalid_argument(text.str());
  }
  if (v > 1e6)
    throw std::runtime_error("large at " + std::to_string(i) + ": " + std::to_string(v));
  return std::sqrt(v);
}

std::string sizeOf(double v) { return v > 1 ? "big" : "small"; }

#pragma adjoint reverse
double guarded(double x, double y) {
  double value = safe(x, 1) * safe(x * y, 2);
  if (sizeOf(x) == "big")
    value *= x;
  return value;
}

#pragma adjoint reverse
double counted(double x, double y) {
  std::map<std::string, int> count;
  std::set<int> seen;
  count["a"] = 2;
  count["b"]++;
  double sum = x;
  for (int i = 0; i < 4; ++i) {
    int k = i % 3;
    seen.insert(k);
    if (seen.count(i))
      sum *= y;
  }
  return sum * count.at("a") * seen.size() + x * count["b"];
}

} // namespace

// Weights in a list.
#pragma adjoint reverse
double weighed(double x, double y) {
  const double w = 2.0;
  std::mt19937 g(3);
  std::discrete_distribution<int> d({1.0, w, 3.0});
  std::discrete_distribution<> few{0.5, 0.5};
  double s = 0;
  for (int i = 0; i < 5; ++i)
    s = s * y + d(g) * x + few(g);
  return s;
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {2.1, 0.4}, {1.6, 1.1}};
  numeric::check("printed", printed, printed_b, points);
  numeric::check("texts", texts, texts_b, points);
  numeric::check("chosenByName", chosenByName, chosenByName_b, points);
  numeric::check("drawn", drawn, drawn_b, points);
  numeric::check("walk", walk, walk_b, points);
  numeric::check("simulated", simulated, simulated_b, points);
  numeric::check("reported", reported, reported_b, points);
  numeric::check("guarded", guarded, guarded_b, points);
  numeric::check("counted", counted, counted_b, points);
  numeric::check("weighed", weighed, weighed_b, {{0.7, 1.3}, {-0.4, 2.0}});
  return numeric::report();
}
