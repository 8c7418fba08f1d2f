// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Boundary/BridgeFunctions.h"

#include "CodeGen/Boundary/ViewedFields.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace adjoint::codegen {

using namespace ir;

namespace {

const Record *objectOf(const Variable *param) { return mirrorOf(param->type->isReference() ? param->type->element : param->type); }

bool isBridge(const Function &function) { return function.bridge && function.hasBody; }

/// Puts the arguments where their numbers stand: "pick($0, $1)".
std::string called(const std::string &pattern, const std::vector<std::string> &args) {
  std::string text;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '$') {
      text += pattern[i];
      continue;
    }
    size_t number = 0;
    for (; i + 1 < pattern.size() && llvm::isDigit(pattern[i + 1]); ++i)
      number = 10 * number + (pattern[i + 1] - '0');
    text += args[number];
  }
  return text;
}

} // namespace

std::vector<std::string> bridgeLines(const Function &bridge, const std::function<std::string(const Variable *)> &name) {
  std::vector<std::string> lines, args;
  for (const Variable *param : bridge.params) {
    const Record *mirror = objectOf(param);
    const std::string own = name(param), object = own + "_object";
    args.push_back(mirror ? object : own);
    if (!mirror)
      continue;
    lines.push_back(mirror->view->spelling + " " + object + "{};");
    for (BoundaryFunction what : {BoundaryFunction::Shape, BoundaryFunction::Fill})
      if (isNeeded(what, *mirror))
        lines.push_back(boundaryCall(what, *mirror, object + ", " + own) + ";");
  }
  const std::string call = called(bridge.bridge->call, args) + ";";
  lines.push_back(bridge.returnType->isVoid() ? call : "return " + call);
  return lines;
}

void addDefinitionsForBridges(const std::vector<const Function *> &functions, std::vector<BoundaryDefinition> &definitions) {
  auto isThere = [&](const BoundaryDefinition &definition) {
    return llvm::any_of(definitions, [&](const BoundaryDefinition &other) { return !(other < definition) && !(definition < other); });
  };
  for (const Function *function : functions)
    if (isBridge(*function))
      for (const Variable *param : function->params)
        if (const Record *mirror = objectOf(param))
          for (BoundaryFunction what : {BoundaryFunction::Shape, BoundaryFunction::Fill})
            for (const BoundaryDefinition &definition : definitionsFor(what, *mirror))
              if (!isThere(definition))
                definitions.push_back(definition);
}

} // namespace adjoint::codegen
