// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Clang/Markers.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

namespace adjoint::frontend {

namespace {

constexpr const char *Prefix = "adjoint_marker_";
constexpr const char *End = "end";

clang::Token tokenAt(clang::SourceLocation where, clang::tok::TokenKind kind, clang::IdentifierInfo *identifier) {
  clang::Token token;
  token.startToken();
  token.setKind(kind);
  token.setLocation(where);
  token.setIdentifierInfo(identifier);
  return token;
}

void appendEnumeration(clang::Preprocessor &preprocessor, const std::string &name, clang::SourceLocation where,
                  std::vector<clang::Token> &tokens) {
  tokens.push_back(tokenAt(where, clang::tok::kw_enum, preprocessor.getIdentifierInfo("enum")));
  tokens.push_back(tokenAt(where, clang::tok::identifier, preprocessor.getIdentifierInfo(name)));
  for (clang::tok::TokenKind kind : {clang::tok::l_brace, clang::tok::r_brace, clang::tok::semi})
    tokens.push_back(tokenAt(where, kind, nullptr));
}

} // namespace

std::string markerName(const clang::Preprocessor &preprocessor, const std::string &what) {
  const clang::SourceManager &sources = preprocessor.getSourceManager();
  auto file = sources.getFileEntryRefForID(sources.getMainFileID());
  return Prefix + what + "_" + llvm::utohexstr(llvm::xxh3_64bits(file ? file->getName() : ""));
}

void appendMarker(clang::Preprocessor &preprocessor, unsigned pragma, clang::SourceLocation where,
                  std::vector<clang::Token> &tokens) {
  appendEnumeration(preprocessor, markerName(preprocessor, std::to_string(pragma)), where, tokens);
}

std::optional<unsigned> markedPragma(const clang::Preprocessor &preprocessor, const clang::TagDecl *tag) {
  llvm::StringRef name = tag->getName(), rest = name;
  unsigned number = 0;
  bool isMarker = rest.consume_front(Prefix) && !rest.consumeInteger(10, number) &&
                  name == markerName(preprocessor, std::to_string(number));
  return isMarker ? std::optional<unsigned>(number) : std::nullopt;
}

/// The tokens lie below the main file on the preprocessor's stack, as if they had included it. A stream of tokens
/// must not run out where nothing lies below: it ends with the end of the file.
void enterEndMarker(clang::Preprocessor &preprocessor) {
  const clang::SourceManager &sources = preprocessor.getSourceManager();
  clang::SourceLocation end = sources.getLocForEndOfFile(sources.getMainFileID());
  std::vector<clang::Token> tokens;
  appendEnumeration(preprocessor, markerName(preprocessor, End), end, tokens);
  tokens.push_back(tokenAt(end, clang::tok::eof, nullptr));
  auto owned = std::make_unique<clang::Token[]>(tokens.size());
  std::copy(tokens.begin(), tokens.end(), owned.get());
  preprocessor.EnterTokenStream(std::move(owned), tokens.size(), /*DisableMacroExpansion=*/true, /*IsReinject=*/false);
}

bool isEndMarker(const clang::Preprocessor &preprocessor, const clang::TagDecl *tag) {
  return tag->getName().starts_with(Prefix) && tag->getName() == markerName(preprocessor, End);
}

} // namespace adjoint::frontend
