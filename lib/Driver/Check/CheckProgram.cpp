// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Check/CheckProgram.h"

#include "CodeGen/Functions/Printer.h"
#include "Driver/Check/NamedFunctions.h"
#include "Driver/Request/FullNames.h"
#include "Frontend/Clang/Namespaces.h"
#include "IR/Callees.h"
#include "IR/ClassView.h"
#include "IR/Visit.h"
#include "Transform/Contract/Signature.h"
#include "Transform/Orders/WideNumbers.h"

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/WithColor.h"

#include <algorithm>

namespace adjoint::driver {

namespace {

const char *const defaultSize = "16";

/// `name=value` of an option's list.
std::string valueOf(const std::vector<std::string> &list, const std::string &name) {
  for (const std::string &entry : list) {
    auto [key, value] = llvm::StringRef(entry).split('=');
    if (key == name)
      return value.str();
  }
  return "";
}

/// Does a float take part, in the function or below it?
bool computesWithFloats(const ir::Function &function) {
  auto isFloat = [](const ir::Type *type) {
    while (type->element)
      type = type->element;
    return type->isFloating() && type->bits == 32;
  };
  bool found = false;
  for (const ir::Function *reached : ir::reachedFrom(&function)) {
    found = found || isFloat(reached->returnType);
    ir::forEachStmt(reached->body, [&](const ir::Stmt *stmt) {
      const ir::Variable *variable = ir::declaredBy(stmt);
      found = found || (variable && isFloat(variable->type));
      ir::forEachOperand(
          stmt, [&](const ir::Expr *e) { ir::forEachExpr(e, [&](const ir::Expr *part) { found = found || isFloat(part->type); }); },
          [&](const ir::Place *place) { found = found || isFloat(place->type); });
    });
  }
  return found;
}

/// Is it a derivative for several directions, or of Taylor coefficients?
bool isOfSeveral(const ir::Request &request) { return (request.width != 0 && !request.isForMatrix) || request.order != 0; }

/// The number in the place of which a derivative for several directions has several.
std::string spelledSeveral(llvm::StringRef declaration, const ir::Request &request) {
  const std::string count = ", " + std::to_string(request.order ? request.order : request.width) + ">";
  const std::string begin = request.order ? "adjoint::Taylor<" : "adjoint::Directions<";
  std::string text;
  while (!declaration.empty()) {
    const llvm::StringRef word = declaration.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    declaration = declaration.drop_front(word.size());
    text += word == "double" || word == "float" ? begin + word.str() + count : word.str();
    if (!declaration.empty() && word.empty()) {
      text += declaration.front();
      declaration = declaration.drop_front();
    }
  }
  return text;
}

/// The struct for one function, or for one of its derivatives for several directions.
class CaseWriter {
public:
  CaseWriter(const frontend::LoweredUnit &unit, const frontend::Target &target, const Options &options)
      : unit(unit), ir(unit.ir), target(target), request(target.request), function(*request.function),
        options(options) {}

  std::string name() const {
    const std::string of = "Check_" + function.name;
    if (!isOfSeveral(request))
      return of;
    return of + ir::suffixOf(request.mode) + std::to_string(request.order ? request.order : request.width);
  }

  /// None after an error was reported.
  std::optional<std::string> write() {
    for (unsigned i = 0; i < function.params.size(); ++i)
      if (!addParameter(i))
        return std::nullopt;
    if (!addResult())
      return std::nullopt;
    return text();
  }

private:
  bool refuse(const std::string &what, Location where) {
    const unsigned line = unit.lineOf(where);
    llvm::WithColor::error(llvm::errs(), options.source + (line ? ":" + std::to_string(line) : ""))
        << format(DiagId::check_values, {what, target.function->getQualifiedNameAsString()}) << "\n";
    return false;
  }

