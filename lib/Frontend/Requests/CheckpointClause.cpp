// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Requests/CheckpointClause.h"

#include "llvm/ADT/StringSwitch.h"

#include <utility>

namespace adjoint::frontend {

using Scheme = ir::Checkpoint::Scheme;

namespace {

constexpr uint64_t million = 1000 * 1000;

/// `20`, or with a unit `200MB`.
std::optional<uint64_t> numberIn(llvm::StringRef text, bool isBytes) {
  uint64_t number = 0;
  if (text.consumeInteger(10, number) || number == 0)
    return std::nullopt;
  const uint64_t unit = !isBytes ? (text.empty() ? 1 : 0)
                                 : llvm::StringSwitch<uint64_t>(text)
                                       .Case("", 1)
                                       .Case("B", 1)
                                       .Case("kB", 1000)
                                       .Case("KB", 1000)
                                       .Case("MB", million)
                                       .Case("GB", 1000 * million)
                                       .Case("TB", million * million)
                                       .Default(0);
  if (unit == 0 || number > UINT64_MAX / unit)
    return std::nullopt;
  return number * unit;
}

class Clause {
public:
  Clause(clang::Preprocessor &preprocessor, clang::Token &token) : preprocessor(preprocessor), token(token) {}

  std::optional<CheckpointPragma> parse() {
    CheckpointPragma found;
    found.request.scheme = Scheme::Memory;
    found.request.number = 256 * million;
    const bool isInParentheses = take(clang::tok::l_paren);
    bool hasScheme = false;
    while (token.isNot(clang::tok::eod) && token.isNot(clang::tok::r_paren)) {
      const std::string name = preprocessor.getSpelling(token);
      if (name == "extent" ? !extent(found) : name == "disk" ? !disk(found.request) : !scheme(found.request, hasScheme))
        return std::nullopt;
      take(clang::tok::comma);
    }
    if (isInParentheses && !take(clang::tok::r_paren))
      return std::nullopt;
    return found;
  }

  std::optional<CheckpointPragma> parseFixedPoint() {
    CheckpointPragma found;
    found.request.scheme = Scheme::FixedPoint;
    found.request.tolerance = 1e-12;
    while (token.isNot(clang::tok::eod)) {
      const bool isExtent = preprocessor.getSpelling(token) == "extent";
      if (isExtent ? !extent(found) : !tolerance(found.request.tolerance))
        return std::nullopt;
    }
    return found;
  }

private:
  /// `tolerance(1e-10)`
  bool tolerance(double &to) {
    if (preprocessor.getSpelling(token) != "tolerance")
      return false;
    preprocessor.LexUnexpandedToken(token);
    if (!take(clang::tok::l_paren) || token.is(clang::tok::eod))
      return false;
    const bool isNumber = !llvm::StringRef(preprocessor.getSpelling(token)).getAsDouble(to) && to > 0.0 && to < 1.0;
    preprocessor.LexUnexpandedToken(token);
    return isNumber && take(clang::tok::r_paren);
  }

  /// `extent(u, n * n)`
  bool extent(CheckpointPragma &to) {
    preprocessor.LexUnexpandedToken(token);
    if (!take(clang::tok::l_paren))
      return false;
    CheckpointPragma::Extent found;
    found.pointer = preprocessor.getSpelling(token);
    preprocessor.LexUnexpandedToken(token);
    if (!take(clang::tok::comma))
      return false;
    unsigned depth = 0;
    while (token.isNot(clang::tok::eod) && (depth != 0 || token.isNot(clang::tok::r_paren))) {
      depth += token.is(clang::tok::l_paren);
      depth -= token.is(clang::tok::r_paren);
      found.count.push_back(preprocessor.getSpelling(token));
      preprocessor.LexUnexpandedToken(token);
    }
    to.extents.push_back(found);
    return !found.count.empty() && take(clang::tok::r_paren);
  }

  /// `disk("directory")`
  bool disk(ir::Checkpoint &to) {
    preprocessor.LexUnexpandedToken(token);
    if (!to.directory.empty() || !take(clang::tok::l_paren) || token.isNot(clang::tok::string_literal))
      return false;
    to.directory = preprocessor.getSpelling(token);
    preprocessor.LexUnexpandedToken(token);
    return take(clang::tok::r_paren);
  }

  /// One at the most.
  bool scheme(ir::Checkpoint &to, bool &hasScheme) {
    if (std::exchange(hasScheme, true))
      return false;
    const std::string name = preprocessor.getSpelling(token);
    preprocessor.LexUnexpandedToken(token);
    if (name == "recursive") {
      to.scheme = Scheme::Recursive;
      return true;
    }
    const std::optional<Scheme> known = llvm::StringSwitch<std::optional<Scheme>>(name)
                                            .Case("snapshots", Scheme::Snapshots)
                                            .Case("memory", Scheme::Memory)
                                            .Case("every", Scheme::Every)
                                            .Default(std::nullopt);
    if (!known || !take(clang::tok::l_paren) || token.is(clang::tok::eod))
      return false;
    const std::optional<uint64_t> number = numberIn(preprocessor.getSpelling(token), *known == Scheme::Memory);
    preprocessor.LexUnexpandedToken(token);
    to.scheme = *known;
    to.number = number.value_or(0);
    return number && take(clang::tok::r_paren);
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

std::optional<uint64_t> numberOfBytes(llvm::StringRef text) { return numberIn(text, true); }

std::optional<CheckpointPragma> parseCheckpoint(clang::Preprocessor &preprocessor, clang::Token &token) {
  return Clause(preprocessor, token).parse();
}

std::optional<CheckpointPragma> parseFixedPoint(clang::Preprocessor &preprocessor, clang::Token &token) {
  return Clause(preprocessor, token).parseFixedPoint();
}

} // namespace adjoint::frontend
