// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Pipeline/UniqueHelpers.h"

#include "CodeGen/Functions/Printer.h"
#include "IR/Callees.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::driver {

namespace {

/// Are all callees that come with the helper settled already, but for itself?
bool hasSettledCallees(const ir::Function *helper, const std::set<const ir::Function *> &unsettled) {
  bool settled = true;
  ir::forEachCallee(helper->body, [&](const ir::Function *callee, const ir::Stmt *) {
    settled = settled && !(callee != helper && unsettled.count(callee));
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
  ir::Callees renaming;
  std::set<const ir::Function *> unsettled(functions.begin(), functions.end());
  const std::vector<const ir::Function *> called = ir::reachedFrom(functions.back());
  std::vector<ir::Function *> admitted;
  for (const ir::Function *original : functions) {
    if (!llvm::is_contained(called, original))
      continue;
    auto *function = context.make<ir::Function>(*original);
    bool isHelper = original != functions.back();
    bool canShare = isHelper && isShared && hasSettledCallees(original, unsettled);
    function->body = withCallees(context, original->body, renaming);
    std::pair<const void *, std::string> key{scope, canShare ? codegen::printFunction(*function) : ""};
    auto earlier = known.find(key);
    unsettled.erase(original);
    if (canShare && earlier != known.end()) {
      renaming[original] = earlier->second;
      continue;
    }
    if (isHelper && !original->halfOf) // whose name is that in every file
      function->name = function->spelling = freeName(original->name);
    if (canShare)
      known[key] = function;
    renaming[original] = function;
    admitted.push_back(function);
  }
  for (ir::Function *function : admitted) // calls of itself, and of what comes later
    function->body = withCallees(context, function->body, renaming);
  return {admitted.begin(), admitted.end()};
}

} // namespace adjoint::driver