  bool addParameter(unsigned i) {
    const ir::Variable *param = function.params[i];
    const std::string name = param->name.empty() ? "argument_" + std::to_string(i + 1) : param->name;
    isInput = transform::isIndependent(request, i);
    isOutput = transform::isDependent(request, i);
    if (param->user.isIterator) // where the range ends is not known
      return refuse(name, param->location);
    const ir::Type *type = param->type;
    const std::string member = name + "_";
    std::string primal = "p." + member, shadow = member;
    if (type->isPointer()) {
      if (!addMemory(member, name, type->element, transform::hasAdjointParameter(request, i)))
        return refuse(name, param->location);
      primal += ".data()";
      shadow += ".data()";
    } else {
      if (type->isReference())
        type = type->element;
      type = ir.withoutConst(type);
      addMember(declared(type, member), transform::hasAdjointParameter(request, i));
      if (!addObject(type, member, name, /*canBind=*/true))
        return refuse(name, param->location);
    }
    args.push_back({primal, transform::hasAdjointParameter(request, i) ? shadow : ""});
    given.push_back(type->isPointer() ? "p." + member : primal);
    isOfNumbers &= args.back().second.empty() || canBeInMatrix(param->type);
    return true;
  }

  bool addResult() {
    hasResult = !function.returnType->isVoid();
    if (!hasResult)
      return true;
    isInput = false;
    isOutput = transform::hasSeed(request);
    const ir::Type *type = ir.withoutConst(function.returnType);
    addMember(declared(type, "result") + (type->isScalar() ? " = 0" : ""), isOutput);
    const std::string fillsBefore = fills;
    bool added = !type->isPointer() && !type->isReference() && addObject(type, "result", "result", false);
    fills = fillsBefore; // it is not given
    return added || refuse("result", function.location);
  }

  void addMember(const std::string &declaration, bool isActive) {
    const bool isWide = isActive && isOfSeveral(request);
    members += "  " + (isWide ? spelledSeveral(declaration, request) : declaration) + ";\n";
  }

  /// Does <adjoint/derivatives.h> know by itself what numbers an argument of this type has?
  static bool canBeInMatrix(const ir::Type *type) {
    if (type->isPointer())
      return type->element->isFloating();
    if (type->isReference())
      type = type->element;
    return type->isFloating() || (type->isRecord() && elementOfContainer(type->record) && transform::canBeWide(type));
  }

  /// What a pointer leads to, in a vector of its own.
  bool addMemory(const std::string &vector, const std::string &name, const ir::Type *element, bool isActive = false) {
    element = ir.withoutConst(element);
    if (element->isPointer() || element->isVoid() || element->is(ir::TypeKind::Bool) || element->isArray())
      return false;
    addMember("std::vector<" + codegen::print(element) + "> " + vector, isActive);
    const std::string given = valueOf(options.sizes, name);
    const std::string size = given.empty() ? defaultSize : given;
    if (!element->isRecord()) {
      fills += "    at.fill(\"" + name + "\", " + vector + ", " + size + ");\n";
      visitNumber(element, vector, name);
      return element->isScalar();
    }
    fills += "    " + vector + ".resize(" + size + ");\n";
    return addElements(element, vector, name);
  }

  bool addElements(const ir::Type *element, const std::string &range, const std::string &name) {
    const std::string head = "    for (auto &each : " + range + ") {\n", indent = "  ";
    std::string *lists[] = {&fills, &inputs, &outputs};
    std::string before[3];
    for (int i = 0; i < 3; ++i)
      before[i] = std::exchange(*lists[i], "");
    bool added = addObject(element, "each", name, false);
    for (int i = 0; i < 3; ++i) {
      const std::string inner = std::exchange(*lists[i], before[i]);
      if (!inner.empty())
        *lists[i] += head + inner + "    }\n";
    }
    return added;
  }

  /// An array of numbers, where `path` may be a pointer to the first, as a std::array gives one.
  static std::string asArray(const ir::Type *type, const std::string &path) {
    const bool isPointer = llvm::StringRef(path).ends_with(".data()") && type->element->isScalar();
    return isPointer ? "adjoint::check::arrayAt<" + std::to_string(type->count) + ">(" + path + ")" : path;
  }

