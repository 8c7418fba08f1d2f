// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Functions/Printer.h"

#include "CodeGen/Boundary/BridgeFunctions.h"
#include "CodeGen/Cpp/Layout.h"
#include "CodeGen/Functions/Statements.h"
#include "IR/Callees.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace adjoint::codegen {

using namespace ir;

namespace {

/// `double x`; in a definition, `double /*x*/` if nothing mentions it.
std::string parameter(const Variable *param, const Names &names, const Uses *uses) {
  std::string name = names.of(param);
  if (name.empty())
    return declarator(param->type, "");
  if (uses && !uses->mentions(param)) { // `*/*x*/` would begin no comment
    const bool needsSpace = param->type->isReference() || (param->type->isPointer() && !param->type->isConst);
    return declarator(param->type, (needsSpace ? " /*" : "/*") + name + "*/");
  }
  bool isOnlyWritten = uses && !uses->reads(param);
  std::string restricted = param->isRestrict ? "__restrict " + name : name;
  return (isOnlyWritten ? "[[maybe_unused]] " : "") + declarator(param->type, restricted);
}

/// Everything before the body; with `uses`, of a definition.
std::string head(const Function &function, const Names &names, const Uses *uses) {
  std::string text = function.name + "(";
  for (const Variable *param : function.params) {
    if (param != function.params.front())
      text += std::string(",") + commaMark();
    text += parameter(param, names, uses);
  }
  if (function.isVariadic)
    text += function.params.empty() ? "..." : std::string(",") + commaMark() + "...";
  return function.specifiers + declarator(function.returnType, text + ")");
}

/// As a literal.
std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (char c : text)
    result += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return result + "\"";
}

/// Functions whose definition stands behind one that calls them, or uses them as values.
std::set<const Function *> usedBefore(const std::vector<const Function *> &functions) {
  std::set<const Function *> used, before;
  for (const Function *function : functions) {
    if (used.count(function))
      before.insert(function);
    forEachCallee(function->body, [&](const Function *callee, const Stmt *) { used.insert(callee); });
  }
  return before;
}

} // namespace

std::string printFunctions(const std::vector<const Function *> &functions, LineOrigins *origins) {
  std::string text;
  const std::set<const Function *> early = usedBefore(functions);
  for (const Function *function : functions)
    if (early.count(function))
      text += printDeclaration(*function);
  if (origins)
    origins->resize(llvm::count(text, '\n'));
  for (const Function *function : functions) {
    if (!text.empty()) {
      text += "\n";
      if (origins)
        origins->emplace_back();
    }
    text += printFunction(*function, origins);
  }
  return text;
}

std::string printFunction(const Function &function, LineOrigins *origins) {
  if (!function.hasBody) {
    std::string text = printDeclaration(function);
    if (origins)
      origins->insert(origins->end(), llvm::count(text, '\n'), function.location);
    return text;
  }
  Names names(function);
  Uses uses(function);
  std::string text;
  llvm::raw_string_ostream out(text);
  Statements statements(names, &uses, out, function.returnType);
  statements.noteOrigins(origins);
  statements.line(head(function, names, &uses) + " {");
  statements.indented([&] {
    if (uses.usesTapeOfFunction())
      statements.line("adjoint::Tape &" + names.tape() + " = adjoint::Tape::local();");
    if (uses.usesParts())
      statements.line("adjoint::TapeParts &" + names.parts() + " = " +
                      (uses.usesTapeOfFunction() ? names.tape() : "adjoint::Tape::local()") + ".parts();");
    if (function.guardsTape)
      statements.line("const adjoint::Tape::Frame " + names.frame() +
                      (uses.usesTapeOfFunction() ? "(" + names.tape() + ");" : ";"));
    if (function.nesting)
      statements.line("const adjoint::Nesting " + names.nesting() + "(" + std::to_string(function.nesting) + ");");
    if (!function.profiledFile.empty())
      statements.line("const adjoint::profile::Call " + names.call() + "(" + quoted(function.profiledFile) + ");");
    if (function.bridge)
      for (const std::string &line : bridgeLines(function, [&](const Variable *param) { return names.of(param); }))
        statements.line(line);
    else
      statements.printList(function.body);
  });
  statements.line("}");
  out.flush();
  return text;
}

std::string printDeclaration(const Function &function) {
  Names names(function);
  return layout(head(function, names, nullptr) + ";", 0);
}

std::string print(const Stmt &stmt) {
  Names names;
  std::string text;
  llvm::raw_string_ostream out(text);
  Statements(names, nullptr, out).print(&stmt);
  out.flush();
  return text;
}

std::string print(const Expr &expr) {
  Names names;
  Context made;
  return flat(Expressions(names, made).converted(&expr).text);
}

std::string print(const Place &place) {
  Names names;
  Context made;
  return flat(Expressions(names, made).place(&place).text);
}

std::string print(const Type *type) { return declarator(type, ""); }

} // namespace adjoint::codegen
