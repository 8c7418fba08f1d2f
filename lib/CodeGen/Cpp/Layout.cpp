// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Cpp/Layout.h"

#include <algorithm>
#include <vector>

namespace adjoint::codegen {

namespace {

constexpr unsigned ColumnLimit = 100;
constexpr unsigned ContinuationIndent = 4;

constexpr char Comma = '\x10'; // and a level's mark is as much greater as its level
constexpr char Assign = '\x0e';

bool isMark(char c) { return c == Assign || (c >= Comma && c <= '\x1f'); }

unsigned penaltyOf(char mark, size_t depth) {
  if (mark == Assign)
    return 1000000;
  return static_cast<unsigned>(depth) * 32 + static_cast<unsigned>(mark - Comma);
}

/// A mark that a line could be broken at.
struct Candidate {
  size_t position;
  unsigned penalty;
  unsigned column;              ///< of the mark
  std::vector<unsigned> openAt; ///< columns that follow the parentheses open there
};

/// Everything on one line from `begin`: what breaks there are, and whether none is needed.
struct Line {
  std::vector<Candidate> candidates;
  bool fits = true;
};

/// The end of a string or character literal that begins at `begin`, else `begin`.
size_t endOfQuoted(const std::string &text, size_t begin) {
  char quote = text[begin];
  bool isSeparator = quote == '\'' && begin > 0 && std::isalnum(static_cast<unsigned char>(text[begin - 1]));
  if ((quote != '"' && quote != '\'') || isSeparator)
    return begin;
  for (size_t i = begin + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == quote)
      return i;
  }
  return begin;
}

Line scan(const std::string &text, size_t begin, unsigned column, std::vector<unsigned> openAt) {
  Line line;
  for (size_t i = begin; i < text.size(); ++i, ++column) {
    char c = text[i];
    if (isMark(c)) {
      // A break past the limit serves only if there is none before it.
      if (column <= ColumnLimit || line.candidates.empty())
        line.candidates.push_back({i, penaltyOf(c, openAt.size()), column, openAt});
      continue;
    }
    size_t end = endOfQuoted(text, i);
    column += static_cast<unsigned>(end - i);
    i = end;
    if (c == '(' || c == '[' || c == '{')
      openAt.push_back(column + 1);
    else if ((c == ')' || c == ']' || c == '}') && !openAt.empty())
      openAt.pop_back();
  }
  line.fits = column <= ColumnLimit;
  return line;
}

const Candidate *best(const Line &line, unsigned startColumn) {
  // A break that leaves little on its line helps little.
  unsigned early = startColumn + (ColumnLimit > startColumn ? (ColumnLimit - startColumn) / 4 : 0);
  const Candidate *chosen = nullptr;
  for (const Candidate &c : line.candidates) {
    bool better = !chosen || (chosen->column < early) || c.penalty <= chosen->penalty;
    if (better)
      chosen = &c;
  }
  return chosen;
}

} // namespace

char breakMark(Level level) { return static_cast<char>(Comma + static_cast<int>(level)); }
char commaMark() { return Comma; }
char assignMark() { return Assign; }

std::string flat(std::string marked) {
  for (char &c : marked)
    if (isMark(c))
      c = ' ';
  return marked;
}

std::string layout(const std::string &marked, unsigned indent) {
  std::string out(indent, ' ');
  size_t begin = 0;
  unsigned column = indent;
  std::vector<unsigned> openAt;
  while (true) {
    Line line = scan(marked, begin, column, openAt);
    const Candidate *chosen = line.fits ? nullptr : best(line, column);
    if (!chosen)
      break;
    out += flat(marked.substr(begin, chosen->position - begin)) + "\n";
    openAt = chosen->openAt;
    column = openAt.empty() ? indent + ContinuationIndent : openAt.back();
    if (column > ColumnLimit / 2 + indent)
      column = indent + ContinuationIndent;
    out += std::string(column, ' ');
    begin = chosen->position + 1;
  }
  return out + flat(marked.substr(begin)) + "\n";
}

} // namespace adjoint::codegen
