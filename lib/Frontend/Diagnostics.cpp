// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Diagnostics.h"

#include "clang/Basic/SourceManager.h"

namespace adjoint::frontend {

namespace {
clang::DiagnosticsEngine::Level levelOf(Severity severity) {
  switch (severity) {
  case Severity::Note:
    return clang::DiagnosticsEngine::Note;
  case Severity::Warning:
    return clang::DiagnosticsEngine::Warning;
  case Severity::Error:
    return clang::DiagnosticsEngine::Error;
  }
  return clang::DiagnosticsEngine::Error;
}
} // namespace

bool ClangSink::isRepeated(Severity severity, Location where, const std::string &message) {
  if (severity != Severity::Note)
    wasRepeated = !said.insert({where.raw, message}).second;
  return wasRepeated;
}

bool ClangSink::isInLibrary(Location where) const {
  return where.isValid() && engine.hasSourceManager() && engine.getSourceManager().isInSystemHeader(sourceLocationOf(where));
}

void ClangSink::emit(DiagId, Severity severity, Location where, const std::string &message) {
  if (isInLibrary(where)) {
    if (severity == Severity::Warning) // nothing that the user could change
      return;
    if (place().isValid() && !isInLibrary(place()))
      where = place();
  }
  if (isRepeated(severity, where, message))
    return;
  unsigned id =
      engine.getDiagnosticIDs()->getCustomDiagID(static_cast<clang::DiagnosticIDs::Level>(levelOf(severity)), "%0");
  engine.Report(sourceLocationOf(where), id) << message;
}

void refuse(DiagId id, clang::SourceLocation where, std::vector<std::string> args) {
  throw Refusal{id, where, std::move(args)};
}

void refuseStatement(clang::SourceLocation where, const std::string &what, const std::string &instead) {
  refuse(DiagId::unsupported_statement, where, {what, instead});
}

void refuseExpression(clang::SourceLocation where, const std::string &what, const std::string &instead) {
  refuse(DiagId::unsupported_expression, where, {what, instead});
}

} // namespace adjoint::frontend
