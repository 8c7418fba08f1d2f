// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Contract/Signature.h"

#include "IR/Identifiers.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;

namespace {
std::string lastPart(const std::string &name) { return name.substr(name.rfind(':') + 1); }
} // namespace

std::string adjointName(const Variable *variable) {
  return variable->adjointName.empty() ? stemOf(variable) + "_b" : lastPart(variable->adjointName);
}

std::string tangentName(const Variable *variable) { return stemOf(variable) + "_d"; }

const Type *adjointType(Context &context, const Type *type) {
  if (!reachesFloating(type))
    return type;
  switch (type->kind) {
  case TypeKind::Pointer:
    return context.pointerTo(adjointType(context, type->element));
  case TypeKind::Reference:
    return context.referenceTo(adjointType(context, type->element));
  case TypeKind::Array:
    return context.arrayOf(adjointType(context, type->element), type->count);
  case TypeKind::Void:
  case TypeKind::Bool:
  case TypeKind::Integer:
  case TypeKind::Enum:
  case TypeKind::Floating:
  case TypeKind::Record:
  case TypeKind::Function:
    return context.withoutConst(type);
  }
  return type;
}

const Type *adjointParameterType(Context &context, const Type *type) {
  const Type *adjoint = adjointType(context, type);
  bool isIndirect = type->isPointer() || type->isReference();
  return isIndirect ? adjoint : context.referenceTo(adjoint);
}

const Type *tangentType(Context &context, const Type *type) { return context.withoutConst(type); }

const Type *tangentResultType(Context &context, const Type *returnType) {
  return context.referenceTo(context.withoutConst(byPointer(context, returnType)));
}

const Type *byPointer(Context &context, const Type *type) {
  return type->isReference() ? context.pointerTo(type->element) : type;
}

namespace {
bool contains(const std::vector<unsigned> &list, unsigned value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}
} // namespace

bool isIndependent(const Request &request, unsigned parameter) {
  const Variable *param = request.function->params[parameter];
  if (!reachesFloating(param->type))
    return false;
  return request.wrt ? contains(*request.wrt, parameter) : param->globalObject.empty() && !param->isUntyped();
}

bool isDependent(const Request &request, unsigned parameter) {
  const Variable *param = request.function->params[parameter];
  if (!pointsToFloating(param->type) || !isWritable(param->type) || !param->globalObject.empty())
    return false;
  const bool isViewOfConstants = !param->user.adjointClass.empty(); // whose model may hold a pointer to variables
  if (isViewOfConstants)
    return false;
  const bool isNamed = request.wrt && contains(*request.wrt, parameter);
  return request.of ? contains(*request.of, parameter) : isNamed || !param->isUntyped();
}

bool hasAdjointParameter(const Request &request, unsigned parameter) {
  // Without wrt, what can be written is a dependent even if of(...) does not ask for it: its
  // adjoint is then an input's. With both clauses only what they name gets an adjoint.
  return isIndependent(request, parameter) || isDependent(request, parameter);
}

bool isResultSeeded(const Type *returnType) {
  const Type *type = returnType->isReference() ? returnType->element : returnType;
  return reachesFloating(type) && !type->isPointer();
}

bool hasSeed(const Request &request) {
  const Type *type = request.function->returnType;
  return request.ofResult && (request.mode == Mode::Tangent ? reachesFloating(type) : isResultSeeded(type));
}

std::string derivativeName(const Request &request) {
  if (!request.name.empty())
    return request.name;
  return request.function->name + suffixOf(request);
}

namespace {

/// A function of its own for a request, with the parameters still to be added.
Function *derivativeOf(Context &context, const Request &request) {
  auto *derivative = context.make<Function>();
  derivative->name = derivativeName(request);
  derivative->spelling = derivative->name;
  derivative->location = request.location;
  derivative->specifiers = request.function->specifiers;
  return derivative;
}

Variable *add(Context &context, Function &function, const std::string &name, const Type *type, bool isAdjoint,
              bool isRestrict = false) {
  auto *variable = context.make<Variable>(name, type, Storage::Parameter);
  variable->isAdjoint = isAdjoint;
  variable->isRestrict = isRestrict;
  function.params.push_back(variable);
  return variable;
}

/// The parameters of the primal, each active one with what goes with it.
void addParameters(Context &context, Function &derivative, const Request &request, std::string (*nameOf)(const Variable *),
                   const Type *(*typeOf)(Context &, const Type *)) {
  const std::vector<const Variable *> &params = request.function->params;
  for (unsigned i = 0; i < params.size(); ++i) {
    const Variable *param = params[i];
    Variable *own = add(context, derivative, param->name, param->type, false, param->isRestrict);
    own->user = param->user;
    own->isTangent = param->isTangent;
    own->globalObject = param->globalObject;
    if (!hasAdjointParameter(request, i))
      continue;
    const bool isSeed = request.lastIsResult && i + 1 == params.size();
    const Type *type = isSeed ? param->type->element : typeOf(context, param->type);
    Variable *other = add(context, derivative, param->name.empty() ? "" : nameOf(param), type, true, isRestrictAdjoint(param));
    other->isTangent = param->isTangent;
    other->user = param->user;
    other->user.isConst = param->user.isConst && request.mode == Mode::Tangent;
    if (type != tangentType(context, param->type) && !param->user.adjointClass.empty())
      other->user.className = param->user.adjointClass;
  }
}

} // namespace

bool isRestrictAdjoint(const Variable *param) {
  return param->isRestrict && param->type->isPointer() && !param->type->element->isConst;
}

const Function *adjointSignature(Context &context, const Request &request) {
  const Function &primal = *request.function;
  Function *adjoint = derivativeOf(context, request);
  adjoint->returnType = request.value ? primal.returnType : context.voidType();
  addParameters(context, *adjoint, request, adjointName, adjointParameterType);
  if (hasSeed(request))
    add(context, *adjoint, request.seed, context.withoutConst(primal.returnType), true);
  return adjoint;
}

const Function *tangentSignature(Context &context, const Request &request) {
  const Function &primal = *request.function;
  Function *tangent = derivativeOf(context, request);
  tangent->returnType = primal.returnType;
  addParameters(context, *tangent, request, tangentName, tangentType);
  if (hasSeed(request))
    add(context, *tangent, "result_d", tangentResultType(context, primal.returnType), true);
  return tangent;
}

} // namespace adjoint::transform
