// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/PlainStructPlacement.h"

#include "CodeGen/PlainStructs.h"
#include "Driver/Placement.h"

#include "clang/AST/DeclCXX.h"

#include <algorithm>
#include <set>

namespace adjoint::driver {

namespace {

using Scope = const clang::DeclContext *;

/// The namespace around, where one without a name of its own counts as part of what is around it.
Scope namespaceOf(Scope context) {
  context = context->getEnclosingNamespaceContext();
  const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(context);
  if (space && (space->isAnonymousNamespace() || space->isInline()))
    return namespaceOf(context->getParent());
  return context->getPrimaryContext();
}

class Definitions {
public:
  std::vector<const ir::Record *> missing(const std::vector<const ir::Record *> &mirrors, Scope scope) {
    std::vector<const ir::Record *> found;
    for (const ir::Record *record : mirrors)
      if (!isVisible(record, scope)) {
        found.push_back(record);
        defined.insert({record, scope});
      }
    return found;
  }

private:
  bool isVisible(const ir::Record *record, Scope scope) const {
    for (;; scope = namespaceOf(scope->getParent())) {
      if (defined.count({record, scope}))
        return true;
      if (scope->isTranslationUnit())
        return false;
    }
  }

  std::set<std::pair<const ir::Record *, Scope>> defined;
};

} // namespace

void defineMirrors(const frontend::LoweredUnit &unit, std::vector<GeneratedAdjoint> &adjoints) {
  std::vector<GeneratedAdjoint *> inOrder;
  for (GeneratedAdjoint &adjoint : adjoints)
    inOrder.push_back(&adjoint);
  std::stable_sort(inOrder.begin(), inOrder.end(), [&](const GeneratedAdjoint *a, const GeneratedAdjoint *b) {
    return offsetOfDefinitions(unit, *a) < offsetOfDefinitions(unit, *b);
  });
  Definitions definitions;
  for (GeneratedAdjoint *adjoint : inOrder) {
    Scope scope = namespaceOf(adjoint->target->function->getDeclContext());
    std::string text = codegen::printPlainStructs(definitions.missing(adjoint->mirrors, scope));
    if (!text.empty())
      adjoint->definitions = text + "\n" + adjoint->definitions;
  }
}

} // namespace adjoint::driver
