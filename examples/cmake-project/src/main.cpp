// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fits an oscillation to measurements by steps along the negative gradient.
#include "fit/model.h"

#include <cmath>
#include <cstdio>
#include <vector>

int main() {
  const fit::Oscillation truth = {1.0, 0.3, 2.0};
  std::vector<double> times, measured;
  for (int i = 0; i < 50; ++i) {
    times.push_back(0.1 * i);
    measured.push_back(truth.amplitude * std::exp(-truth.damping * times[i]) * std::cos(truth.frequency * times[i]));
  }

  fit::Oscillation guess = {0.8, 0.2, 2.2};
  std::vector<double> times_b(times.size()), measured_b(measured.size());
  for (int step = 0; step < 2000; ++step) {
    fit::Oscillation guess_b = {};
    fit::misfit_b(guess, guess_b, times.data(), times_b.data(), measured.data(), measured_b.data(), int(times.size()),
                  1.0);
    guess.amplitude -= 0.01 * guess_b.amplitude;
    guess.damping -= 0.01 * guess_b.damping;
    guess.frequency -= 0.01 * guess_b.frequency;
  }
  std::printf("amplitude %.4f, damping %.4f, frequency %.4f\n", guess.amplitude, guess.damping, guess.frequency);
  double distance = std::fabs(guess.amplitude - truth.amplitude) + std::fabs(guess.damping - truth.damping) +
                    std::fabs(guess.frequency - truth.frequency);
  return distance < 1e-4 ? 0 : 1;
}
