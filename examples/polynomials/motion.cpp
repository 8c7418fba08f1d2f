// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A motion along a line: where it is, a polynomial of a parameter, which is a polynomial of time. The program prints the derivatives of
// what the motion costs, by all coefficients of both, by one adjoint and by differences, and fails if they disagree.
//
//   adjoint-gen motion.cpp -o motion.adj.cpp
//   g++ -std=c++17 -O2 motion.adj.cpp polynomial.cpp $(adjoint-gen --cxxflags) -o motion && ./motion

#include "polynomial-adjoint.h"

#include <cmath>
#include <cstdio>

/// Squares of the acceleration at some times, and of how far the motion ends from its goal.
#pragma adjoint reverse wrt(path, clock)
double cost(const poly::Polynomial &path, const poly::Polynomial &clock, double goal) {
  const poly::Polynomial position = compose(path, clock);
  const poly::Polynomial acceleration = derivative(derivative(position));
  const poly::Polynomial square = acceleration * acceleration;
  double sum = 0.0;
  for (int k = 0; k <= 10; ++k)
    sum += square(0.1 * k);
  const double missed = position(1.0) - goal;
  return sum + 100.0 * missed * missed;
}

int main() {
  poly::Polynomial path = {0.0, 0.2, 1.5, -0.7, 0.1}, clock = {0.0, 0.4, 0.9, -0.3};
  poly::Polynomial path_b(path.degree()), clock_b(clock.degree());
  std::printf("cost %.6f\n", cost(path, clock, 1.0));
  cost_b(path, path_b, clock, clock_b, 1.0, 1.0);
  bool isRight = true;
  auto compare = [&](const char *name, poly::Polynomial &of, const poly::Polynomial &adjoint) {
    for (int k = 0; k <= of.degree(); ++k) {
      const double coefficient = of[k], h = 1e-5;
      of[k] = coefficient + h;
      const double up = cost(path, clock, 1.0);
      of[k] = coefficient - h;
      const double down = cost(path, clock, 1.0);
      of[k] = coefficient;
      const double difference = (up - down) / (2 * h);
      std::printf("%s %d: %14.6f by the adjoint, %14.6f by differences\n", name, k, adjoint[k], difference);
      isRight = isRight && std::fabs(adjoint[k] - difference) < 1e-5 * (1.0 + std::fabs(difference));
    }
  };
  compare("path ", path, path_b);
  compare("clock", clock, clock_b);
  std::puts(isRight ? "agree" : "DISAGREE");
  return isRight ? 0 : 1;
}
