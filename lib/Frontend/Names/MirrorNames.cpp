// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Names/MirrorNames.h"

#include "IR/ClassView.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace adjoint::frontend {

std::string identifierFrom(const std::string &spelling) {
  std::string name;
  bool pendingBreak = false;
  auto append = [&](llvm::StringRef part) {
    if (pendingBreak && !name.empty())
      name += '_';
    pendingBreak = false;
    name += part;
  };
  llvm::StringRef rest = spelling;
  while (!rest.empty()) {
    if (llvm::isAlnum(rest[0]) || rest[0] == '_') {
      llvm::StringRef word = rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
      rest = rest.drop_front(word.size());
      bool isStd = word == "std" && rest.starts_with("::");
      if (!isStd)
        append(word);
      pendingBreak |= !isStd;
      continue;
    }
    if (rest[0] == '*') {
      pendingBreak = true;
      append("ptr");
    }
    pendingBreak = true;
    rest = rest.drop_front();
  }
  while (!name.empty() && name.back() == '_')
    name.pop_back();
  return name.empty() || llvm::isDigit(name[0]) ? "plain_" + name : name;
}

std::string MirrorNames::make(const std::string &spelling) {
  auto isDeclared = [&](const std::string &name) { return ast.Idents.find(name) != ast.Idents.end(); };
  auto isTaken = [&](const std::string &name) {
    bool taken = isDeclared(name) || given.count(name) != 0;
    for (ir::BoundaryFunction what : ir::boundaryFunctions)
      taken = taken || isDeclared(boundaryFunctionName(what, name));
    return taken;
  };
  const std::string stem = identifierFrom(spelling);
  std::string name = stem;
  if (isTaken(name))
    name = stem + "_plain";
  for (unsigned i = 2; isTaken(name); ++i)
    name = stem + "_plain_" + std::to_string(i);
  given.insert(name);
  return name;
}

} // namespace adjoint::frontend
