// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A library that writes a log, as it is installed: what it does is in another file.

#ifndef TEST_DRIVER_INPUTS_LOG_H
#define TEST_DRIVER_INPUTS_LOG_H
#pragma GCC system_header

#include <ostream>
#include <sstream>
#include <string>

namespace logging {

enum Severity { Info, Fatal };

struct Failed {
  Failed(std::string *text) : text(text) {}
  operator bool() const { return text != nullptr; }
  std::string *text;
};

/// What is put into it is one line of the log. A fatal one ends the program; here, it throws.
class Line {
public:
  Line(const char *file, int line, Severity severity);
  Line(const char *file, int line, const Failed &failed);
  ~Line() noexcept(false);
  std::ostream &stream();

private:
  Line(const Line &);
  std::ostringstream *text;
  Severity severity;
};

struct Voidify {
  void operator&(std::ostream &) {}
};

class Message {
public:
  explicit Message(const char *condition);
  ~Message();
  std::ostream *left();
  std::ostream *right();
  std::string *made();

private:
  std::ostringstream *text;
};

template <class A, class B> std::string *messageOf(const A &a, const B &b, const char *condition) {
  Message message(condition);
  *message.left() << a;
  *message.right() << b;
  return message.made();
}
template <class A, class B> inline std::string *mustBeLess(const A &a, const B &b, const char *condition) {
  if (a < b)
    return nullptr;
  return messageOf(a, b, condition);
}

int lines();

/// Does something at its end.
class Scope {
public:
  explicit Scope(const char *name);
  ~Scope();

private:
  int depth;
};
void watch(double *number);

} // namespace logging

#define NOTE logging::Line(__FILE__, __LINE__, logging::Info).stream()
#define MUST(condition)                                                                                                \
  (condition) ? (void)0 : logging::Voidify() & logging::Line(__FILE__, __LINE__, logging::Fatal).stream() << #condition " "
#define MUST_BE_LESS(a, b)                                                                                             \
  while (std::string *failed = logging::mustBeLess(a, b, #a " < " #b))                                                 \
  logging::Line(__FILE__, __LINE__, logging::Failed(failed)).stream()
#define MUST_BE_LESS_OPTIMISED(a, b)                                                                                   \
  while (logging::Failed failed = logging::mustBeLess(a, b, #a " < " #b))                                              \
  logging::Line(__FILE__, __LINE__, failed).stream()

#endif
