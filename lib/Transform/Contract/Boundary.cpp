// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Contract/Boundary.h"

#include "Transform/Contract/OneObject.h"
#include "Transform/Contract/Signature.h"

#include <set>

namespace adjoint::transform {

using namespace ir;
using analysis::Alias;
using analysis::Set;

namespace {

bool isIndirect(const Type *type) { return type->isReference() || type->isPointer(); }

/// The mirror that is passed by value, by reference, or by a pointer, which must lead to one object.
const Record *mirrorPassed(const Type *type) {
  type = isIndirect(type) ? type->element : type;
  return type->isRecord() && type->record->isMirror ? type->record : nullptr;
}

/// A mirror anywhere below the type.
const Record *mirrorBelow(const Type *type, std::set<const Record *> &seen) {
  while (type->element)
    type = type->element;
  if (!type->isRecord() || !seen.insert(type->record).second)
    return nullptr;
  if (type->record->isMirror)
    return type->record;
  for (const Field &field : type->record->fields)
    if (const Record *found = mirrorBelow(field.type, seen))
      return found;
  return nullptr;
}

const Record *mirrorBelow(const Type *type) {
  std::set<const Record *> seen;
  return mirrorBelow(type, seen);
}

/// Can an element be found by its key?
bool hasKeys(const Type *element) {
  const bool hasView = element->isRecord() && element->record->view && !element->record->view->fields.empty();
  return hasView && element->record->view->fields.front().isKey;
}

/// What is to be done with objects of a class.
struct Needs {
  bool adjoint; ///< numbers are written beside theirs
  bool extents; ///< how many numbers they lead to is to be known
};

/// What keeps objects of the class, or of those that it leads to, from being read; empty: nothing.
std::string obstacle(const Record &mirror, const Needs &needs, std::set<const Record *> &seen) {
  if (!seen.insert(&mirror).second)
    return "";
  if (!mirror.view || mirror.view->fields.size() != mirror.fields.size())
    return format(DiagId::view_unnamed);
  if (!mirror.view->obstacle.empty())
    return mirror.view->obstacle;
  if (needs.adjoint && mirror.view->holdsConstants && pointsToFloating(mirror.fields.front().type))
    return format(DiagId::view_constants);
  if (needs.extents && mirror.isHierarchy)
    return format(DiagId::view_class_unknown);
  for (const Field &field : mirror.fields) {
    const FieldView &view = mirror.view->fields[field.index];
    const bool isRing = view.kind == FieldView::Kind::Ring;
    const Type *elements = elementsOf(view, field);
    if (isRing && mirror.view->extend.empty() && reachesFloating(elements))
      return format(DiagId::view_keys);
    if (isRing && needs.extents && reachesFloating(elements) && !hasKeys(elements))
      return format(DiagId::view_new_elements);
    const Type *type = isRing ? elements : field.type;
    while (type->isArray())
      type = type->element;
    const Record *inner = mirrorBelow(type);
    bool leadsOn = type->isPointer() && !view.isReference && !elements;
    if (inner && leadsOn)
      return format(DiagId::view_objects_behind, {field.name});
    if (needs.extents && leadsOn && reachesFloating(type->element))
      return format(DiagId::view_numbers_behind, {field.name});
    if (!inner)
      continue;
    if (std::string inside = obstacle(*inner, needs, seen); !inside.empty())
      return inside;
  }
  return "";
}

/// Does the object hold a map? The user's one may have its keys in another order than its tangent.
bool holdsRing(const Record &mirror, std::set<const Record *> &seen) {
  if (!mirror.view || !seen.insert(&mirror).second)
    return false;
  for (const Field &field : mirror.fields) {
    const Record *inner = mirrorBelow(field.type);
    if (mirror.view->fields[field.index].kind == FieldView::Kind::Ring || (inner && holdsRing(*inner, seen)))
      return true;
  }
  return false;
}

/// Do pointers in the object lead to numbers that it does not own?
bool leadsElsewhere(const Record &mirror, std::set<const Record *> &seen) {
  if (!mirror.view || !seen.insert(&mirror).second)
    return false;
  for (const Field &field : mirror.fields) {
    const FieldView &view = mirror.view->fields[field.index];
    const Type *elements = view.isReference ? nullptr : elementsOf(view, field), *type = elements ? elements : field.type;
    while (type->isArray())
      type = type->element;
    const Record *inner = type->isRecord() ? type->record : nullptr;
    if ((type->isPointer() || type->isReference()) && mayLeadToFloating(type))
      return true;
    if (inner && inner->isMirror ? leadsElsewhere(*inner, seen) : inner && pointsToFloating(type))
      return true;
  }
  return false;
}

/// Does the object have numbers for itself in memory that it leads to, which a copy has anew?
bool ownsNumbers(const Record &mirror, bool isBehind, std::set<std::pair<const Record *, bool>> &seen) {
  if (!mirror.view || !seen.insert({&mirror, isBehind}).second)
    return false;
  for (const Field &field : mirror.fields) {
    const FieldView &view = mirror.view->fields[field.index];
    if (view.isShared)
      continue;
    const Type *elements = elementsOf(view, field), *type = elements ? elements : field.type;
    const bool isSequence = elements;
    while (type->isArray())
      type = type->element;
    const Record *inner = type->isRecord() && type->record->isMirror ? type->record : nullptr;
    if (inner ? ownsNumbers(*inner, isBehind || isSequence, seen) : isSequence ? reachesFloating(type) : isBehind && holdsFloating(type))
      return true;
  }
  return false;
}

bool ownsNumbers(const Record &mirror) {
  std::set<std::pair<const Record *, bool>> seen;
  return ownsNumbers(mirror, false, seen);
}

/// Does it lead to numbers that other objects may lead to?
bool sharesNumbers(const Record &mirror, std::set<const Record *> &seen) {
  if (!mirror.view || !seen.insert(&mirror).second)
    return false;
  for (const Field &field : mirror.fields) {
    const FieldView &view = mirror.view->fields[field.index];
    const Type *type = view.kind == FieldView::Kind::Ring ? valueOfRing(field).type : field.type;
    const Record *inner = mirrorBelow(type);
    if ((view.isShared && reachesFloating(type)) || (inner && sharesNumbers(*inner, seen)))
      return true;
  }
  return false;
}

/// Are there numbers in it that are not always there?
bool holdsChoices(const Record &mirror, std::set<const Record *> &seen) {
  if (!mirror.view || !seen.insert(&mirror).second)
    return false;
  return llvm::any_of(mirror.fields, [&](const Field &field) {
    const Record *inner = mirrorBelow(field.type);
    return !mirror.view->fields[field.index].where.empty() || (inner && holdsChoices(*inner, seen));
  });
}

bool holdsChoices(const Record &mirror) {
  std::set<const Record *> seen;
  return holdsChoices(mirror, seen);
}

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

bool isOverwritten(const Variable *param, const analysis::Unit &unit) {
  return analysis::intersects(unit.alias->keysOf(regionsBehind(param, *unit.alias)), unit.writes);
}

/// Does the function change the object that it is passed, beside numbers that the object leads to?
bool isChanged(const Variable *param, const analysis::Unit &unit) {
  const int target = isIndirect(param->type) ? unit.alias->targetOf(param) : -1;
  Set own(unit.alias->regionCount());
  if (target >= 0)
    own.set(target);
  return isReseated(param, unit) || analysis::intersects(unit.alias->keysOf(own), unit.writes);
}

} // namespace

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
    std::set<const Record *> seen;
    std::string reason = obstacle(*mirrorPassed(type), needs, seen);
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
    if (!entry.globalObject.empty() && isOverwritten(param, unit))
      refuse(param->type, entry.globalObject, format(DiagId::object_changed)); // others would not see its copy change
    if (std::set<const Record *> seen; !entry.globalObject.empty() && leadsElsewhere(*entry.mirror, seen))
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
      if (std::set<const Record *> seen; entry.isSeededLate && sharesNumbers(*entry.mirror, seen))
        refuse(param->type, param->name, format(DiagId::view_shared));
    }
    if (entry.mirror)
      check(param->type, param->name, {entry.hasAdjoint, entry.isSeededLate || entry.isOwned});
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
      check(function.returnType, "result", {false, true});
    plan.isResultSeededLate =
        plan.hasSeed && (holdsPointer(function.returnType) || (plan.result && holdsChoices(*plan.result)));
  }
  return isPossible ? std::optional<Boundary>(std::move(plan)) : std::nullopt;
}

