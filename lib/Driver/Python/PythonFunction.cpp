// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Python/PythonFunction.h"

#include "Driver/Python/Lengths.h"
#include "Driver/Python/PythonTangents.h"
#include "Driver/Request/FullNames.h"
#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Clang/Diagnostics.h"
#include "Support/Diagnostics.h"
#include "Transform/Contract/Roles.h"
#include "Transform/Contract/Signature.h"

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace adjoint::driver {

namespace {

std::string quoted(llvm::StringRef text) {
  std::string result;
  llvm::raw_string_ostream out(result);
  out << '"';
  out.write_escaped(text, /*UseHexEscapes=*/false);
  out << '"';
  return result;
}

std::string joined(const std::vector<std::string> &parts, const char *separator) {
  return llvm::join(parts.begin(), parts.end(), separator);
}

class FunctionWriter {
public:
  FunctionWriter(const frontend::LoweredUnit &unit, const PythonTargets &targets, PythonTypes &types,
                 const Options &options)
      : unit(unit), targets(targets), types(types), options(options), request(targets.any().request),
        function(*request.function), decl(targets.any().function), method(llvm::dyn_cast<clang::CXXMethodDecl>(decl)) {}

  std::optional<std::string> write() {
    if (!noteParameters() || !checkTypes() || !checkClauses() || !findLengths())
      return std::nullopt;
    return text();
  }

private:
  bool refuse(DiagId id, Location where, const std::vector<std::string> &args) {
    unit.sink.report(id, where, args);
    return false;
  }
  std::string qualifiedName() const { return decl->getQualifiedNameAsString(); }
  bool hasObject() const { return method && method->isInstance(); }

  bool noteParameters() {
    if (hasObject())
      parameters.push_back(method->getFunctionObjectParameterReferenceType());
    for (const clang::ParmVarDecl *param : decl->parameters())
      parameters.push_back(param->getType());
    if (parameters.size() != function.params.size()) // a closure, which holds what it uses
      return refuse(DiagId::python_type, function.location, {function.name, qualifiedName(), "closure"});
    names.function = function.name;
    for (unsigned i = 0; i < parameters.size(); ++i) {
      const std::string &name = function.params[i]->name;
      names.names.push_back(name.empty() ? "argument_" + std::to_string(i + 1) : name);
      names.isInteger.push_back(PythonTypes::isInteger(parameters[i]));
    }
    return true;
  }

  bool checkTypes() {
    for (unsigned i = 0; i < parameters.size(); ++i)
      if (!types.canBeParameter(parameters[i]) || function.params[i]->user.isIterator)
        return refuse(DiagId::python_type, function.params[i]->location,
                      {names.names[i], qualifiedName(), types.spelling(parameters[i])});
    if (!types.canBeResult(decl->getReturnType()))
      return refuse(DiagId::python_type, function.location,
                    {"return", qualifiedName(), types.spelling(decl->getReturnType())});
    return true;
  }

  /// Python sees one set of independents and dependents.
  bool checkClauses() {
    for (const frontend::Target *other : targets.all)
      if (isOfOneDirection(*other) && !hasSameRoles(other->request))
        return refuse(DiagId::python_clauses, other->request.location, {qualifiedName()});
    return true;
  }
  bool hasSameRoles(const ir::Request &other) const {
    for (unsigned i = 0; i < parameters.size(); ++i)
      if (transform::roleOf(request, i) != transform::roleOf(other, i))
        return false;
    return transform::hasSeed(request) == transform::hasSeed(other);
  }

  bool findLengths() {
    for (unsigned i = 0; i < parameters.size(); ++i)
      if (!findLength(i))
        return false;
    return true;
  }
  bool findLength(unsigned i) {
    Length &length = lengths.emplace_back();
    if (!PythonTypes::isUncounted(parameters[i].getCanonicalType()))
      return true;
    const std::string &name = names.names[i];
    const std::string given = givenLength(options.sizes, names, name);
    const std::optional<Length> found = given.empty() ? lengthByName(names, name) : parseLength(given, names);
    if (!found && !given.empty())
      return refuse(DiagId::python_length_malformed, function.params[i]->location, {given, name, qualifiedName()});
    if (!found)
      return refuse(DiagId::python_length, function.params[i]->location, {name, qualifiedName()});
    length = *found;
    return true;
  }

  bool followsFromArray(unsigned i) const {
    return llvm::any_of(lengths, [i](const Length &length) { return length.decided() == i; });
  }

  // -------------------------------------------------------------- text

  std::string parametersText() const {
    std::vector<std::string> all;
    for (unsigned i = 0; i < parameters.size(); ++i)
      all.push_back("\n      adjoint::python::Parameter<" + types.spelling(parameters[i]) +
                    ", adjoint::python::Role::" + (followsFromArray(i) ? "Length" : nameOf(transform::roleOf(request, i))) + ">");
    return joined(all, ",");
  }

  /// What no parameter stands for is -1.
  static std::string lengthText(const Length &length) {
    if (!length.isKnown())
      return "{}";
    std::vector<std::string> numbers(3, "-1");
    for (size_t i = 0; i < length.parameters.size(); ++i)
      numbers[i] = std::to_string(length.parameters[i]);
    return "{" + std::to_string(length.factor) + ", " + std::to_string(length.offset) + ", {" + joined(numbers, ", ") +
           "}}";
  }

  /// An array has an element at least.
  std::string namesText() const {
    std::vector<std::string> all;
    for (const std::string &name : names.names)
      all.push_back(quoted(name));
    return all.empty() ? "\"\"" : joined(all, ", ");
  }
  std::string lengthsText() const {
    std::vector<std::string> all;
    for (const Length &length : lengths)
      all.push_back(lengthText(length));
    return all.empty() ? "{}" : joined(all, ", ");
  }

  std::string declarationText() const {
    std::string text;
    llvm::raw_string_ostream out(text);
    clang::PrintingPolicy policy = frontend::generatedCodePolicy(unit.ast);
    policy.TerseOutput = true;
    decl->print(out, policy);
    if (const clang::RawComment *comment = unit.ast.getRawCommentForAnyRedecl(decl))
      out << "\n\n" << comment->getFormattedText(unit.ast.getSourceManager(), unit.ast.getDiagnostics());
    return text;
  }

  std::string primalText() const {
    if (!hasObject())
      return "  template <class... A> static decltype(auto) primal(A &...a) { return " + fullNameOf(decl) +
             "(a...); }\n";
    return "  template <class S, class... A> static decltype(auto) primal(S &self, A &...a) { return self." +
           method->getNameAsString() + "(a...); }\n";
  }
  static std::string derivativeText(const char *name, const frontend::Target *target) {
    if (!target)
      return "";
    return std::string("  template <class... A> static decltype(auto) ") + name + "(A &...a) { return " +
           fullNameOfDerivative(target->function, target->request) + "(a...); }\n";
  }
  static std::string flag(const char *name, bool value) {
    return std::string("  static constexpr bool ") + name + " = " + (value ? "true" : "false") + ";\n";
  }

  std::string text() const {
    const std::string type = "Python_" + function.name;
    const clang::QualType returned = decl->getReturnType().getCanonicalType().getUnqualifiedType();
    return "namespace {\nstruct " + type + " {\n  static constexpr const char *name = " + quoted(function.name) +
           ";\n  static constexpr const char *declaration = " + quoted(declarationText()) +
           ";\n  static constexpr const char *names[] = {" + namesText() +
           "};\n  static constexpr adjoint::python::Length lengths[] = {" + lengthsText() +
           "};\n  using Parameters = adjoint::python::List<" + parametersText() +
           ">;\n  using Returns = " + types.spelling(returned) + ";\n" + flag("isSeeded", transform::hasSeed(request)) +
           flag("hasAdjoint", targets.adjoint) + flag("hasTangent", targets.tangent) +
           flag("hasHessianVector", targets.hessianVector) + primalText() + derivativeText("adjoint", targets.adjoint) +
           derivativeText("tangent", targets.tangent) + derivativeText("hessianVector", targets.hessianVector) +
           "};\nconst adjoint::python::Part part_" + function.name + "(adjoint::python::addFunction<" + type +
           ">);\n} // namespace\n";
  }

  const frontend::LoweredUnit &unit;
  const PythonTargets targets;
  PythonTypes &types;
  const Options &options;
  const ir::Request &request;
  const ir::Function &function;
  const clang::FunctionDecl *decl;
  const clang::CXXMethodDecl *method; ///< null: it is none
  std::vector<clang::QualType> parameters;
  LengthNames names;
  std::vector<Length> lengths;
};

} // namespace

std::optional<std::string> pythonFunction(const frontend::LoweredUnit &unit, const PythonTargets &targets,
                                          PythonTypes &types, const Options &options) {
  return FunctionWriter(unit, targets, types, options).write();
}

} // namespace adjoint::driver
