// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Function/PrimalCopies.h"

#include "IR/Callees.h"
#include "Transform/Contract/Bridges.h"
#include "Transform/Contract/Halves.h"
#include "Transform/Contract/MirrorFacts.h"

#include <set>

namespace adjoint::transform {

using namespace ir;

namespace {

class Copier {
public:
  Copier(Context &context, DiagnosticSink &diagnostics) : context(context), diagnostics(diagnostics) {}

  /// Makes the copies of what the body calls.
  void collect(const StmtList &body) {
    forEachCallee(body, [this](const Function *callee, const Stmt *where) {
      if (callee->bridge && !callee->hasBody && callee->bridge->part != Bridge::Part::Take)
        return addBridge(callee, where);
      if (!callee->needsCopy)
        return;
      if (callee->hasBody)
        add(callee);
      else if (const Function *elsewhere = definedElsewhere(callee))
        copies[callee] = elsewhere;
      else if (callee->halves.empty() && reported.insert(callee).second) // else it has been said why there is none
        diagnostics.report(DiagId::call_unknown, where->location, {callee->name});
    });
  }

  const Callees &all() const { return copies; }

  /// The copies, callees first.
  std::vector<const Function *> finished() {
    for (Function *copy : order)
      if (!copy->bridge)
        copy->body = withCallees(context, copy->body, copies);
    return {order.begin(), order.end()};
  }

private:
  /// A copy that another file has.
  const Function *definedElsewhere(const Function *callee) {
    if (auto known = copies.find(callee); known != copies.end())
      return known->second;
    const std::optional<Halves> halves =
        callee->halves.empty() ? std::nullopt : halvesOf(context, *callee, callee->halves);
    return halves ? halves->primal : nullptr;
  }

  void add(const Function *original) {
    const Function *&slot = copies[original];
    if (slot)
      return;
    auto *copy = context.make<Function>(*original);
    copy->name = copy->spelling = original->name + "_primal";
    copy->specifiers = "static ";
    copy->needsCopy = false;
    slot = copy;
    collect(original->body);
    order.push_back(copy);
  }

  void addBridge(const Function *called, const Stmt *where) {
    const Function *&slot = copies[called];
    if (slot)
      return;
    for (const Variable *param : called->params)
      if (const Record *mirror = mirrorPassed(param->type))
        if (const std::string why = whyNotMade(*mirror); !why.empty())
          diagnostics.report(DiagId::bridge_object, where->location, {called->spelling, mirror->view->spelling, why});
    order.push_back(bridgeTo(context, *called));
    slot = order.back();
  }

  Context &context;
  DiagnosticSink &diagnostics;
  Callees copies;
  std::vector<Function *> order;
  std::set<const Function *> reported;
};

} // namespace

std::vector<const Function *> withPrimalCopies(Context &context, const std::vector<const Function *> &generated,
                                               DiagnosticSink &diagnostics) {
  Copier copier(context, diagnostics);
  for (const Function *function : generated)
    copier.collect(function->body);
  if (copier.all().empty())
    return generated;
  std::vector<const Function *> result = copier.finished();
  Callees replaced = copier.all();
  std::vector<Function *> users;
  for (const Function *function : generated) {
    users.push_back(context.make<Function>(*function));
    replaced[function] = users.back();
  }
  for (Function *user : users)
    user->body = withCallees(context, user->body, replaced);
  result.insert(result.end(), users.begin(), users.end());
  return result;
}

} // namespace adjoint::transform