std::optional<Boundary> planTangentBoundary(Context &context, const Request &request, const analysis::Program &program,
                                            DiagnosticSink &diagnostics) {
  std::optional<Boundary> plan = planBoundary(context, request, program, diagnostics);
  if (!plan)
    return std::nullopt;
  const analysis::Unit &unit = program.unit(request.function);
  const Alias &alias = *unit.alias;
  bool isPossible = !plan->result;
  for (unsigned i = 0; i < plan->params.size(); ++i) {
    BoundaryParam &entry = plan->params[i];
    const Variable *param = request.function->params[i];
    entry.isSeededLate = entry.isOwned = false;
    if (!entry.mirror)
      continue;
    std::set<const Record *> seen;
    isPossible = isPossible && !(entry.hasAdjoint && holdsRing(*entry.mirror, seen));
    entry.isLeft = isIndirect(param->type) && !param->type->element->isConst;
    isPossible = isPossible && (isIndirect(param->type) || !holdsPointer(param->type)); // which f would free
    if (!entry.isLeft)
      continue;
    Set own(alias.regionCount());
    if (int target = alias.targetOf(param); target >= 0)
      own.set(target);
    Set written = alias.keysOf(own);
    written &= unit.writes;
    entry.isChanged = written.any();
    isPossible = isPossible && !isReseated(param, unit) && written == alias.floatingOnly(written);
  }
  if (!isPossible)
    diagnostics.report(DiagId::boundary_tangent, request.location, {request.function->name});
  return isPossible ? plan : std::nullopt;
}

void demandWhatIsLeft(const Boundary &boundary, const analysis::Unit &unit, analysis::Demand &demand) {
  const Alias &alias = *unit.alias;
  Set regions(alias.regionCount());
  for (unsigned i = 0; i < boundary.params.size(); ++i)
    if (int target = alias.targetOf(unit.function->params[i]); boundary.params[i].isSeededLate && target >= 0)
      regions.set(target);
  const auto *last = unit.function->body.empty() ? nullptr : llvm::dyn_cast<ReturnStmt>(unit.function->body.back());
  if (boundary.isResultSeededLate && last)
    regions |= alias.pointees(last->value);
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

const Function *seedFunction(Context &context, const Record &mirror) {
  auto *function = context.make<Function>();
  function->name = function->spelling = boundaryFunctionName(BoundaryFunction::Seed, mirror.spelling);
  function->returnType = context.voidType();
  function->rule = CallRule::Passive;
  auto add = [&](const char *name, const Type *type, bool isAdjoint) {
    auto *param = context.make<Variable>(name, context.referenceTo(type), Storage::Parameter);
    param->isAdjoint = isAdjoint;
    function->params.push_back(param);
  };
  const Type *plain = context.recordType(&mirror);
  add("seed", context.withConst(userType(context, plain)), true);
  add("now", context.withConst(plain), false);
  add("now_b", plain, true);
  return function;
}

} // namespace adjoint::transform
