// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/ClassHierarchy.h"

#include "Frontend/Clang/Diagnostics.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/Basic/SourceManager.h"

namespace adjoint::frontend {

namespace {

/// Those of the user's.
std::vector<const clang::CXXRecordDecl *> polymorphicBases(const clang::CXXRecordDecl *record) {
  std::vector<const clang::CXXRecordDecl *> bases;
  for (const clang::CXXBaseSpecifier &specifier : record->bases()) {
    const clang::CXXRecordDecl *base = specifier.getType()->getAsCXXRecordDecl();
    base = base ? base->getDefinition() : nullptr;
    if (base && base->isPolymorphic() && !isOfLibrary(base))
      bases.push_back(base);
  }
  return bases;
}

} // namespace

const clang::CXXRecordDecl *hierarchyRoot(const clang::CXXRecordDecl *record) {
  record = record->getDefinition();
  for (auto bases = polymorphicBases(record); !bases.empty(); bases = polymorphicBases(record))
    record = bases.front();
  return record;
}

bool joinsHierarchies(const clang::CXXRecordDecl *record) {
  auto bases = polymorphicBases(record->getDefinition());
  return bases.size() > 1 || (bases.size() == 1 && joinsHierarchies(bases.front()));
}

/// Instances of templates included. Every class has a type, and types are quicker to go through than declarations.
std::vector<const clang::CXXRecordDecl *> ClassHierarchy::polymorphicClasses() {
  for (; typesRead < ast.getTypes().size(); ++typesRead)
    if (const auto *type = llvm::dyn_cast<clang::RecordType>(ast.getTypes()[typesRead]))
      if (const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl())
        classes.insert(record->getCanonicalDecl());
  std::vector<const clang::CXXRecordDecl *> polymorphic;
  for (const clang::CXXRecordDecl *record : classes) {
    const clang::CXXRecordDecl *definition = record->getDefinition(); // it may have been made since
    if (definition && !definition->isDependentType() && definition->isPolymorphic())
      polymorphic.push_back(definition);
  }
  return polymorphic;
}

/// Those derived from the root, and it, in the order of the file.
static std::vector<const clang::CXXRecordDecl *> belowRoot(std::vector<const clang::CXXRecordDecl *> classes,
                                                           const clang::CXXRecordDecl *root) {
  llvm::erase_if(classes, [&](const clang::CXXRecordDecl *record) {
    return !clang::declaresSameEntity(hierarchyRoot(record), root);
  });
  clang::BeforeThanCompare<clang::SourceLocation> isBefore(root->getASTContext().getSourceManager());
  llvm::stable_sort(classes, [&](const clang::CXXRecordDecl *a, const clang::CXXRecordDecl *b) {
    return isBefore(a->getLocation(), b->getLocation());
  });
  return classes;
}

const std::vector<const clang::CXXRecordDecl *> &ClassHierarchy::classesOf(const clang::CXXRecordDecl *root) {
  auto [entry, isNew] = known.try_emplace(root->getCanonicalDecl());
  if (isNew)
    entry->second = belowRoot(polymorphicClasses(), root);
  return entry->second;
}

bool ClassHierarchy::isComplete() {
  if (known.empty())
    return true;
  const std::vector<const clang::CXXRecordDecl *> polymorphic = polymorphicClasses();
  return llvm::all_of(known, [&](const auto &entry) { return belowRoot(polymorphic, entry.first) == entry.second; });
}

unsigned ClassHierarchy::idOf(const clang::CXXRecordDecl *record) {
  const auto &classes = classesOf(hierarchyRoot(record));
  auto found = std::find(classes.begin(), classes.end(), record->getDefinition());
  if (found == classes.end())
    refuse(DiagId::internal, record->getLocation(),
           {"lowering", "'" + record->getQualifiedNameAsString() + "' is in no hierarchy that was read"});
  return found - classes.begin();
}

} // namespace adjoint::frontend
