// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Diagnostics: Clang's DiagnosticsEngine as the sink of what the tool has to say, and how
// lowering stops.
//
// Lowering refuses by throwing: whatever part of a function cannot be differentiated right,
// nothing of the function is lowered. `Refusal` never leaves the frontend; the one place
// that catches it (UnitLowering) reports it.

#ifndef ADJOINT_FRONTEND_CLANG_DIAGNOSTICS_H
#define ADJOINT_FRONTEND_CLANG_DIAGNOSTICS_H

#include "Support/Diagnostics.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceLocation.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace adjoint::frontend {

inline Location locationOf(clang::SourceLocation where) { return Location{where.getRawEncoding()}; }
inline clang::SourceLocation sourceLocationOf(Location where) {
  return clang::SourceLocation::getFromRawEncoding(where.raw);
}

/// Says everything once: what is wrong with a function is found again in each function that calls it. What is wrong in a
/// header of the system's, or of the models, is said at the user's line that is being looked at.
class ClangSink : public DiagnosticSink {
public:
  explicit ClangSink(clang::DiagnosticsEngine &engine) : engine(engine) {}

  /// What is reported while it lives is said when it ends, in the order of the file, each with its notes.
  class InOrderOfFile {
  public:
    explicit InOrderOfFile(ClangSink &sink) : sink(sink) { sink.keeps = true; }
    ~InOrderOfFile() { sink.sayKept(); }
    InOrderOfFile(const InOrderOfFile &) = delete;
    InOrderOfFile &operator=(const InOrderOfFile &) = delete;

  private:
    ClangSink &sink;
  };

private:
  struct Message {
    Severity severity;
    Location where;
    std::string text;
  };

  void emit(DiagId id, Severity severity, Location where, const std::string &message) override;
  bool isRepeated(Severity severity, Location where, const std::string &message);
  bool isInLibrary(Location where) const;
  void say(const Message &message);
  void sayKept();

  clang::DiagnosticsEngine &engine;
  std::set<std::pair<unsigned, std::string>> said;
  bool wasRepeated = false; ///< what the notes that follow belong to
  bool keeps = false;
  std::vector<std::vector<Message>> kept; ///< each with the notes that follow it
};

/// Why a function cannot be lowered.
struct Refusal {
  DiagId id;
  clang::SourceLocation where;
  std::vector<std::string> args;
};

[[noreturn]] void refuse(DiagId id, clang::SourceLocation where, std::vector<std::string> args = {});

} // namespace adjoint::frontend

#endif
