// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEAT_OPTIMISER_H
#define HEAT_OPTIMISER_H

#include <functional>
#include <vector>

namespace heat {

/// A function and its gradient, which it stores.
using Evaluation = std::function<double(const std::vector<double> &x, std::vector<double> &gradient)>;

/// Goes downhill from `x`, by the method of Polak and Ribière, until the gradient is short.
std::vector<double> minimise(const Evaluation &evaluate, std::vector<double> x);

} // namespace heat

#endif
