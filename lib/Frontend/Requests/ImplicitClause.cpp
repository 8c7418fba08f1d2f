// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Requests/ImplicitClause.h"

namespace adjoint::frontend {

namespace {

class ImplicitParser {
public:
  ImplicitParser(clang::Preprocessor &preprocessor, clang::Token &token) : preprocessor(preprocessor), token(token) {}

  std::optional<ImplicitPragma> parse() {
    ImplicitPragma found;
    if (!take(clang::tok::l_paren) || !name(found.unknown) || !take(clang::tok::colon) || !name(found.function) ||
        !take(clang::tok::l_paren))
      return std::nullopt;
    do {
      std::string &arg = found.args.emplace_back();
      if (!(token.is(clang::tok::numeric_constant) ? word(arg) : name(arg)))
        return std::nullopt;
    } while (take(clang::tok::comma));
    if (!take(clang::tok::r_paren) || !take(clang::tok::r_paren))
      return std::nullopt;
    if (preprocessor.getSpelling(token) == "solver" && !solver(found))
      return std::nullopt;
    if (token.isNot(clang::tok::eod))
      return extent(found) ? std::optional(found) : std::nullopt;
    return found;
  }

private:
  /// `ns::f`
  bool name(std::string &to) {
    while (token.getIdentifierInfo() || token.is(clang::tok::coloncolon))
      word(to);
    return !to.empty();
  }

  bool word(std::string &to) {
    to += preprocessor.getSpelling(token);
    preprocessor.LexUnexpandedToken(token);
    return true;
  }

  /// `solver(gmres)` or `solver(dense)`
  bool solver(ImplicitPragma &to) {
    preprocessor.LexUnexpandedToken(token);
    std::string which;
    if (!take(clang::tok::l_paren) || !name(which) || !take(clang::tok::r_paren))
      return false;
    to.isMatrixFree = which == "gmres";
    return to.isMatrixFree || which == "dense";
  }

  /// `extent(x, n)`, in the syntax of a checkpoint.
  bool extent(ImplicitPragma &to) {
    if (preprocessor.getSpelling(token) != "extent")
      return false;
    const std::optional<CheckpointPragma> clause = parseCheckpoint(preprocessor, token);
    if (!clause || clause->extents.size() != 1 || clause->extents[0].pointer != to.unknown)
      return false;
    to.extent = clause->extents[0];
    return true;
  }

  bool take(clang::tok::TokenKind kind) {
    if (token.isNot(kind))
      return false;
    preprocessor.LexUnexpandedToken(token);
    return true;
  }

  clang::Preprocessor &preprocessor;
  clang::Token &token;
};

} // namespace

std::optional<ImplicitPragma> parseImplicit(clang::Preprocessor &preprocessor, clang::Token &token) {
  return ImplicitParser(preprocessor, token).parse();
}

} // namespace adjoint::frontend
