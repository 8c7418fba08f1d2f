// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Boundary/BridgeFunctions.h"

#include "CodeGen/Boundary/ViewedFields.h"
#include "CodeGen/Cpp/Declarators.h"
#include "CodeGen/Cpp/Patterns.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace adjoint::codegen {

using namespace ir;

namespace {

using Part = Bridge::Part;
using NameOf = std::function<std::string(const Variable *)>;

const Record *objectOf(const Variable *param) { return mirrorOf(param->type->isReference() ? param->type->element : param->type); }

bool isWritten(const Variable *param) { return param->type->isReference() && !param->type->element->isConst; }

bool isBridge(const Function &function) { return function.bridge && function.hasBody; }

/// What is done before the call for an object, and behind it.
struct Steps {
  std::vector<BoundaryFunction> before, after;
};

/// `primal`: what an adjoint or a tangent goes with; null: of a primal.
Steps stepsOf(Part part, const Record &mirror, const Variable *primal) {
  if (!primal)
    return {{BoundaryFunction::Shape, BoundaryFunction::Fill}, {}};
  if (sequenceIn(mirror))
    return {{BoundaryFunction::Shape}, {}};
  if (part == Part::Tangent)
    return {{BoundaryFunction::Shape, BoundaryFunction::Clear, BoundaryFunction::Put}, {}};
  return {{BoundaryFunction::Shape, BoundaryFunction::Clear}, {BoundaryFunction::Seed}};
}

class BridgePrinter {
public:
  BridgePrinter(const Function &bridge, const NameOf &name) : bridge(bridge), part(bridge.bridge->part), name(name) {
    for (const Variable *param : bridge.params)
      taken.insert(name(param));
  }

  std::vector<std::string> print() {
    const Variable *primal = nullptr;
    for (const Variable *param : bridge.params) {
      if (const Record *mirror = objectOf(param))
        pass(*param, *mirror, param->isAdjoint ? primal : nullptr);
      else if (isOfNumber(param, primal) && overwritesSequence())
        passSum(*param);
      else
        args.push_back(name(param));
      primal = param->isAdjoint ? primal : param;
    }
    after.insert(after.end(), sums.begin(), sums.end());
    if (bridge.bridge->returned && part == Part::Adjoint)
      passSeeds();
    if (bridge.bridge->returned && part == Part::Tangent)
      return callTangent();
    const bool givesValue = !bridge.returnType->isVoid(), isKept = givesValue && !after.empty();
    const std::string value = isKept ? fresh("value") : "";
    lines.push_back((isKept ? "const auto " + value + " = " : givesValue ? "return " : "") + called() + ";");
    lines.insert(lines.end(), after.begin(), after.end());
    if (isKept)
      lines.push_back("return " + value + ";");
    return lines;
  }

private:
  std::string fresh(const std::string &wanted) {
    std::string free = wanted;
    for (unsigned i = 2; !taken.insert(free).second; ++i)
      free = wanted + "_" + std::to_string(i);
    return free;
  }

  std::string called() const {
    return filled(bridge.bridge->call, [this](unsigned number, llvm::StringRef, llvm::StringRef) { return args[number]; });
  }

  static std::string pointerIn(const Record &mirror, const std::string &plain) { return plain + "." + sequenceIn(mirror)->elements->name; }

  void pass(const Variable &param, const Record &mirror, const Variable *primal) {
    const std::string own = name(&param), object = fresh(own + "_object"), shape = primal ? name(primal) : own;
    lines.push_back(mirror.view->spelling + " " + object + "{};");
    const Steps steps = stepsOf(part, mirror, primal);
    for (BoundaryFunction what : steps.before)
      if (isNeeded(what, mirror))
        lines.push_back(boundaryCall(what, mirror, argumentsOf(what, object, shape, own)) + ";");
    for (BoundaryFunction what : steps.after)
      if (isNeeded(what, mirror))
        after.push_back(boundaryCall(what, mirror, argumentsOf(what, object, shape, own)) + ";");
    args.push_back(object);
    const std::optional<Sequence> sequence = sequenceIn(mirror);
    if (!sequence)
      return;
    const std::string numbers = pointerIn(mirror, own), count = shape + "." + sequence->count->name;
    if (primal && part == Part::Adjoint && !isWritten(primal)) {
      sums.push_back("adjoint::add_numbers(" + object + ", " + numbers + ", " + count + ");");
      return;
    }
    if (primal)
      lines.push_back("adjoint::give_numbers(" + object + ", " + numbers + ");");
    if (primal ? isWritten(primal) : part != Part::Adjoint && isWritten(&param))
      after.push_back("adjoint::take_numbers(" + object + ", " + numbers + ", " + count + ");");
  }

