// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Contract/Boundary.h"

#include "IR/Visit.h"
#include "Transform/Contract/MirrorFacts.h"
#include "Transform/Contract/OneObject.h"
#include "Transform/Contract/Signature.h"

#include <set>

namespace adjoint::transform {

using namespace ir;
using analysis::Alias;
using analysis::Set;

namespace {

/// What a parameter leads to, itself left out.
Set regionsBehind(const Variable *param, const Alias &alias) {
  Set regions(alias.regionCount());
  for (int region : {alias.targetOf(param), alias.deepOf(param)})
    if (region >= 0)
      regions.set(region);
  return regions;
}

/// Are pointers in memory that the parameter leads to overwritten?
bool isReseated(const Variable *param, const analysis::Unit &unit) {
  const Alias &alias = *unit.alias;
  for (unsigned region : analysis::elements(regionsBehind(param, alias)))
    if (analysis::intersects(alias.keysOf(region, {{"*"}, {}}), unit.writes))
      return true;
  return false;
}

/// Is something overwritten that says which numbers are there?
bool isChosenAnew(const Variable *param, const analysis::Unit &unit) {
  Set written = unit.alias->keysOf(regionsBehind(param, *unit.alias));
  written &= unit.writes;
  return written != unit.alias->floatingOnly(written);
}

/// Does the function change the object that it is passed, beside numbers that struct and object both lead to?
bool isChanged(const Variable *param, const analysis::Unit &unit) {
  if (const Record *mirror = mirrorPassed(param->type); mirror && leadsToMirrors(*mirror))
    return isOverwritten(param, unit);
  const int target = isIndirect(param->type) ? unit.alias->targetOf(param) : -1;
  Set own(unit.alias->regionCount());
  if (target >= 0)
    own.set(target);
  return isReseated(param, unit) || analysis::intersects(unit.alias->keysOf(own), unit.writes);
}

} // namespace

bool isOverwritten(const Variable *param, const analysis::Unit &unit) {
  return analysis::intersects(unit.alias->keysOf(regionsBehind(param, *unit.alias)), unit.writes);
}

bool crossesBoundary(const Function &function) {
  return function.returnsIterator || mirrorBelow(function.returnType) || llvm::any_of(function.params, [](const Variable *param) {
           return mirrorBelow(param->type) || param->user.isIterator || param->user.isConst || param->isUntyped();
         });
}

namespace {

std::string classNamed(const Variable *param) {
  const Record *record = param->type->element->record;
  const std::string own = record->view ? record->view->spelling : record->spelling;
  return param->user.className.empty() ? own : param->user.className;
}

/// What the wrapper hands on of an argument that is not of the parameter's type.
void passOtherwise(const Variable *param, Mode mode, BoundaryParam &entry) {
  if (param->user.isIterator)
    entry.value = entry.adjointValue = param->user.pointer;
  else if (entry.mirror && entry.hasAdjoint && mode != Mode::Tangent)
    entry.adjointClass = param->user.adjointClass;
  if (!param->user.isConst)
    return;
  entry.value = "const_cast<" + classNamed(param) + " &>($)";
  entry.adjointValue = mode == Mode::Tangent ? entry.value : "";
}

/// May the function move the caller's iterator, or can nobody say where it leads?
bool isLooseIterator(const Variable *param) {
  return param->user.isIterator && (param->user.pointer.empty() || !param->type->isPointer());
}

} // namespace

std::optional<Boundary> planBoundary(Context &context, const Request &request, const analysis::Program &program,
                                     DiagnosticSink &diagnostics) {
  const Function &function = *request.function;
  const analysis::Unit &unit = program.unit(&function);
  Boundary plan;
  bool isPossible = true;
  auto refuse = [&](const Type *type, const std::string &name, const std::string &reason) {
    const Record *mirror = mirrorBelow(type);
    std::string spelling = mirror->view ? mirror->view->spelling : mirror->spelling;
    diagnostics.report(DiagId::boundary, request.location, {name, spelling, reason});
    isPossible = false;
  };
  auto check = [&](const Type *type, const std::string &name, const Needs &needs) {
    std::string reason = whyUnreadable(*mirrorPassed(type), needs);
    if (!reason.empty())
      refuse(type, name, reason);
  };
  for (unsigned i = 0; i < function.params.size(); ++i) {
    const Variable *param = function.params[i];
    BoundaryParam entry;
    entry.mirror = mirrorPassed(param->type);
    entry.globalObject = param->globalObject;
    entry.hasAdjoint = hasAdjointParameter(request, i);
    passOtherwise(param, request.mode, entry);
    if (isLooseIterator(param)) {
      diagnostics.report(DiagId::boundary_iterator, request.location, {param->name});
      isPossible = false;
    }
    entry.isCopied = !entry.globalObject.empty() && isOverwritten(param, unit);
    if (entry.isCopied && (sharesNumbers(*entry.mirror) || mayCopyUncounted(*entry.mirror)))
      refuse(param->type, entry.globalObject, format(DiagId::object_changed)); // a copy would lead to the same
    else if (entry.isCopied)
      check(param->type, entry.globalObject, {true, true, false}); // an adjoint of it may be made, too
    if (!entry.globalObject.empty() && leadsElsewhere(*entry.mirror))
      refuse(param->type, entry.globalObject, format(DiagId::object_leads_on));
    entry.isBehindPointer = entry.mirror && param->type->isPointer();
    if (param->isUntyped()) {
      entry.typed = userType(context, param->type);
      entry.typedAdjoint = context.pointerTo(context.withoutConst(entry.typed->element));
    }
    const bool isOneObject = !entry.isBehindPointer || leadsToOneObject(program.unit(&function).function->params[i], &function, program);
    if ((!entry.mirror && mirrorBelow(param->type)) || !isOneObject)
      refuse(param->type, param->name, format(DiagId::pass_objects));
    if (entry.mirror && entry.hasAdjoint) {
      bool isCallers = isIndirect(param->type);
      const bool changesShape = isReseated(param, unit) || (holdsChoices(*entry.mirror) && isChosenAnew(param, unit));
      entry.isSeededLate = isCallers && changesShape && isDependent(request, i);
      entry.isOwned = !isCallers && isOverwritten(param, unit) && ownsNumbers(*entry.mirror);
      if (!isCallers && isOverwritten(param, unit) && mayCopyUncounted(*entry.mirror))
        refuse(param->type, param->name, format(DiagId::view_copies));
      entry.isSeedTaken = entry.isSeededLate && holdsUncounted(*entry.mirror);
      plan.notesArrays = plan.notesArrays || entry.isSeedTaken;
      if (std::string reason = entry.isSeedTaken ? whyNotTaken(*entry.mirror) : ""; !reason.empty())
        refuse(param->type, param->name, reason);
      if (entry.isSeededLate && sharesNumbers(*entry.mirror))
        refuse(param->type, param->name, format(DiagId::view_shared));
    }
    if (entry.mirror)
      check(param->type, param->name, {entry.hasAdjoint, entry.isSeededLate || entry.isOwned, entry.isSeedTaken});
    plan.params.push_back(entry);
  }
  if (function.returnsIterator && (request.value || request.mode == Mode::Tangent)) {
    diagnostics.report(DiagId::boundary_iterator_result, request.location, {function.name});
    isPossible = false;
  }
  plan.hasSeed = hasSeed(request);
  plan.givesValue = request.value && (function.returnType->isVoid() || function.returnType->isScalar()) && !function.returnType->isPointer();
  for (unsigned i = 0; i < function.params.size(); ++i)
    plan.givesValue = plan.givesValue && !(plan.params[i].mirror && isChanged(function.params[i], unit));
  if (mirrorBelow(function.returnType)) {
    plan.result = mirrorPassed(function.returnType);
    if (isIndirect(function.returnType) || !plan.result)
      refuse(function.returnType, "result", format(DiagId::return_objects));
    else if (plan.hasSeed || plan.result->isHierarchy)
      check(function.returnType, "result", {false, true, request.mode == Mode::Reverse});
    plan.isResultSeededLate =
        plan.hasSeed && (holdsPointer(function.returnType) || (plan.result && holdsChoices(*plan.result)));
    plan.notesArrays = plan.notesArrays || (plan.isResultSeededLate && plan.result && holdsUncounted(*plan.result));
  }
  return isPossible ? std::optional<Boundary>(std::move(plan)) : std::nullopt;
}

namespace {

/// What a parameter of a tangent is to the caller. Returns what stands in the way; empty: nothing.
std::string planTangentParameter(const Variable *param, const analysis::Unit &unit, BoundaryParam &entry) {
  const Alias &alias = *unit.alias;
  entry.isSeededLate = entry.isSeedTaken = entry.isOwned = entry.isCopied = false;
  const bool mayHaveTangent = entry.hasAdjoint || (!entry.globalObject.empty() && isOverwritten(param, unit));
  if (mayHaveTangent && holdsRing(*entry.mirror))
    return format(DiagId::view_tangent_keys);
  entry.isLeft = isIndirect(param->type) && !param->type->element->isConst;
  const bool sharesStructs = sharesNumbers(*entry.mirror) && leadsToMirrors(*entry.mirror);
  if (!entry.isLeft && sharesStructs && isOverwritten(param, unit)) // the objects would not see it
    return format(DiagId::pass_objects);
  if (!isIndirect(param->type)) {
    entry.isGiven = ownsMemory(*entry.mirror);
    return holdsRing(*entry.mirror) || holdsPlainPointer(*entry.mirror) ? format(DiagId::view_by_value) : "";
  }
  if (!entry.isLeft)
    return "";
  Set own(alias.regionCount());
  if (leadsToMirrors(*entry.mirror))
    own = regionsBehind(param, alias);
  else if (int target = alias.targetOf(param); target >= 0)
    own.set(target);
  Set written = alias.keysOf(own);
  written &= unit.writes;
  entry.isRemade = isReseated(param, unit) || written != alias.floatingOnly(written);
  entry.isChanged = written.any() && !entry.isRemade;
  return entry.isRemade ? whyNotRemade(*entry.mirror, /*isNew=*/false) : "";
}

} // namespace

std::optional<Boundary> planTangentBoundary(Context &context, const Request &request, const analysis::Program &program,
                                            DiagnosticSink &diagnostics) {
  std::optional<Boundary> plan = planBoundary(context, request, program, diagnostics);
  if (!plan)
    return std::nullopt;
  bool isPossible = true;
  auto refuse = [&](const std::string &name, const Record &mirror, const std::string &reason) {
    if (!reason.empty())
      diagnostics.report(DiagId::boundary_tangent, request.location, {name, mirror.view->spelling, reason});
    isPossible = isPossible && reason.empty();
  };
  for (unsigned i = 0; i < plan->params.size(); ++i)
    if (BoundaryParam &entry = plan->params[i]; entry.mirror)
      refuse(entry.globalObject.empty() ? request.function->params[i]->name : entry.globalObject, *entry.mirror,
             planTangentParameter(request.function->params[i], program.unit(request.function), entry));
  plan->isResultSeededLate = plan->notesArrays = false;
  plan->isResultMade = plan->result;
  if (plan->result)
    refuse("result", *plan->result, whyNotRemade(*plan->result, /*isNew=*/true));
  return isPossible ? plan : std::nullopt;
}

void demandWhatIsLeft(const Boundary &boundary, const analysis::Unit &unit, analysis::Demand &demand) {
  const Alias &alias = *unit.alias;
  Set regions(alias.regionCount());
  for (unsigned i = 0; i < boundary.params.size(); ++i) {
    const BoundaryParam &entry = boundary.params[i];
    if (int target = alias.targetOf(unit.function->params[i]); target >= 0 && entry.hasAdjoint && (entry.isSeededLate || entry.isRemade))
      regions.set(target);
  }
  if (boundary.isResultSeededLate || (boundary.isResultMade && boundary.hasSeed))
    forEachStmt(unit.function->body, [&](const Stmt *stmt) {
      if (const auto *end = llvm::dyn_cast<ReturnStmt>(stmt); end && end->value)
        regions |= alias.pointees(end->value);
    });
  demand.useful.keys |= alias.floatingOnly(alias.keysOf(alias.reachable(regions)));
}

namespace {
/// The class as a type that is only named.
const Type *named(Context &context, const std::string &spelling, bool isConst) {
  Record *user = context.record("class " + spelling); // which no other record is called
  user->spelling = spelling;
  const Type *type = context.recordType(user);
  return isConst ? context.withConst(type) : type;
}

/// By value, or by a reference, which is refused in the end.
const Type *iteratorType(Context &context, const Variable *param) {
  const bool isReference = param->type->isReference();
  const Type *type = named(context, param->user.className, isReference && param->type->element->isConst);
  return isReference ? context.referenceTo(type) : type;
}

const Type *passedType(Context &context, const Variable *param) {
  const UserParameter &user = param->user;
  if (user.isIterator)
    return iteratorType(context, param);
  if (user.className.empty() && !user.isConst)
    return userType(context, param->type);
  const Type *passed = isIndirect(param->type) ? param->type->element : param->type;
  const Type *type = user.className.empty() ? userType(context, passed) : named(context, user.className, passed->isConst);
  type = user.isConst ? context.withConst(type) : type;
  return param->type->isReference() ? context.referenceTo(type) : param->type->isPointer() ? context.pointerTo(type) : type;
}
} // namespace

const Type *userType(Context &context, const Type *type) {
  switch (type->kind) {
  case TypeKind::Pointer:
    return context.pointerTo(userType(context, type->element));
  case TypeKind::Reference:
    return context.referenceTo(userType(context, type->element));
  case TypeKind::Array:
    return context.arrayOf(userType(context, type->element), type->count);
  case TypeKind::Record: {
    if (!type->record->isMirror || !type->record->view)
      return type;
    return named(context, type->record->view->spelling, type->isConst);
  }
  case TypeKind::Void:
  case TypeKind::Bool:
  case TypeKind::Integer:
  case TypeKind::Enum:
  case TypeKind::Floating:
  case TypeKind::Function:
    return type;
  }
  return type;
}

const Function *inUserTypes(Context &context, const Function &function) {
  auto *result = context.make<Function>(function);
  result->body.clear();
  result->hasBody = false;
  result->returnType = userType(context, function.returnType);
  result->params.clear();
  const bool needsNames = crossesBoundary(function); // the wrapper passes everything on
  std::set<std::string> names;
  auto unusedName = [&](const std::string &wanted) {
    std::string name = wanted;
    for (unsigned i = 2; !names.insert(name).second; ++i)
      name = wanted + "_" + std::to_string(i);
    return name;
  };
  for (const Variable *param : function.params) {
    if (!param->globalObject.empty())
      continue;
    auto *own = context.make<Variable>(*param);
    if (needsNames)
      own->name = unusedName(param->name.empty() ? "unnamed" : param->name);
    own->type = passedType(context, param);
    result->params.push_back(own);
  }
  return result;
}

const Function *seedFunction(Context &context, const Record &mirror, bool isTaken) {
  auto *function = context.make<Function>();
  const BoundaryFunction what = isTaken ? BoundaryFunction::Take : BoundaryFunction::Seed;
  function->name = function->spelling = boundaryFunctionName(what, mirror.spelling);
  function->returnType = context.voidType();
  function->rule = CallRule::Passive;
  auto add = [&](const char *name, const Type *type, bool isAdjoint) {
    auto *param = context.make<Variable>(name, context.referenceTo(type), Storage::Parameter);
    param->isAdjoint = isAdjoint;
    function->params.push_back(param);
  };
  const Type *plain = context.recordType(&mirror);
  const Type *user = userType(context, plain);
  add("seed", isTaken ? user : context.withConst(user), true);
  add("now", context.withConst(plain), false);
  add("now_b", plain, true);
  return function;
}

} // namespace adjoint::transform
