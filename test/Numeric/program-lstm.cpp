// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// A step of an LSTM cell whose parameters are a struct of pointers, applied to a sequence.

#include "numeric.h"

#include <cmath>

struct Cell {
  const double *weight; ///< 4 gates by (inputs + hidden)
  const double *bias;   ///< 4 gates
  int hidden;
};

struct State {
  double *output;
  double *memory;
};

static double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

static double gate(const Cell &cell, int index, int unit, double input, const double *output) {
  const int width = 1 + cell.hidden;
  const double *row = cell.weight + (index * cell.hidden + unit) * width;
  double sum = cell.bias[index * cell.hidden + unit] + row[0] * input;
  for (int j = 0; j < cell.hidden; ++j)
    sum += row[1 + j] * output[j];
  return sum;
}

static void step(const Cell &cell, double input, State &state, double *next) {
  for (int u = 0; u < cell.hidden; ++u) {
    double forget = sigmoid(gate(cell, 0, u, input, state.output));
    double ingress = sigmoid(gate(cell, 1, u, input, state.output));
    double egress = sigmoid(gate(cell, 2, u, input, state.output));
    double change = std::tanh(gate(cell, 3, u, input, state.output));
    state.memory[u] = forget * state.memory[u] + ingress * change;
    next[u] = egress * std::tanh(state.memory[u]);
  }
  for (int u = 0; u < cell.hidden; ++u)
    state.output[u] = next[u];
}

#pragma adjoint reverse wrt(cell, state)
double loss(const Cell &cell, const double *inputs, const double *targets, int length, State state) {
  double *next = new double[cell.hidden];
  double sum = 0.0;
  for (int t = 0; t < length; ++t) {
    step(cell, inputs[t], state, next);
    double predicted = 0.0;
    for (int u = 0; u < cell.hidden; ++u)
      predicted += state.output[u];
    double error = predicted - targets[t];
    sum += error * error;
  }
  delete[] next;
  return sum / length;
}

int main() {
  using numeric::Vector;
  const int hidden = 2, weights = 4 * hidden * (1 + hidden), biases = 4 * hidden;
  const double inputs[] = {0.5, -0.2, 0.9}, targets[] = {0.1, 0.4, -0.3};
  Vector x;
  for (int i = 0; i < weights + biases + 2 * hidden; ++i)
    x.push_back(0.5 * std::cos(0.7 * i + 0.1));
  auto primal = [&](Vector v) {
    double *p = v.data();
    Cell cell{p, p + weights, hidden};
    State state{p + weights + biases, p + weights + biases + hidden};
    return Vector{loss(cell, inputs, targets, 3, state)};
  };
  auto adjoint = [&](Vector v, const Vector &y_b) {
    Vector v_b(v.size());
    double *p = v.data(), *p_b = v_b.data();
    Cell cell{p, p + weights, hidden}, cell_b{p_b, p_b + weights, 0};
    State state{p + weights + biases, p + weights + biases + hidden};
    State state_b{p_b + weights + biases, p_b + weights + biases + hidden};
    loss_b(cell, cell_b, inputs, targets, 3, state, state_b, y_b[0]);
    return v_b;
  };
  numeric::check("loss", x, primal, adjoint);
  return numeric::report();
}
