// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines: the body of a function of text, line by line, with blocks and loops in it.

#ifndef ADJOINT_CODEGEN_BOUNDARY_LINES_H
#define ADJOINT_CODEGEN_BOUNDARY_LINES_H

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace adjoint::codegen {

/// Lines of one function's body, at a depth.
class Lines {
public:
  explicit Lines(unsigned depth = 1) : depth(depth) {}
  void add(const std::string &line) { text += std::string(2 * depth, ' ') + line + "\n"; }
  /// A block of its own, if anything is in it.
  void block(const std::string &head, const std::vector<std::string> &first, const std::function<void()> &body) {
    std::string before = std::exchange(text, "");
    ++depth;
    for (const std::string &line : first)
      add(line);
    const size_t size = text.size();
    body();
    --depth;
    std::string inside = text.size() == size ? "" : std::exchange(text, "");
    text = before;
    if (inside.empty())
      return;
    add(head + " {");
    text += inside;
    add("}");
  }
  /// `for (...)` over [first, count), with a counter that no other loop around has.
  void loop(const std::string &count, const std::function<void(const std::string &)> &body, const std::string &first = "0") {
    std::string counter(1, static_cast<char>('i' + loops++));
    add("for (std::size_t " + counter + " = " + first + "; " + counter + " < " + count + "; ++" + counter + ") {");
    ++depth;
    body(counter);
    --depth;
    --loops;
    add("}");
  }
  /// `for (...)` over the elements of a container.
  void range(const std::string &element, const std::string &container, const std::function<void()> &body) {
    add("for (" + element + " : " + container + ") {");
    ++depth;
    body();
    --depth;
    add("}");
  }
  const std::string &str() const { return text; }

private:
  unsigned depth;
  unsigned loops = 0;
  std::string text;
};

} // namespace adjoint::codegen

#endif
