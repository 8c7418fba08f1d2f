// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Check/NamedFunctions.h"

#include "Driver/Request/FunctionFinder.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::driver {

namespace {
/// As tokens: spaces say nothing.
std::string withoutSpaces(std::string text) {
  llvm::erase(text, ' ');
  return text;
}

/// Does a pragma name the function by function(...) with this text?
bool isNamedByPragma(const clang::FunctionDecl *function, const frontend::PragmaTable &pragmas, const std::string &text) {
  for (unsigned number = 0; number < pragmas.all().size(); ++number) {
    const clang::FunctionDecl *named = pragmas.functionNamedBy(number);
    if (named && named->getCanonicalDecl() == function->getCanonicalDecl() &&
        withoutSpaces(pragmas.all()[number].function) == withoutSpaces(text))
      return true;
  }
  return false;
}
} // namespace

bool isNamed(const clang::FunctionDecl *function, const frontend::LoweredUnit &unit, const Options &options) {
  const std::string own = nameForOption(function);
  return llvm::any_of(options.functions, [&](const std::string &name) {
    return llvm::StringRef(name).ltrim(':') == own || isNamedByPragma(function, unit.pragmas, name);
  });
}

} // namespace adjoint::driver
