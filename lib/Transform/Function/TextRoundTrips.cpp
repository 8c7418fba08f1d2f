// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Function/TextRoundTrips.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using analysis::Set;
using analysis::Unit;
using analysis::Varied;

namespace {

bool reads(TextUse use) { return use == TextUse::Reads || use == TextUse::Both; }
bool writes(TextUse use) { return use == TextUse::Writes || use == TextUse::Both; }

bool readsText(const analysis::Program &program) {
  const std::vector<const Unit *> &units = program.inOrder();
  return std::any_of(units.begin(), units.end(), [](const Unit *unit) { return reads(unit->original->textUse); });
}

class TextRoundTrips {
public:
  TextRoundTrips(const analysis::Program &program, analysis::VariedSummaries &summaries, DiagId id, DiagnosticSink &diagnostics)
      : program(program), summaries(summaries), id(id), diagnostics(diagnostics) {}

  /// With what is varied at its entry.
  void follow(const Function *function, const Set &entry) {
    if (!seen.insert({function, analysis::elements(entry)}).second)
      return;
    const Unit &unit = program.unit(function);
    Varied varied(program, unit, summaries);
    varied.run(entry);
    forEachStmt(unit.function->body, [&](const Stmt *stmt) {
      if (const auto *call = llvm::dyn_cast<CallStmt>(stmt); call && varied.hasVisited(call))
        look(call, varied);
    });
  }

private:
  void look(const CallStmt *call, const Varied &varied) {
    const Set &before = varied.before(call);
    if (call->callee->hasBody && call->callee->rule == CallRule::Derive)
      return follow(call->callee, varied.entryOf(call, before));
    const bool isVaried = std::any_of(call->args.begin(), call->args.end(),
                                      [&](const Expr *arg) { return arg->type->isFloating() && varied.isVaried(arg, before); });
    if (isVaried && writes(call->callee->textUse) && reported.insert(call).second)
      diagnostics.report(id, call->location);
  }

  const analysis::Program &program;
  analysis::VariedSummaries &summaries;
  const DiagId id;
  DiagnosticSink &diagnostics;
  std::set<std::pair<const Function *, std::vector<unsigned>>> seen;
  std::set<const CallStmt *> reported;
};

} // namespace

void reportTextRoundTrips(const analysis::Program &program, const Function *root, const Set &varied,
                          analysis::VariedSummaries &summaries, const Options &options, DiagnosticSink &diagnostics) {
  if ((!options.strict && !options.warnTextRoundTrip) || !readsText(program))
    return;
  const DiagId id = options.strict ? DiagId::text_round_trip_strict : DiagId::text_round_trip;
  TextRoundTrips(program, summaries, id, diagnostics).follow(root, varied);
}

} // namespace adjoint::transform
