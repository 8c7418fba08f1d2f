// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Simplify/InlinePolicy.h"

#include "IR/Identifiers.h"
#include "IR/Visit.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

struct BodySize {
  unsigned statements = 0, operations = 0;
  bool hasLoop = false, hasSwitch = false, hasPragma = false, hasStatic = false, namesOwnConstant = false;

  explicit BodySize(const Function &function) {
    std::set<std::string> own, constants;
    for (const Variable *param : function.params)
      own.insert(param->name);
    auto inside = [&](const Expr *expr) {
      forEachExpr(expr, [&](const Expr *e) {
        if (const auto *literal = dyn_cast<LiteralExpr>(e))
          addIdentifiers(literal->spelling, constants);
        operations += isa<BinaryExpr>(e) || isa<IntrinsicExpr>(e);
      });
      forEachPlace(expr, [&](const Place *place) { note(place); });
    };
    forEachStmt(function.body, [&](const Stmt *stmt) {
      const auto *declare = dyn_cast<DeclareStmt>(stmt);
      bool doesSomething = !isa<BlockStmt>(stmt) && !isa<ReturnStmt>(stmt) && (!declare || declare->init);
      statements += doesSomething;
      hasLoop |= isa<LoopStmt>(stmt);
      hasSwitch |= isa<SwitchStmt>(stmt);
      hasPragma |= stmt->noPrimal || stmt->noTbr;
      if (const Variable *variable = declaredBy(stmt)) {
        own.insert(variable->name);
        hasStatic |= variable->storage == Storage::StaticLocal;
      }
      forEachOperand(stmt, inside, [&](const Place *place) {
        note(place);
        forEachExpr(place, inside);
      });
    });
    for (const std::string &name : own)
      namesOwnConstant |= constants.count(name) != 0;
  }

private:
  void note(const Place *place) {
    const Variable *variable = rootVariable(place);
    hasStatic |= variable && variable->storage == Storage::StaticLocal;
  }
};

bool returnsWhatItPromises(const Function &callee) {
  return callee.returnType->isVoid() || (!callee.body.empty() && isa<ReturnStmt>(callee.body.back()));
}

/// Are pointers promised to be apart, by which loops vectorise without a test? Variables of the caller promise nothing.
bool promisesApart(const Function &callee) {
  return std::any_of(callee.params.begin(), callee.params.end(), [](const Variable *p) { return p->isRestrict; });
}

} // namespace

InlineRule inlineRule(const Function &callee) {
  if (!callee.hasBody || callee.isVariadic || callee.rule != CallRule::Derive || !returnsWhatItPromises(callee))
    return InlineRule::Never;
  BodySize body(callee);
  if (body.hasPragma || body.hasStatic || body.namesOwnConstant)
    return InlineRule::Never;
  if (callee.needsCopy)
    return body.statements <= smallBodyWithoutName ? InlineRule::Always : InlineRule::WhereRoomIs;
  if (body.hasSwitch)
    return InlineRule::Never;
  if (body.hasLoop && promisesApart(callee))
    return InlineRule::Never;
  if (body.hasLoop)
    return body.statements <= smallBodyWithLoops ? InlineRule::WhereRoomIs : InlineRule::InSteps;
  return body.statements <= smallBody && body.operations <= smallFormula ? InlineRule::Always : InlineRule::InSteps;
}

namespace {
bool setsPointers(const Function &function, std::set<const Function *> &seen) {
  if (!seen.insert(&function).second)
    return false;
  bool sets = false;
  auto isOfCaller = [](const Place *place) { return place && holdsPointer(place->type) && !rootVariable(place); };
  forEachStmt(function.body, [&](const Stmt *stmt) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const auto *allocation = dyn_cast<AllocateStmt>(stmt);
    const auto *call = dyn_cast<CallStmt>(stmt);
    sets |= assign && isOfCaller(assign->place);
    sets |= allocation && isOfCaller(allocation->place);
    sets |= call && (isOfCaller(call->result) || setsPointers(*call->callee, seen));
  });
  return sets;
}
} // namespace

bool handsMemoryOn(const Function &function) {
  std::set<const Function *> seen;
  return (function.returnType->isRecord() && holdsPointer(function.returnType)) || setsPointers(function, seen);
}

bool isForIterations(const Function &function) {
  const bool isGivenMemory = std::any_of(function.params.begin(), function.params.end(),
                                         [](const Variable *p) { return p->type->isPointer() || p->type->isReference(); });
  return isGivenMemory && sizeOf(function) <= smallBodyInParallel;
}

unsigned sizeOf(const Function &function) { return BodySize(function).statements; }

} // namespace adjoint::transform
