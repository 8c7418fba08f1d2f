// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels/mlp.h"
#include "Kernel.h"

#pragma adjoint reverse wrt(weights) function(bench::mlp<double>)

namespace bench {

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

namespace {

Kernel make(const Mlp &problem) {
  auto gradient = [=](auto adjoint) {
    return [=](double *g) {
      adjoint(problem.samples, problem.x.data(), g, problem.inputs.data(), problem.targets.data(), 1.0);
    };
  };
  return {[=] { return mlp(problem.samples, problem.x.data(), problem.inputs.data(), problem.targets.data()); },
          gradient([](auto... a) { mlp_b(a...); }),
          gradient([](auto... a) { mlpByHand(a...); })};
}

const Registration registration(make);

} // namespace
} // namespace bench
