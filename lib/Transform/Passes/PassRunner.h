// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PassRunner: runs passes on a function. It leaves out those that are switched off, and can time each, verify and print
// what it leaves. Which passes, in which order: PassOrder.

#ifndef ADJOINT_TRANSFORM_PASSES_PASSRUNNER_H
#define ADJOINT_TRANSFORM_PASSES_PASSRUNNER_H

#include "IR/Context.h"
#include "Support/Diagnostics.h"
#include "Transform/Passes/DumpSink.h"
#include "Transform/Passes/Options.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace adjoint::transform {

class PassRunner {
public:
  /// `dump`: null for none.
  PassRunner(ir::Context &context, const Options &options, DiagnosticSink &diagnostics, const DumpSink *dump)
      : context(context), options(options), diagnostics(diagnostics), dump(dump) {}

  /// To be told of a body that no pass has made: notes whose address it takes, as is done after each pass.
  void begin(const ir::Function &function) const;
  /// The pass takes a body and gives the new one. It may ask for the function before the body, or for `more` behind it:
  ///   StmtList countLoops(Context &context, StmtList body);
  ///   StmtList nameConditions(Context &context, const Function &function, StmtList body);
  ///   StmtList nameIntermediates(Context &context, const StmtList &body, const Activity &activity);
  template <class Change, class... More>
  void run(Pass pass, ir::Function &function, Change change, const More &...more) const {
    changeBody(pass, function, [&](const ir::StmtList &body) {
      if constexpr (std::is_invocable_v<Change, ir::Context &, const ir::Function &, const ir::StmtList &>)
        return change(context, function, body);
      else
        return change(context, body, more...);
    });
  }
  /// A pass over two functions that belong together, or one.
  void runOnBoth(Pass pass, ir::Function &forward, ir::Function &reverse,
                 llvm::function_ref<void(ir::Context &, ir::Function &, ir::Function &)> change) const;

  DiagnosticSink &sink() const { return diagnostics; }

private:
  using BodyChange = llvm::function_ref<ir::StmtList(const ir::StmtList &)>;
  void changeBody(Pass pass, ir::Function &function, BodyChange change) const;
  void inspect(Pass pass, const ir::Function &function) const;

  ir::Context &context;
  const Options &options;
  DiagnosticSink &diagnostics;
  const DumpSink *dump;
};

} // namespace adjoint::transform

#endif
