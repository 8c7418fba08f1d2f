// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options of the transformation. With any analysis off the adjoint is still right, only bigger.

#ifndef ADJOINT_TRANSFORM_OPTIONS_H
#define ADJOINT_TRANSFORM_OPTIONS_H

namespace adjoint::transform {

struct Options {
  bool inlining = true;  ///< dissolve small callees, references and local records
  bool flatten = true;   ///< dissolve the blocks of the source
  bool loopInlining = true; ///< dissolve callees with loops, too
  bool tbr = true;       ///< record only what the reverse sweep needs
  bool activity = true;  ///< differentiate only what is varied and useful
  bool liveness = true;  ///< leave out what no later statement needs
  bool quotients = true; ///< quotients of what the loop around does not change are recomputed, too
  bool apart = true;     ///< records and recomputation know which pointers lead to different blocks
  bool newBlocks = true; ///< nothing is recorded of a block of which nothing is needed yet
  bool recompute = true; ///< recompute what is cheaper than a record
  bool fusion = true;    ///< both sweeps of independent iterations run at once
  bool oneSweep = true;  ///< a recursion gives value and adjoint at once, where it can
  bool distribution = true; ///< sums that neighbours share become a loop for each neighbour
  bool sums = true;      ///< what a loop adds up is kept in a variable, and has no order to keep
  bool upward = true;    ///< reversed loops around loops run upwards, where their iterations are independent
  bool blocks = true;    ///< records of a counted loop go to a block of the tape, reserved before
  bool zeros = true;     ///< a reversed loop whose adjoint is zero is passed over
  bool strongZero = false; ///< a derivative that is zero stays zero whatever it is multiplied by
  bool strict = false;   ///< what is warned of is an error
  bool warnActiveBranch = false; ///< a branch on an active value is reported
  bool warnOpenMpSequential = false; ///< OpenMP that is passed over is reported
  bool warnTextRoundTrip = true; ///< a derivative that ends in text which is read again is reported
};

} // namespace adjoint::transform

#endif
