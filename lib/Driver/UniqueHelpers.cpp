// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/UniqueHelpers.h"

#include "CodeGen/Printer.h"
#include "IR/Visit.h"

namespace adjoint::driver {

namespace {

using Renaming = std::map<const ir::Function *, const ir::Function *>;

/// Redirects calls.
class CalleeRewriter : public ir::Rewriter {
public:
  CalleeRewriter(ir::Context &context, const Renaming &renaming) : Rewriter(context), renaming(renaming) {}

protected:
  bool replace(const ir::Stmt *stmt, ir::StmtList &out) override {
    const auto *call = llvm::dyn_cast<ir::CallStmt>(stmt);
    auto found = call ? renaming.find(call->callee) : renaming.end();
    if (found == renaming.end())
      return false;
    out.push_back(
        annotatedAs(call, context.make<ir::CallStmt>(call->result, call->declares, found->second, call->args)));
    return true;
  }

private:
  const Renaming &renaming;
};

void collectCalled(const ir::Function *function, std::set<const ir::Function *> &called) {
  if (!called.insert(function).second)
    return;
  ir::forEachStmt(function->body, [&](const ir::Stmt *stmt) {
    if (const auto *call = llvm::dyn_cast<ir::CallStmt>(stmt))
      collectCalled(call->callee, called);
  });
}

/// Are all callees that come with the helper settled already, but for itself?
bool hasSettledCallees(const ir::Function *helper, const std::set<const ir::Function *> &unsettled) {
  bool settled = true;
  ir::forEachStmt(helper->body, [&](const ir::Stmt *stmt) {
    const auto *call = llvm::dyn_cast<ir::CallStmt>(stmt);
    settled = settled && !(call && call->callee != helper && unsettled.count(call->callee));
  });
  return settled;
}

} // namespace

std::string UniqueHelpers::freeName(const std::string &wanted) {
  std::string name = wanted;
  for (unsigned i = 2; isTaken(name) || !names.insert(name).second; ++i)
    name = wanted + "_" + std::to_string(i);
  return name;
}

std::vector<const ir::Function *>
UniqueHelpers::admit(const void *scope, const std::vector<const ir::Function *> &functions, bool isShared) {
  Renaming renaming;
  std::set<const ir::Function *> unsettled(functions.begin(), functions.end());
  std::set<const ir::Function *> called;
  collectCalled(functions.back(), called);
  std::vector<ir::Function *> admitted;
  for (const ir::Function *original : functions) {
    if (!called.count(original))
      continue;
    auto *function = context.make<ir::Function>(*original);
    bool isHelper = original != functions.back();
    bool canShare = isHelper && isShared && hasSettledCallees(original, unsettled);
    function->body = CalleeRewriter(context, renaming).rewrite(original->body);
    std::pair<const void *, std::string> key{scope, canShare ? codegen::printFunction(*function) : ""};
    auto earlier = known.find(key);
    unsettled.erase(original);
    if (canShare && earlier != known.end()) {
      renaming[original] = earlier->second;
      continue;
    }
    if (isHelper)
      function->name = function->spelling = freeName(original->name);
    if (canShare)
      known[key] = function;
    renaming[original] = function;
    admitted.push_back(function);
  }
  for (ir::Function *function : admitted) // calls of itself, and of what comes later
    function->body = CalleeRewriter(context, renaming).rewrite(function->body);
  return {admitted.begin(), admitted.end()};
}

} // namespace adjoint::driver
