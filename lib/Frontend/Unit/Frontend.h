// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Frontend: from a translation unit to requests for adjoints, with everything that they
// call lowered. Parses the source once; while it does, the declaration of each adjoint is
// entered right behind its function, so that later code in the file can call it.

#ifndef ADJOINT_FRONTEND_UNIT_FRONTEND_H
#define ADJOINT_FRONTEND_UNIT_FRONTEND_H

#include "Frontend/Lower/UnitLowering.h"
#include "Frontend/Requests/OpenMpPragmas.h"
#include "Frontend/Requests/Pragmas.h"

#include "clang/Frontend/FrontendAction.h"

#include <functional>

namespace adjoint::frontend {

/// What the frontend must know of adjoints and tangents: their signatures, and how these are written.
struct AdjointContract {
  std::function<const ir::Function *(ir::Context &, const ir::Request &)> signature;
  std::function<std::string(const ir::Function &)> declaration;
  /// What tells <adjoint/derivatives.h> that the function of that name, a constant, has this derivative. The derivative's
  /// name may be that of several functions.
  std::function<std::string(const ir::Request &, const std::string &primal, bool isOverloaded)> connection;
};

/// One adjoint that was asked for.
struct Target {
  ir::Request request;
  const clang::FunctionDecl *function;
  /// Stands for the pragma behind which the adjoint goes; null: the pragma is before the function.
  const clang::TagDecl *marker = nullptr;
  /// Of what is made only if a derivative of another function calls it: how it does.
  std::string calledAs = {};
  /// Stands behind the declaration of the derivative; empty: nothing does.
  std::string connection = {};
  /// What the halves are called that other files may call; empty: none does.
  std::string halves = {};
};

/// A function that is annotated where it is declared: the adjoint is declared there too.
struct DeclaredTarget {
  const clang::FunctionDecl *function;
  std::string declaration; ///< with what stands behind it
};

/// A translation unit, parsed and lowered.
struct LoweredUnit {
  clang::ASTContext &ast;
  clang::Preprocessor &preprocessor;
  ir::Context &ir;
  const PragmaTable &pragmas;
  const OpenMpPragmas &openMp;
  DiagnosticSink &sink;
  std::vector<Target> targets;
  std::vector<DeclaredTarget> declared;
  /// Every definition that has been lowered.
  std::map<const ir::Function *, const clang::FunctionDecl *> definitions;
  /// Every function whose adjoint another file defines.
  std::map<const ir::Function *, const clang::FunctionDecl *> declarations;
  /// The class behind each record that is no mirror, and the classes behind each that stands for several.
  std::map<const ir::Record *, std::vector<const clang::CXXRecordDecl *>> classes;
  /// False: errors are reported, and `targets` are those without one so far, that theirs be reported too.
  bool isComplete = true;

  /// Does the file (or what it includes) use the identifier for anything?
  bool declares(const std::string &name) const;
  /// In the main file; 0 for anything else.
  unsigned lineOf(Location location) const;
  const clang::FunctionDecl *definitionOf(const ir::Function *function) const {
    auto found = definitions.find(function);
    return found == definitions.end() ? nullptr : found->second;
  }
};

using UnitConsumer = std::function<void(LoweredUnit &)>;

/// Parses and lowers; hands the unit to `consume` unless nothing is left of it after the errors that were reported.
class AdjointAction : public clang::ASTFrontendAction {
public:
  AdjointAction(const AdjointContract &contract, UnitConsumer consume)
      : contract(contract), consume(std::move(consume)) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef file) override;

private:
  const AdjointContract &contract;
  UnitConsumer consume;
};

} // namespace adjoint::frontend

#endif
