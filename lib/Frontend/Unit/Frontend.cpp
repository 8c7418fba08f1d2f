// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Unit/Frontend.h"

#include "Frontend/Unit/UnitReader.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"

namespace adjoint::frontend {

namespace {

class AdjointConsumer : public clang::ASTConsumer {
public:
  AdjointConsumer(clang::CompilerInstance &compiler, const AdjointContract &contract, UnitConsumer consume)
      : compiler(compiler), reader(compiler, contract), consume(std::move(consume)) {}

  void HandleTagDeclDefinition(clang::TagDecl *tag) override { reader.afterDefinition(tag); }
  void HandleTranslationUnit(clang::ASTContext &) override {
    if (!compiler.getDiagnostics().hasErrorOccurred())
      reader.finish(consume);
  }

private:
  clang::CompilerInstance &compiler;
  UnitReader reader;
  UnitConsumer consume;
};

} // namespace

unsigned LoweredUnit::lineOf(Location location) const {
  const clang::SourceManager &sources = ast.getSourceManager();
  clang::SourceLocation at = clang::SourceLocation::getFromRawEncoding(location.raw);
  if (!location.isValid() || !at.isValid() || !sources.isInMainFile(sources.getExpansionLoc(at)))
    return 0;
  return sources.getExpansionLineNumber(at);
}

bool LoweredUnit::declares(const std::string &name) const {
  if (ast.Idents.find(name) != ast.Idents.end())
    return true;
  clang::IdentifierInfoLookup *precompiled = ast.Idents.getExternalIdentifierLookup();
  return precompiled && precompiled->get(name);
}

std::unique_ptr<clang::ASTConsumer> AdjointAction::CreateASTConsumer(clang::CompilerInstance &compiler,
                                                                     llvm::StringRef) {
  return std::make_unique<AdjointConsumer>(compiler, contract, consume);
}

} // namespace adjoint::frontend
