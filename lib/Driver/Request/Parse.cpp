// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Request/Parse.h"

#include "Driver/Request/ReadFirst.h"
#include "Frontend/Unit/UnitReader.h"

#include "clang/Tooling/ArgumentsAdjusters.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/Path.h"

namespace adjoint::driver {

namespace tooling = clang::tooling;

namespace {

class WithModels : public clang::WrapperFrontendAction {
public:
  using WrapperFrontendAction::WrapperFrontendAction;

private:
  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    readModelsFirst(compiler);
    return WrapperFrontendAction::BeginSourceFileAction(compiler);
  }
};

class ActionFactory : public tooling::FrontendActionFactory {
public:
  ActionFactory(const ActionMaker &makeAction, bool hasModels) : makeAction(makeAction), hasModels(hasModels) {}
  std::unique_ptr<clang::FrontendAction> create() override {
    if (hasModels)
      return std::make_unique<WithModels>(makeAction());
    return makeAction();
  }

private:
  const ActionMaker &makeAction;
  const bool hasModels;
};

/// The macro, the headers of the runtime and of Clang, and no warnings of the compiler's: those are for the
/// compiler to give.
tooling::ArgumentsAdjuster toolFlags(const Options &options) {
  return [&options](const tooling::CommandLineArguments &args, llvm::StringRef file) {
    tooling::CommandLineArguments result = args;
    bool namesStandard = llvm::sys::path::extension(file) == ".c"; // which C++ has none for
    for (const std::string &arg : args)
      namesStandard = namesStandard || llvm::StringRef(arg).starts_with("-std=");
    std::vector<std::string> added = {
        "-DADJOINT_GEN",   "-isystem",  options.runtimeInclude, "-resource-dir", options.clangResources,
        "-Wno-everything", "-Wno-error"};
    if (!namesStandard)
      added.push_back("-std=c++17");
    auto end = std::find(result.begin(), result.end(), "--");
    result.insert(end, added.begin(), added.end());
    return result;
  };
}

} // namespace

bool parse(const Options &options, const tooling::CompilationDatabase &commands, const std::string &text,
           const ActionMaker &makeAction, Diagnose diagnose) {
  tooling::ClangTool tool(commands, {options.source});
  tool.setPrintErrorMessage(false);
  tool.appendArgumentsAdjuster(toolFlags(options));
  const std::string path = tooling::getAbsolutePath(options.source); // the tool keeps a reference
  tool.mapVirtualFile(path, text);
  clang::IgnoringDiagConsumer silent;
  if (diagnose == Diagnose::No)
    tool.setDiagnosticConsumer(&silent);
  ActionFactory factory(makeAction, !frontend::isModuleUnit(text));
  return tool.run(&factory) == 0;
}

} // namespace adjoint::driver
