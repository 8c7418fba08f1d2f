// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Tangent/FunctionTangent.h"

#include "Transform/Contract/Signature.h"
#include "Transform/Function/SequentialLoops.h"
#include "Transform/Order/PassOrder.h"

namespace adjoint::transform {

using namespace ir;
using llvm::cast;

FunctionTangent::FunctionTangent(Tangents &tangents, const AnalysedFunction &function)
    : tangents(tangents), context(tangents.context), primal(function), original(function.original()),
      shadows(context, tangentStyle) {
  shadows.leaveOut([this](const Expr *pointer) { return !primal.activity().pointsToAdjoint(pointer); });
}

bool FunctionTangent::hasResult() const {
  return primal.hasActiveResult() || pointsToFloating(original->returnType);
}

// ------------------------------------------------------------ signatures

Function *FunctionTangent::signature() {
  auto *helper = context.make<Function>();
  helper->name = helper->spelling = tangents.uniqueName(original->name + "_d");
  helper->location = original->location;
  helper->specifiers = "static ";
  helper->returnType = original->returnType;
  helper->hasBody = true;
  auto add = [&](const std::string &name, const Type *type) {
    auto *param = context.make<Variable>(name, type, Storage::Parameter);
    param->isAdjoint = true;
    helper->params.push_back(param);
    return param;
  };
  for (unsigned i = 0; i < original->params.size(); ++i) {
    const Variable *param = original->params[i];
    helper->params.push_back(param);
    if (!primal.demand().adjointParam[i])
      continue;
    Variable *tangent = add(param->name.empty() ? "" : tangentName(param), tangentType(context, param->type));
    tangent->isRestrict = param->isRestrict;
    shadows.bind(param, tangent);
  }
  for (const Variable *global : primal.activeGlobals())
    shadows.bind(global, add(tangentName(global), context.referenceTo(context.withoutConst(global->type))));
  if (hasResult())
    add("result_d", tangentResultType(context, original->returnType));
  return helper;
}

// ---------------------------------------------------------------- bodies

StmtList FunctionTangent::declareGlobals() {
  StmtList out;
  for (const Variable *global : primal.activeGlobals()) {
    auto *tangent =
        context.make<Variable>(tangentName(global), context.withoutConst(global->type), Storage::Local);
    tangent->isTemporary = tangent->isAdjoint = true;
    shadows.bind(global, tangent);
    out.push_back(context.make<DeclareStmt>(tangent, context.zero(tangent->type)));
  }
  return out;
}

void FunctionTangent::buildRoot(Function &tangent, const Request &request) {
  tangent.hasBody = true;
  // The contract's declaration has parameters of its own: the body speaks of the primal's.
  unsigned next = 0;
  for (unsigned i = 0; i < original->params.size(); ++i) {
    tangent.params[next++] = original->params[i];
    if (hasAdjointParameter(request, i))
      shadows.bind(original->params[i], tangent.params[next++]);
  }
  StmtList out = declareGlobals();
  StmtList rest = differentiated(hasSeed(request) ? context.place(tangent.params.back()) : nullptr, /*isRoot=*/true);
  out.insert(out.end(), rest.begin(), rest.end());
  tangent.body = out;
  runLoopsInParallel(tangent);
}

/// Each loop does with tangents what it does with their primals.
void FunctionTangent::runLoopsInParallel(Function &tangent) {
  const auto isNeverApart = [](const Variable *, const Variable *, const Variable *) { return false; };
  const auto note = [](const LoopStmt &, const std::string &) {};
  const auto primalOf = [this](const Variable *tangent) { return shadows.primalOf(tangent); };
  const auto report = [this](const ParallelLoop &loop, const std::string &why) {
    reportSequential(tangents, loop, "tangent", *original, why);
  };
  tangentPasses(tangents.passes, tangent, primal.globals(), {primal.body(), /*isTangent=*/true, isNeverApart, primalOf, note, report});
}

void FunctionTangent::buildHelper(Function &tangent) {
  tangent.body = differentiated(hasResult() ? context.place(tangent.params.back()) : nullptr, /*isRoot=*/false);
  runLoopsInParallel(tangent);
}

StmtList FunctionTangent::differentiated(const Place *result, bool isRoot) {
  calls = std::make_unique<CallTangent>(tangents, primal.activity(), shadows);
  chosen = std::make_unique<analysis::ChosenTangents>(primal.unit(), primal.activity(), isRoot);
  statements = std::make_unique<StatementTangent>(context, primal.unit(), primal.activity(), *chosen, shadows,
                                                  scaling(tangents.options.strongZero), *calls, result);
  return rewrite(primal.body());
}

StmtList FunctionTangent::rewrite(const StmtList &list) {
  StmtList out;
  for (const Stmt *stmt : list) {
    const Context::Origin origin(context, stmt->location);
    if (const Stmt *structured = rewrite(stmt))
      out.push_back(structured);
    else
      statements->append(stmt, out);
  }
  return out;
}

/// A tangent has as many elements as its primal: its snapshots, when it is differentiated again, hold both.
void FunctionTangent::addExtents(Checkpoint &checkpoint) {
  const std::vector<Checkpoint::Extent> primals = checkpoint.extents;
  for (const Checkpoint::Extent &extent : primals)
    if (primal.activity().pointsToAdjoint(extent.pointer))
      checkpoint.extents.push_back({shadows.pointer(extent.pointer), extent.count});
}

/// Null for a statement without nested lists.
const Stmt *FunctionTangent::rewrite(const Stmt *stmt) {
  switch (stmt->kind) {
  case Stmt::Kind::Block:
  case Stmt::Kind::If:
  case Stmt::Kind::Switch:
    return context.withScopes(stmt, [this](const StmtList &scope) { return rewrite(scope); });
  case Stmt::Kind::Loop: {
    const auto *s = cast<LoopStmt>(stmt);
    StmtList init = rewrite(s->init), step = rewrite(s->step), inner = rewrite(s->body);
    LoopStmt *made = context.rebuilt(s, init, s->condition, step, inner);
    if (made->checkpoint)
      addExtents(*made->checkpoint);
    return made;
  }
  case Stmt::Kind::Declare:
  case Stmt::Kind::Assign:
  case Stmt::Kind::Call:
  case Stmt::Kind::Allocate:
  case Stmt::Kind::Free:
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Return:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Label:
  case Stmt::Kind::Push:
  case Stmt::Kind::Pop:
  case Stmt::Kind::TapeBlock:
  case Stmt::Kind::Heading:
    return nullptr;
  }
  return nullptr;
}

} // namespace adjoint::transform
