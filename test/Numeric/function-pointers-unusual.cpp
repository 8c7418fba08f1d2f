// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// References to functions, functions as arguments of a function template, functions that share a name with others.

#include "numeric.h"

#include <cmath>
#include <memory>
#include <vector>

double square(double x) { return x * x; }
double wave(double x) { return std::sin(x) * x; }

double applyReference(double (&f)(double), double x) { return f(x) + f(2.0 * x); }

template <class F> double apply(F f, double x) { return f(x) * x; }

#pragma adjoint reverse
double reference(double x, double y) {
  double (&f)(double) = wave;
  return applyReference(square, x) * f(y) + applyReference(wave, x * y);
}

#pragma adjoint reverse
double functionArgument(double x, double y) {
  double r = apply(square, x) + apply(wave, y);
  return r * apply(square, r);
}

// An array of pointers to functions that the reverse sweep needs again.
#pragma adjoint reverse
double table(double x, double y) {
  double (*steps[3])(double) = {square, wave, square};
  double sum = y;
  for (int i = 0; i < 7; ++i) {
    double (**kept)(double) = new (double(*[2])(double)){steps[i % 3], square};
    sum += kept[i % 2](x + i);
    kept[i % 2] = wave;
    sum *= kept[i % 2](x);
    delete[] kept;
    steps[i % 3] = i % 2 ? square : wave;
  }
  return sum;
}

double bend(double x) { return x * x + 0.5 * x; }
[[maybe_unused]] double bend(int k) { return k; }

// Their names alone do not say which of several functions is meant.
#pragma adjoint reverse
double overloaded(double x, double y) {
  double (*steps[3])(double) = {std::abs, std::sin, bend};
  double sum = y;
  for (int i = 0; i < 6; ++i) {
    double (*step)(double) = steps[(i * i + 1) % 3];
    sum += step(x * sum + i);
    if (step == static_cast<double (*)(double)>(bend))
      sum *= x;
    steps[i % 3] = i % 2 ? static_cast<double (*)(double)>(std::cos) : steps[(i + 1) % 3];
  }
  return sum;
}

// `noexcept` makes std::exp a function of another type than the parameter's.
double called(double (*f)(double), double x) { return f == static_cast<double (*)(double)>(std::exp) ? f(x) : x * f(2.0 * x); }

#pragma adjoint reverse
double overloadedArgument(double x, double y) { return called(std::exp, x * y) + called(bend, y) * called(std::sqrt, x * x); }

class Activation {
public:
  explicit Activation(int kind) : function(kind == 0 ? square : wave) {}
  double operator()(double x) const { return function(x); }

private:
  double (*function)(double);
};

// The constructor is called by the library.
#pragma adjoint reverse
double madeByLibrary(double x, double y) {
  const auto one = std::make_unique<Activation>(1);
  std::vector<Activation> layers;
  for (int i = 0; i < 3; ++i)
    layers.emplace_back(i % 2);
  double sum = (*one)(x);
  for (const Activation &layer : layers)
    sum = layer(sum * y);
  return sum;
}

int main() {
  numeric::check("reference", reference, reference_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("functionArgument", functionArgument, functionArgument_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("table", table, table_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("overloaded", overloaded, overloaded_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("overloadedArgument", overloadedArgument, overloadedArgument_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("madeByLibrary", madeByLibrary, madeByLibrary_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
