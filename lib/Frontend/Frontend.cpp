// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Frontend.h"

#include "Frontend/Diagnostics.h"
#include "Frontend/Injection.h"
#include "Frontend/PragmaHandler.h"
#include "Frontend/Requests.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Sema.h"

namespace adjoint::frontend {

namespace {

class AdjointConsumer : public clang::ASTConsumer {
public:
  AdjointConsumer(clang::CompilerInstance &compiler, const AdjointContract &contract, AdjointAction::Consumer consume)
      : compiler(compiler), contract(contract), consume(std::move(consume)), sink(compiler.getDiagnostics()),
        injection(compiler, contract, pragmas) {
    compiler.getPreprocessor().AddPragmaHandler(new PragmaHandler(pragmas, sink)); // which the preprocessor owns
  }

  void HandleTagDeclDefinition(clang::TagDecl *tag) override { injection.afterDefinition(tag); }
  void HandleTranslationUnit(clang::ASTContext &ast) override;

private:
  bool attachPragmas(clang::ASTContext &ast);
  bool lowerTargets(UnitLowering &unit, std::vector<Target> &targets);
  bool areOne(const Target &a, const Target &b);
  bool isNameFree(const Target &target, const std::vector<Target> &others);

  clang::CompilerInstance &compiler;
  const AdjointContract &contract;
  AdjointAction::Consumer consume;
  ClangSink sink;
  PragmaTable pragmas;
  Injection injection;
  ir::Context ir;
};

clang::SourceLocation startOfSource(const clang::ASTContext &ast) {
  const clang::SourceManager &sources = ast.getSourceManager();
  return sources.getLocForStartOfFile(sources.getMainFileID());
}

void AdjointConsumer::HandleTranslationUnit(clang::ASTContext &ast) {
  if (compiler.getDiagnostics().hasErrorOccurred() || !attachPragmas(ast))
    return;
  if (pragmas.annotated().empty())
    return sink.report(DiagId::nothing_requested, locationOf(startOfSource(ast)));
  UnitLowering unit(compiler.getSema(), ir, pragmas, sink);
  std::vector<Target> targets;
  if (!lowerTargets(unit, targets))
    return;
  LoweredUnit lowered{ast, compiler.getPreprocessor(), ir, pragmas, sink, std::move(targets), unit.definitions()};
  consume(lowered);
}

bool AdjointConsumer::attachPragmas(clang::ASTContext &ast) {
  if (!pragmas.attach(ast, sink))
    return false;
  UnitLowering signatures(compiler.getSema(), ir, pragmas, sink);
  auto matches = [&](PragmaKind kind, const clang::FunctionDecl *function, const clang::FunctionDecl *derivative,
                     std::string &expected) {
    ir::Mode mode = kind == PragmaKind::TangentOf ? ir::Mode::Tangent : ir::Mode::Reverse;
    return isDerivativeOf(signatures, contract, mode, function, derivative, expected);
  };
  return pragmas.bindHandWritten(ast, sink, matches);
}

bool AdjointConsumer::lowerTargets(UnitLowering &unit, std::vector<Target> &targets) {
  for (const PragmaTable::Annotated &entry : pragmas.annotated())
    unit.names.standIn(entry.function->getDeclContext());
  for (const PragmaTable::Annotated &entry : pragmas.annotated()) {
    if (!checkPosition(entry.function, sink))
      return false;
    const ir::Function *image = unit.function(entry.function);
    std::optional<ir::Request> request = makeRequest(*entry.pragma, image, sink);
    if (!request)
      return false;
    nameAfterMember(*request, entry.function);
    Target target{std::move(*request), entry.function};
    if (!isNameFree(target, targets))
      return false;
    targets.push_back(std::move(target));
  }
  return unit.lowerBodies();
}

/// Do two requests ask for functions of one name and signature in one scope?
bool AdjointConsumer::areOne(const Target &a, const Target &b) {
  const ir::Function *one = contract.signature(ir, a.request), *other = contract.signature(ir, b.request);
  auto isSameType = [](const ir::Variable *p, const ir::Variable *q) { return p->type == q->type; };
  return one->name == other->name && one->params.size() == other->params.size() &&
         std::equal(one->params.begin(), one->params.end(), other->params.begin(), isSameType) &&
         scopeOf(a.function)->Equals(scopeOf(b.function));
}

/// A function of that name and signature would be a second definition.
bool AdjointConsumer::isNameFree(const Target &target, const std::vector<Target> &others) {
  const clang::NamedDecl *other = injection.conflicting(target.request, target.function);
  for (const Target &earlier : others)
    if (!other && areOne(target, earlier))
      other = target.function;
  if (!other)
    return true;
  sink.report(DiagId::name_taken, locationOf(other->getLocation()), {adjointName(target.request)});
  return false;
}

} // namespace

unsigned LoweredUnit::lineOf(Location location) const {
  const clang::SourceManager &sources = ast.getSourceManager();
  clang::SourceLocation at = clang::SourceLocation::getFromRawEncoding(location.raw);
  if (!location.isValid() || !at.isValid())
    return 0;
  return sources.getExpansionLineNumber(at);
}

bool LoweredUnit::declares(const std::string &name) const { return ast.Idents.find(name) != ast.Idents.end(); }

std::unique_ptr<clang::ASTConsumer> AdjointAction::CreateASTConsumer(clang::CompilerInstance &compiler,
                                                                     llvm::StringRef) {
  return std::make_unique<AdjointConsumer>(compiler, contract, consume);
}

} // namespace adjoint::frontend
