// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Another plugin: prints the functions that are defined in the main file or entered behind it.

#include "clang/AST/Decl.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

namespace {

class Consumer : public clang::ASTConsumer {
public:
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (const clang::Decl *decl : group)
      if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl); function && function->hasBody())
        llvm::outs() << function->getNameAsString() << "\n";
    return true;
  }
};

class Plugin : public clang::PluginASTAction {
protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &, llvm::StringRef) override {
    return std::make_unique<Consumer>();
  }
  bool ParseArgs(const clang::CompilerInstance &, const std::vector<std::string> &) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<Plugin> registration("other", "prints functions");

} // namespace
