// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options of the transformation. With any pass or analysis off the adjoint is still right, only bigger.

#ifndef ADJOINT_TRANSFORM_PASSES_OPTIONS_H
#define ADJOINT_TRANSFORM_PASSES_OPTIONS_H

#include "Transform/Passes/Passes.h"

#include <cstdint>

namespace adjoint::transform {

struct Options {
  PassSet off;                       ///< passes and analyses that are left out; optional ones alone
  bool has(Pass pass) const { return !off.contains(pass); }

  bool verifyEach = false;           ///< each pass must leave a well-formed function
  bool strongZero = false;           ///< a derivative that is zero stays zero whatever it is multiplied by
  uint64_t checkpointMemory = 0;     ///< for the snapshots of a loop that is chosen to have some; 0: none is chosen
  bool strict = false;               ///< what is warned of is an error
  bool warnActiveBranch = false;     ///< a branch on an active value is reported
  bool warnOpenMpSequential = false; ///< OpenMP that is passed over is reported
  bool warnNothingActive = true;     ///< a derivative that is zero is reported
  bool warnTextRoundTrip = true;     ///< a derivative that ends in text which is read again is reported
};

} // namespace adjoint::transform

#endif
