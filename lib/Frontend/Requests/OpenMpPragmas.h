// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenMpPragmas: the `#pragma omp` that the compiler passes over, because OpenMP is switched off. What they stand in is
// differentiated as if they were not there, so the adjoint is sequential whatever its primal becomes when it is compiled with
// OpenMP. Directives that only allow vectors or rearrange a loop (simd) say nothing of what is computed and are not kept.

#ifndef ADJOINT_FRONTEND_REQUESTS_OPENMPPRAGMAS_H
#define ADJOINT_FRONTEND_REQUESTS_OPENMPPRAGMAS_H

#include "clang/AST/Decl.h"
#include "clang/Lex/Preprocessor.h"

#include <string>
#include <vector>

namespace adjoint::frontend {

class OpenMpPragmas {
public:
  struct Pragma {
    clang::SourceLocation where;
    std::string directive; ///< "parallel for"
  };

  /// Watches the preprocessor from now on. Has to live as long as it.
  void watch(clang::Preprocessor &preprocessor);
  void add(Pragma pragma) { pragmas.push_back(std::move(pragma)); }
  /// Those in the definition.
  std::vector<Pragma> in(const clang::FunctionDecl *definition) const;

private:
  std::vector<Pragma> pragmas;
};

} // namespace adjoint::frontend

#endif
