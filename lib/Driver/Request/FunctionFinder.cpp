// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Request/FunctionFinder.h"

#include "Driver/Request/MainFile.h"
#include "Driver/Request/Parse.h"
#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Clang/ClangVersion.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "llvm/ADT/StringExtras.h"

#include <map>
#include <set>

namespace adjoint::driver {

namespace {

/// Where a definition begins, and where what follows it begins.
struct Span {
  size_t begin, end;
  bool operator<(const Span &other) const { return begin < other.begin; }
};

/// Definitions in the main file, by qualified name. Overloads share a name, and so do templates.
using Definitions = std::map<std::string, std::set<Span>>;

class Finder : public clang::ASTConsumer, public frontend::AstVisitor {
public:
  Finder(Definitions &found) : found(found) {}

  void HandleTranslationUnit(clang::ASTContext &ast) override { TraverseDecl(ast.getTranslationUnitDecl()); }

  bool VisitFunctionDecl(clang::FunctionDecl *function) override {
    const clang::SourceManager &sources = function->getASTContext().getSourceManager();
    clang::SourceLocation begin = sources.getExpansionLoc(function->getOuterLocStart());
    if (!function->isThisDeclarationADefinition() || !sources.isWrittenInMainFile(begin))
      return true;
    found[nameForOption(function)].insert({sources.getFileOffset(begin), MainFile(sources).endOf(function) + 1});
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

/// `ns::f<double>`, `f(double, int)`
bool isInstanceOrOverload(llvm::StringRef name) { return name.find_first_of("<(") != llvm::StringRef::npos; }

/// Behind the last definition of the template or the overloads; at the end of the file if they stand in a header.
size_t endOfDefinitions(const Definitions &found, llvm::StringRef name, std::string &text) {
  auto definitions = found.find(name.take_until([](char c) { return c == '<' || c == '('; }).str());
  if (definitions != found.end())
    return definitions->second.rbegin()->end;
  if (text.empty() || text.back() != '\n')
    text += '\n';
  return text.size();
}

} // namespace

bool isMode(const std::string &mode) {
  static const char *const modes[] = {"reverse", "tangent", "hessian_vector", "jacobian", "hessian"};
  return llvm::is_contained(modes, mode);
}

std::string pragmaText(const Options &options, const std::string &mode, const std::string &function) {
  std::string text = "adjoint " + mode;
  if (!function.empty())
    text += " function(" + function + ")";
  if (!options.wrt.empty())
    text += " wrt(" + llvm::join(options.wrt, ", ") + ")";
  if (!options.of.empty())
    text += " of(" + llvm::join(options.of, ", ") + ")";
  return text + (options.value && mode != "tangent" ? " value" : "");
}

std::string nameForOption(const clang::FunctionDecl *function) {
  std::string name;
  llvm::raw_string_ostream out(name);
  function->printQualifiedName(out, frontend::generatedCodePolicy(function->getASTContext()));
  return out.str();
}

bool annotateFunctions(const Options &options, const clang::tooling::CompilationDatabase &commands, std::string &text,
                       std::string &missing) {
  Definitions found;
  parse(
      options, commands, text, [&] { return std::make_unique<FindAction>(found); }, Diagnose::No);
  std::map<size_t, std::string> insertions;
  auto insert = [&](size_t offset, const std::string &function) {
    for (const std::string &mode : options.modes) {
      const std::string pragma = "_Pragma(\"" + pragmaText(options, mode, function) + "\") ";
      if (insertions[offset].find(pragma) == std::string::npos)
        insertions[offset] += pragma;
    }
  };
  for (const std::string &function : options.functions) {
    llvm::StringRef name = function;
    name.consume_front("::");
    missing = function;
    if (auto definitions = found.find(name.str()); definitions != found.end()) {
      for (const Span &definition : definitions->second)
        insert(definition.begin, "");
    } else if (isInstanceOrOverload(name)) {
      insert(endOfDefinitions(found, name, text), function);
    } else {
      return false;
    }
  }
  for (auto entry = insertions.rbegin(); entry != insertions.rend(); ++entry)
    text.insert(entry->first, entry->second);
  return true;
}

bool isInsertedPragma(const std::string &text, size_t offset, size_t &length) {
  size_t end = text.find("\") ", offset);
  length = end - offset + 3;
  return text.compare(offset, 7, "_Pragma") == 0 && end != std::string::npos;
}

} // namespace adjoint::driver
