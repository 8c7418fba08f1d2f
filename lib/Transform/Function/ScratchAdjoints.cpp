// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Function/ScratchAdjoints.h"

#include "Analysis/Memory/PassedPointers.h"
#include "Transform/Contract/Boundary.h"
#include "Transform/Contract/Signature.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::transform {

using namespace ir;

namespace {
bool isObjectOfFile(const Variable *param) { return !param->globalObject.empty(); }
} // namespace

ScratchAdjoints::ScratchAdjoints(Derivation &derivation, const Function *function, const analysis::Demand &demand,
                                 const Boundary *boundary)
    : function(function), boundary(boundary), asked(demand) {
  bool canMake = false;
  for (unsigned i = 0; i < function->params.size(); ++i)
    canMake |= !asked.adjointParam[i] && canBeMade(i);
  const bool mayLack = llvm::any_of(function->params, isObjectOfFile) || canMake ||
                       llvm::any_of(derivation.program.inOrder(), [](const analysis::Unit *unit) { return !unit->original->halves.empty(); });
  if (!derivation.options.has(Pass::Activity)) // which would find out
    takeOverwritten(derivation.program.unit(function));
  while (mayLack) {
    AnalysedFunction attempt(derivation, function, asked, /*isSplit=*/false);
    const std::optional<unsigned> param = attempt.analyse() ? std::nullopt : lacking(attempt);
    if (!param)
      return;
    asked.adjointParam[*param] = asked.adjointBehind[*param] = true;
    made.insert(*param);
  }
}

/// A constant object that keeps its memory to itself.
static bool isConstantOwner(const Variable *param) {
  const Type *type = param->type;
  const bool isConstant = type->isReference() && type->element->isConst && reachesFloating(type);
  const bool isKnown = isConstant && !(type->element->isRecord() && type->element->record->isHierarchy);
  return isKnown && analysis::isOwner(type->element);
}

/// Is it copied into a struct, of which there may be another one?
bool ScratchAdjoints::canBeMade(unsigned param) const {
  return boundary && boundary->params[param].mirror && isConstantOwner(function->params[param]);
}

/// Objects of the file that are overwritten carry numbers on.
void ScratchAdjoints::takeOverwritten(const analysis::Unit &unit) {
  for (unsigned i = 0; i < function->params.size(); ++i) {
    const Variable *param = function->params[i];
    if (!isObjectOfFile(param) || asked.adjointParam[i] || !reachesFloating(param->type) || !isOverwritten(param, unit))
      continue;
    asked.adjointParam[i] = asked.adjointBehind[i] = true;
    made.insert(i);
  }
}

namespace {
/// What is written without an adjoint may be what a constant without one leads to, and is told apart from what has one.
bool writesPassive(const Function &function, const std::vector<bool> &hasAdjoint) {
  for (size_t i = 0; i < function.params.size(); ++i)
    if (const Type *type = function.params[i]->type; !hasAdjoint[i] && reachesFloating(type) && analysis::isWritable(type))
      return true;
  return false;
}

std::vector<unsigned> allIndependent(const Request &request) {
  std::vector<unsigned> params;
  for (unsigned i = 0; i < request.function->params.size(); ++i)
    if (isIndependent(request, i))
      params.push_back(i);
  return params;
}
} // namespace

/// The parameter for want of whose adjoint the attempt failed, if one can be made.
std::optional<unsigned> ScratchAdjoints::lacking(const AnalysedFunction &attempt) const {
  const auto &conflict = attempt.activity().conflict();
  const Variable *variable = conflict ? attempt.unit().alias->region(conflict->passive).variable : nullptr;
  const std::vector<const Variable *> &params = function->params;
  auto at = llvm::find(params, variable);
  if (at != params.end() && isObjectOfFile(variable))
    return made.count(at - params.begin()) ? std::nullopt : std::optional<unsigned>(at - params.begin());
  if (at == params.end() || made.count(at - params.begin()) || writesPassive(*function, asked.adjointParam))
    return std::nullopt;
  const auto *call = llvm::dyn_cast_or_null<CallStmt>(conflict->stmt);
  const bool isForOtherFile = call && !call->callee->halves.empty() && isConstantOwner(variable);
  const unsigned param = at - params.begin();
  return isForOtherFile || canBeMade(param) ? std::optional<unsigned>(param) : std::nullopt;
}

void ScratchAdjoints::pass(Boundary &boundary, Request &onStructs) const {
  if (made.empty())
    return;
  if (!onStructs.wrt)
    onStructs.wrt = allIndependent(onStructs);
  for (unsigned param : made) {
    boundary.params[param].isScratch = true;
    onStructs.wrt->push_back(param);
  }
  llvm::sort(*onStructs.wrt);
}

} // namespace adjoint::transform
