// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/ClassHierarchy.h"

#include "Frontend/Clang/Diagnostics.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/EquivalenceClasses.h"

#include <set>

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

bool repeatsBase(const clang::CXXRecordDecl *record) {
  std::set<const clang::CXXRecordDecl *> seen;
  std::vector<const clang::CXXRecordDecl *> open = {record->getDefinition()};
  while (!open.empty()) {
    const clang::CXXRecordDecl *next = open.back();
    open.pop_back();
    if (!seen.insert(next->getCanonicalDecl()).second)
      return true;
    llvm::append_range(open, polymorphicBases(next));
  }
  return false;
}

/// Instances of templates included. Every class has a type, and types are quicker to go through than declarations.
ClassHierarchy::Classes ClassHierarchy::polymorphicClasses() {
  for (; typesRead < ast.getTypes().size(); ++typesRead)
    if (const auto *type = llvm::dyn_cast<clang::RecordType>(ast.getTypes()[typesRead]))
      if (const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl())
        classes.insert(record->getCanonicalDecl());
  Classes polymorphic;
  for (const clang::CXXRecordDecl *record : classes) {
    const clang::CXXRecordDecl *definition = record->getDefinition(); // it may have been made since
    if (definition && !definition->isDependentType() && definition->isPolymorphic())
      polymorphic.push_back(definition);
  }
  return polymorphic;
}

ClassHierarchy::Classes ClassHierarchy::joinedTo(const clang::CXXRecordDecl *record) {
  llvm::EquivalenceClasses<const clang::CXXRecordDecl *> components;
  Classes classes = polymorphicClasses();
  for (const clang::CXXRecordDecl *one : classes) {
    components.insert(one);
    for (const clang::CXXRecordDecl *base : polymorphicBases(one))
      components.unionSets(one, base);
  }
  components.insert(record);
  llvm::erase_if(classes, [&](const clang::CXXRecordDecl *other) { return !components.isEquivalent(record, other); });
  clang::BeforeThanCompare<clang::SourceLocation> isBefore(ast.getSourceManager());
  llvm::stable_sort(classes, [&](const clang::CXXRecordDecl *a, const clang::CXXRecordDecl *b) {
    return isBefore(a->getLocation(), b->getLocation());
  });
  return classes;
}

const ClassHierarchy::Classes &ClassHierarchy::classesOf(const clang::CXXRecordDecl *record) {
  record = record->getDefinition();
  auto [entry, isNew] = places.try_emplace(record, known.size());
  if (!isNew)
    return known[entry->second];
  const Classes classes = joinedTo(record);
  for (const clang::CXXRecordDecl *other : classes) // it has appeared in a hierarchy that was read
    if (auto found = places.find(other); found != entry && found != places.end())
      return known[entry->second = found->second];
  for (const clang::CXXRecordDecl *other : classes)
    places[other] = known.size();
  known.push_back(classes);
  return known.back();
}

const clang::CXXRecordDecl *ClassHierarchy::rootOf(const clang::CXXRecordDecl *record) {
  for (const clang::CXXRecordDecl *other : classesOf(record))
    if (polymorphicBases(other).empty())
      return other;
  return record->getDefinition();
}

bool ClassHierarchy::isJoined(const clang::CXXRecordDecl *record) {
  const clang::CXXRecordDecl *root = rootOf(record);
  return llvm::any_of(classesOf(record), [&](const clang::CXXRecordDecl *other) {
    return !clang::declaresSameEntity(other, root) && !other->isDerivedFrom(root);
  });
}

bool ClassHierarchy::isComplete() {
  return llvm::all_of(known, [&](const Classes &classes) { return joinedTo(classes.front()) == classes; });
}

unsigned ClassHierarchy::idOf(const clang::CXXRecordDecl *record) {
  const auto &classes = classesOf(record);
  auto found = std::find(classes.begin(), classes.end(), record->getDefinition());
  if (found == classes.end())
    refuse(DiagId::internal, record->getLocation(),
           {"lowering", "'" + record->getQualifiedNameAsString() + "' is in no hierarchy that was read"});
  return found - classes.begin();
}

} // namespace adjoint::frontend
