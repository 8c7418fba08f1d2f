// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pragmas: `#pragma adjoint ...`, read while the source is parsed, and attached to what
// they stand before when it has been parsed.
//
// A pragma is attached by position: to the function declaration or the statement that
// begins at the first token after it. One that stands before nothing of its kind is an error.

#ifndef ADJOINT_FRONTEND_PRAGMAS_H
#define ADJOINT_FRONTEND_PRAGMAS_H

#include "Support/Diagnostics.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace adjoint::frontend {

/// Of one statement.
struct StatementFlags {
  bool noPrimal = false;
  bool noTbr = false;
};

enum class PragmaKind { Reverse, DerivativeOf, Passive, NoPrimal, NoTbr };

struct Pragma {
  PragmaKind kind;
  clang::SourceLocation where;  ///< for diagnostics
  clang::SourceLocation anchor; ///< of the first token that it stands before
  std::optional<std::vector<std::string>> wrt, of;
  bool value = false;
  std::string name; ///< name(...), or the function of derivative_of(...)
};

class PragmaTable {
public:
  /// A request for an adjoint, attached.
  struct Annotated {
    const Pragma *pragma;
    const clang::FunctionDecl *function;
  };
  /// Is the hand-written function the adjoint of the other, by its signature?
  using SignatureCheck = std::function<bool(const clang::FunctionDecl *function, const clang::FunctionDecl *adjoint,
                                            std::string &expected)>;

  void add(Pragma pragma) { pragmas.push_back(std::move(pragma)); }
  /// Attaches every pragma. False after an error was reported.
  bool attach(const clang::ASTContext &ast, DiagnosticSink &sink);
  /// Finds the functions that hand-written adjoints belong to. False after an error was reported.
  bool bindHandWritten(const clang::ASTContext &ast, DiagnosticSink &sink, const SignatureCheck &matches);

  const std::vector<Annotated> &annotated() const { return reverse; }
  const std::vector<Pragma> &all() const { return pragmas; }
  StatementFlags flagsOf(const clang::Stmt *s) const;
  bool isPassive(const clang::FunctionDecl *function) const { return passive.count(function->getCanonicalDecl()) != 0; }
  const clang::FunctionDecl *handWrittenAdjoint(const clang::FunctionDecl *function) const;

private:
  using Position = std::pair<clang::FileID, unsigned>;

  bool attachToFunction(const Pragma &pragma, const clang::FunctionDecl *function, DiagnosticSink &sink);
  Position positionOf(clang::SourceLocation where) const;

  const clang::SourceManager *sources = nullptr;
  std::vector<Pragma> pragmas;
  std::vector<Annotated> reverse, handWritten;
  std::set<const clang::FunctionDecl *> passive;
  std::map<Position, StatementFlags> flags;
  std::map<const clang::FunctionDecl *, const clang::FunctionDecl *> adjoints;
};

} // namespace adjoint::frontend

#endif
