// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Support/Diagnostics.h"

#include <cctype>

namespace adjoint {

namespace {
struct Row {
  Severity severity;
  const char *text;
};
const Row table[] = {
#define ADJOINT_DIAG(id, severity, text) {Severity::severity, text},
#include "Support/Diagnostics.def"
#undef ADJOINT_DIAG
};
} // namespace

Severity severityOf(DiagId id) { return table[static_cast<unsigned>(id)].severity; }
const char *textOf(DiagId id) { return table[static_cast<unsigned>(id)].text; }

std::string format(DiagId id, const std::vector<std::string> &args) {
  std::string out;
  for (const char *p = textOf(id); *p; ++p) {
    bool isArgument = *p == '%' && std::isdigit(static_cast<unsigned char>(p[1]));
    if (!isArgument) {
      out += *p;
      continue;
    }
    unsigned index = *++p - '0';
    if (index < args.size())
      out += args[index];
  }
  return out;
}

DiagnosticSink::~DiagnosticSink() = default;

void DiagnosticSink::report(DiagId id, Location where, std::vector<std::string> args) {
  if (severityOf(id) == Severity::Error)
    ++errors;
  emit(id, severityOf(id), where, format(id, args));
}

} // namespace adjoint
