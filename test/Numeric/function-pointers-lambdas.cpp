// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Lambdas without captures that become pointers to functions: in tables of the file and of functions, in structs,
// returned, beside named functions and null pointers.

#include "numeric.h"

#include <cmath>
#include <string>
#include <vector>

namespace {

using Function = double (*)(double);
double square(double x) { return x * x; }

double orItself(Function g, double x) { return g ? g(x) : x; }
double orZero(Function g, double x) {
  if (g != nullptr)
    return g(x);
  return 0.0;
}

#pragma adjoint reverse
double notNull(double x, double y) {
  Function cube = [](double v) { return v * v * v; };
  Function none = nullptr;
  double s = cube == none || !cube ? y : cube(x);
  return s * orItself([](double v) { return std::exp(v); }, y) +
         orZero(
             +[](double v) { return v * v; }, x * y) +
         orItself(nullptr, y) + orZero(square, y);
}

double total(double (*row)(const std::vector<double> &), const std::vector<double> &v) { return row(v) * v[0]; }

#pragma adjoint reverse
double ofContainers(double x, double y) {
  std::vector<double> v = {x, y, x * y};
  return total([](const std::vector<double> &row) { return row[1] * row[2]; }, v);
}

struct Operation {
  std::string name;
  double (*apply)(double, double);
};
const struct Rule {
  double (*apply)(double, double);
  Function slope[2] = {nullptr, nullptr};
} rules[] = {{[](double a, double b) { return a * b; }},
             {[](double a, double b) { return a - b * b; }, {[](double a) { return std::sin(a); }}},
             {std::fmax, {square, [](double a) { return 3.0 * a; }}}};

#pragma adjoint reverse
double tableOfFile(double x, double y) {
  double s = x;
  for (int i = 0; i < 6; ++i) {
    s = rules[i % 3].apply(s, y);
    for (Function slope : rules[i % 3].slope)
      if (slope)
        s += slope(x) * 0.25;
  }
  return s;
}

#pragma adjoint reverse
double tableOfFunction(double x, double y) {
  std::vector<Operation> operations = {{"sum", [](double a, double b) { return a + b; }}, {"max", std::fmax}};
  operations.push_back({"norm", [](double a, double b) { return std::sqrt(a * a + b * b); }});
  static const Function edges[] = {[](double a) { return a * a; }, [](double a) { return 1.0 / a; }};
  double s = x;
  for (const Operation &operation : operations)
    s = operation.apply(s, y) * (operation.name == "max" ? 2.0 : 1.0);
  for (Function edge : edges)
    s += edge(y) * x;
  return s;
}

Function byNumber(int number) {
  switch (number) {
  case 0:
    return [](double v) { return std::sin(v); };
  case 1:
    return [](double v) { return v * v; };
  case 2:
    return square;
  default:
    return nullptr;
  }
}
void byName(const std::string &name, Function &found) {
  if (name == "exp")
    found = [](double v) { return std::exp(v); };
}

#pragma adjoint reverse
double givenBack(double x, double y) {
  double s = 0.0;
  for (int i = 0; i < 4; ++i) {
    Function g = byNumber(i);
    s += g ? g(x) * y : y * y;
  }
  Function h = square;
  byName(s > 0.0 ? "exp" : "none", h);
  return s * h(x);
}

class Tables {
  static constexpr Function hidden[2] = {[](double v) { return v * v; }, [](double v) { return 2.0 * v; }};

public:
  static double sum(double x) { return hidden[0](x) + hidden[1](x); }
};

#pragma adjoint reverse
double hiddenTable(double x, double y) { return Tables::sum(x * y) * y; }

} // namespace

// Generic lambdas as pointers: each type of pointer takes the instance of its types.
double twice(double (*f)(double), double x) { return f(f(x)); }

#pragma adjoint reverse
double genericPassed(double x, double y) {
  const auto wave = [](auto v) { return std::sin(v) * v; };
  double (*p)(double) = wave;
  float (*q)(float) = wave;
  const double shift = q(0.5f);
  return twice([](auto v) { return v * v; }, x) * p(y) + wave(x) * shift;
}

static double (*const genericTable[])(double) = {[](auto v) { return v * v; }, [](double v) { return v * std::exp(v); },
                                                 [](auto v) { return decltype(v)(3) * v; }};

#pragma adjoint reverse
double genericChosen(double x, double y) {
  double sum = 0.0;
  for (const auto step : genericTable)
    sum += step(x) * y;
  double (*const last)(double) = x > 1.0 ? static_cast<double (*)(double)>([](auto v) { return v + 1.0; }) : genericTable[2];
  return sum * last(y);
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {2.1, 0.4}, {1.6, 1.1}};
  numeric::check("notNull", notNull, notNull_b, points);
  numeric::check("ofContainers", ofContainers, ofContainers_b, points);
  numeric::check("tableOfFile", tableOfFile, tableOfFile_b, points);
  numeric::check("tableOfFunction", tableOfFunction, tableOfFunction_b, points);
  numeric::check("givenBack", givenBack, givenBack_b, points);
  numeric::check("hiddenTable", hiddenTable, hiddenTable_b, points);
  numeric::check("genericPassed", genericPassed, genericPassed_b, {{0.7, 1.3}, {1.4, 0.4}});
  numeric::check("genericChosen", genericChosen, genericChosen_b, {{0.7, 1.3}, {1.4, 0.4}});
  return numeric::report();
}
