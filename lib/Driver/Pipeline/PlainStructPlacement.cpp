// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Pipeline/PlainStructPlacement.h"

#include "CodeGen/Functions/HiddenStatics.h"
#include "CodeGen/Functions/PlainStructs.h"
#include "Driver/Pipeline/Placement.h"

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

/// What is defined where.
template <class T> class DefinitionsInOrder {
public:
  std::vector<T> missing(const std::vector<T> &wanted, Scope scope) {
    std::vector<T> found;
    for (const T &entry : wanted)
      if (!isVisible(entry, scope)) {
        found.push_back(entry);
        defined.insert({entry, scope});
      }
    return found;
  }

private:
  bool isVisible(const T &entry, Scope scope) const {
    for (;; scope = namespaceOf(scope->getParent())) {
      if (defined.count({entry, scope}))
        return true;
      if (scope->isTranslationUnit())
        return false;
    }
  }

  std::set<std::pair<T, Scope>> defined;
};

} // namespace

void defineMirrors(const frontend::LoweredUnit &unit, const codegen::SharedStructs &shared,
                   std::vector<GeneratedAdjoint> &adjoints) {
  std::stable_sort(adjoints.begin(), adjoints.end(), [&](const GeneratedAdjoint &a, const GeneratedAdjoint &b) {
    return offsetOfDefinitions(unit, a) < offsetOfDefinitions(unit, b);
  });
  DefinitionsInOrder<const ir::Record *> structs;
  DefinitionsInOrder<const ir::HiddenStatic *> statics;
  DefinitionsInOrder<codegen::BoundaryDefinition> functions;
  std::set<const ir::Record *> defined; // at file scope
  for (GeneratedAdjoint &adjoint : adjoints) {
    Scope scope = namespaceOf(adjoint.target->function->getDeclContext());
    std::vector<const ir::Record *> own, atFileScope;
    std::string text;
    for (const ir::Record *mirror : structs.missing(adjoint.mirrors, scope)) {
      if (!shared.contains(mirror)) {
        own.push_back(mirror);
        continue;
      }
      text += shared.alias(*mirror);
      if (defined.insert(mirror).second)
        atFileScope.push_back(mirror);
    }
    adjoint.fileScope += shared.definitions(atFileScope) + (atFileScope.empty() ? "" : "\n");
    const std::string structsHere = codegen::printPlainStructs(own, [&](const ir::Record *r) { return shared.contains(r); });
    text += (text.empty() || structsHere.empty() ? "" : "\n") + structsHere;
    for (const ir::HiddenStatic *member : statics.missing(adjoint.hiddenStatics, scope))
      text += (text.empty() ? "" : "\n") + codegen::printAccess(*member);
    for (const codegen::BoundaryDefinition &definition : functions.missing(adjoint.boundary, scope))
      text += (text.empty() ? "" : "\n") + codegen::printBoundary(definition);
    if (!text.empty())
      adjoint.definitions = text + "\n" + adjoint.definitions;
  }
}

} // namespace adjoint::driver
