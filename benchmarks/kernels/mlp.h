// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A dense network with tanh between its layers, and the squared error of its outputs over a batch.
#ifndef ADJOINT_BENCHMARKS_KERNELS_MLP_H
#define ADJOINT_BENCHMARKS_KERNELS_MLP_H

#include "Numbers.h"

#include <cmath>

namespace bench {

enum { Inputs = 64, Hidden = 128, Outputs = 10 };
enum { First = Hidden * (Inputs + 1), Second = Hidden * (Hidden + 1), Third = Outputs * (Hidden + 1) };

/// y = W x + b; the weights are rows of W, each with its bias at the end.
template <class Real, class X>
void dense(int in, int out, const Real *__restrict weights, const X *__restrict x, Real *__restrict y) {
  for (int i = 0; i < out; ++i) {
    Real sum = weights[i * (in + 1) + in];
    for (int j = 0; j < in; ++j)
      sum += weights[i * (in + 1) + j] * x[j];
    y[i] = sum;
  }
}

template <class Real> void activate(int n, const Real *__restrict x, Real *__restrict y) {
  using std::tanh;
  for (int i = 0; i < n; ++i)
    y[i] = tanh(x[i]);
}

template <class Real> 
Real mlp(int samples, const Real *__restrict weights, const double *__restrict inputs,
           const double *__restrict targets) {
  Real loss = 0.0;
  Real z1[Hidden], a1[Hidden], z2[Hidden], a2[Hidden], y[Outputs];
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

struct Mlp {
  static constexpr const char *name = "mlp";
  static constexpr int sizes[] = {2, 6, 20, 63, 200}, taped = 63;

  explicit Mlp(int samples)
      : samples(samples), inputs(numbers(samples * Inputs, -1.0, 1.0)),
        targets(numbers(samples * Outputs, -1.0, 1.0)), x(numbers(First + Second + Third, -0.1, 0.1)) {}

  template <class Real> Real operator()(Real *weights) const {
    return mlp<Real>(samples, weights, inputs.data(), targets.data());
  }

  int samples;
  std::vector<double> inputs, targets, x;
};

} // namespace bench

#endif
