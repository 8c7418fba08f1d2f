// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DumpSink: where stages are dumped to.

#ifndef ADJOINT_TRANSFORM_PASSES_DUMPSINK_H
#define ADJOINT_TRANSFORM_PASSES_DUMPSINK_H

#include "Analysis/Report/Facts.h"
#include "Transform/Passes/Passes.h"

#include <functional>
#include <string>

namespace adjoint::transform {

struct DumpSink {
  /// What an analysis ("alias", "effects", "varied", "useful", "activity", "plan", "tbr", "liveness") says of one
  /// function.
  std::function<void(const std::string &stage, const std::string &text)> text;
  /// A function between two groups of passes ("inline", "normal").
  std::function<void(const std::string &stage, const ir::Function &function)> function;
  /// What a pass leaves.
  std::function<void(Pass pass, const ir::Function &function)> after;
  /// What was found of a function whose adjoint has been made.
  std::function<void(const analysis::FunctionFacts &facts)> facts;
  /// The line of a location in the user's source, 0 for none.
  analysis::LineOf lineOf;
};

} // namespace adjoint::transform

#endif
