// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivation: what everything that takes part in one request knows.

#ifndef ADJOINT_TRANSFORM_FUNCTION_DERIVATION_H
#define ADJOINT_TRANSFORM_FUNCTION_DERIVATION_H

#include "Analysis/Activity/Activity.h"
#include "Transform/Passes/PassRunner.h"

namespace adjoint::transform {

struct Derivation {
  Derivation(ir::Context &context, const analysis::Program &program, const PassRunner &passes, const Options &options,
             DiagnosticSink &diagnostics, const DumpSink *dump)
      : context(context), program(program), passes(passes), options(options), diagnostics(diagnostics), dump(dump),
        summaries(program) {}

  ir::Context &context;
  const analysis::Program &program; ///< the function asked for, and all that it calls
  const PassRunner &passes;
  const Options &options;
  DiagnosticSink &diagnostics;
  const DumpSink *dump; ///< null: nothing is dumped
  analysis::Summaries summaries;
};

} // namespace adjoint::transform

#endif
