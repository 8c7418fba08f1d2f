// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Injection: enters the declaration of an adjoint right behind its function, while the
// source is being parsed (see PragmaHandler).

#ifndef ADJOINT_FRONTEND_UNIT_INJECTION_H
#define ADJOINT_FRONTEND_UNIT_INJECTION_H

#include "Frontend/Unit/Frontend.h"

#include "clang/Frontend/CompilerInstance.h"

namespace adjoint::frontend {

class Injection {
public:
  Injection(clang::CompilerInstance &compiler, const AdjointContract &contract, PragmaTable &pragmas,
            DiagnosticSink &sink)
      : compiler(compiler), contract(contract), pragmas(pragmas), sink(sink) {}

  /// Enters the declaration if the tag is the marker behind an annotated function, or the class that such
  /// functions are members of.
  void afterDefinition(const clang::TagDecl *tag);
  /// Does <adjoint/derivatives.h> know the derivative?
  bool isConnected(const PragmaTable::Annotated &entry) const;
  /// What the user has declared that cannot stand beside the adjoint; null: nothing.
  const clang::NamedDecl *conflicting(const ir::Request &request, const clang::FunctionDecl *function) const;
  /// What has been entered behind the declaration, for <adjoint/derivatives.h>; empty: nothing.
  std::string connectionBehind(const PragmaTable::Annotated &entry, const ir::Request &request) const;

private:
  void afterClass(const clang::TagDecl *tag);
  void afterNaming(unsigned pragma, const clang::TagDecl *marker);
  /// `block` is what the place belongs to that the declaration is entered at.
  void declareAdjoint(unsigned pragma, const clang::FunctionDecl *function, const clang::DeclContext *block,
                      clang::SourceLocation where);

  bool isDeclaredBy(unsigned number, const clang::FunctionDecl *function) const;
  bool hasWidth(unsigned pragma, const clang::FunctionDecl *function);
  /// What says so; empty: nothing.
  std::string connect(unsigned pragma, const ir::Request &request, const clang::FunctionDecl *function);

  /// Of which functions the header knows which derivatives, and whether they are those of matrices: the pragma that asks.
  std::map<std::tuple<const clang::FunctionDecl *, PragmaKind, bool>, unsigned> known;
  /// The pragmas whose derivatives of a function have been declared.
  std::map<const clang::FunctionDecl *, std::vector<unsigned>> declared;
  /// Markers behind member functions of the classes that are being defined.
  std::vector<std::pair<unsigned, const clang::TagDecl *>> inClasses;
  /// Member functions whose classes are complete, by pragma.
  std::map<unsigned, const clang::FunctionDecl *> members;
  bool isExpected = false; ///< that declarations have been entered whose definitions come later
  clang::CompilerInstance &compiler;
  const AdjointContract &contract;
  PragmaTable &pragmas;
  DiagnosticSink &sink;
  ir::Context signatures;
};

/// The name that a request asks for, or `f_b` or `f_d`.
std::string adjointName(const ir::Request &request);
/// Gives the adjoint of a member function its name, where the request has none: without the class. That of a lambda is
/// called after the variable that the request names.
void nameAfterUser(ir::Request &request, const clang::FunctionDecl *function, const Pragma &pragma);

/// Is a hand-written function the adjoint (or tangent, or half) of another, as a pragma of that kind says? `expected` becomes
/// the declaration that the contract asks for.
bool isDerivativeOf(UnitLowering &unit, const AdjointContract &contract, PragmaKind kind,
                    const clang::FunctionDecl *function, const clang::FunctionDecl *derivative, std::string &expected);

/// The declaration of what the request asks for, which was entered behind its function; null: there is none.
const clang::FunctionDecl *declaredDerivative(UnitLowering &unit, const AdjointContract &contract,
                                              const PragmaTable::Annotated &request);

/// Has the header been included with the type that the derivative has for numbers?
bool knowsNumbers(const ir::Request &request, const clang::ASTContext &ast);

/// Can text be inserted behind the function? Reports what is in the way.
bool checkPosition(const clang::FunctionDecl *function, DiagnosticSink &sink);

} // namespace adjoint::frontend

#endif
