// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FewerRecords: is what several values are made of recorded instead of them?
//
//   for (k = 0; k < steps; ++k) {
//     for (i = 1; i < n - 1; ++i) {
//       const double a = u[i], left = a - u[i - 1], right = u[i + 1] - a;    three records in an iteration
//       next[i] = a - left * left + right * right * a;
//     }
//     for (i = 1; i < n - 1; ++i) u[i] = next[i];                            or one here
//   }
//
// Values that could be computed again if the reverse sweep found certain memory as it was, are weighed against that memory,
// group by group (values that share memory are one group). The unit is a record in an iteration of the innermost loops
// around the values: what is written in fewer loops costs nothing, what is written in more costs too much. Loops of a few
// known iterations do not count. Nor does what is written before any of the values is read, nor what has a record anyway
// since the reverse of another statement needs it.

#ifndef ADJOINT_ANALYSIS_RECORD_FEWERRECORDS_H
#define ADJOINT_ANALYSIS_RECORD_FEWERRECORDS_H

#include "Analysis/Memory/Positions.h"
#include "Analysis/Record/KeptValues.h"

namespace adjoint::analysis {

/// A value that can be computed again where the keys are kept.
struct ValueOnTrust {
  const ir::DeclareStmt *declare;
  Set keys; ///< with all that overlaps them
  bool isNeeded; ///< by the reverse of a statement: it would be recorded
};

/// The keys whose records are fewer than those of the values that are made of them.
Set keysOfFewerRecords(const std::vector<ValueOnTrust> &values, const KeptValues &kept, const Positions &positions,
                       const Set &none);

} // namespace adjoint::analysis

#endif
