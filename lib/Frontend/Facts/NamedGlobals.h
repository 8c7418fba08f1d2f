// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NamedGlobals: which variables of the file a function names, or one that it calls. Of the library's own, such as std::cerr, and
// of constants nobody has to know.

#ifndef ADJOINT_FRONTEND_FACTS_NAMEDGLOBALS_H
#define ADJOINT_FRONTEND_FACTS_NAMEDGLOBALS_H

#include "clang/AST/Decl.h"

#include <set>

namespace adjoint::frontend {

struct NamedGlobals {
  std::set<const clang::VarDecl *> variables;
  bool isComplete = true; ///< false: it calls what is not visible
};

NamedGlobals globalsNamedBy(const clang::FunctionDecl *function);

} // namespace adjoint::frontend

#endif
