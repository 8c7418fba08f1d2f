// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "heat.h"

#include <cmath>
#include <stdexcept>

namespace heat {

void smooth(int n, double *u, const double *k) {
  for (int i = 1; i + 1 < n; ++i)
    u[i] += k[i] * std::sin(u[i - 1] - 2.0 * u[i] + u[i + 1]);
}

void scale(double &x, double factor) { x = std::sin(x) * factor; }

namespace {
double flux(const std::vector<double> &u, const std::vector<double> &k, int i) { return k[i] * (u[i + 1] - u[i]) * u[i]; }
} // namespace

void step(const Grid &grid, std::vector<double> &u, const std::vector<double> &k) {
  std::vector<double> next(u);
  for (int i = 1; i + 1 < grid.n; ++i)
    next[i] = u[i] + grid.dt * (flux(u, k, i) - flux(u, k, i - 1));
  u.swap(next);
}

double misfit(const std::vector<double> &u, const std::vector<double> &target) {
  double sum = 0.0;
  for (std::size_t i = 0; i < u.size(); ++i)
    sum += (u[i] - target[i]) * (u[i] - target[i]);
  return sum;
}

void refine(std::vector<double> &u) {
  const std::size_t n = u.size();
  for (std::size_t i = 0; i < n; ++i)
    u.push_back(0.5 * u[i] * u[i]);
}

void exchange(std::vector<double> &a, std::vector<double> &b) {
  a[0] *= b[0];
  a.swap(b);
  b[1] += a[0] * a[1];
}

std::vector<double> rates(const std::string &kind, const std::vector<double> &u) {
  std::vector<double> found;
  for (double x : u)
    found.push_back(kind == "square" ? x * x : std::sin(x));
  return found;
}

void mix(std::vector<Cell> &cells, double rate) {
  for (std::size_t i = 1; i < cells.size(); ++i) {
    cells[i].heat += rate * cells[i - 1].heat * cells[i].species[0];
    cells[i].species.push_back(cells[i].heat * rate);
  }
}

void heatUp(std::vector<double> &u) {
  u[0] *= u[1];
  if (u[0] > 100.0)
    throw std::runtime_error("too hot");
  u[1] += u[0] * u[0];
}

void Constant::add(std::vector<double> &u) const {
  for (double &x : u)
    x += power;
}

void Growing::add(std::vector<double> &u) const {
  for (double &x : u)
    x *= 1.0 + power * x;
}

void Damper::apply(std::vector<double> &u) const {
  for (std::size_t i = 0; i < u.size(); ++i)
    u[i] *= std::exp(-factor * u[i]);
  for (double weight : weights)
    u[0] += weight * u[1];
}

void Damper::learn(double x) {
  weights.push_back(x * factor);
  factor *= x;
}

} // namespace heat
