// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Clang/ClangVersion.h"

#include "clang/Sema/Sema.h"

namespace adjoint::frontend {

clang::QualType templateInstance(clang::Sema &sema, clang::TemplateDecl *model,
                                 clang::TemplateArgumentListInfo &arguments, clang::SourceLocation where) {
#if CLANG_VERSION_MAJOR >= 22
  return sema.CheckTemplateIdType(clang::ElaboratedTypeKeyword::None, clang::TemplateName(model), where, arguments,
                                  nullptr, false);
#else
  return sema.CheckTemplateIdType(clang::TemplateName(model), where, arguments);
#endif
}

} // namespace adjoint::frontend
