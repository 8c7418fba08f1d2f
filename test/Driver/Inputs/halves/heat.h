// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEAT_H
#define HEAT_H

#include <adjoint/adjoint.h>

#include <string>
#include <vector>

namespace heat {

struct Grid {
  int n;
  double dt;
};

// In place, behind pointers.
ADJOINT
void smooth(int n, double *u, const double *k);

ADJOINT
void scale(double &x, double factor);

// The vector gets other memory.
ADJOINT
void step(const Grid &grid, std::vector<double> &u, const std::vector<double> &k);

// Gives a value.
ADJOINT
double misfit(const std::vector<double> &u, const std::vector<double> &target);

// Makes the vector longer.
ADJOINT
void refine(std::vector<double> &u);

// Two vectors, exchanged.
ADJOINT
void exchange(std::vector<double> &a, std::vector<double> &b);

// Returned, and chosen by a text.
ADJOINT
std::vector<double> rates(const std::string &kind, const std::vector<double> &u);

// Vectors in objects in a vector.
struct Cell {
  double heat;
  std::vector<double> species;
};
ADJOINT
void mix(std::vector<Cell> &cells, double rate);

// May throw, between the sweeps of its caller.
ADJOINT
void heatUp(std::vector<double> &u);

// Of a hierarchy: what is called is known when the program runs.
class Source {
public:
  virtual ~Source() = default;
  virtual void add(std::vector<double> &u) const = 0;
};
class Constant : public Source {
public:
  explicit Constant(double power) : power(power) {}
  ADJOINT
  void add(std::vector<double> &u) const override;
  double power;
};
class Growing : public Source {
public:
  explicit Growing(double power) : power(power) {}
  ADJOINT
  void add(std::vector<double> &u) const override;
  double power;
};

// A class that is no plain struct.
class Damper {
public:
  explicit Damper(double factor) : factor(factor) {}
  ADJOINT
  void apply(std::vector<double> &u) const;
  ADJOINT
  void learn(double x);

private:
  double factor;
  std::vector<double> weights;
};

} // namespace heat

#endif
