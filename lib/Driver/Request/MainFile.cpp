// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Request/MainFile.h"

#include "clang/Lex/Lexer.h"

namespace adjoint::driver {

namespace {
/// The one around the function or class, or that class itself.
const clang::RecordDecl *outermostClass(const clang::Decl *decl) {
  const auto *outermost = llvm::dyn_cast<clang::RecordDecl>(decl);
  for (const clang::DeclContext *c = decl->getLexicalDeclContext(); c->isRecord(); c = c->getLexicalParent())
    outermost = clang::cast<clang::RecordDecl>(c);
  return outermost;
}
} // namespace

clang::SourceLocation MainFile::inMainFile(clang::SourceLocation where) const {
  where = sources.getExpansionLoc(where);
  while (where.isValid() && !sources.isWrittenInMainFile(where))
    where = sources.getIncludeLoc(sources.getFileID(where));
  return where;
}

size_t MainFile::offsetOf(clang::SourceLocation where) const {
  clang::SourceLocation there = inMainFile(where);
  return there.isValid() ? sources.getFileOffset(there) : 0;
}

size_t MainFile::offsetOfBrace(clang::SourceLocation brace) const {
  clang::SourceLocation last = sources.getExpansionRange(brace).getEnd();
  if (!brace.isMacroID() || !sources.isWrittenInMainFile(last))
    return offsetOf(brace);
  return sources.getFileOffset(last) + clang::Lexer::MeasureTokenLength(last, sources, clang::LangOptions()) - 1;
}

size_t MainFile::endOfDeclaration(const clang::FunctionDecl *function) const {
  if (outermostClass(function))
    return endOf(function);
  return text.find(';', offsetOfBrace(function->getEndLoc())); // only attributes may stand between
}

size_t MainFile::endOf(const clang::Decl *definition) const {
  const clang::RecordDecl *outermost = outermostClass(definition);
  if (!outermost)
    return offsetOfBrace(llvm::cast<clang::FunctionDecl>(definition)->getBodyRBrace());
  size_t brace = offsetOfBrace(outermost->getBraceRange().getEnd());
  return std::min(text.find(';', brace), text.size() - 1);
}

size_t MainFile::endOfPragma(clang::SourceLocation where) const {
  size_t begin = offsetOf(where);
  if (begin == text.size()) // it is no part of the file
    return begin - 1;
  if (text.substr(begin).starts_with("_Pragma"))
    return text.find("\")", begin) + 1;
  if (text[begin] != '#')
    return begin + clang::Lexer::MeasureTokenLength(sources.getExpansionLoc(where), sources, clang::LangOptions()) - 1;
  size_t end = endOfLine(begin);
  while (end != text.size() && text.slice(begin, end).rtrim(" \t\r").ends_with("\\"))
    end = endOfLine(end + 1);
  return end - 1;
}

std::string MainFile::indentationOf(const clang::FunctionDecl *function) const {
  const clang::RecordDecl *outermost = outermostClass(function);
  return indentationAt(offsetOf(outermost ? outermost->getOuterLocStart() : function->getOuterLocStart()));
}

std::string MainFile::indentationAt(size_t offset) const {
  size_t start = text.substr(0, offset).rfind('\n') + 1; // npos + 1 is 0
  llvm::StringRef line = text.slice(start, offset);
  return line.take_while([](char c) { return c == ' ' || c == '\t'; }).str();
}

size_t MainFile::behind(size_t end) const {
  llvm::StringRef rest = text.substr(end + 1).split('\n').first;
  llvm::StringRef trimmed = rest.trim();
  bool isRestOfLine = trimmed.empty() || trimmed.starts_with("//");
  return isRestOfLine ? end + 1 + rest.size() : end + 1;
}

} // namespace adjoint::driver
