// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Pipeline.h"

#include "CodeGen/Printer.h"
#include "Frontend/Diagnostics.h"
#include "IR/Verifier.h"
#include "IR/Visit.h"
#include "Transform/Adjoint.h"

#include "llvm/Support/raw_ostream.h"

#include <set>

namespace adjoint::driver {

const std::vector<std::string> &dumpStages() {
  static const std::vector<std::string> stages = {"ir",     "normal",   "alias", "effects",  "varied",
                                                  "useful", "activity", "tbr",   "liveness", "adjoint"};
  return stages;
}

namespace {

/// The function and everything that it calls, callees first.
void collectCalled(const ir::Function *function, std::set<const ir::Function *> &seen,
                   std::vector<const ir::Function *> &order) {
  if (!seen.insert(function).second)
    return;
  ir::forEachStmt(function->body, [&](const ir::Stmt *stmt) {
    if (const auto *call = llvm::dyn_cast<ir::CallStmt>(stmt))
      collectCalled(call->callee, seen, order);
  });
  if (function->hasBody)
    order.push_back(function);
}

/// One request, stage by stage.
class Pipeline {
public:
  Pipeline(frontend::LoweredUnit &unit, const frontend::Target &target, const Options &options)
      : unit(unit), target(target), options(options) {}

  std::optional<GeneratedAdjoint> run() {
    std::set<const ir::Function *> seen;
    collectCalled(target.request.function, seen, called);
    dump("ir", codegen::printFunctions(called));
    if (!verify(called, "lowering"))
      return std::nullopt;

    auto dumpStage = [this](const std::string &stage, const std::string &text) { dump(stage, text); };
    std::optional<transform::Result> adjoint =
        transform::buildAdjoint(unit.ir, target.request, options.transform, unit.sink, dumpStage);
    if (!adjoint || !verify(adjoint->functions, "the transformation"))
      return std::nullopt;

    std::string text = codegen::printFunctions(adjoint->functions);
    dump("adjoint", text);
    return GeneratedAdjoint{&target, codegen::printDeclaration(*adjoint->functions.back()), std::move(text),
                            definitionsUsed()};
  }

private:
  void dump(const std::string &stage, const std::string &text) const {
    if (stage == options.dump)
      llvm::outs() << text;
  }

  bool verify(const std::vector<const ir::Function *> &functions, const char *stage) {
    std::string whatIsWrong;
    for (const ir::Function *function : functions)
      if (!ir::verify(*function, whatIsWrong)) {
        unit.sink.report(DiagId::internal, function->location, {stage, whatIsWrong});
        return false;
      }
    return true;
  }

  std::vector<const clang::FunctionDecl *> definitionsUsed() const {
    std::vector<const clang::FunctionDecl *> uses;
    for (const ir::Function *function : called)
      if (const clang::FunctionDecl *definition = unit.definitionOf(function))
        uses.push_back(definition);
    return uses;
  }

  frontend::LoweredUnit &unit;
  const frontend::Target &target;
  const Options &options;
  std::vector<const ir::Function *> called;
};

} // namespace

std::optional<Generated> buildAdjoints(frontend::LoweredUnit &unit, const Options &options) {
  Generated generated;
  for (const frontend::Target &target : unit.targets) {
    std::optional<GeneratedAdjoint> adjoint = Pipeline(unit, target, options).run();
    if (!adjoint)
      return std::nullopt;
    generated.adjoints.push_back(std::move(*adjoint));
  }
  return generated;
}

} // namespace adjoint::driver
