// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Requests/PragmaHandler.h"

#include "Frontend/Clang/Diagnostics.h"
#include "Frontend/Clang/Markers.h"
#include "Frontend/Requests/CheckpointClause.h"
#include "Frontend/Requests/NamedFunction.h"

#include "clang/Lex/Lexer.h"

namespace adjoint::frontend {

namespace {

/// Raw tokens of a file from some place on.
class RawTokens {
public:
  RawTokens(const clang::SourceManager &sources, const clang::LangOptions &language, clang::SourceLocation start)
      : text(sources.getBufferData(sources.getFileID(start))),
        lexer(sources.getLocForStartOfFile(sources.getFileID(start)), language, text.begin(),
              text.begin() + sources.getFileOffset(start), text.end()) {}

  clang::Token next() {
    clang::Token token;
    lexer.LexFromRawLexer(token);
    return token;
  }

private:
  llvm::StringRef text;
  clang::Lexer lexer;
};

/// The first token that belongs to no pragma, from `start` on. Starts at a `#`, `_Pragma` or a macro
/// that expands to one.
clang::SourceLocation skipPragmas(const clang::SourceManager &sources, const clang::LangOptions &language,
                                  clang::SourceLocation start) {
  RawTokens tokens(sources, language, start);
  clang::Token token = tokens.next();
  bool isFirst = true;
  while (token.isNot(clang::tok::eof)) {
    bool isWord = token.is(clang::tok::raw_identifier);
    if (token.is(clang::tok::hash) && (token.isAtStartOfLine() || isFirst)) {
      do
        token = tokens.next();
      while (token.isNot(clang::tok::eof) && !token.isAtStartOfLine());
    } else if (isWord && token.getRawIdentifier() == "_Pragma") {
      for (int i = 0; i < 4; ++i) // ( "..." ) and the next
        token = tokens.next();
    } else if (isFirst || (isWord && token.getRawIdentifier() == "ADJOINT")) {
      token = tokens.next();
    } else {
      break;
    }
    isFirst = false;
  }
  return token.getLocation();
}

struct Directive {
  const char *name;
  std::vector<PragmaKind> kinds; ///< of what it asks for
};
/// Empty for what is none.
std::vector<PragmaKind> kindsOf(llvm::StringRef name) {
  static const Directive directives[] = {
      {"reverse", {PragmaKind::Reverse}},
      {"tangent", {PragmaKind::Tangent}},
      {"hessian_vector", {PragmaKind::HessianVector}},
      {"jacobian", {PragmaKind::Reverse, PragmaKind::Tangent}},
      {"hessian", {PragmaKind::Reverse, PragmaKind::HessianVector}},
      {"derivative_of", {PragmaKind::DerivativeOf}},
      {"tangent_of", {PragmaKind::TangentOf}},
      {"forward_of", {PragmaKind::ForwardOf}},
      {"reverse_of", {PragmaKind::ReverseOf}},
      {"passive", {PragmaKind::Passive}},
      {"differences", {PragmaKind::Differences}},
      {"noprimal", {PragmaKind::NoPrimal}},
      {"notbr", {PragmaKind::NoTbr}},
      {"record", {PragmaKind::Record}},
      {"recompute", {PragmaKind::Recompute}},
      {"checkpoint", {PragmaKind::Checkpoint}},
      {"fixed_point", {PragmaKind::FixedPoint}},
      {"implicit", {PragmaKind::Implicit}},
      {"argmin", {PragmaKind::Implicit}},
      {"sums", {PragmaKind::Sums}},
  };
  for (const Directive &directive : directives)
    if (name == directive.name)
      return directive.kinds;
  return {};
}

/// How many columns of a matrix are computed at once where nothing is said: what fits into the vector registers of most machines.
constexpr unsigned matrixWidth = 4;

/// Of a matrix, what several directions at once are asked for in; empty: it is no matrix.
std::vector<PragmaKind> wideKindsOf(llvm::StringRef directive) {
  if (directive == "jacobian")
    return kindsOf(directive);
  return directive == "hessian" ? std::vector<PragmaKind>{PragmaKind::HessianVector} : std::vector<PragmaKind>();
}

} // namespace

/// Is it a call of a macro whose parentheses the file does not close?
static bool isEndlessCall(clang::Preprocessor &preprocessor, const clang::Token &name, RawTokens &behind) {
  if (name.isNot(clang::tok::raw_identifier))
    return false;
  const clang::MacroInfo *macro = preprocessor.getMacroInfo(preprocessor.getIdentifierInfo(name.getRawIdentifier()));
  clang::Token token = macro && macro->isFunctionLike() ? behind.next() : name;
  if (token.isNot(clang::tok::l_paren))
    return false;
  for (unsigned depth = 1; depth != 0 && token.isNot(clang::tok::eof);) {
    token = behind.next();
    depth += token.is(clang::tok::l_paren);
    depth -= token.is(clang::tok::r_paren);
  }
  return token.is(clang::tok::eof);
}

/// Would the next token be the last of the file? Lexing on would destroy the lexer that the pragma was found by.
/// Tokens that a pragma inside has entered again come from no file: then it is the file below them that counts.
static bool isAtEndOfFile(clang::Preprocessor &preprocessor, clang::FileID file, bool isNested) {
  const clang::PreprocessorLexer *current =
      isNested ? preprocessor.getCurrentFileLexer() : preprocessor.getCurrentLexer();
  const auto *lexer = static_cast<const clang::Lexer *>(current);
  if (!lexer || lexer->isPragmaLexer() || lexer->getFileID() != file)
    return false;
  const clang::SourceManager &sources = preprocessor.getSourceManager();
  unsigned offset = lexer->getBufferLocation() - lexer->getBuffer().data();
  RawTokens tokens(sources, preprocessor.getLangOpts(), sources.getLocForStartOfFile(file).getLocWithOffset(offset));
  clang::Token token = tokens.next();
  while (token.is(clang::tok::hash) && token.isAtStartOfLine()) // a directive
    do
      token = tokens.next();
    while (token.isNot(clang::tok::eof) && !token.isAtStartOfLine());
  return token.is(clang::tok::eof) || isEndlessCall(preprocessor, token, tokens);
}

/// Is there nothing behind the pragma?
static bool isAtEnd(clang::Preprocessor &preprocessor, const Pragma &pragma) {
  const clang::SourceManager &sources = preprocessor.getSourceManager();
  const auto [file, anchor] = sources.getDecomposedExpansionLoc(pragma.anchor);
  return anchor == sources.getBufferData(file).size() || isAtEndOfFile(preprocessor, file, false);
}

void PragmaHandler::HandlePragma(clang::Preprocessor &preprocessor, clang::PragmaIntroducer introducer,
                                 clang::Token &) {
  const clang::SourceManager &sources = preprocessor.getSourceManager();
  Pragma pragma;
  pragma.where = sources.getExpansionLoc(introducer.Loc);
  pragma.anchor = skipPragmas(sources, preprocessor.getLangOpts(), pragma.where);
  named.clear();
  ahead = 0; // a pragma is read from a file, when all that was entered before it has been
  if (!parse(preprocessor, pragma))
    return;
  if (introducer.Loc.isMacroID())
    pragma.anchor = anchorInMacro(preprocessor, pragma);
  const unsigned first = pragma.first = table.all().size();
  const bool isMatrix = !wideKindsOf(pragma.directive).empty();
  const unsigned width = isMatrix ? std::exchange(pragma.width, 0) : 0;
  const std::string widthName = isMatrix ? std::exchange(pragma.widthName, "") : "";
  for (PragmaKind kind : kindsOf(pragma.directive)) {
    pragma.kind = kind;
    pragma.value &= kind != PragmaKind::Tangent; // which has it always
    table.add(pragma);
  }
  pragma.widthName = widthName;
  if (isMatrix && width != 1)
    addMatrixRequests(pragma, width != 0 ? width : matrixWidth);
  if (!named.empty())
    enterNamed(preprocessor, first, table.all().size(), pragma.where, named);
  else if (isRequest(pragma.kind))
    reenter(preprocessor, first);
}

/// What the same macro says behind the pragma; what the file says, where that is nothing.
clang::SourceLocation PragmaHandler::anchorInMacro(clang::Preprocessor &preprocessor, const Pragma &pragma) {
  const clang::SourceManager &sources = preprocessor.getSourceManager();
  if (isAtEnd(preprocessor, pragma))
    return pragma.anchor;
  clang::Token next;
  preprocessor.Lex(next);
  preprocessor.EnterToken(next, /*IsReinject=*/true);
  const bool isOfMacro = next.getLocation().isMacroID() && sources.getExpansionLoc(next.getLocation()) == pragma.where;
  return isOfMacro ? next.getLocation() : pragma.anchor;
}

/// For the chunks of a matrix; what is rest is computed one by one.
void PragmaHandler::addMatrixRequests(Pragma pragma, unsigned width) {
  pragma.width = width;
  pragma.isForMatrix = true;
  pragma.value = false;
  for (PragmaKind kind : wideKindsOf(pragma.directive)) {
    pragma.kind = kind;
    table.add(pragma);
  }
}

bool PragmaHandler::malformed(DiagId why, clang::SourceLocation where, std::vector<std::string> args) {
  sink.report(why, locationOf(where), std::move(args));
  return false;
}

namespace {
/// Where the pragma of a derivative by hand notes what the word says; null: it is not one of those.
bool *promiseOf(Pragma &pragma, const std::string &word) {
  if (word == "nullable" && (pragma.kind == PragmaKind::ReverseOf || pragma.kind == PragmaKind::DerivativeOf))
    return &pragma.promises.isNullable;
  if (pragma.kind != PragmaKind::ReverseOf)
    return nullptr;
  return word == "restores" ? &pragma.promises.restores : word == "communicates" ? &pragma.promises.communicates : nullptr;
}
} // namespace

// --------------------------------------------------------------- parsing

/// `(atomic)`
static bool parseSums(clang::Preprocessor &preprocessor, clang::Token &token, ir::ParallelLoop::Sums &sums) {
  using Sums = ir::ParallelLoop::Sums;
  std::string words;
  for (; token.isNot(clang::tok::eod); preprocessor.LexUnexpandedToken(token))
    words += preprocessor.getSpelling(token);
  sums = words == "(atomic)" ? Sums::Atomic : words == "(disjoint)" ? Sums::Disjoint : Sums::Found;
  return sums != Sums::Found;
}

bool PragmaHandler::parse(clang::Preprocessor &preprocessor, Pragma &pragma) {
  clang::Token token;
  preprocessor.LexUnexpandedToken(token);
  std::string directive = token.is(clang::tok::eod) ? "" : preprocessor.getSpelling(token);
  const std::vector<PragmaKind> kinds = kindsOf(directive);
  if (kinds.empty()) {
    sink.report(DiagId::pragma_unknown, locationOf(pragma.where), {directive});
    return false;
  }
  pragma.kind = kinds.front();
  pragma.directive = directive;
  preprocessor.LexUnexpandedToken(token);
  if (isHandWritten(pragma.kind)) {
    std::optional<std::vector<std::string>> names = parseNames(preprocessor, token, directive, pragma.where);
    if (!names)
      return false;
    if (names->size() != 1)
      return malformed(DiagId::malformed_one_function, pragma.where, {directive});
    pragma.name = names->front();
    while (bool *said = token.is(clang::tok::identifier) ? promiseOf(pragma, preprocessor.getSpelling(token)) : nullptr) {
      *said = true;
      preprocessor.LexUnexpandedToken(token);
    }
  } else if (pragma.kind == PragmaKind::Checkpoint) {
    pragma.checkpoint = parseCheckpoint(preprocessor, token);
    if (!pragma.checkpoint)
      return malformed(DiagId::malformed_checkpoint, pragma.where, {});
  } else if (pragma.kind == PragmaKind::Differences) {
    if (!parseDifferences(preprocessor, token, pragma.differences))
      return malformed(DiagId::malformed_differences, pragma.where, {});
  } else if (pragma.kind == PragmaKind::Implicit) {
    pragma.implicit = parseImplicit(preprocessor, token);
    const bool isMinimum = directive == "argmin";
    if (!pragma.implicit)
      return malformed(isMinimum ? DiagId::malformed_argmin : DiagId::malformed_implicit, pragma.where, {});
    pragma.implicit->isMinimum = isMinimum;
  } else if (pragma.kind == PragmaKind::FixedPoint) {
    pragma.checkpoint = parseFixedPoint(preprocessor, token);
    if (!pragma.checkpoint)
      return malformed(DiagId::malformed_fixed_point, pragma.where, {});
  } else if (pragma.kind == PragmaKind::Sums) {
    if (!parseSums(preprocessor, token, pragma.sums))
      return malformed(DiagId::malformed_sums, pragma.where, {});
  } else if (isRequest(pragma.kind) && !parseClauses(preprocessor, token, directive, pragma)) {
    return false;
  }
  if (token.isNot(clang::tok::eod))
    return malformed(DiagId::malformed_rest, pragma.where, {directive, preprocessor.getSpelling(token)});
  return true;
}

bool PragmaHandler::parseClauses(clang::Preprocessor &preprocessor, clang::Token &token, const std::string &directive,
                                 Pragma &pragma) {
  const bool canHaveValue = pragma.kind != PragmaKind::Tangent, canHaveName = kindsOf(directive).size() == 1;
  const bool canHaveOrder = pragma.kind == PragmaKind::Tangent;
  while (token.isNot(clang::tok::eod)) {
    std::string clause = preprocessor.getSpelling(token);
    preprocessor.LexUnexpandedToken(token);
    if (clause == "value" && canHaveValue) {
      pragma.value = true;
      continue;
    }
    if (clause == "function") {
      if (!parseFunction(preprocessor, token, directive, pragma))
        return false;
      continue;
    }
    if (clause == "width" || (clause == "order" && canHaveOrder)) {
      if (!parseNumber(preprocessor, token, pragma, clause))
        return false;
      continue;
    }
    if (clause != "wrt" && clause != "of" && (clause != "name" || !canHaveName))
      return malformed(DiagId::malformed_clause, pragma.where,
                       {directive, clause, std::string(canHaveValue ? ", value" : "") + (canHaveName ? ", name(...)" : "") +
                           ", width(...)" + (canHaveOrder ? ", order(...)" : "")});
    std::optional<std::vector<std::string>> names = parseNames(preprocessor, token, directive, pragma.where);
    if (!names)
      return false;
    std::optional<std::vector<std::string>> &list = clause == "wrt" ? pragma.wrt : pragma.of;
    bool isRepeated = clause == "name" ? !pragma.name.empty() : list.has_value();
    if (isRepeated)
      return malformed(DiagId::malformed_twice, pragma.where, {directive, clause});
    if (clause != "name")
      list = std::move(names);
    else if (names->size() == 1 && names->front().find_first_of(":[.-") == std::string::npos)
      pragma.name = names->front();
    else
      return malformed(DiagId::malformed_name, pragma.where, {directive});
  }
  return true;
}

/// The one token that the macro stands for; itself, if it is none.
static clang::Token expanded(const clang::Preprocessor &preprocessor, const clang::Token &token) {
  const clang::IdentifierInfo *name = token.getIdentifierInfo();
  const clang::MacroInfo *macro = name ? preprocessor.getMacroInfo(name) : nullptr;
  return macro && macro->isObjectLike() && macro->getNumTokens() == 1 ? macro->getReplacementToken(0) : token;
}

/// `(4)`, and of a width `(N)`; the token behind it is lexed.
bool PragmaHandler::parseNumber(clang::Preprocessor &preprocessor, clang::Token &token, Pragma &pragma,
                                const std::string &clause) {
  const bool isWidth = clause == "width";
  unsigned &number = isWidth ? pragma.width : pragma.order;
  const bool hasWidth = pragma.width != 0 || !pragma.widthName.empty();
  if (hasWidth || pragma.order != 0)
    return malformed(DiagId::malformed_twice, pragma.where, {pragma.directive, hasWidth == isWidth ? clause : "width(...) or order"});
  std::string text;
  bool isName = false;
  if (token.is(clang::tok::l_paren)) {
    preprocessor.LexUnexpandedToken(token);
    for (bool isFirst = true; token.isOneOf(clang::tok::identifier, clang::tok::coloncolon, clang::tok::numeric_constant); isFirst = false) {
      const clang::Token part = isFirst ? expanded(preprocessor, token) : token;
      isName |= part.isNot(clang::tok::numeric_constant);
      text += preprocessor.getSpelling(part);
      preprocessor.LexUnexpandedToken(token);
    }
  }
  const bool isNumber = !isName && !llvm::StringRef(text).getAsInteger(0, number) && number >= 1 && number <= maxWidth;
  if (token.isNot(clang::tok::r_paren) || (!isNumber && !(isName && isWidth)))
    return malformed(DiagId::malformed_number, pragma.where, {pragma.directive, clause});
  if (isName)
    pragma.widthName = text;
  preprocessor.LexUnexpandedToken(token);
  return true;
}

/// `ridders step(1e-3)`, either of which may be missing; the token behind it is lexed.
bool PragmaHandler::parseDifferences(clang::Preprocessor &preprocessor, clang::Token &token, ir::Differences &into) {
  auto take = [&](clang::tok::TokenKind kind) {
    const bool is = token.is(kind);
    if (is)
      preprocessor.LexUnexpandedToken(token);
    return is;
  };
  while (token.is(clang::tok::identifier)) {
    const std::string clause = preprocessor.getSpelling(token);
    preprocessor.LexUnexpandedToken(token);
    if (clause == "ridders" && !into.isExtrapolated) {
      into.isExtrapolated = true;
      continue;
    }
    if (clause != "step" || !into.step.empty() || !take(clang::tok::l_paren) || token.isNot(clang::tok::numeric_constant))
      return false;
    into.step = preprocessor.getSpelling(token);
    double value = 0.0;
    if (llvm::StringRef(into.step).getAsDouble(value) || !(value > 0.0) || !take(clang::tok::numeric_constant) ||
        !take(clang::tok::r_paren))
      return false;
  }
  return true;
}

/// `(ns::f<double>)` or `(f(double, const double *))`: its tokens; the one behind it is lexed.
bool PragmaHandler::parseFunction(clang::Preprocessor &preprocessor, clang::Token &token,
                                  const std::string &directive, Pragma &pragma) {
  if (!pragma.function.empty())
    return malformed(DiagId::malformed_twice, pragma.where, {directive, "function"});
  unsigned depth = 0;
  while (token.isNot(clang::tok::eod)) {
    depth += token.is(clang::tok::l_paren);
    depth -= depth && token.is(clang::tok::r_paren);
    named.push_back(token);
    preprocessor.LexUnexpandedToken(token);
    if (depth == 0)
      break;
  }
  if (depth != 0 || named.size() < 3)
    return malformed(DiagId::malformed_function, pragma.where, {directive});
  named.erase(named.begin());
  named.pop_back();
  for (const clang::Token &part : named)
    pragma.function += (part.hasLeadingSpace() && !pragma.function.empty() ? " " : "") + preprocessor.getSpelling(part);
  return true;
}

/// `operator*`, `operator()`, `operator[]`, given the first of its tokens; it becomes the last.
static std::string operatorName(clang::Preprocessor &preprocessor, clang::Token &token) {
  preprocessor.LexUnexpandedToken(token);
  const bool isPair = token.isOneOf(clang::tok::l_paren, clang::tok::l_square);
  std::string name = "operator" + preprocessor.getSpelling(token);
  if (isPair) {
    preprocessor.LexUnexpandedToken(token);
    name += preprocessor.getSpelling(token);
  }
  return name;
}

/// `[1]`, `.x` or `->x` behind a name.
static bool isOfPart(const clang::Token &token) {
  return token.isOneOf(clang::tok::l_square, clang::tok::r_square, clang::tok::period, clang::tok::arrow, clang::tok::numeric_constant);
}

/// `(a, b, ns::c, T::operator*)`, and parts of parameters, to be refused by name; the token behind it is lexed.
std::optional<std::vector<std::string>> PragmaHandler::parseNames(clang::Preprocessor &preprocessor,
                                                                  clang::Token &token, const std::string &directive,
                                                                  clang::SourceLocation where) {
  std::vector<std::string> names;
  auto fail = [&](DiagId why) {
    malformed(why, where, {directive});
    return std::nullopt;
  };
  if (token.isNot(clang::tok::l_paren))
    return fail(DiagId::malformed_no_list);
  std::string name;
  for (preprocessor.LexUnexpandedToken(token); token.isNot(clang::tok::r_paren);
       preprocessor.LexUnexpandedToken(token)) {
    if (token.is(clang::tok::comma) && !name.empty())
      names.push_back(std::exchange(name, ""));
    else if (token.is(clang::tok::kw_operator))
      name += operatorName(preprocessor, token);
    else if (token.getIdentifierInfo() || token.is(clang::tok::coloncolon) || (!name.empty() && isOfPart(token)))
      name += preprocessor.getSpelling(token);
    else
      return fail(DiagId::malformed_list);
    if (token.is(clang::tok::eod)) // `(operator`
      return fail(DiagId::malformed_list);
  }
  if (name.empty())
    return fail(DiagId::malformed_empty_list);
  names.push_back(name);
  preprocessor.LexUnexpandedToken(token);
  return names;
}

// ------------------------------------------------------------- reentering

/// Takes the tokens of the declaration or definition that follows, and has them lexed again with markers behind, one
/// for each pragma of the table from `first` on.
void PragmaHandler::reenter(clang::Preprocessor &preprocessor, unsigned first) {
  if (isAtEnd(preprocessor, table.all().back()))
    return;
  const clang::FileID file = preprocessor.getSourceManager().getDecomposedExpansionLoc(table.all().back().anchor).first;
  std::vector<clang::Token> tokens;
  const unsigned end = table.all().size(), before = reentered;
  unsigned depth = 0, braces = 0;
  clang::Token token;
  bool hasParameters = false, hasInitializer = false, isDefinition = false, isDeclaration = false;
  do {
    preprocessor.Lex(token);
    ahead -= ahead != 0;
    tokens.push_back(token);
    const bool isOutside = depth == 0 && braces == 0;
    hasInitializer |= isOutside && token.isOneOf(clang::tok::equal, clang::tok::kw_try);
    hasParameters |= isOutside && token.is(clang::tok::l_paren);
    depth += token.isOneOf(clang::tok::l_paren, clang::tok::l_square);
    depth -= depth && token.isOneOf(clang::tok::r_paren, clang::tok::r_square);
    braces += token.is(clang::tok::l_brace);
    braces -= braces && token.is(clang::tok::r_brace);
    const bool isBody = hasParameters && !hasInitializer;
    isDefinition = token.is(clang::tok::r_brace) && braces == 0 && depth == 0 && isBody;
    isDeclaration = token.is(clang::tok::semi) && braces == 0 && depth == 0;
  } while (!isDefinition && !isDeclaration && token.isNot(clang::tok::eof) &&
           (ahead != 0 || !isAtEndOfFile(preprocessor, file, reentered != before)));
  if (isDefinition || isDeclaration)
    for (unsigned number = first; number != end; ++number)
      appendMarker(preprocessor, number, token.getLocation(), tokens);
  ++reentered;
  ahead += tokens.size();
  auto owned = std::make_unique<clang::Token[]>(tokens.size());
  std::copy(tokens.begin(), tokens.end(), owned.get());
  preprocessor.EnterTokenStream(std::move(owned), tokens.size(), /*DisableMacroExpansion=*/true, /*IsReinject=*/true);
}

// ---------------------------------------------------------------- refusal

void PragmaRefusal::HandlePragma(clang::Preprocessor &preprocessor, clang::PragmaIntroducer introducer,
                                 clang::Token &) {
  preprocessor.DiscardUntilEndOfDirective();
  if (sink.errorCount() == 0)
    sink.report(why, locationOf(preprocessor.getSourceManager().getExpansionLoc(introducer.Loc)));
}

} // namespace adjoint::frontend
