// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Placement.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringRef.h"

namespace adjoint::driver {

namespace {

/// Positions in the main file.
class MainFile {
public:
  explicit MainFile(const clang::SourceManager &sources)
      : sources(sources), text(sources.getBufferData(sources.getMainFileID())) {}

  bool holds(clang::SourceLocation where) const { return sources.isWrittenInMainFile(sources.getExpansionLoc(where)); }
  /// For what stands in a header: of the directive that includes it.
  size_t offsetOf(clang::SourceLocation where) const {
    where = sources.getExpansionLoc(where);
    while (!sources.isWrittenInMainFile(where) && where.isValid())
      where = sources.getIncludeLoc(sources.getFileID(where));
    return sources.getFileOffset(where);
  }
  /// Of the brace, or of the last character of the macro call that it comes from.
  size_t offsetOfBrace(clang::SourceLocation brace) const {
    clang::SourceLocation last = sources.getExpansionRange(brace).getEnd();
    if (!brace.isMacroID() || !sources.isWrittenInMainFile(last))
      return offsetOf(brace);
    return sources.getFileOffset(last) + clang::Lexer::MeasureTokenLength(last, sources, clang::LangOptions()) - 1;
  }
  /// Of the last character of the definition; of a function defined inside its class, of the `;` behind the
  /// outermost class.
  size_t endOf(const clang::FunctionDecl *function) const {
    const clang::RecordDecl *outermost = outermostClass(function);
    if (!outermost)
      return offsetOfBrace(function->getBodyRBrace());
    size_t brace = offsetOfBrace(outermost->getBraceRange().getEnd());
    return std::min(text.find(';', brace), text.size() - 1);
  }
  std::string indentationOf(const clang::FunctionDecl *function) const {
    const clang::RecordDecl *outermost = outermostClass(function);
    return indentationAt(offsetOf(outermost ? outermost->getOuterLocStart() : function->getOuterLocStart()));
  }
  size_t endOfLine(size_t offset) const { return std::min(text.find('\n', offset), text.size()); }

  /// Where text goes that follows the closing brace at `brace`: the end of the line if there is
  /// nothing else on it, else the next character.
  size_t behind(size_t brace) const {
    llvm::StringRef rest = text.substr(brace + 1).split('\n').first;
    llvm::StringRef trimmed = rest.trim();
    bool isRestOfLine = trimmed.empty() || trimmed.starts_with("//");
    return isRestOfLine ? brace + 1 + rest.size() : brace + 1;
  }
  bool isEndOfLine(size_t offset) const { return offset == text.size() || text[offset] == '\n'; }

  std::string indentationAt(size_t offset) const {
    size_t start = text.substr(0, offset).rfind('\n') + 1; // npos + 1 is 0
    llvm::StringRef line = text.slice(start, offset);
    return line.take_while([](char c) { return c == ' ' || c == '\t'; }).str();
  }

private:
  static const clang::RecordDecl *outermostClass(const clang::FunctionDecl *function) {
    const clang::RecordDecl *outermost = nullptr;
    for (const clang::DeclContext *c = function->getLexicalDeclContext(); c->isRecord(); c = c->getLexicalParent())
      outermost = clang::cast<clang::RecordDecl>(c);
    return outermost;
  }

  const clang::SourceManager &sources;
  llvm::StringRef text;
};

/// The namespace or linkage block that the function's definition stands in, or the file.
const clang::DeclContext *blockAround(const clang::FunctionDecl *function) {
  const clang::DeclContext *c = function->getLexicalDeclContext();
  while (c->isRecord())
    c = c->getLexicalParent();
  return c;
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

/// The outermost namespace or linkage block around the function; null for none.
const clang::Decl *outermostBlock(const clang::FunctionDecl *function) {
  const clang::Decl *outermost = nullptr;
  for (const clang::DeclContext *c = blockAround(function); !c->isTranslationUnit(); c = c->getLexicalParent())
    outermost = clang::cast<clang::Decl>(c);
  return outermost;
}

/// The last of the functions used that is defined behind the adjoint's own; null for none.
const clang::FunctionDecl *lastUsedBehind(const MainFile &file, const GeneratedAdjoint &adjoint) {
  const clang::FunctionDecl *last = nullptr;
  size_t end = file.endOf(adjoint.target->function);
  for (const clang::FunctionDecl *used : adjoint.uses)
    if (file.holds(used->getBodyRBrace()) && file.endOf(used) > end) {
      last = used;
      end = file.endOf(used);
    }
  return last;
}

} // namespace

bool standsBehindItsFunction(const frontend::LoweredUnit &unit, const GeneratedAdjoint &adjoint) {
  return !lastUsedBehind(MainFile(unit.ast.getSourceManager()), adjoint);
}

size_t offsetOfDefinitions(const frontend::LoweredUnit &unit, const GeneratedAdjoint &adjoint) {
  MainFile file(unit.ast.getSourceManager());
  const clang::FunctionDecl *last = lastUsedBehind(file, adjoint);
  return file.endOf(last ? last : adjoint.target->function);
}

std::string inNamespacesOf(const clang::DeclContext *scope, const std::string &text) {
  std::string opened, closed;
  for (const clang::DeclContext *c = scope; !c->isTranslationUnit(); c = c->getParent()) {
    const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(c);
    if (!space)
      continue;
    std::string name = space->isAnonymousNamespace() ? "" : space->getNameAsString() + " ";
    opened = (space->isInline() ? "inline namespace " : "namespace ") + name + "{\n" + opened;
    closed += "} // namespace" + (name.empty() ? "" : " " + space->getNameAsString()) + "\n";
  }
  if (opened.empty())
    return text;
  return opened + "\n" + llvm::StringRef(text).trim('\n').str() + "\n\n" + closed;
}

namespace {
/// Of a function in a header: behind the directive that includes it.
void placeBehindInclude(const MainFile &file, const GeneratedAdjoint &adjoint, Edits &edits) {
  const clang::FunctionDecl *function = adjoint.target->function, *last = lastUsedBehind(file, adjoint);
  size_t offset = file.endOfLine(file.offsetOf((last ? last : function)->getBodyRBrace()));
  std::string text = inNamespacesOf(function->getDeclContext(), adjoint.definitions);
  edits.insert(offset, "\n\n" + llvm::StringRef(text).trim('\n').str());
}
} // namespace

void place(const frontend::LoweredUnit &unit, const GeneratedAdjoint &adjoint, Edits &edits) {
  MainFile file(unit.ast.getSourceManager());
  const clang::FunctionDecl *function = adjoint.target->function;
  if (!file.holds(function->getBodyRBrace()))
    return placeBehindInclude(file, adjoint, edits);
  size_t end = file.endOf(function);
  std::string indentation = file.indentationOf(function);
  const clang::FunctionDecl *last = lastUsedBehind(file, adjoint);
  if (!last)
    return insertBehind(file, end, adjoint.definitions, indentation, edits);
  insertBehind(file, end, adjoint.declaration, indentation, edits);
  if (blockAround(last) == blockAround(function))
    return insertBehind(file, file.endOf(last), adjoint.definitions, indentation, edits);
  const clang::Decl *block = outermostBlock(last);
  size_t endOfLast = block ? file.offsetOfBrace(block->getEndLoc()) : file.endOf(last);
  insertBehind(file, endOfLast, inNamespacesOf(function->getDeclContext(), adjoint.definitions), "", edits);
}

} // namespace adjoint::driver
