// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Pipeline/Placement.h"

#include "Driver/Request/MainFile.h"
#include "Frontend/Clang/Namespaces.h"
#include "Frontend/Names/HiddenNames.h"

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringRef.h"

namespace adjoint::driver {

using frontend::inNamespacesOf;

namespace {

/// Where an adjoint goes.
struct Site {
  clang::SourceLocation where;
  size_t end; ///< of the last character of the function, or of the pragma that names it
  std::string indentation;
  const clang::DeclContext *block; ///< the namespace or linkage block around it, or the file
};

Site siteOf(const MainFile &file, const frontend::Target &target) {
  if (!target.marker) {
    const clang::FunctionDecl *function = target.function;
    return {function->getBodyRBrace(), file.endOf(function), file.indentationOf(function),
            frontend::blockAround(function)};
  }
  clang::SourceLocation where = target.marker->getLocation();
  return {where, file.endOfPragma(where), file.indentationAt(file.offsetOf(where)),
          target.marker->getLexicalDeclContext()};
}

std::string indented(llvm::StringRef text, const std::string &indentation) {
  if (indentation.empty())
    return text.str();
  std::string result;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    result += (line.empty() || line.starts_with("#") ? "" : indentation) + line.str() + (rest.empty() ? "" : "\n");
    text = rest;
  }
  return result;
}

void insertBehind(const MainFile &file, size_t brace, const std::string &text, const std::string &indentation,
                  Edits &edits) {
  size_t offset = file.behind(brace);
  std::string insertion = "\n\n" + indented(llvm::StringRef(text).trim('\n'), indentation);
  edits.insert(offset, file.isEndOfLine(offset) ? insertion : insertion + "\n");
}

/// The outermost namespace or linkage block that a block is part of; null for none.
const clang::Decl *outermostBlock(const clang::DeclContext *block) {
  const clang::Decl *outermost = nullptr;
  for (const clang::DeclContext *c = block; !c->isTranslationUnit(); c = c->getLexicalParent())
    outermost = clang::cast<clang::Decl>(c);
  return outermost;
}

clang::SourceLocation lastBrace(const clang::Decl *definition) {
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(definition);
  return function ? function->getBodyRBrace() : llvm::cast<clang::TagDecl>(definition)->getBraceRange().getEnd();
}

/// The last of what is used that is defined behind the adjoint's site; null for none.
const clang::Decl *lastUsedBehind(const MainFile &file, const GeneratedAdjoint &adjoint) {
  const clang::Decl *last = nullptr;
  size_t end = siteOf(file, *adjoint.target).end;
  for (const clang::Decl *used : adjoint.uses)
    if (file.holds(lastBrace(used)) && file.endOf(used) > end) {
      last = used;
      end = file.endOf(used);
    }
  return last;
}

} // namespace

namespace {
/// The end of the last of what must stand before the definitions.
size_t endOfUsed(const MainFile &file, const GeneratedAdjoint &adjoint) {
  const Site site = siteOf(file, *adjoint.target);
  const clang::Decl *last = lastUsedBehind(file, adjoint);
  const clang::Decl *block = outermostBlock(last ? frontend::blockAround(last) : site.block);
  const bool leavesBlock = block && file.holds(block->getEndLoc()) && adjoint.needsFileScope();
  return leavesBlock ? file.offsetOfBrace(block->getEndLoc()) : last ? file.endOf(last) : site.end;
}
} // namespace

bool standsBehindItsFunction(const frontend::LoweredUnit &unit, const GeneratedAdjoint &adjoint) {
  const MainFile file(unit.ast.getSourceManager());
  return endOfUsed(file, adjoint) == siteOf(file, *adjoint.target).end;
}

size_t offsetOfDefinitions(const frontend::LoweredUnit &unit, const GeneratedAdjoint &adjoint) {
  return endOfUsed(MainFile(unit.ast.getSourceManager()), adjoint);
}

std::string connectionOf(const GeneratedAdjoint &adjoint) {
  return frontend::withHiddenNames(adjoint.target->function, adjoint.target->connection);
}

std::string textAtFileScope(const GeneratedAdjoint &adjoint) {
  return adjoint.fileScope + inNamespacesOf(adjoint.target->function->getDeclContext(), adjoint.definitions);
}

namespace {
std::string definitionsAndConnection(const GeneratedAdjoint &adjoint) {
  const std::string connection = connectionOf(adjoint);
  return adjoint.definitions + (connection.empty() ? "" : "\n") + connection;
}

/// Of something in a header: behind the directive that includes it, or at the beginning of the file.
void insertBehindInclude(const MainFile &file, clang::SourceLocation where, const std::string &text, Edits &edits) {
  std::string lines = llvm::StringRef(text).trim('\n').str();
  if (file.includes(where))
    edits.insert(file.endOfLine(file.offsetOf(where)), "\n\n" + lines);
  else
    edits.insert(0, lines + "\n\n");
}

void placeBehindInclude(const MainFile &file, const GeneratedAdjoint &adjoint, Edits &edits) {
  const clang::Decl *last = lastUsedBehind(file, adjoint);
  const std::string text =
      adjoint.fileScope + inNamespacesOf(adjoint.target->function->getDeclContext(), definitionsAndConnection(adjoint));
  insertBehindInclude(file, last ? lastBrace(last) : siteOf(file, *adjoint.target).where, text, edits);
}
} // namespace

void place(const frontend::LoweredUnit &unit, const frontend::DeclaredTarget &target, Edits &edits) {
  MainFile file(unit.ast.getSourceManager());
  const clang::FunctionDecl *function = target.function;
  if (file.holds(function->getLocation())) {
    return insertBehind(file, file.endOfDeclaration(function), target.declaration, file.indentationOf(function), edits);
  }
  insertBehindInclude(file, function->getLocation(), inNamespacesOf(function->getDeclContext(), target.declaration),
                      edits);
}

void place(const frontend::LoweredUnit &unit, const GeneratedAdjoint &adjoint, Edits &edits) {
  MainFile file(unit.ast.getSourceManager());
  const Site site = siteOf(file, *adjoint.target);
  if (!file.holds(site.where))
    return placeBehindInclude(file, adjoint, edits);
  const clang::DeclContext *scope = adjoint.target->function->getDeclContext();
  auto insert = [&](size_t end, const std::string &text) {
    insertBehind(file, end, inNamespacesOf(scope, text, site.block), site.indentation, edits);
  };
  const clang::Decl *last = lastUsedBehind(file, adjoint);
  const size_t end = endOfUsed(file, adjoint);
  if (end == site.end)
    return insert(end, adjoint.fileScope + definitionsAndConnection(adjoint));
  insert(site.end, adjoint.declaration + connectionOf(adjoint));
  if (!adjoint.needsFileScope() && frontend::blockAround(last) == site.block)
    return insert(end, adjoint.definitions);
  const clang::Decl *block = last ? outermostBlock(frontend::blockAround(last)) : nullptr;
  insertBehind(file, block ? file.offsetOfBrace(block->getEndLoc()) : end, textAtFileScope(adjoint), "", edits);
}

} // namespace adjoint::driver
