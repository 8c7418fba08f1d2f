// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GeneratedCodeErrors: keeps from the user what the compiler says of generated code.
//
// An error there is a fault of the tool's, of which the user should learn what to report,
// and not a message about lines that nobody has written. Stands between the compiler and
// whoever shows its diagnostics.

#ifndef ADJOINT_DRIVER_PLUGIN_GENERATEDCODEERRORS_H
#define ADJOINT_DRIVER_PLUGIN_GENERATEDCODEERRORS_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"

#include <memory>
#include <optional>
#include <string>

namespace clang {
class Sema;
}

namespace adjoint::driver {

class GeneratedCodeErrors : public clang::DiagnosticConsumer {
public:
  /// Of the diagnostics, which it takes over.
  explicit GeneratedCodeErrors(clang::DiagnosticsEngine &engine);

  /// What stands in this file, and what it includes, is generated, and so is what it instantiates templates with.
  void setGenerated(clang::FileID file, const clang::Sema &reader) {
    generated = file;
    sema = &reader;
  }
  /// The first error that was kept back.
  struct Error {
    unsigned line; ///< of the generated file
    std::string message;
  };
  const std::optional<Error> &first() const { return error; }

  void BeginSourceFile(const clang::LangOptions &language, const clang::Preprocessor *preprocessor) override;
  void EndSourceFile() override { shown->EndSourceFile(); }
  void finish() override { shown->finish(); }
  void clear() override;
  bool IncludeInDiagnosticCounts() const override { return shown->IncludeInDiagnosticCounts(); }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &diagnostic) override;

private:
  /// Where in the generated file it is, is included, or instantiated; invalid if it is elsewhere.
  clang::SourceLocation inGenerated(const clang::Diagnostic &diagnostic) const;
  clang::SourceLocation inGenerated(const clang::SourceManager &sources, clang::SourceLocation where) const;

  clang::DiagnosticConsumer *shown;
  std::unique_ptr<clang::DiagnosticConsumer> owned;
  clang::FileID generated;
  const clang::Sema *sema = nullptr;
  std::optional<Error> error;
  bool isKeepingBack = false; ///< the last that was no note, and therefore its notes
};

} // namespace adjoint::driver

#endif
