// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Problems: all of them, for what is done alike with each, and with other scalar types than double.

#ifndef ADJOINT_BENCHMARKS_PROBLEMS_H
#define ADJOINT_BENCHMARKS_PROBLEMS_H

#include "Kernel.h"

#include "kernels/asian.h"
#include "kernels/black-scholes.h"
#include "kernels/burgers.h"
#include "kernels/cholesky.h"
#include "kernels/fft.h"
#include "kernels/gmm.h"
#include "kernels/heat.h"
#include "kernels/log-sum-exp.h"
#include "kernels/minors.h"
#include "kernels/mlp.h"
#include "kernels/rk4.h"
#include "kernels/thomas.h"

namespace bench {

template <class... Problems> struct List {};

/// What `gradient` makes of the problem of that name and size, among those listed.
template <class Make, class... Problems>
Gradient gradientOf(const std::string &name, int size, Make gradient, List<Problems...>) {
  Gradient made;
  ((name == Problems::name ? void(made = gradient(Problems(size))) : void()), ...);
  return made;
}

template <class Make> Gradient gradientOf(const std::string &name, int size, Make gradient) {
  return gradientOf(name, size, gradient,
                    List<Asian, BlackScholes, Burgers, Cholesky, Fft, Gmm, Heat, LogSumExp, Minors, Mlp, RungeKutta,
                         Thomas>());
}

} // namespace bench

#endif
