// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// Views that have no model, and those that are no local variables.
// flags: -- -std=c++20

#include <ranges>
#include <vector>

//--- a view that has no model
#pragma adjoint reverse
double f(double x) {
  std::vector<std::vector<double>> rows{{x, 2 * x}, {x * x}};
  double s = 0;
  for (double d : rows | std::views::join) // error: 'std::ranges::views::__adaptor::operator|' with these arguments cannot be...
    s += d * d;
  return s;
}

//--- the same, kept
#pragma adjoint reverse
double f(double x) {
  std::vector<double> v{x, 2 * x};
  auto few = v | std::views::take_while([](double d) { return d > 0; }) | std::views::common; // error: 'std::ranges::views::__adaptor::operator|' with these...
  double s = 0;
  for (double d : few)
    s += d;
  return s;
}

//--- a parameter
#pragma adjoint reverse // error: 'r' of class 'std::ranges::ref_view<std::vector<double>>' cannot be handed to an adjoint...
double f(std::ranges::ref_view<std::vector<double>> r) { return r[0] * r[1]; }
