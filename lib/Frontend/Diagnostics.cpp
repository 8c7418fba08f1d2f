// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Diagnostics.h"

#include "clang/Basic/SourceManager.h"

namespace adjoint::frontend {

namespace {
clang::DiagnosticsEngine::Level levelOf(Severity severity) {
  switch (severity) {
  case Severity::Note:
  case Severity::Part:
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

void ClangSink::sayKept() {
  keeps = false;
  if (engine.hasSourceManager()) {
    clang::BeforeThanCompare<clang::SourceLocation> isBefore(engine.getSourceManager());
    llvm::stable_sort(kept, [&](const std::vector<Message> &a, const std::vector<Message> &b) {
      const Location one = a.front().where, other = b.front().where;
      if (!one.isValid() || !other.isValid())
        return !one.isValid() && other.isValid();
      return isBefore(sourceLocationOf(one), sourceLocationOf(other));
    });
  }
  for (const std::vector<Message> &group : std::exchange(kept, {}))
    for (const Message &message : group)
      say(message);
}

void refuse(DiagId id, clang::SourceLocation where, std::vector<std::string> args) {
  throw Refusal{id, where, std::move(args)};
}

} // namespace adjoint::frontend
