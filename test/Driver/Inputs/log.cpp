// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "log.h"

#include <stdexcept>

namespace logging {

namespace {
int count = 0;
}

int lines() { return count; }

Line::Line(const char *, int, Severity severity) : text(new std::ostringstream), severity(severity) {}
Line::Line(const char *, int, const Failed &failed) : text(new std::ostringstream), severity(Fatal) {
  *text << *failed.text << ' ';
  delete failed.text;
}
Line::~Line() noexcept(false) {
  ++count;
  const std::string said = text->str();
  delete text;
  if (severity == Fatal)
    throw std::runtime_error(said);
}
std::ostream &Line::stream() { return *text; }

Message::Message(const char *condition) : text(new std::ostringstream) { *text << condition << " ("; }
Message::~Message() { delete text; }
std::ostream *Message::left() { return text; }
std::ostream *Message::right() {
  *text << " and ";
  return text;
}
std::string *Message::made() {
  *text << ')';
  return new std::string(text->str());
}

} // namespace logging
