// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Clang/Diagnostics.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace adjoint::frontend {

namespace {
clang::DiagnosticsEngine::Level levelOf(Severity severity) {
  switch (severity) {
  case Severity::Part:
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
  if (!keeps)
    return say({severity, where, message});
  if (severity != Severity::Note || kept.empty())
    kept.emplace_back();
  kept.back().push_back({severity, where, message});
}

void ClangSink::say(const Message &message) {
  const auto level = static_cast<clang::DiagnosticIDs::Level>(levelOf(message.severity));
  engine.Report(sourceLocationOf(message.where), engine.getDiagnosticIDs()->getCustomDiagID(level, "%0")) << message.text;
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
