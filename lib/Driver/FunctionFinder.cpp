// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/FunctionFinder.h"

#include "Driver/Parse.h"
#include "Frontend/ClangVersion.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "llvm/ADT/StringExtras.h"

#include <map>
#include <set>

namespace adjoint::driver {

namespace {

/// Where definitions begin in the main file, by qualified name. Overloads share a name.
using Definitions = std::map<std::string, std::set<unsigned>>;

class Finder : public clang::ASTConsumer, public clang::RecursiveASTVisitor<Finder> {
public:
  Finder(Definitions &found) : found(found) {}

  void HandleTranslationUnit(clang::ASTContext &ast) override { TraverseDecl(ast.getTranslationUnitDecl()); }

  bool VisitFunctionDecl(clang::FunctionDecl *function) {
    const clang::SourceManager &sources = function->getASTContext().getSourceManager();
    clang::SourceLocation begin = sources.getExpansionLoc(function->getOuterLocStart());
    if (!function->isThisDeclarationADefinition() || !sources.isWrittenInMainFile(begin))
      return true;
    std::string name;
    llvm::raw_string_ostream out(name);
    function->printQualifiedName(out, frontend::generatedCodePolicy(function->getASTContext()));
    found[out.str()].insert(sources.getFileOffset(begin));
    return true;
  }

private:
  Definitions &found;
};

class FindAction : public clang::ASTFrontendAction {
public:
  explicit FindAction(Definitions &found) : found(found) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &, llvm::StringRef) override {
    return std::make_unique<Finder>(found);
  }

private:
  Definitions &found;
};

std::string pragmaText(const Options &options, const std::string &mode) {
  std::string text = "_Pragma(\"adjoint " + mode;
  if (!options.wrt.empty())
    text += " wrt(" + llvm::join(options.wrt, ", ") + ")";
  if (!options.of.empty())
    text += " of(" + llvm::join(options.of, ", ") + ")";
  if (options.value && mode == "reverse")
    text += " value";
  return text + "\") ";
}

} // namespace

bool annotateFunctions(const Options &options, const clang::tooling::CompilationDatabase &commands, std::string &text,
                       std::string &missing) {
  Definitions found;
  parse(
      options, commands, text, [&] { return std::make_unique<FindAction>(found); }, Diagnose::No);
  std::set<unsigned> offsets;
  for (const std::string &function : options.functions) {
    llvm::StringRef name = function;
    name.consume_front("::");
    auto definitions = found.find(name.str());
    missing = function;
    if (definitions == found.end())
      return false;
    offsets.insert(definitions->second.begin(), definitions->second.end());
  }
  std::string pragmas;
  for (const std::string &mode : options.modes)
    pragmas += pragmaText(options, mode);
  for (auto offset = offsets.rbegin(); offset != offsets.rend(); ++offset)
    text.insert(*offset, pragmas);
  return true;
}

bool isInsertedPragma(const std::string &text, size_t offset, size_t &length) {
  size_t end = text.find("\") ", offset);
  length = end - offset + 3;
  return text.compare(offset, 7, "_Pragma") == 0 && end != std::string::npos;
}

} // namespace adjoint::driver
