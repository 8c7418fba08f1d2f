// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures a rod of one material, and finds that material again from where the heat has gone.
#include "heat/objective.h"
#include "heat/optimiser.h"

#include <cstdio>

namespace {

const heat::Grid grid = {0.1, 0.002};
const std::vector<double> initial = {1.0, 0.9, 0.2, 0.1, 0.6, 0.8, 0.3, 0.0};
const int steps = 60;

std::vector<double> numbersOf(const heat::Linear &material) { return {material.base, material.slope}; }
std::vector<double> numbersOf(const heat::Exponential &material) { return {material.scale, material.rate}; }

/// Of a material that two numbers make.
template <class Material> std::vector<double> fitted(const std::vector<double> &measured, std::vector<double> guess) {
  auto evaluate = [&](const std::vector<double> &x, std::vector<double> &gradient) {
    const Material material(x[0], x[1]);
    Material material_b(0.0, 0.0);
    const double value = heat::objective_b(grid, material, material_b, initial, steps, measured, 1.0);
    gradient = numbersOf(material_b);
    return value;
  };
  return heat::minimise(evaluate, guess);
}

} // namespace

int main() {
  const heat::Linear iron(0.5, 0.8);
  const heat::Exponential glass(0.4, 0.7);
  const std::vector<double> a = fitted<heat::Linear>(heat::simulate(grid, iron, initial, steps), {1.0, 0.0});
  const std::vector<double> b = fitted<heat::Exponential>(heat::simulate(grid, glass, initial, steps), {1.0, 0.1});
  std::printf("linear: %.3f %.3f\n", a[0], a[1]);
  std::printf("exponential: %.3f %.3f\n", b[0], b[1]);
}