  /// An object named in C++ by `path`. `canBind`: pointers in it may lead to vectors of their own.
  bool addObject(const ir::Type *type, const std::string &path, const std::string &name, bool canBind) {
    type = ir.withoutConst(type);
    switch (type->kind) {
    case ir::TypeKind::Bool:
    case ir::TypeKind::Integer:
    case ir::TypeKind::Enum:
    case ir::TypeKind::Floating:
      fills += "    at.fill(\"" + name + "\", " + path + ");\n";
      visitNumber(type, path, name);
      return true;
    case ir::TypeKind::Array:
      if (type->element->isRecord())
        return addElements(type->element, path, name);
      if (!ofNumbers(type))
        return false;
      fills += "    at.fill(\"" + name + "\", " + asArray(type, path) + ");\n";
      visitNumber(numberIn(type), asArray(type, path), name);
      return true;
    case ir::TypeKind::Record:
      return addFields(type->record, path, name, canBind);
    case ir::TypeKind::Pointer: {
      if (!canBind)
        return false;
      std::string vector = path;
      std::replace(vector.begin(), vector.end(), '.', '_');
      bindings += "    " + path + " = " + vector + ".data();\n";
      return addMemory(vector, name, type->element);
    }
    case ir::TypeKind::Void:
    case ir::TypeKind::Reference:
    case ir::TypeKind::Function:
      return false;
    }
    return false;
  }

  /// What the pointer in a container with the interface of std::vector leads to; null: it is none.
  static const ir::Type *elementOfContainer(const ir::Record *record) {
    if (!record->isMirror || !record->view || record->view->extend.empty() || record->view->fields.empty())
      return nullptr;
    const ir::FieldView &view = record->view->fields.front();
    const bool isOne = view.kind == ir::FieldView::Kind::Expression && view.extent == "$.size()";
    return isOne ? record->fields.front().type->element : nullptr;
  }

  bool addContainer(const ir::Type *element, const std::string &path, const std::string &name) {
    const std::string given = valueOf(options.sizes, name);
    const std::string size = given.empty() ? defaultSize : given;
    if (element->isRecord()) {
      fills += "    " + path + ".resize(" + size + ");\n";
      return addElements(element, path, name);
    }
    fills += "    at.fill(\"" + name + "\", " + path + ", " + size + ");\n";
    visitNumber(element, path, name);
    return element->isFloating() || element->isIntegral();
  }

  bool addFields(const ir::Record *record, const std::string &path, const std::string &name, bool canBind) {
    if (const ir::Type *element = elementOfContainer(record))
      return addContainer(element, path, name);
    if (record->isMirror || record->emptyBraces == ir::EmptyBraces::Nothing)
      return false;
    for (const ir::Field &field : record->fields) {
      const std::string of = isArrayOnly(record) ? name : name + "." + field.name;
      if (field.type->isConst || field.name.empty() || !addObject(field.type, memberOf(path, field), of, canBind))
        return false;
    }
    return true;
  }

  /// Is it an array that is an object, as std::array is, whose numbers are those of the whole?
  static bool isArrayOnly(const ir::Record *record) {
    return record->fields.size() == 1 && record->fields.front().access == "$.data()" && record->fields.front().type->isArray();
  }

  static std::string memberOf(const std::string &path, const ir::Field &field) {
    if (field.access.empty())
      return path + "." + field.name;
    std::string access = field.access;
    return access.replace(access.find('$'), 1, path);
  }

  static const ir::Type *numberIn(const ir::Type *array) {
    while (array->isArray())
      array = array->element;
    return array;
  }
  /// One or two dimensions of numbers.
  static bool ofNumbers(const ir::Type *array) {
    bool isDeep = array->element->isArray() && array->element->element->isArray();
    return !isDeep && (numberIn(array)->isFloating() || numberIn(array)->isIntegral());
  }

  void visitNumber(const ir::Type *type, const std::string &path, const std::string &name) {
    if (!type->isFloating())
      return;
    const std::string visit = "    visit(\"" + name + "\", " + path + ");\n";
    inputs += isInput ? visit : "";
    outputs += isOutput ? visit : "";
  }

