// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// adjoint-plugin: clang++ -fplugin=adjoint-plugin.so.

#include "AdjointConfig.h"
#include "Driver/Plugin/PluginArguments.h"
#include "Driver/Plugin/PluginConsumer.h"
#include "Frontend/Clang/Diagnostics.h"

#include "Support/Diagnostics.h"

#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/Support/Path.h"

#include <cstdio>
#include <cstdlib>
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

/// What compiler has loaded the plugin? As the compiler itself says, whose symbols come before those of the libraries
/// that the plugin is linked with.
std::string hostCompiler() {
  void *symbol = dlsym(RTLD_DEFAULT, "_ZN5clang19getClangFullVersionB5cxx11Ev");
  return symbol ? reinterpret_cast<std::string (*)()>(symbol)() : "";
}

/// Nothing of a compiler of another version can be used, not even to report an error.
bool checkHost() {
  const std::string host = hostCompiler();
  llvm::StringRef version = llvm::StringRef(host).split("version ").second;
  unsigned major = 0;
  if (host.empty() || version.consumeInteger(10, major) || major == CLANG_VERSION_MAJOR)
    return true;
  std::string text = format(DiagId::plugin_compiler, {std::to_string(CLANG_VERSION_MAJOR), host});
  std::fprintf(stderr, "error: %s\n", text.c_str());
  std::_Exit(1);
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

const bool isHostChecked = checkHost(); // before the compiler is told of the plugin
const clang::FrontendPluginRegistry::Add<Plugin> registration("adjoint", "adjoints of annotated functions");

} // namespace
