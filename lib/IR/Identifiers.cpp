// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IR/Identifiers.h"

#include "IR/Expr.h"

#include <cctype>

namespace adjoint::ir {

namespace {
bool isIdentifierChar(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
} // namespace

void addIdentifiers(const std::string &text, std::set<std::string> &into) {
  for (size_t i = 0; i < text.size();) {
    if (!isIdentifierChar(text[i])) {
      ++i;
      continue;
    }
    size_t begin = i;
    while (i < text.size() && isIdentifierChar(text[i]))
      ++i;
    bool isNumber = std::isdigit(static_cast<unsigned char>(text[begin]));
    bool isQualified = begin > 0 && (text[begin - 1] == ':' || text[begin - 1] == '.');
    bool isQualifier = text.compare(i, 2, "::") == 0;
    if (!isNumber && !isQualified && !isQualifier)
      into.insert(text.substr(begin, i - begin));
  }
}

std::string stemOf(const Variable *variable) {
  return variable->hidden ? variable->hidden->accessor : variable->name.substr(variable->name.rfind(':') + 1);
}

std::string memberName(const std::string &object, llvm::StringRef member) { return object + "_" + member.rtrim('_').str(); }

bool isOfRuntime(llvm::StringRef name) { return name.ltrim(':').starts_with("adjoint::"); }

bool isOfLibrary(llvm::StringRef name) { return isOfRuntime(name) || name.ltrim(':').starts_with("std::"); }

} // namespace adjoint::ir
