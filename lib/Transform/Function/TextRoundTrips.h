// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TextRoundTrips: numbers that depend on an independent and become text, from which numbers are read again. No derivative
// passes through text, and nothing else would say so.

#ifndef ADJOINT_TRANSFORM_FUNCTION_TEXTROUNDTRIPS_H
#define ADJOINT_TRANSFORM_FUNCTION_TEXTROUNDTRIPS_H

#include "Analysis/Activity/Varied.h"
#include "Transform/Passes/Options.h"

namespace adjoint::transform {

/// Reports where the function, or what it calls, makes text of varied numbers, if any of them also reads numbers from text, and the
/// options ask for it.
void reportTextRoundTrips(const analysis::Program &program, const ir::Function *root, const analysis::Set &varied,
                          analysis::VariedSummaries &summaries, const Options &options, DiagnosticSink &diagnostics);

} // namespace adjoint::transform

#endif
