// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pragmas: `#pragma adjoint ...`, read while the source is parsed, and attached to what
// they stand before when it has been parsed.
//
// A pragma is attached by position: to the function declaration or the statement that
// begins at the first token after it. One that stands before nothing of its kind is an error.
// A request may name its function instead, by function(...); see NamedFunction.

#ifndef ADJOINT_FRONTEND_REQUESTS_PRAGMAS_H
#define ADJOINT_FRONTEND_REQUESTS_PRAGMAS_H

#include "Frontend/Requests/ImplicitClause.h"
#include "IR/Function.h"
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
  ir::Keeping keeping = ir::Keeping::Chosen;  ///< of a declaration
  std::optional<CheckpointPragma> checkpoint; ///< of a loop
  std::optional<ImplicitPragma> implicit;     ///< of a call
  ir::ParallelLoop::Sums sums = ir::ParallelLoop::Sums::Found; ///< of a loop of OpenMP
};

enum class PragmaKind {
  Reverse, Tangent, HessianVector,                // ask for a function to be generated
  DerivativeOf, TangentOf, ForwardOf, ReverseOf,  // announce one that is written by hand
  Passive, Differences,
  NoPrimal, NoTbr, Record, Recompute, Checkpoint, FixedPoint, Implicit, Sums // are about a statement
};
inline bool isRequest(PragmaKind kind) { return kind <= PragmaKind::HessianVector; }
inline bool isHandWritten(PragmaKind kind) { return kind >= PragmaKind::DerivativeOf && kind <= PragmaKind::ReverseOf; }
/// Of a pair that hands over a context?
inline bool isHalf(PragmaKind kind) { return kind == PragmaKind::ForwardOf || kind == PragmaKind::ReverseOf; }

constexpr unsigned maxWidth = 1024; ///< of width(...), and order(...)

/// What the words behind `reverse_of(g)`, or `derivative_of(g)`, say: see docs/hand-written.md.
struct HandWrittenPromises {
  bool restores = false, communicates = false, isNullable = false;
};

struct Pragma {
  PragmaKind kind;
  clang::SourceLocation where;  ///< for diagnostics
  clang::SourceLocation anchor; ///< of the first token that it stands before
  std::optional<std::vector<std::string>> wrt, of;
  bool value = false;
  unsigned width = 0; ///< width(...); 0: there is none
  std::string widthName; ///< of the constant that it is, until it is known; empty: it is a number
  bool isForMatrix = false; ///< several directions of jacobian or hessian, wherever they can be taken at once
  unsigned order = 0; ///< order(...) of a tangent; 0: there is none
  std::string name; ///< name(...), or the function of derivative_of(...) and its kin
  HandWrittenPromises promises; ///< of ReverseOf, and of DerivativeOf
  ir::Differences differences;
  std::string function; ///< function(...) as written; empty: the pragma stands before the definition
  std::optional<CheckpointPragma> checkpoint;
  std::optional<ImplicitPragma> implicit;
  ir::ParallelLoop::Sums sums = ir::ParallelLoop::Sums::Found;
  std::string directive; ///< as written: `jacobian` becomes a Reverse and a Tangent
  unsigned first = 0;    ///< the number of the first of those
};

/// Derivatives of one kind, whatever the clauses that choose parameters?
bool asksForSameKind(const Pragma &one, const Pragma &other);
/// Does `other` ask for what `plain` asks for, or for that with clauses?
bool repeats(const Pragma &plain, const Pragma &other);

class PragmaTable {
public:
  /// A pragma with its function.
  struct Annotated {
    const Pragma *pragma;
    const clang::FunctionDecl *function;
    const clang::TagDecl *marker = nullptr; ///< stands for the pragma that names the function by function(...)
  };
  /// Two functions that hand over a context, and what it is.
  struct HandWrittenPair {
    const clang::FunctionDecl *forward = nullptr, *reverse = nullptr;
    clang::QualType context;
    HandWrittenPromises promises;
  };
  /// Is the hand-written function the adjoint (or, by the kind of the pragma, the tangent, or a half) of the other, by its
  /// signature? `expected` becomes the declaration that the contract asks for.
  using SignatureCheck = std::function<bool(PragmaKind kind, const clang::FunctionDecl *function,
                                            const clang::FunctionDecl *derivative, std::string &expected)>;

  void add(Pragma pragma) { pragmas.push_back(std::move(pragma)); }
  /// The function that the pragma names by function(...).
  void addNamed(unsigned pragma, const clang::FunctionDecl *function, const clang::TagDecl *marker) {
    named[pragma] = {function, marker};
  }
  /// Has it been found?
  bool isNamed(unsigned pragma) const { return named.count(pragma) != 0; }
  /// Null: it names none, or has not been found.
  const clang::FunctionDecl *functionNamedBy(unsigned pragma) const {
    auto found = named.find(pragma);
    return found == named.end() ? nullptr : found->second.first;
  }
  /// Attaches every pragma. False after an error was reported.
  bool attach(const clang::ASTContext &ast, DiagnosticSink &sink);
  /// Finds the functions that hand-written adjoints and tangents belong to, and those that other files define. False
  /// after an error was reported.
  bool bindHandWritten(const clang::ASTContext &ast, DiagnosticSink &sink, const SignatureCheck &matches);

