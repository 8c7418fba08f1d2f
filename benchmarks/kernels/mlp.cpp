// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A dense network with tanh between its layers, and the squared error of its outputs over a batch.
#include "Kernel.h"

#include <cmath>

namespace {

enum { Inputs = 64, Hidden = 128, Outputs = 10 };
enum { First = Hidden * (Inputs + 1), Second = Hidden * (Hidden + 1), Third = Outputs * (Hidden + 1) };

/// y = W x + b; the weights are rows of W, each with its bias at the end.
void dense(int in, int out, const double *__restrict weights, const double *__restrict x, double *__restrict y) {
  for (int i = 0; i < out; ++i) {
    double sum = weights[i * (in + 1) + in];
    for (int j = 0; j < in; ++j)
      sum += weights[i * (in + 1) + j] * x[j];
    y[i] = sum;
  }
}

void activate(int n, const double *__restrict x, double *__restrict y) {
  for (int i = 0; i < n; ++i)
    y[i] = std::tanh(x[i]);
}

#pragma adjoint reverse wrt(weights)
double mlp(int samples, const double *__restrict weights, const double *__restrict inputs,
           const double *__restrict targets) {
  double loss = 0.0;
  double z1[Hidden], a1[Hidden], z2[Hidden], a2[Hidden], y[Outputs];
  for (int s = 0; s < samples; ++s) {
    dense(Inputs, Hidden, weights, &inputs[s * Inputs], z1);
    activate(Hidden, z1, a1);
    dense(Hidden, Hidden, weights + First, a1, z2);
    activate(Hidden, z2, a2);
    dense(Hidden, Outputs, weights + First + Second, a2, y);
    for (int i = 0; i < Outputs; ++i)
      loss += (y[i] - targets[s * Outputs + i]) * (y[i] - targets[s * Outputs + i]);
  }
  return loss / samples;
}

void denseByHand(int in, int out, const double *__restrict weights, double *__restrict weights_b,
                 const double *__restrict x, double *__restrict x_b, const double *__restrict y_b) {
  for (int j = 0; j < in; ++j)
    x_b[j] = 0.0;
  for (int i = 0; i < out; ++i) {
    const double w = y_b[i];
    weights_b[i * (in + 1) + in] += w;
    for (int j = 0; j < in; ++j) {
      weights_b[i * (in + 1) + j] += w * x[j];
      x_b[j] += w * weights[i * (in + 1) + j];
    }
  }
}

void mlpByHand(int samples, const double *__restrict weights, double *__restrict weights_b,
               const double *__restrict inputs, const double *__restrict targets, double result_b) {
  double z[Hidden], a1[Hidden], a2[Hidden], y[Outputs], a1_b[Hidden], a2_b[Hidden], y_b[Outputs];
  for (int s = 0; s < samples; ++s) {
    const double *__restrict x = &inputs[s * Inputs];
    dense(Inputs, Hidden, weights, x, z);
    activate(Hidden, z, a1);
    dense(Hidden, Hidden, weights + First, a1, z);
    activate(Hidden, z, a2);
    dense(Hidden, Outputs, weights + First + Second, a2, y);
    for (int i = 0; i < Outputs; ++i)
      y_b[i] = 2.0 * (y[i] - targets[s * Outputs + i]) * result_b / samples;
    denseByHand(Hidden, Outputs, weights + First + Second, weights_b + First + Second, a2, a2_b, y_b);
    for (int i = 0; i < Hidden; ++i)
      a2_b[i] *= 1.0 - a2[i] * a2[i];
    denseByHand(Hidden, Hidden, weights + First, weights_b + First, a1, a1_b, a2_b);
    for (int i = 0; i < Hidden; ++i) { // nobody asked for the inputs' adjoints
      const double w = a1_b[i] * (1.0 - a1[i] * a1[i]);
      weights_b[i * (Inputs + 1) + Inputs] += w;
      for (int j = 0; j < Inputs; ++j)
        weights_b[i * (Inputs + 1) + j] += w * x[j];
    }
  }
}

bench::Kernel make(int samples) {
  const std::vector<double> weights = bench::numbers(First + Second + Third, -0.1, 0.1),
                            inputs = bench::numbers(samples * Inputs, -1.0, 1.0),
                            targets = bench::numbers(samples * Outputs, -1.0, 1.0);
  return {[=] { return mlp(samples, weights.data(), inputs.data(), targets.data()); },
          [=](std::vector<double> &g) { mlp_b(samples, weights.data(), g.data(), inputs.data(), targets.data(), 1.0); },
          [=](std::vector<double> &g) {
            mlpByHand(samples, weights.data(), g.data(), inputs.data(), targets.data(), 1.0);
          },
          weights.size()};
}

const bench::Registration registration("mlp", make, 200);

} // namespace
