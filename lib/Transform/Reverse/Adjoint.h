// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adjoint: from a request to the functions that answer it. The order of all passes
// stands in Adjoint.cpp, on one page.

#ifndef ADJOINT_TRANSFORM_REVERSE_ADJOINT_H
#define ADJOINT_TRANSFORM_REVERSE_ADJOINT_H

#include "Transform/Contract/Boundary.h"
#include "Transform/Passes/DumpSink.h"
#include "Transform/Passes/Options.h"

#include <optional>

namespace adjoint::transform {

struct Result {
  /// Helpers in the order of their definition, then the adjoint itself.
  std::vector<const ir::Function *> functions;
  bool usesTape = false;
  /// There is one: then the last function works on plain structs, with an object of late seeds for each parameter
  /// that `isSeededLate`, and for a result that is a mirror, behind the parameters of the contract.
  std::optional<ir::Boundary> boundary;
};

/// The stages of the whole program: "inline" (`inlined`, by the forms that the program holds), "normal", "alias",
/// "effects".
void dumpProgram(const analysis::Program &program, const std::map<const ir::Function *, const ir::Function *> &inlined,
                 const DumpSink &dump);

/// None after an error has been reported.
std::optional<Result> buildAdjoint(ir::Context &context, const ir::Request &request, const Options &options,
                                   DiagnosticSink &diagnostics, const DumpSink *dump = nullptr);

} // namespace adjoint::transform

#endif