  static std::string declared(const ir::Type *type, const std::string &name) {
    std::string extents;
    for (; type->isArray(); type = type->element)
      extents += "[" + std::to_string(type->count) + "]";
    bool isContainer = type->isRecord() && elementOfContainer(type->record);
    return (isContainer ? type->record->view->spelling : codegen::print(type)) + " " + name + extents;
  }

  std::string primalCall() const {
    const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(target.function);
    bool hasObject = method && method->isInstance();
    std::string list;
    for (size_t i = hasObject; i < args.size(); ++i)
      list += (list.empty() ? "" : ", ") + args[i].first;
    return (hasObject ? args[0].first + "." + method->getNameAsString() : fullNameOf(target.function)) + "(" + list + ");\n";
  }

  /// The call of f_d, f_b or f_bd; `shadows` names the objects beside the point.
  std::string derivativeCall(const ir::Request &derivative, llvm::ArrayRef<std::string> shadows) const {
    const ir::Mode mode = derivative.mode;
    std::vector<std::string> list;
    for (const auto &[primal, member] : args) {
      list.push_back(primal);
      for (const std::string &shadow : shadows)
        if (!member.empty())
          list.push_back(shadow + "." + member);
    }
    const bool isSeed = mode == ir::Mode::HessianVector && function.returnType->isFloating(); // the tangent is not given
    if (transform::hasSeed(request))
      for (const std::string &shadow : shadows.drop_front(isSeed))
        list.push_back(shadow + ".result");
    return fullNameOfDerivative(target.function, derivative) + "(" + llvm::join(list, ", ") + ");\n";
  }

  /// Functions for the matrices that <adjoint/derivatives.h> makes of what is asked for.
  std::string matrixFunctions(const std::string &type) const {
    const std::optional<std::string> primal = fullConstantOf(target.function);
    if (!isOfNumbers || !primal || target.connection.empty())
      return "";
    const std::string list = "(" + llvm::join(given, ", ") + ")", open = "  static auto ";
    auto sparse = [&](const std::string &name, const std::string &matrix) {
      return open + name + "(" + type + " &p) {\n" + bound({"p"}) + "    adjoint::" + matrix + "<" + *primal + "> matrix" + list +
             ";\n    auto numbers = matrix" + list + ";\n    return std::make_pair(matrix.pattern(), numbers);\n  }\n";
    };
    auto dense = [&](const std::string &name) {
      return open + name + "(" + type + " &p) {\n" + bound({"p"}) + "    return adjoint::" + name + "<" + *primal + ">" + list +
             ";\n  }\n";
    };
    const bool isSparse = unit.declares("SparseHessian");
    std::string text = dense("jacobian") + (isSparse ? sparse("sparseJacobian", "SparseJacobian") : "");
    if (requestIn(ir::Mode::HessianVector) && transform::hasSeed(request) && function.returnType->isFloating())
      text += dense("hessian") + (isSparse ? sparse("sparseHessian", "SparseHessian") : "");
    return text;
  }

  /// What a struct for several directions does, given that of the function.
  std::string severalFunctions(const std::string &type, const std::string &one) const {
    const std::string stored = hasResult ? "p.result = " : "", open = "  static void ";
    switch (request.mode) {
    case ir::Mode::Reverse:
      return open + "adjoint(" + one + " &p, " + type + " &b) {\n" + "    " + derivativeCall(request, {"b"}) + "  }\n";
    case ir::Mode::Tangent:
      return open + "tangent(" + one + " &p, " + type + " &d) {\n" + "    " + stored + derivativeCall(request, {"d"}) + "  }\n";
    case ir::Mode::HessianVector:
      return open + "second(" + one + " &p, " + type + " &d, " + one + " &b, " + type + " &bd) {\n    " +
             derivativeCall(request, {"d", "b", "bd"}) + "  }\n";
    case ir::Mode::Taylor: {
      std::vector<std::string> list;
      for (const auto &[primal, member] : args)
        list.push_back(primal);
      return open + "taylor(" + type + " &p) {\n    " + stored + fullNameOfDerivative(target.function, request) + "(" + llvm::join(list, ", ") +
             ");\n  }\n";
    }
    case ir::Mode::AdjointOfAdjoint:
    case ir::Mode::AdjointOfTangent:
    case ir::Mode::TangentOfTangent:
      return "";
    }
    return "";
  }