  /// Of the requests that are for matrices alone, keeps those that <adjoint/derivatives.h> knows.
  void keepMatrixRequests(const std::function<bool(const Annotated &)> &isKnown);

  /// The value of the constant that width(...) of the pragma names.
  void setWidth(unsigned pragma, unsigned width) {
    pragmas[pragma].width = width;
    pragmas[pragma].widthName.clear();
  }

  /// Says that the function is what a request of the file asks for: it is declared, and will be generated.
  void addGenerated(const clang::FunctionDecl *derivative, const Annotated &request) {
    generated.emplace(derivative->getCanonicalDecl(), request);
  }
  /// Null for any other function.
  const Annotated *requestOf(const clang::FunctionDecl *derivative) const {
    auto found = generated.find(derivative->getCanonicalDecl());
    return found == generated.end() ? nullptr : &found->second;
  }
  /// Definitions with a request, there or where the function is declared.
  const std::vector<Annotated> &annotated() const { return requests; }
  /// Declarations with a request, with or without a definition elsewhere in the file.
  const std::vector<Annotated> &annotatedDeclarations() const { return declared; }
  const std::vector<Pragma> &all() const { return pragmas; }
  StatementFlags flagsOf(const clang::Stmt *s) const;
  bool isPassive(const clang::FunctionDecl *function) const { return passive.count(function->getCanonicalDecl()) != 0; }
  /// Of which derivatives are estimated: null for any other function.
  const ir::Differences *differencesOf(const clang::FunctionDecl *function) const {
    auto found = differenced.find(function->getCanonicalDecl());
    return found == differenced.end() ? nullptr : &found->second->differences;
  }
  const std::map<const clang::FunctionDecl *, const Pragma *> &estimated() const { return differenced; }
  /// Does a request ask for a derivative of a derivative?
  bool askForSecondOrder() const;
  /// Or generated from another file. `kind` is DerivativeOf or TangentOf; null: none.
  const clang::FunctionDecl *handWrittenFor(const clang::FunctionDecl *function, PragmaKind kind) const;
  /// None where the function has no such pair.
  std::optional<HandWrittenPair> handWrittenPairFor(const clang::FunctionDecl *function) const;
  /// Of its hand-written derivative of this kind, DerivativeOf or ReverseOf.
  HandWrittenPromises promisesOf(const clang::FunctionDecl *function, PragmaKind kind) const;
  /// Is its derivative known without its body?
  bool hasHandWritten(const clang::FunctionDecl *function) const;
  /// Is the adjoint of the function what an annotated declaration says that another file defines?
  bool isAdjointElsewhere(const clang::FunctionDecl *function) const {
    return elsewhere.count(function->getCanonicalDecl()) != 0;
  }
  /// Does a header say so of a function that is defined here?
  bool isAskedByHeader(const clang::FunctionDecl *function) const;

private:
  using Position = std::pair<clang::FileID, unsigned>;

  bool attachNamed(unsigned number, DiagnosticSink &sink);
  void addFlag(const Pragma &pragma, StatementFlags &of);
  void attachToFunction(const Pragma &pragma, const clang::FunctionDecl *function);
  void attachToDefinitions();
  void dropRepeated();
  bool bind(const Annotated &entry, const clang::ASTContext &ast, DiagnosticSink &sink, const SignatureCheck &matches);
  bool isPaired(const Annotated &half, DiagnosticSink &sink) const;
  void bindDeclared(const Annotated &entry, const clang::ASTContext &ast, const SignatureCheck &matches);
  Position positionOf(clang::SourceLocation where) const;

  const clang::SourceManager *sources = nullptr;
  std::vector<Pragma> pragmas;
  std::vector<Annotated> requests, declared, handWritten;
  std::map<unsigned, std::pair<const clang::FunctionDecl *, const clang::TagDecl *>> named; ///< by pragma
  std::set<const clang::FunctionDecl *> passive, elsewhere;
  std::map<const clang::FunctionDecl *, const Pragma *> differenced;
  std::map<const clang::FunctionDecl *, Annotated> generated;
  std::map<Position, StatementFlags> flags;
  std::map<std::pair<const clang::FunctionDecl *, PragmaKind>, const clang::FunctionDecl *> derivatives;
  std::map<const clang::FunctionDecl *, Annotated> halves; ///< with the function that each is a half of, by what is written
  /// By what the adjoint or half is one of.
  std::map<std::pair<const clang::FunctionDecl *, PragmaKind>, HandWrittenPromises> promises;
};

/// Functions of a possibly qualified name, as seen from a scope.
std::vector<const clang::FunctionDecl *> functionsNamed(const clang::ASTContext &ast, llvm::StringRef name,
                                                        const clang::DeclContext *scope);

/// What a half of a hand-written adjoint takes by reference as its last argument; null: there is none.
clang::QualType contextOf(const clang::FunctionDecl *half);

} // namespace adjoint::frontend

#endif
