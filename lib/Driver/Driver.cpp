// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Driver.h"

#include "CodeGen/Printer.h"
#include "Driver/FunctionFinder.h"
#include "Driver/Output.h"
#include "Driver/Parse.h"
#include "Driver/Pipeline.h"
#include "Frontend/Frontend.h"
#include "Transform/Boundary.h"
#include "Transform/Signature.h"

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

frontend::AdjointContract contract() {
  return {
      [](ir::Context &context, const ir::Request &request) {
        bool isTangent = request.mode == ir::Mode::Tangent;
        return isTangent ? transform::tangentSignature(context, request) : transform::adjointSignature(context, request);
      },
      [](const ir::Function &adjoint) {
        ir::Context context; // of what is only printed
        return codegen::printDeclaration(*transform::inUserTypes(context, adjoint));
      }};
}

/// The source, with a pragma before each function that the command line names.
bool readSource(const Options &options, const clang::tooling::CompilationDatabase &commands, std::string &text) {
  auto file = llvm::MemoryBuffer::getFile(options.source);
  if (!file)
    return fail("cannot read '" + options.source + "': " + file.getError().message());
  text = (*file)->getBuffer().str();
  if (options.functions.empty())
    return true;
  std::string missing;
  if (!annotateFunctions(options, commands, text, missing))
    return fail(format(DiagId::no_such_function, {missing}));
  return true;
}

} // namespace

bool run(const Options &options, const clang::tooling::CompilationDatabase &commands) {
  std::string source;
  if (!readSource(options, commands, source))
    return false;
  bool success = false;
  const frontend::AdjointContract adjoints = contract();
  auto generate = [&](frontend::LoweredUnit &unit) {
    std::optional<Generated> generated = buildAdjoints(unit, options);
    if (generated && options.dump.empty())
      success = writeOutputs(unit, *generated, options);
    else
      success = generated.has_value();
  };
  auto makeAction = [&] { return std::make_unique<frontend::AdjointAction>(adjoints, generate); };
  bool parsed = parse(options, commands, source, makeAction, Diagnose::Yes);
  return parsed && success;
}

} // namespace adjoint::driver
