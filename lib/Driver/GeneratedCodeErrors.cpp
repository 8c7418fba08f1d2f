// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/GeneratedCodeErrors.h"

namespace adjoint::driver {

GeneratedCodeErrors::GeneratedCodeErrors(clang::DiagnosticsEngine &engine)
    : shown(engine.getClient()), owned(engine.takeClient()) {}

void GeneratedCodeErrors::BeginSourceFile(const clang::LangOptions &language, const clang::Preprocessor *preprocessor) {
  shown->BeginSourceFile(language, preprocessor);
}

void GeneratedCodeErrors::clear() {
  DiagnosticConsumer::clear();
  shown->clear();
}

clang::SourceLocation GeneratedCodeErrors::inGenerated(const clang::Diagnostic &diagnostic) const {
  if (generated.isInvalid() || diagnostic.getLocation().isInvalid())
    return clang::SourceLocation();
  const clang::SourceManager &sources = diagnostic.getSourceManager();
  clang::SourceLocation where = sources.getExpansionLoc(diagnostic.getLocation());
  while (where.isValid() && sources.getFileID(where) != generated)
    where = sources.getIncludeLoc(sources.getFileID(where));
  return where;
}

void GeneratedCodeErrors::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &diagnostic) {
  clang::SourceLocation where = inGenerated(diagnostic);
  bool isTooMany = isKeepingBack && level == clang::DiagnosticsEngine::Fatal && diagnostic.getLocation().isInvalid();
  if (level != clang::DiagnosticsEngine::Note)
    isKeepingBack = where.isValid() || isTooMany;
  if (!isKeepingBack) {
    DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    return shown->HandleDiagnostic(level, diagnostic);
  }
  if (level < clang::DiagnosticsEngine::Error || error)
    return;
  llvm::SmallString<128> message;
  diagnostic.FormatDiagnostic(message);
  error = Error{diagnostic.getSourceManager().getExpansionLineNumber(where), message.str().str()};
}

} // namespace adjoint::driver
