// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options of the transformation. With any pass or analysis off the adjoint is still right, only bigger.

#ifndef ADJOINT_TRANSFORM_OPTIONS_H
#define ADJOINT_TRANSFORM_OPTIONS_H

#include "Transform/Passes.h"

namespace adjoint::transform {

struct Options {
  PassSet off;                       ///< passes and analyses that are left out; optional ones alone
  bool has(Pass pass) const { return !off.contains(pass); }

  bool verifyEach = false;           ///< each pass must leave a well-formed function
  bool strongZero = false;           ///< a derivative that is zero stays zero whatever it is multiplied by
  bool strict = false;               ///< a branch on an active value is an error, and OpenMP that is passed over
  bool warnActiveBranch = false;     ///< a branch on an active value is reported
  bool warnOpenMpSequential = false; ///< OpenMP that is passed over is reported
};

} // namespace adjoint::transform

#endif
