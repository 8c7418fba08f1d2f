// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Signature.h"

#include <algorithm>
#include <set>

namespace adjoint::transform {

using namespace ir;

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

const Type *byPointer(Context &context, const Type *type) {
  return type->isReference() ? context.pointerTo(type->element) : type;
}

namespace {
bool contains(const std::vector<unsigned> &list, unsigned value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}
} // namespace

namespace {
bool isWritable(const Type *type, std::set<const Record *> &seen) {
  if (type->isRecord()) {
    if (!seen.insert(type->record).second)
      return false;
    const std::vector<Field> &fields = type->record->fields;
    return std::any_of(fields.begin(), fields.end(), [&](const Field &field) { return isWritable(field.type, seen); });
  }
  if (!type->isPointer() && !type->isReference())
    return false;
  return !type->element->isConst || isWritable(type->element, seen);
}
} // namespace

bool isWritable(const Type *parameterType) {
  std::set<const Record *> seen;
  return isWritable(parameterType, seen);
}

bool isIndependent(const Request &request, unsigned parameter) {
  if (!reachesFloating(request.function->params[parameter]->type))
    return false;
  return !request.wrt || contains(*request.wrt, parameter);
}

bool isDependent(const Request &request, unsigned parameter) {
  const Type *type = request.function->params[parameter]->type;
  if (!pointsToFloating(type) || !isWritable(type))
    return false;
  return !request.of || contains(*request.of, parameter);
}

bool hasAdjointParameter(const Request &request, unsigned parameter) {
  // Without wrt, what can be written is a dependent even if of(...) does not ask for it: its
  // adjoint is then an input's. With both clauses only what they name gets an adjoint.
  return isIndependent(request, parameter) || isDependent(request, parameter);
}

bool hasSeed(const Request &request) {
  return request.ofResult && reachesFloating(request.function->returnType);
}

const Function *adjointSignature(Context &context, const Request &request) {
  const Function &primal = *request.function;
  auto *adjoint = context.make<Function>();
  adjoint->name = request.name.empty() ? primal.name + "_b" : request.name;
  adjoint->spelling = adjoint->name;
  adjoint->location = request.location;
  adjoint->specifiers = primal.specifiers;
  adjoint->returnType = request.value ? primal.returnType : context.voidType();
  auto add = [&](const std::string &name, const Type *type, bool isAdjoint, bool isRestrict = false) {
    auto *variable = context.make<Variable>(name, type, Storage::Parameter);
    variable->isAdjoint = isAdjoint;
    variable->isRestrict = isRestrict; // what does not overlap has adjoints that do not
    adjoint->params.push_back(variable);
  };
  for (unsigned i = 0; i < primal.params.size(); ++i) {
    const Variable *param = primal.params[i];
    add(param->name, param->type, false, param->isRestrict);
    if (hasAdjointParameter(request, i))
      add(param->name.empty() ? "" : param->name + "_b", adjointParameterType(context, param->type), true,
          param->isRestrict);
  }
  if (hasSeed(request))
    add("result_b", context.withoutConst(primal.returnType), true);
  return adjoint;
}

} // namespace adjoint::transform
