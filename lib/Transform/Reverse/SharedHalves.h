// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SharedHalves: the halves of a function for other files to call (Transform/Contract/Halves.h).

#ifndef ADJOINT_TRANSFORM_REVERSE_SHAREDHALVES_H
#define ADJOINT_TRANSFORM_REVERSE_SHAREDHALVES_H

#include "Support/Diagnostics.h"
#include "Transform/Contract/Halves.h"
#include "Transform/Passes/Options.h"

namespace adjoint::transform {

struct SharedHalves {
  Halves declared;
  /// Helpers in the order of their definition; the halves; and a function that calls both, which is not to be printed.
  std::vector<const ir::Function *> functions;
};

/// None where they cannot be: `diagnostics` is told why, unless it is the types that say so.
std::optional<SharedHalves> buildHalves(ir::Context &context, const ir::Function &function, const std::string &called,
                                        const Options &options, DiagnosticSink &diagnostics);

} // namespace adjoint::transform

#endif
