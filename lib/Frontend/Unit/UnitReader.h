// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// UnitReader: reads one translation unit while a compiler parses it. It handles the pragmas
// and enters declarations on the way; when all has been parsed, it lowers.

#ifndef ADJOINT_FRONTEND_UNIT_UNITREADER_H
#define ADJOINT_FRONTEND_UNIT_UNITREADER_H

#include "Frontend/Requests/OpenMpPragmas.h"
#include "Frontend/Unit/Injection.h"

namespace adjoint::frontend {

/// Is the text one of a C++20 module? Nothing can be included before that.
bool isModuleUnit(llvm::StringRef text);
/// Why no pragma can be in the compiler's source; none if they can.
std::optional<DiagId> refusalOf(const clang::CompilerInstance &compiler);

class UnitReader {
public:
  UnitReader(clang::CompilerInstance &compiler, const AdjointContract &contract);

  /// To be told of every tag that the parser has completed.
  void afterDefinition(const clang::TagDecl *tag) { injection.afterDefinition(tag); }
  /// To be called when all that the user wrote has been parsed, without errors. Hands the unit to `consume` unless
  /// nothing is left of it after the errors that are reported; it may ask for nothing.
  void finish(const UnitConsumer &consume);

private:
  bool attachPragmas(clang::ASTContext &ast);
  LoweringResult lowerTargets(UnitLowering &unit, std::vector<Target> &targets);
  bool checkIsDerived(const PragmaTable::Annotated &entry, const ir::Function &image);
  bool checkWidth(const PragmaTable::Annotated &entry);
  std::optional<Target> makeTarget(UnitLowering &unit, const PragmaTable::Annotated &entry, const std::vector<Target> &others);
  void addDerivativesOfCalled(UnitLowering &unit, std::vector<Target> &targets);
  bool declareTargets(UnitLowering &unit, std::vector<DeclaredTarget> &targets);
  std::optional<DeclaredTarget> declareTarget(UnitLowering &unit, const PragmaTable::Annotated &entry);
  bool hasSameClauses(const PragmaTable::Annotated &declaration, UnitLowering &unit);
  bool areOne(const Target &a, const Target &b);
  bool isNameFree(const Target &target, const std::vector<Target> &others);

  clang::CompilerInstance &compiler;
  const AdjointContract &contract;
  ClangSink sink;
  PragmaTable pragmas;
  OpenMpPragmas openMp;
  Injection injection;
  std::unique_ptr<ir::Context> ir = std::make_unique<ir::Context>();
};

} // namespace adjoint::frontend

#endif