  /// An adjoint to which is added, and which may be one of an object's that is overwritten: it is added when that has been left.
  void passSum(const Variable &param) {
    const std::string own = name(&param), sum = fresh(own + "_sum");
    lines.push_back(declarator(param.type->element, sum) + " = 0;");
    args.push_back(sum);
    sums.push_back(own + " += " + sum + ";");
  }

  bool isOfNumber(const Variable *param, const Variable *primal) const {
    return part == Part::Adjoint && param->isAdjoint && param->type->isReference() && param->type->element->isFloating() && primal && primal->type->isFloating();
  }

  bool overwritesSequence() const {
    return llvm::any_of(bridge.params, [](const Variable *param) {
      const Record *mirror = param->isAdjoint ? nullptr : objectOf(param);
      return mirror && sequenceIn(*mirror) && isWritten(param);
    });
  }

  /// `shape`: the plain struct of the primal; `plain`: that of what is made.
  static std::string argumentsOf(BoundaryFunction what, const std::string &object, const std::string &shape, const std::string &plain) {
    switch (what) {
    case BoundaryFunction::Clear:
      return object;
    case BoundaryFunction::Shape:
      return object + ", " + shape;
    case BoundaryFunction::Put:
    case BoundaryFunction::Seed:
      return object + ", " + shape + ", " + plain;
    default:
      return object + ", " + plain;
    }
  }

  const std::string &spelling() const { return bridge.bridge->returned->view->spelling; }
  /// How many numbers have been returned, and where they, or what goes with them, are.
  std::string ofResult(unsigned fromEnd) const { return name(bridge.params[bridge.params.size() - fromEnd]); }

  void passSeeds() {
    const std::string object = fresh(ofResult(1) + "_object");
    lines.push_back("const " + spelling() + " " + object + " = adjoint::seeds_of<" + spelling() + ">(" + ofResult(3) + ", " + ofResult(1) + ");");
    args.push_back(object);
  }

  std::vector<std::string> callTangent() {
    const std::string tangent = fresh(ofResult(1) + "_object"), value = fresh(ofResult(2) + "_object");
    lines.push_back(spelling() + " " + tangent + "{};");
    args.push_back(tangent);
    lines.push_back("const " + spelling() + " " + value + " = " + called() + ";");
    lines.push_back("adjoint::take_numbers(" + value + ", " + ofResult(2) + ", " + ofResult(3) + ");");
    lines.push_back("adjoint::take_numbers(" + tangent + ", " + ofResult(1) + ", " + ofResult(3) + ");");
    lines.insert(lines.end(), after.begin(), after.end());
    return lines;
  }

  const Function &bridge;
  const Part part;
  const NameOf &name;
  std::set<std::string> taken; ///< names
  std::vector<std::string> lines, args;
  std::vector<std::string> after, sums; ///< behind the call: what is left, and then what is added
};

} // namespace

std::vector<std::string> bridgeLines(const Function &bridge, const NameOf &name) { return BridgePrinter(bridge, name).print(); }

void addDefinitionsForBridges(const std::vector<const Function *> &functions, std::vector<BoundaryDefinition> &definitions) {
  auto add = [&](BoundaryFunction what, const Record &mirror) {
    for (const BoundaryDefinition &definition : definitionsFor(what, mirror))
      if (llvm::none_of(definitions, [&](const BoundaryDefinition &other) { return !(other < definition) && !(definition < other); }))
        definitions.push_back(definition);
  };
  for (const Function *function : functions) {
    const Variable *primal = nullptr;
    for (const Variable *param : isBridge(*function) ? function->params : std::vector<const Variable *>()) {
      primal = param->isAdjoint ? primal : param;
      const Record *mirror = objectOf(param);
      if (!mirror)
        continue;
      const Steps steps = stepsOf(function->bridge->part, *mirror, param->isAdjoint ? primal : nullptr);
      for (const std::vector<BoundaryFunction> &list : {steps.before, steps.after})
        for (BoundaryFunction what : list)
          add(what, *mirror);
    }
  }
}

} // namespace adjoint::codegen