  /// What is asked for, by its name; none: nothing.
  std::optional<ir::Request> requestIn(ir::Mode mode) const {
    for (const frontend::Target &other : unit.targets)
      if (other.function == target.function && other.request.mode == mode && other.request.width == 0 && other.calledAs.empty() &&
          other.request.wrt == request.wrt && other.request.of == request.of) {
        ir::Request found = other.request;
        found.name = transform::derivativeName(found);
        return found;
      }
    return std::nullopt;
  }

  std::string bound(llvm::ArrayRef<std::string> objects) const {
    std::string text;
    for (const std::string &object : objects)
      text += bindings.empty() ? "" : "    " + object + ".bind();\n";
    return text;
  }

  std::string text() const {
    const std::string type = this->name(), stored = hasResult ? "    p.result = " : "    ";
    const std::string visitor = "  template <class Visit> void ";
    std::string out = "/// What " + function.name + " takes and returns: at a point, its tangents, or its adjoints.\n";
    out += "struct " + type + " {\n" + members + "\n";
    if (isOfSeveral(request))
      out += "  static constexpr std::size_t count = " + std::to_string(request.order ? request.order : request.width) + ";\n";
    if (computesWithFloats(function))
      out += "  static constexpr bool isCoarse = true;\n";
    out += "  explicit " + type + "([[maybe_unused]] adjoint::check::Values &at) {\n" + fills + "  }\n";
    if (!bindings.empty())
      out += "  void bind() {\n" + bindings + "  }\n";
    if (hasResult && function.returnType->isRecord())
      out += "  void shape(const Check_" + function.name + " &run) { adjoint::check::shape(result, run.result); }\n";
    out += visitor + "inputs([[maybe_unused]] Visit &visit) {\n" + inputs + "  }\n";
    out += visitor + "outputs([[maybe_unused]] Visit &visit) {\n" + outputs + "  }\n";
    if (isOfSeveral(request))
      return out + severalFunctions(type, "Check_" + function.name) + "};\n";
    out += "  static void primal(" + type + " &p) {\n" + bound({"p"}) + stored + primalCall() + "  }\n";
    out += "  static void tangent(" + type + " &p, " + type + " &d) {\n" + bound({"p", "d"}) + stored +
           derivativeCall(*requestIn(ir::Mode::Tangent), {"d"}) + "  }\n";
    out += "  static void adjoint(" + type + " &p, " + type + " &b) {\n" + bound({"p", "b"}) + "    " +
           derivativeCall(*requestIn(ir::Mode::Reverse), {"b"}) + "  }\n";
    if (requestIn(ir::Mode::HessianVector))
      out += "  static void second(" + type + " &p, " + type + " &d, " + type + " &b, " + type + " &bd) {\n" +
             bound({"p", "d", "b", "bd"}) + "    " + derivativeCall(*requestIn(ir::Mode::HessianVector), {"d", "b", "bd"}) + "  }\n";
    return out + matrixFunctions(type) + "};\n";
  }

