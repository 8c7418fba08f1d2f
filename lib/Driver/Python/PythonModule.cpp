// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Python/PythonModule.h"

#include "Driver/Python/PythonFunction.h"
#include "Driver/Python/PythonTangents.h"
#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Clang/Diagnostics.h"
#include "Frontend/Clang/Namespaces.h"
#include "Support/Diagnostics.h"

#include <set>

namespace adjoint::driver {

namespace {

class ModuleWriter {
public:
  ModuleWriter(const frontend::LoweredUnit &unit, const Options &options)
      : unit(unit), options(options), types(unit.ast) {}

  /// What stands behind the source.
  std::optional<std::string> write() {
    const std::optional<std::string> functions = functionsText();
    if (!functions || !haveOwnNames())
      return std::nullopt;
    return "\n// The module " + options.python + " for Python.\n" + classesText() + *functions +
           "\nADJOINT_PYTHON_MODULE(" + options.python + ")\n";
  }

private:
  PythonTargets targetsOf(const clang::FunctionDecl *function) const {
    PythonTargets found;
    for (const frontend::Target &target : unit.targets) {
      if (target.function != function)
        continue;
      found.all.push_back(&target);
      const frontend::Target **slot = isOfOneDirection(target) ? slotOf(found, target.request.mode) : nullptr;
      if (slot && !*slot)
        *slot = &target;
    }
    return found;
  }
  /// Null for what nobody can ask for.
  static const frontend::Target **slotOf(PythonTargets &targets, ir::Mode mode) {
    switch (mode) {
    case ir::Mode::Reverse:
      return &targets.adjoint;
    case ir::Mode::Tangent:
      return &targets.tangent;
    case ir::Mode::HessianVector:
      return &targets.hessianVector;
    case ir::Mode::AdjointOfAdjoint:
    case ir::Mode::AdjointOfTangent:
    case ir::Mode::TangentOfTangent:
    case ir::Mode::Taylor:
      return nullptr;
    }
    return nullptr;
  }

  std::optional<std::string> functionsText() {
    std::string text;
    std::set<const clang::FunctionDecl *> done;
    for (const frontend::Target &target : unit.targets) {
      if (!done.insert(target.function).second)
        continue;
      const std::optional<std::string> function = pythonFunction(unit, targetsOf(target.function), types, options);
      if (!function)
        return std::nullopt;
      text += "\n" + frontend::inNamespacesOf(frontend::scopeOf(target.function), *function);
      names.push_back({target.request.function->name, target.request.function->location});
    }
    return text;
  }

  bool haveOwnNames() {
    for (const clang::CXXRecordDecl *record : types.classes())
      names.push_back({record->getNameAsString(), frontend::locationOf(record->getLocation())});
    std::set<std::string> taken;
    for (const auto &[name, where] : names)
      if (!taken.insert(name).second) {
        unit.sink.report(DiagId::python_twice, where, {name});
        return false;
      }
    return true;
  }

  std::string classText(const clang::CXXRecordDecl *record) const {
    const std::string type = types.spelling(frontend::typeOf(unit.ast, record));
    std::string fields;
    for (const clang::FieldDecl *field : record->fields()) {
      const std::string name = field->getNameAsString();
      fields += (fields.empty() ? "field(\"" : ", field(\"") + name + "\", &" + type + "::" + name + ")";
    }
    return "\ntemplate <> struct adjoint::python::Fields<" + type + "> {\n  static constexpr const char *name = \"" +
           record->getNameAsString() + "\";\n  static constexpr auto all = std::make_tuple(" + fields + ");\n};\n";
  }

  /// All are known before one is used.
  std::string classesText() const {
    std::string text, parts;
    for (const clang::CXXRecordDecl *record : types.classes()) {
      text += classText(record);
      parts += "const adjoint::python::Part part_" + record->getNameAsString() + "(adjoint::python::addClass<" +
               types.spelling(frontend::typeOf(unit.ast, record)) + ">);\n";
    }
    return parts.empty() ? text : text + "\nnamespace {\n" + parts + "} // namespace\n";
  }

  const frontend::LoweredUnit &unit;
  const Options &options;
  PythonTypes types;
  std::vector<std::pair<std::string, Location>> names; ///< in Python
};

} // namespace

std::optional<std::string> pythonModule(const frontend::LoweredUnit &unit, const Options &options,
                                        const std::string &source) {
  const std::optional<std::string> module = ModuleWriter(unit, options).write();
  if (!module)
    return std::nullopt;
  const bool endsLine = source.empty() || source.back() == '\n';
  return "#include <adjoint/python.h>\n" + source + (endsLine ? "" : "\n") + *module;
}

} // namespace adjoint::driver
