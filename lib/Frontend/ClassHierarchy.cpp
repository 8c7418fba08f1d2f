// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/ClassHierarchy.h"

#include "Frontend/Diagnostics.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

namespace adjoint::frontend {

namespace {

/// Polymorphic classes, instances of templates included; but not those inside functions of the library.
class Collector : public clang::RecursiveASTVisitor<Collector> {
public:
  explicit Collector(const clang::SourceManager &sources) : sources(sources) {}
  std::vector<const clang::CXXRecordDecl *> found;

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseDecl(clang::Decl *decl) {
    bool isFunction = decl && (llvm::isa<clang::FunctionDecl>(decl) || llvm::isa<clang::FunctionTemplateDecl>(decl));
    return (isFunction && sources.isInSystemHeader(decl->getLocation())) || RecursiveASTVisitor::TraverseDecl(decl);
  }
  bool VisitCXXRecordDecl(clang::CXXRecordDecl *record) {
    bool isWanted = record->isThisDeclarationADefinition() && !record->isDependentType() && record->isPolymorphic();
    if (isWanted)
      found.push_back(record);
    return true;
  }

private:
  const clang::SourceManager &sources;
};

std::vector<const clang::CXXRecordDecl *> polymorphicBases(const clang::CXXRecordDecl *record) {
  std::vector<const clang::CXXRecordDecl *> bases;
  for (const clang::CXXBaseSpecifier &specifier : record->bases()) {
    const clang::CXXRecordDecl *base = specifier.getType()->getAsCXXRecordDecl();
    base = base ? base->getDefinition() : nullptr;
    if (base && base->isPolymorphic())
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

std::vector<const clang::CXXRecordDecl *> ClassHierarchy::polymorphicClasses() const {
  Collector collector(ast.getSourceManager());
  collector.TraverseAST(ast);
  return std::move(collector.found);
}

static std::vector<const clang::CXXRecordDecl *> belowRoot(std::vector<const clang::CXXRecordDecl *> classes,
                                                           const clang::CXXRecordDecl *root) {
  llvm::erase_if(classes, [&](const clang::CXXRecordDecl *record) {
    return !clang::declaresSameEntity(hierarchyRoot(record), root);
  });
  return classes;
}

const std::vector<const clang::CXXRecordDecl *> &ClassHierarchy::classesOf(const clang::CXXRecordDecl *root) {
  auto [entry, isNew] = known.try_emplace(root->getCanonicalDecl());
  if (isNew)
    entry->second = belowRoot(polymorphicClasses(), root);
  return entry->second;
}

bool ClassHierarchy::isComplete() const {
  if (known.empty())
    return true;
  const std::vector<const clang::CXXRecordDecl *> classes = polymorphicClasses();
  return llvm::all_of(known, [&](const auto &entry) { return belowRoot(classes, entry.first) == entry.second; });
}

unsigned ClassHierarchy::idOf(const clang::CXXRecordDecl *record) {
  const auto &classes = classesOf(hierarchyRoot(record));
  auto found = std::find(classes.begin(), classes.end(), record->getDefinition());
  if (found == classes.end())
    refuse(DiagId::unsupported_type, record->getLocation(),
           {record->getQualifiedNameAsString(), "its hierarchy has more classes each time it is read"});
  return found - classes.begin();
}

} // namespace adjoint::frontend
