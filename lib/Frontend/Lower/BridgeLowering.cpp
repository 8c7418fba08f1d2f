// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/BridgeLowering.h"

#include "Frontend/Models/Intrinsics.h"
#include "Frontend/Models/StandardLibrary.h"
#include "IR/ClassView.h"

namespace adjoint::frontend {

bool takesMirror(const ir::Function &function) {
  bool takes = mirrorIn(function.returnType);
  for (const ir::Variable *param : function.params)
    takes = takes || mirrorIn(param->type);
  return takes;
}

bool takesTemporary(const clang::FunctionDecl *decl) {
  return llvm::any_of(decl->parameters(), [](const clang::ParmVarDecl *param) { return param->getType()->isRValueReferenceType(); });
}

bool isCalledWithObjects(const ir::Function &function, const clang::FunctionDecl *decl) {
  const bool isByHand = function.rule == ir::CallRule::HandWritten && function.halves.empty() && !function.handWrittenHalves &&
                        !function.differences && !function.hook && !memberFunction(decl);
  return isByHand || function.rule == ir::CallRule::Passive || (function.rule == ir::CallRule::Derive && !decl->hasBody());
}

namespace {

/// Can the objects that it takes be made for a call, and be left as it leaves them: constants, copies and sequences of numbers?
bool hasBridgedTypes(const ir::Function &function) {
  auto isSequence = [](const ir::Type *type) { return type->isRecord() && sequenceIn(*type->record); };
  return (!mirrorIn(function.returnType) || isSequence(function.returnType)) && llvm::all_of(function.params, [&](const ir::Variable *param) {
    const ir::Type *type = param->type;
    if (!mirrorIn(type) || type->isRecord())
      return true;
    return type->isReference() && type->element->isRecord() && (type->element->isConst || isSequence(type->element));
  });
}

/// "pick($0, $1)"; a temporary is taken from a variable.
std::string bridgedCall(const clang::FunctionDecl *decl, UnitLowering &unit) {
  std::string text = unit.names.of(decl) + "(";
  for (unsigned i = 0; i < decl->getNumParams(); ++i) {
    const clang::QualType type = decl->getParamDecl(i)->getType();
    const std::string argument = "$" + std::to_string(i);
    text += (i == 0 ? "" : ", ") + (type->isRValueReferenceType() ? "static_cast<" + unit.types.spell(type.getNonReferenceType()) + " &&>(" + argument + ")" : argument);
  }
  return text + ")";
}

} // namespace

std::optional<ir::Bridge> bridgeOf(UnitLowering &unit, const clang::FunctionDecl *decl, const ir::Function &function) {
  const bool isCalled = isCallable(decl) || !function.pattern.empty();
  const bool isNeeded = takesMirror(function) || takesTemporary(decl);
  if (!isCalled || !isNeeded || isLibraryFunction(decl) || isOfModels(decl) || function.isVariadic || !hasBridgedTypes(function))
    return std::nullopt;
  const clang::FunctionDecl *definition = nullptr;
  const clang::FunctionDecl *named = decl->hasBody(definition) ? definition : decl;
  const std::string call = function.pattern.empty() ? bridgedCall(named, unit) : function.pattern;
  return ir::Bridge{ir::Bridge::Part::Call, call, mirrorIn(function.returnType), 0};
}

} // namespace adjoint::frontend
