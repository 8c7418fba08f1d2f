// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// InjectedCode: declarations of derivatives that the tool puts behind the pragmas that ask for them (Unit/Injection.h). They stand
// in buffers with names of their own.

#ifndef ADJOINT_FRONTEND_FACTS_INJECTEDCODE_H
#define ADJOINT_FRONTEND_FACTS_INJECTEDCODE_H

#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"

namespace adjoint::frontend {

inline constexpr const char *injectedBufferPrefix = "<adjoint of ";

/// By this declaration?
inline bool isInjected(const clang::FunctionDecl *function) {
  const clang::SourceManager &sources = function->getASTContext().getSourceManager();
  return sources.getBufferName(function->getLocation()).starts_with(injectedBufferPrefix);
}

/// A derivative that is generated?
inline bool isGenerated(const clang::FunctionDecl *function) {
  for (const clang::FunctionDecl *redecl : function->redecls())
    if (isInjected(redecl))
      return true;
  return false;
}

} // namespace adjoint::frontend

#endif
