// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Reverse/SharedHalves.h"

#include "Transform/Calls/Derivatives.h"
#include "Transform/Contract/Demands.h"
#include "Transform/Contract/Signature.h"
#include "Transform/Function/PrimalCopies.h"
#include "Transform/Reverse/NormalForms.h"

namespace adjoint::transform {

using namespace ir;

namespace {

bool areAlike(const Function &a, const Function &b) {
  auto isSameType = [](const Variable *p, const Variable *q) { return p->type == q->type; };
  return a.returnType == b.returnType && a.params.size() == b.params.size() &&
         std::equal(a.params.begin(), a.params.end(), b.params.begin(), isSameType);
}

/// Everything by everything: also what the function allocates, where objects that it was given lead there at the end.
analysis::Demand demandOnHalves(const Function &function, const analysis::Unit &unit) {
  analysis::Demand demand = demandOf(requestOfHalves(function), unit);
  demand.handedOut = unit.managesMemory;
  const analysis::Alias &alias = *unit.alias;
  analysis::Set left(alias.regionCount());
  for (const Variable *param : unit.function->params)
    if (int target = alias.targetOf(param); target >= 0 && isWritable(param->type))
      left.set(target);
  const auto *last = unit.function->body.empty() ? nullptr : llvm::dyn_cast<ReturnStmt>(unit.function->body.back());
  if (last && last->value)
    left |= alias.pointees(last->value);
  demand.useful.keys |= alias.floatingOnly(alias.keysOf(alias.reachable(left)));
  return demand;
}

/// Stands for all of them where one function is asked for.
Function *callerOf(Context &context, const std::vector<const Function *> &halves) {
  auto *caller = context.make<Function>();
  caller->name = caller->spelling = halves.front()->name + "_caller";
  caller->returnType = context.voidType();
  caller->hasBody = true;
  for (const Function *half : halves) {
    std::vector<const Expr *> args;
    for (const Variable *param : half->params) {
      args.push_back(context.load(context.make<VarPlace>(param)));
      if (!llvm::is_contained(caller->params, param))
        caller->params.push_back(param);
    }
    caller->body.push_back(context.make<CallStmt>(nullptr, false, half, args));
  }
  return caller;
}

/// The function itself, under the name by which other files call it.
Function *runOf(Context &context, const Function &function, const Function &declared) {
  auto *run = context.make<Function>(function);
  run->name = run->spelling = declared.spelling;
  run->specifiers = declared.specifiers;
  run->halfOf = &function;
  run->needsCopy = false;
  return run;
}

} // namespace

std::optional<SharedHalves> buildHalves(Context &context, const Function &function, const std::string &called,
                                        const Options &options, DiagnosticSink &diagnostics) {
  const std::optional<Halves> declared = halvesOf(context, function, called);
  if (!declared)
    return std::nullopt;
  const unsigned errorsBefore = diagnostics.errorCount();
  const PassRunner passes(context, options, diagnostics, nullptr);
  const analysis::Program program = normalForms(context, function, passes, options);
  Derivatives derivatives(context, program, passes, options, diagnostics, nullptr);
  const Helper helper =
      derivatives.helper(&function, demandOnHalves(function, program.unit(&function)), HelperForm::Restoring);
  // The adjoint of a global would be another one in each file.
  const bool isPossible = diagnostics.errorCount() == errorsBefore && helper.globals.empty() &&
                          areAlike(*helper.forward, *declared->forward) && areAlike(*helper.reverse, *declared->reverse);
  if (!isPossible)
    return std::nullopt;
  std::vector<const Function *> all = {helper.forward, helper.reverse};
  if (declared->primal) {
    Function *run = runOf(context, function, *declared->primal);
    derivatives.finish({run});
    all.push_back(run);
  }
  Function *caller = callerOf(context, all);
  derivatives.makeCalledIn(caller->body);
  derivatives.finish({caller});
  SharedHalves halves{*declared, {}};
  const std::vector<const Function *> finished = derivatives.finished();
  derivatives.share(helper.forward, *declared->forward);
  derivatives.share(helper.reverse, *declared->reverse);
  halves.functions = withPrimalCopies(context, finished, diagnostics);
  return diagnostics.errorCount() == errorsBefore ? std::optional(std::move(halves)) : std::nullopt;
}

} // namespace adjoint::transform
