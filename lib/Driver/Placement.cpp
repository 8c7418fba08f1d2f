// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Placement.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringRef.h"

namespace adjoint::driver {

namespace {

/// The directive in the main file by which something in a header is included; invalid if there is none there.
clang::SourceLocation inMainFile(const clang::SourceManager &sources, clang::SourceLocation where) {
  where = sources.getExpansionLoc(where);
  while (where.isValid() && !sources.isWrittenInMainFile(where))
    where = sources.getIncludeLoc(sources.getFileID(where));
  return where;
}

/// Positions in the main file.
class MainFile {
public:
  explicit MainFile(const clang::SourceManager &sources)
      : sources(sources), text(sources.getBufferData(sources.getMainFileID())) {}

  bool holds(clang::SourceLocation where) const { return sources.isWrittenInMainFile(sources.getExpansionLoc(where)); }
  bool includes(clang::SourceLocation where) const { return inMainFile(sources, where).isValid(); }
  size_t offsetOf(clang::SourceLocation where) const { return offsetInMainFile(sources, where); }
  /// Of the brace, or of the last character of the macro call that it comes from.
  size_t offsetOfBrace(clang::SourceLocation brace) const {
    clang::SourceLocation last = sources.getExpansionRange(brace).getEnd();
    if (!brace.isMacroID() || !sources.isWrittenInMainFile(last))
      return offsetOf(brace);
    return sources.getFileOffset(last) + clang::Lexer::MeasureTokenLength(last, sources, clang::LangOptions()) - 1;
  }
  /// Of the semicolon behind a declaration; of one inside its class, of that behind the outermost class.
  size_t endOfDeclaration(const clang::FunctionDecl *function) const {
    if (outermostClass(function))
      return endOf(function);
    return text.find(';', offsetOfBrace(function->getEndLoc())); // only attributes may stand between
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

size_t offsetInMainFile(const clang::SourceManager &sources, clang::SourceLocation where) {
  clang::SourceLocation there = inMainFile(sources, where);
  return there.isValid() ? sources.getFileOffset(there) : 0;
}

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
    const auto *linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(c);
    if (linkage && linkage->hasBraces() && linkage->getLanguage() == clang::LinkageSpecLanguageIDs::C) {
      opened = "extern \"C\" {\n" + opened;
      closed += "} // extern \"C\"\n";
    }
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
/// Of something in a header: behind the directive that includes it, or at the beginning of the file.
void insertBehindInclude(const MainFile &file, clang::SourceLocation where, const std::string &text, Edits &edits) {
  std::string lines = llvm::StringRef(text).trim('\n').str();
  if (file.includes(where))
    edits.insert(file.endOfLine(file.offsetOf(where)), "\n\n" + lines);
  else
    edits.insert(0, lines + "\n\n");
}

void placeBehindInclude(const MainFile &file, const GeneratedAdjoint &adjoint, Edits &edits) {
  const clang::FunctionDecl *function = adjoint.target->function, *last = lastUsedBehind(file, adjoint);
  insertBehindInclude(file, (last ? last : function)->getBodyRBrace(),
                      inNamespacesOf(function->getDeclContext(), adjoint.definitions), edits);
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
