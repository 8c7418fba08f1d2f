// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Containers of indices, counts and pointers to constants, inside of others and beside numbers: they have no adjoints,
// whatever memory of theirs might be.

#include "numeric.h"

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

using numeric::Vector;

namespace {

void bin(std::map<int, std::vector<std::size_t>> &cells, const std::vector<double> &x) {
  for (std::size_t i = 0; i < x.size(); ++i)
    cells[int(x[i])].push_back(i);
}

class Grid {
public:
  Grid(const std::vector<double> &x, double width) : width(width) {
    for (std::size_t i = 0; i < x.size(); ++i)
      cells[int(x[i] / width)].push_back(long(i));
  }
  const std::vector<long> &near(double x) const {
    auto found = cells.find(int(x / width));
    return found == cells.end() ? none : found->second;
  }

private:
  std::unordered_map<int, std::vector<long>> cells;
  std::vector<long> none;
  double width;
};

struct Reaction {
  std::map<std::string, int> in;
  double rate;
};

struct Particle {
  double x, mass;
};

} // namespace

#pragma adjoint reverse
double binned(const double *x, int n) {
  const std::vector<double> xs(x, x + n);
  std::map<int, std::vector<std::size_t>> cells;
  bin(cells, xs);
  double s = 0;
  for (const auto &[cell, members] : cells)
    for (std::size_t i : members)
      for (std::size_t j : members)
        s += xs[i] * xs[j] * (cell + 1) + xs[i];
  return s;
}

#pragma adjoint reverse
double gridded(const double *x, int n) {
  std::vector<double> xs(x, x + n);
  const Grid grid(xs, 0.5);
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (long j : grid.near(xs[i])) {
      s += xs[i] * xs[j];
      xs[j] *= 0.9;
    }
  return s;
}

#pragma adjoint reverse
double reactions(const double *x, int n) {
  std::vector<Reaction> all;
  for (int i = 0; i < n; ++i)
    all.push_back({{{"A", i}, {"B", 1}}, x[i]});
  std::map<std::string, double> amounts{{"A", x[0]}, {"B", 2.0}};
  double s = 0;
  for (const Reaction &reaction : all) {
    double rate = reaction.rate;
    for (const auto &[name, count] : reaction.in)
      for (int k = 0; k < count; ++k)
        rate *= amounts[name];
    s += rate;
  }
  return s;
}

#pragma adjoint reverse
double pointers(const double *x, int n) {
  std::vector<std::vector<const double *>> bins(3);
  std::map<int, std::vector<const Particle *>> cells;
  std::vector<Particle> particles;
  for (int i = 0; i < n; ++i)
    particles.push_back({x[i], 1.0 + x[i] * x[i]});
  for (const Particle &p : particles) {
    bins[p.x > 0.5 ? 1 : 2].push_back(&p.mass);
    cells[int(2.0 * p.x)].push_back(&p);
  }
  double e = 0;
  for (const auto &members : bins)
    for (const double *p : members)
      e += *p * *p;
  for (const auto &[cell, members] : cells)
    for (const Particle *a : members)
      for (const Particle *b : members)
        e += a->mass * b->x * cell;
  return e;
}

int main() {
  const std::initializer_list<Vector> points = {{0.7, 1.3, 1.4, 0.2, 1.1}, {-0.4, 0.9, 0.6}};
  numeric::check("binned", binned, binned_b, points);
  numeric::check("gridded", gridded, gridded_b, points);
  numeric::check("reactions", reactions, reactions_b, points);
  numeric::check("pointers", pointers, pointers_b, points);
  return numeric::report();
}
