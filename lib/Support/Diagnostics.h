// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Diagnostics: what the tool can say (a table), where it says it (a location it
// does not look into), and to whom (a sink that the frontend implements).
//
// A stage that finds an error reports it and returns failure: the function is given up,
// and the others go on, for their errors to be found too. No stage prints.

#ifndef ADJOINT_SUPPORT_DIAGNOSTICS_H
#define ADJOINT_SUPPORT_DIAGNOSTICS_H

#include <string>
#include <utility>
#include <vector>

namespace adjoint {

/// A place in the user's source, opaque to everything but the frontend.
struct Location {
  unsigned raw = 0;
  bool isValid() const { return raw != 0; }
};

/// A part is an argument of other texts.
enum class Severity { Part, Note, Warning, Error };

enum class DiagId {
#define ADJOINT_DIAG(id, severity, text) id,
#include "Support/Diagnostics.def"
#undef ADJOINT_DIAG
};

Severity severityOf(DiagId id);
/// The text of the table, with %0, %1, ... not yet replaced.
const char *textOf(DiagId id);
/// The text with its arguments in place.
std::string format(DiagId id, const std::vector<std::string> &args = {});

class DiagnosticSink {
public:
  virtual ~DiagnosticSink();

  void report(DiagId id, Location where, std::vector<std::string> args = {});
  unsigned errorCount() const { return errors; }

  /// What is being looked at now: where the sink may report what it would report in code that is not the user's. Gives what was
  /// looked at before.
  Location lookAt(Location place) { return std::exchange(current, place); }
  Location place() const { return current; }

  /// Looks at a place while it lives.
  class LookingAt {
  public:
    LookingAt(DiagnosticSink &sink, Location place) : sink(sink), before(sink.lookAt(place)) {}
    ~LookingAt() { sink.lookAt(before); }
    LookingAt(const LookingAt &) = delete;
    LookingAt &operator=(const LookingAt &) = delete;

  private:
    DiagnosticSink &sink;
    Location before;
  };

private:
  virtual void emit(DiagId id, Severity severity, Location where, const std::string &message) = 0;
  unsigned errors = 0;
  Location current;
};

} // namespace adjoint

#endif
