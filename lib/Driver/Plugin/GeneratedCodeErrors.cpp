// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Plugin/GeneratedCodeErrors.h"

#include "clang/Sema/Sema.h"

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
  clang::SourceLocation where = inGenerated(sources, diagnostic.getLocation());
  for (const clang::Sema::CodeSynthesisContext &context : sema->CodeSynthesisContexts)
    if (where.isInvalid() && context.PointOfInstantiation.isValid())
      where = inGenerated(sources, context.PointOfInstantiation);
  return where;
}

clang::SourceLocation GeneratedCodeErrors::inGenerated(const clang::SourceManager &sources,
                                                       clang::SourceLocation where) const {
  where = sources.getExpansionLoc(where);
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
