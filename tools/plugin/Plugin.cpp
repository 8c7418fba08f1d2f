// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// adjoint-plugin: clang++ -fplugin=adjoint-plugin.so.

#include "AdjointConfig.h"
#include "Driver/PluginArguments.h"
#include "Driver/PluginConsumer.h"
#include "Frontend/Diagnostics.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>

namespace path = llvm::sys::path;
using namespace adjoint;

namespace {

/// The runtime's headers lie beside the plugin's folder as they do beside the command's.
std::string runtimeHeaders() {
  static int anchor;
  Dl_info self;
  if (!dladdr(&anchor, &self) || !self.dli_fname)
    return "";
  llvm::SmallString<256> folder(path::parent_path(self.dli_fname));
  path::append(folder, config::RuntimeIncludeDir);
  path::remove_dots(folder, /*remove_dot_dot=*/true);
  return std::string(folder);
}

class Plugin : public clang::PluginASTAction {
protected:
  bool ParseArgs(const clang::CompilerInstance &compiler, const std::vector<std::string> &arguments) override {
    options.runtimeInclude = runtimeHeaders();
    frontend::ClangSink sink(compiler.getDiagnostics());
    if (driver::readPluginArguments(arguments, options, sink))
      return true;
    // The compiler goes on without the plugin: what it would say of pragmas and missing adjoints follows from this.
    compiler.getDiagnostics().setSuppressAllDiagnostics(true);
    return false;
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef file) override {
    options.source = file.str();
    options.isPreprocessed = compiler.getFrontendOpts().Inputs.front().isPreprocessed();
    return driver::makePluginConsumer(compiler, options);
  }

  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  driver::Options options;
};

const clang::FrontendPluginRegistry::Add<Plugin> registration("adjoint", "adjoints of annotated functions");

} // namespace
