// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Command/Driver.h"

#include "Driver/Check/CheckProgram.h"
#include "Driver/Output/Output.h"
#include "Driver/Pipeline/Pipeline.h"
#include "Driver/Python/PythonModule.h"
#include "Driver/Python/PythonTangents.h"
#include "Driver/Request/Contract.h"
#include "Driver/Request/FunctionFinder.h"
#include "Driver/Request/Parse.h"
#include "Frontend/Unit/Frontend.h"
#include "Support/StageTimes.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

namespace adjoint::driver {

std::string defaultOutput(const std::string &source, const std::string &infix) {
  llvm::StringRef suffix = llvm::sys::path::extension(source);
  return source.substr(0, source.size() - suffix.size()) + infix + suffix.str();
}

namespace {

bool fail(const std::string &message) {
  llvm::WithColor::error(llvm::errs(), "adjoint-gen") << message << "\n";
  return false;
}

/// The source, with a pragma before each function that the command line names.
bool readSource(const Options &options, const clang::tooling::CompilationDatabase &commands, std::string &text) {
  auto file = llvm::MemoryBuffer::getFile(options.source);
  if (!file)
    return fail(format(DiagId::cannot_read, {options.source, file.getError().message()}));
  text = (*file)->getBuffer().str();
  if (options.functions.empty())
    return true;
  std::string missing;
  if (!annotateFunctions(options, commands, text, missing))
    return fail(format(DiagId::no_such_function, {missing}));
  return true;
}

clang::SourceLocation startOfSource(const clang::ASTContext &ast) {
  const clang::SourceManager &sources = ast.getSourceManager();
  return sources.getLocForStartOfFile(sources.getMainFileID());
}

} // namespace

namespace {
bool write(const frontend::LoweredUnit &unit, const Generated &generated, const Options &options) {
  StageTimes::Stage stage(stageTimes(), "write");
  std::optional<std::string> text = sourceWithAdjoints(unit, generated, options);
  if (options.check)
    text = checkProgram(unit, options, *text);
  if (!options.python.empty())
    text = pythonModule(unit, options, *text);
  if (!text)
    return false;
  llvm::Error error = writeOutputs(unit, generated, options, *text);
  return error ? fail(llvm::toString(std::move(error))) : true;
}
} // namespace

bool run(const Options &options, const clang::tooling::CompilationDatabase &commands) {
  std::string source;
  if (!readSource(options, commands, source))
    return false;
  bool success = false;
  const frontend::AdjointContract adjoints = adjointContract();
  auto generate = [&](frontend::LoweredUnit &unit) {
    const bool isAnnotated = !unit.targets.empty() || !unit.declared.empty();
    if (!isAnnotated && options.ifAnnotated) {
      success = true;
      return;
    }
    if (!isAnnotated)
      return unit.sink.report(DiagId::nothing_requested, frontend::locationOf(startOfSource(unit.ast)));
    if (!options.python.empty() && llvm::is_contained(options.modes, "tangent"))
      addTangents(unit);
    std::optional<Generated> generated = buildAdjoints(unit, options);
    success = generated && (options.writesNothing() || write(unit, *generated, options));
  };
  auto makeAction = [&] { return std::make_unique<frontend::AdjointAction>(adjoints, generate); };
  bool parsed = parse(options, commands, source, makeAction, Diagnose::Yes);
  return parsed && success;
}

} // namespace adjoint::driver
