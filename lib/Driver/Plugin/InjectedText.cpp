// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Plugin/InjectedText.h"

#include "Driver/Pipeline/Includes.h"
#include "Driver/Pipeline/Placement.h"
#include "Frontend/Clang/Namespaces.h"
#include "Frontend/Unit/Injection.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <set>

namespace adjoint::driver {

namespace path = llvm::sys::path;

namespace {

std::set<std::string> identifiersIn(const std::string &text) {
  std::set<std::string> identifiers;
  clang::LangOptions language;
  language.CPlusPlus = true;
  clang::Lexer lexer(clang::SourceLocation(), language, text.data(), text.data(), text.data() + text.size());
  clang::Token token;
  while (!lexer.LexFromRawLexer(token))
    if (token.is(clang::tok::raw_identifier))
      identifiers.insert(token.getRawIdentifier().str());
  return identifiers;
}

/// Names in the text that have become macros since the function.
std::vector<std::string> newMacros(const frontend::LoweredUnit &unit, const clang::FunctionDecl *function,
                                   const std::string &text) {
  std::vector<std::string> names;
  clang::SourceLocation end = unit.ast.getSourceManager().getExpansionLoc(function->getEndLoc());
  for (const std::string &name : identifiersIn(text)) {
    const clang::IdentifierInfo *identifier = unit.preprocessor.getIdentifierInfo(name);
    if (identifier->hasMacroDefinition() && !unit.preprocessor.getMacroDefinitionAtLoc(identifier, end))
      names.push_back(name);
  }
  return names;
}

/// Macros of the user's files, which headers of ours must not meet: their names are like other variables' there. Settings stay, of
/// Eigen, too, which headers of ours include: its parts have to agree.
std::vector<std::string> macrosOfUser(const frontend::LoweredUnit &unit) {
  const clang::SourceManager &sources = unit.ast.getSourceManager();
  std::vector<std::string> names;
  for (const auto &[identifier, state] : unit.preprocessor.macros()) {
    const clang::MacroInfo *macro = unit.preprocessor.getMacroInfo(identifier);
    const clang::SourceLocation where = macro ? macro->getDefinitionLoc() : clang::SourceLocation();
    const llvm::StringRef name = identifier->getName();
    const bool isSetting = name.starts_with("_") || name.starts_with("ADJOINT") || name.starts_with("EIGEN") || name == "NDEBUG";
    if (where.isValid() && !isSetting && !sources.isInSystemHeader(where) && !sources.isWrittenInBuiltinFile(where) &&
        !sources.isWrittenInCommandLineFile(where))
      names.push_back(name.str());
  }
  llvm::sort(names);
  return names;
}

std::string without(const std::vector<std::string> &macros, const std::string &text) {
  std::string all;
  for (const std::string &macro : macros)
    all += "#pragma push_macro(\"" + macro + "\")\n#undef " + macro + "\n";
  all += text;
  for (const std::string &macro : macros)
    all += "#pragma pop_macro(\"" + macro + "\")\n";
  return all;
}

unsigned countLines(const std::string &text) { return std::count(text.begin(), text.end(), '\n'); }

class Injector {
public:
  Injector(const frontend::LoweredUnit &unit, const Generated &generated, const Options &options)
      : unit(unit), generated(generated), options(options) {}

  InjectedText run();

private:
  void append(const GeneratedAdjoint &adjoint);
  std::string dumpPath(const GeneratedAdjoint &adjoint) const;

  const frontend::LoweredUnit &unit;
  const Generated &generated;
  const Options &options;
  InjectedText result;
};

InjectedText Injector::run() {
  std::string definitions;
  for (const GeneratedAdjoint &adjoint : generated.adjoints)
    definitions += adjoint.fileScope + adjoint.definitions;
  if (!options.isPreprocessed)
    result.text = without(macrosOfUser(unit), missingIncludes(definitions, IncludeLines()));
  std::vector<const GeneratedAdjoint *> inOrder; // of the file, as plain structs stand before the first
  for (const GeneratedAdjoint &adjoint : generated.adjoints)
    inOrder.push_back(&adjoint);
  std::stable_sort(inOrder.begin(), inOrder.end(), [&](const GeneratedAdjoint *a, const GeneratedAdjoint *b) {
    return offsetOfDefinitions(unit, *a) < offsetOfDefinitions(unit, *b);
  });
  for (const GeneratedAdjoint *adjoint : inOrder)
    append(*adjoint);
  return std::move(result);
}

void Injector::append(const GeneratedAdjoint &adjoint) {
  const clang::FunctionDecl *function = adjoint.target->function;
  result.starts.push_back({countLines(result.text) + 1, adjoint.target->request.function->location});
  std::string text = textAtFileScope(adjoint);
  text = llvm::StringRef(text).trim('\n').str() + "\n";
  std::vector<std::string> macros = newMacros(unit, function, text);
  if (!options.dumpDir.empty()) {
    result.dumpFiles.push_back({dumpPath(adjoint), text});
    text = "#line 1 \"" + result.dumpFiles.back().path + "\"\n" + text;
  }
  result.text += without(macros, text);
}

/// dir/src/model.ns.f_b.cpp for ns::f in src/model.cpp; overloads are numbered.
std::string Injector::dumpPath(const GeneratedAdjoint &adjoint) const {
  llvm::SmallString<256> here, source(options.source), base(options.dumpDir);
  llvm::sys::fs::current_path(here);
  if (llvm::StringRef(source).starts_with((here + "/").str()))
    source.erase(source.begin(), source.begin() + here.size() + 1);
  path::remove_dots(source, /*remove_dot_dot=*/true);
  path::append(base, path::relative_path(path::parent_path(source)));
  std::string name = frontend::adjointName(adjoint.target->request);
  for (const clang::DeclContext *c = adjoint.target->function->getDeclContext(); !c->isTranslationUnit();
       c = c->getParent())
    if (const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(c); space && !space->isAnonymousNamespace())
      name = space->getNameAsString() + "." + name;
  path::append(base, path::stem(source) + "." + name);
  llvm::sys::fs::make_absolute(base);
  auto isTaken = [&](const std::string &wanted) {
    return std::any_of(result.dumpFiles.begin(), result.dumpFiles.end(),
                       [&](const DumpFile &file) { return file.path == wanted; });
  };
  std::string wanted = (base + ".cpp").str();
  for (unsigned i = 2; isTaken(wanted); ++i)
    wanted = (base + "_" + llvm::Twine(i) + ".cpp").str();
  return wanted;
}

} // namespace

InjectedText injectedText(const frontend::LoweredUnit &unit, const Generated &generated, const Options &options) {
  return Injector(unit, generated, options).run();
}

Location InjectedText::functionAt(unsigned line) const {
  Location found = starts.front().second;
  for (const auto &[start, function] : starts)
    if (start <= line)
      found = function;
  return found;
}

} // namespace adjoint::driver
