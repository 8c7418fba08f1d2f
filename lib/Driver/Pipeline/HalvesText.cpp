// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Pipeline/HalvesText.h"

#include "Frontend/Clang/Namespaces.h"
#include "IR/Callees.h"
#include "Transform/Contract/Halves.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include <set>

namespace adjoint::driver {

std::vector<const ir::Function *> halvesElsewhere(const std::vector<const ir::Function *> &functions) {
  llvm::SetVector<const ir::Function *> found;
  for (const ir::Function *function : functions)
    ir::forEachCallee(function->body, [&](const ir::Function *callee, const ir::Stmt *) {
      if (callee->halfOf && !callee->hasBody)
        found.insert(callee);
    });
  return {found.begin(), found.end()};
}

std::string declarationsOfHalves(const std::vector<const ir::Function *> &halves, const codegen::SharedStructs &shared) {
  const std::string space = ir::namespaceOfHalves;
  std::string text = "namespace " + space + " {\n";
  for (const ir::Function *half : halves)
    text += shared.withSharedNames(codegen::printDeclaration(*half));
  return text + "} // namespace " + space + "\n";
}

codegen::SharedStructs sharedStructs(const frontend::LoweredUnit &unit) {
  codegen::SharedStructs shared;
  auto add = [&](const ir::Function &function, const std::string &called) {
    const bool hasHalves = !called.empty() && transform::halvesOf(unit.ir, function, called);
    if (!hasHalves)
      return;
    shared.add(function.returnType);
    for (const ir::Variable *param : function.params)
      shared.add(param->type);
  };
  for (const frontend::Target &target : unit.targets) {
    add(*target.request.function, target.halves);
    for (const ir::Function *called : ir::reachedFrom(target.request.function))
      add(*called, called->halves);
  }
  return shared;
}

void declareHalves(const frontend::LoweredUnit &unit, const codegen::SharedStructs &shared,
                   std::vector<GeneratedAdjoint> &adjoints) {
  std::set<std::string> declared;
  for (GeneratedAdjoint &adjoint : adjoints) {
    llvm::MapVector<const ir::Function *, std::vector<const ir::Function *>> byPrimal;
    for (const ir::Function *half : adjoint.halvesElsewhere)
      byPrimal[half->halfOf].push_back(half);
    for (const auto &[primal, halves] : byPrimal) {
      const clang::FunctionDecl *function = unit.declarations.at(primal);
      const std::string text = frontend::inNamespacesOf(function->getDeclContext(), declarationsOfHalves(halves, shared));
      if (declared.insert(text).second)
        adjoint.fileScope += text + "\n";
    }
  }
}

} // namespace adjoint::driver
