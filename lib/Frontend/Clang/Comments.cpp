// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Clang/Comments.h"

#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "llvm/ADT/StringExtras.h"

#include <vector>

namespace adjoint::frontend {

namespace {

/// The line that ends before `offset` (at a newline, or at the end of the text).
llvm::StringRef lineBefore(llvm::StringRef text, size_t offset) {
  size_t start = text.substr(0, offset).rfind('\n');
  return text.slice(start == llvm::StringRef::npos ? 0 : start + 1, offset);
}

/// Lines of a block comment, as line comments.
void appendBlock(llvm::StringRef block, std::vector<std::string> &lines) {
  block.consume_front("/*");
  block.consume_back("*/");
  while (!block.empty()) {
    auto [line, rest] = block.split('\n');
    line = line.trim();
    line.consume_front("*");
    line = line.trim();
    if (!line.empty())
      lines.push_back(("// " + line).str());
    block = rest;
  }
}

bool isPragma(llvm::StringRef line) { return line.starts_with("#pragma") || line.starts_with("_Pragma"); }

} // namespace

std::string Comments::around(const clang::Stmt *s) const {
  clang::SourceLocation begin = sources.getExpansionLoc(s->getBeginLoc());
  if (begin.isInvalid())
    return "";
  std::string text = before(begin);
  bool isWholeLine = clang::isa<clang::Expr, clang::DeclStmt, clang::ReturnStmt>(s);
  if (!isWholeLine)
    return text;
  std::string trailing = behind(sources.getExpansionRange(s->getEndLoc()).getEnd());
  if (!text.empty() && !trailing.empty())
    text += "\n";
  return text + trailing;
}

/// Walks up from the statement, line by line, as long as there are comments.
std::string Comments::before(clang::SourceLocation begin) const {
  auto [file, offset] = sources.getDecomposedLoc(begin);
  llvm::StringRef text = sources.getBufferData(file);
  if (!lineBefore(text, offset).trim().empty())
    return "";
  std::vector<std::string> lines; // bottom up
  size_t end = text.substr(0, offset).rfind('\n');
  while (end != llvm::StringRef::npos) {
    llvm::StringRef line = lineBefore(text, end).trim();
    size_t start = end - lineBefore(text, end).size();
    if (line.starts_with("//")) {
      lines.push_back(line.str());
    } else if (line.ends_with("*/")) {
      size_t open = text.substr(0, end).rfind("/*");
      if (open == llvm::StringRef::npos || !lineBefore(text, open).trim().empty())
        break;
      std::vector<std::string> block;
      appendBlock(text.slice(open, end).trim(), block);
      lines.insert(lines.end(), block.rbegin(), block.rend());
      start = open - lineBefore(text, open).size();
    } else if (!isPragma(line)) {
      break;
    }
    if (start == 0)
      break;
    end = start - 1;
  }
  std::string result;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line)
    result += (result.empty() ? "" : "\n") + *line;
  return result;
}

/// What follows on the line of the statement's last token and its semicolon.
std::string Comments::behind(clang::SourceLocation end) const {
  clang::SourceLocation after = clang::Lexer::getLocForEndOfToken(end, 0, sources, language);
  if (after.isInvalid())
    return "";
  auto [file, offset] = sources.getDecomposedLoc(after);
  llvm::StringRef rest = sources.getBufferData(file).substr(offset).split('\n').first.trim();
  rest.consume_front(";");
  rest = rest.trim();
  if (rest.starts_with("//"))
    return rest.str();
  std::vector<std::string> lines;
  if (rest.starts_with("/*") && rest.find("*/") == rest.size() - 2)
    appendBlock(rest, lines);
  return llvm::join(lines, "\n");
}

std::string Comments::outermostMacro(clang::SourceLocation where) const {
  if (!where.isMacroID())
    return "";
  llvm::SmallVector<char, 32> buffer;
  return clang::Lexer::getSpelling(sources.getExpansionLoc(where), buffer, sources, language).str();
}

namespace {
/// Does the macro, with those that it expands to, mean what it meant at an earlier place? __LINE__ and __COUNTER__ never do.
bool isUnchangedSince(clang::SourceLocation where, const clang::IdentifierInfo *name, clang::Preprocessor &preprocessor,
                      unsigned depth = 0) {
  constexpr unsigned deepest = 32;
  const clang::MacroInfo *now = preprocessor.getMacroInfo(name);
  const clang::MacroInfo *then = preprocessor.getMacroDefinitionAtLoc(name, where).getMacroInfo();
  if (now != then || !now)
    return now == then;
  if (depth == deepest || now->isBuiltinMacro())
    return false;
  return std::all_of(now->tokens_begin(), now->tokens_end(), [&](const clang::Token &token) {
    const clang::IdentifierInfo *part = token.getIdentifierInfo();
    return !part || part == name || isUnchangedSince(where, part, preprocessor, depth + 1);
  });
}
} // namespace

std::string Comments::macroSpelling(const clang::Expr *e, clang::Preprocessor &preprocessor) const {
  clang::SourceLocation begin = e->getBeginLoc(), end = e->getEndLoc();
  if (!begin.isMacroID() || !end.isMacroID())
    return "";
  clang::SourceLocation first, last;
  bool isWhole = clang::Lexer::isAtStartOfMacroExpansion(begin, sources, language, &first) &&
                 clang::Lexer::isAtEndOfMacroExpansion(end, sources, language, &last) && first == last;
  if (!isWhole)
    return "";
  llvm::SmallVector<char, 32> buffer;
  llvm::StringRef name = clang::Lexer::getSpelling(first, buffer, sources, language);
  const clang::IdentifierInfo *identifier = preprocessor.getIdentifierInfo(name);
  const clang::MacroInfo *macro = preprocessor.getMacroInfo(identifier);
  bool isUsable = macro && macro->isObjectLike() && isUnchangedSince(first, identifier, preprocessor);
  return isUsable ? name.str() : "";
}

} // namespace adjoint::frontend
