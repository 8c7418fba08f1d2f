// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adjoint: from a request to the functions that answer it. The order of all passes
// stands in Adjoint.cpp, on one page.

#ifndef ADJOINT_TRANSFORM_ADJOINT_H
#define ADJOINT_TRANSFORM_ADJOINT_H

#include "IR/Context.h"
#include "Transform/Options.h"

#include <functional>
#include <optional>
#include <string>

namespace adjoint::transform {

struct Result {
  /// Helpers in the order of their definition, then the adjoint itself.
  std::vector<const ir::Function *> functions;
  bool usesTape = false;
};

/// Receives the text of a dump: stage ("normal", "alias", "effects", "varied", "useful",
/// "activity", "tbr", "liveness"), and what it says of one function.
using DumpSink = std::function<void(const std::string &stage, const std::string &text)>;

/// None after an error has been reported.
std::optional<Result> buildAdjoint(ir::Context &context, const ir::Request &request, const Options &options,
                                   DiagnosticSink &diagnostics, const DumpSink &dump = {});

} // namespace adjoint::transform

#endif