  const frontend::LoweredUnit &unit;
  ir::Context &ir;
  const frontend::Target &target;
  const ir::Request &request;
  const ir::Function &function;
  const Options &options;
  bool isInput = false, isOutput = false, hasResult = false; ///< of what is being added
  std::string members, fills, inputs, outputs, bindings;
  std::vector<std::pair<std::string, std::string>> args; ///< of the primal; the member with its shadow
  std::vector<std::string> given; ///< arguments, as <adjoint/derivatives.h> takes them
  bool isOfNumbers = true; ///< for which that header makes matrices
};

/// Do both ask for derivatives of and by the same?
bool haveSameClauses(const ir::Request &a, const ir::Request &b) {
  return a.wrt == b.wrt && a.of == b.of && a.ofResult == b.ofResult;
}

/// Which derivatives for several directions are compared with those for one.
bool isCheckedWith(const frontend::Target &target, const frontend::Target &several) {
  return several.function == target.function && isOfSeveral(several.request) && several.calledAs.empty() &&
         haveSameClauses(target.request, several.request);
}

bool isOfOne(const frontend::Target &target, ir::Mode mode) {
  return target.request.mode == mode && target.request.width == 0 && target.calledAs.empty();
}

/// Is it an adjoint, of a function of which there is a tangent to compare it with?
bool isChecked(const frontend::Target &target, const std::vector<frontend::Target> &targets) {
  return isOfOne(target, ir::Mode::Reverse) && llvm::any_of(targets, [&](const frontend::Target &other) {
           return other.function == target.function && isOfOne(other, ir::Mode::Tangent) && haveSameClauses(target.request, other.request);
         });
}

/// Are there both, but by others? Says so.
bool isForgotten(const frontend::Target &tangent, const std::vector<frontend::Target> &targets, const Options &options) {
  auto hasAdjoint = [&](bool isToBeChecked) {
    return llvm::any_of(targets, [&](const frontend::Target &other) {
      return other.function == tangent.function && isOfOne(other, ir::Mode::Reverse) && (!isToBeChecked || isChecked(other, targets));
    });
  };
  if (!isOfOne(tangent, ir::Mode::Tangent) || !hasAdjoint(false) || hasAdjoint(true))
    return false;
  llvm::WithColor::error(llvm::errs(), options.source)
      << format(DiagId::check_clauses, {tangent.function->getQualifiedNameAsString()}) << "\n";
  return true;
}

} // namespace

std::optional<std::string> checkProgram(const frontend::LoweredUnit &unit, const Options &options,
                                        const std::string &source) {
  std::vector<frontend::Target> named = unit.targets;
  llvm::erase_if(named, [&](const frontend::Target &target) { return !isNamed(target.function, unit, options); });
  for (const frontend::Target &target : named)
    if (isForgotten(target, named, options))
      return std::nullopt;
  std::string cases, runs;
  for (const frontend::Target &target : named) {
    if (!isChecked(target, named))
      continue;
    CaseWriter writer(unit, target, options);
    std::optional<std::string> text = writer.write();
    if (!text)
      return std::nullopt;
    const clang::DeclContext *scope = target.function->getDeclContext();
    const std::string scopeName = qualifierOf(scope);
    std::string names = scopeName + writer.name();
    for (const frontend::Target &several : named) {
      if (!isCheckedWith(target, several))
        continue;
      CaseWriter ofSeveral(unit, several, options);
      const std::optional<std::string> more = ofSeveral.write();
      if (!more)
        return std::nullopt;
      *text += "\n" + *more;
      names += ", " + scopeName + ofSeveral.name();
    }
    cases += "\n" + frontend::inNamespacesOf(scope, *text);
    runs += "  ok = adjoint::check::run<" + names + ">(\"" +
            target.function->getQualifiedNameAsString() + "\", at) && ok;\n";
  }
  std::string given;
  for (const std::string &entry : options.point) {
    auto [name, value] = llvm::StringRef(entry).split('=');
    given += (given.empty() ? "" : ", ") + ("{\"" + name + "\", \"" + value + "\"}").str();
  }
  const bool hasMain = unit.declares("main");
  std::string out = "#include <adjoint/check.h>\n";
  if (hasMain) // under another name it may not end without a return
    out += "#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \"-Wreturn-type\"\n#define main adjoint_users_main\n";
  out += source;
  out += source.empty() || source.back() == '\n' ? "" : "\n";
  if (hasMain)
    out += "#undef main\n#pragma GCC diagnostic pop\n";
  out += cases + "\nint main(int argc, char **argv) {\n";
  out += "  adjoint::check::Values at({" + given + "}, argc, argv);\n";
  out += "  bool ok = true;\n" + runs + "  return at.allUsed() && ok ? 0 : 1;\n}\n";
  return out;
}

} // namespace adjoint::driver
