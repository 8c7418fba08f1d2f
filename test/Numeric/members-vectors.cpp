// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-tbr | --no-liveness --no-recompute
//
// Containers that are members of objects in a container, beside numbers: they grow, and one member's elements are
// overwritten while the other's are needed.

#include "numeric.h"

#include <cmath>
#include <vector>

struct Layer {
  std::vector<double> weights, state;
  double bias;
};

void run(Layer &layer, double x) {
  for (std::size_t i = 0; i < layer.state.size(); ++i)
    layer.state[i] = std::tanh(layer.weights[i] * layer.state[i] + layer.bias * x);
}

#pragma adjoint reverse
double vectorsInMembers(const double *p, int n) {
  std::vector<Layer> layers(2);
  for (Layer &layer : layers) {
    layer.weights.assign(p, p + n);
    layer.state.assign(n, 0.3);
    layer.bias = p[0];
  }
  double s = 0.0;
  for (int k = 0; k < 3; ++k) {
    run(layers[k % 2], p[1]);
    layers[1 - k % 2].bias *= layers[k % 2].state[0];
    layers[1].weights[1] += layers[0].weights[0] * layers[0].state[1];
    s += layers[1].bias * layers[1].state[n - 1] * layers[0].weights[n - 1];
    layers[0].state.push_back(s);
    layers[0].weights.push_back(layers[1].weights[1]);
    layers[0].weights.resize(layers[0].state.size(), p[0]);
    layers[1].weights.resize(layers[1].state.size(), p[1]);
  }
  return s;
}

int main() {
  numeric::check("vectorsInMembers", vectorsInMembers, vectorsInMembers_b, {{0.7, 0.4}, {0.9, -0.6, 0.8}});
  return numeric::report();
}
