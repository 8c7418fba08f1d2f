// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Reverse/OneSweep.h"

#include "Analysis/Memory/Elements.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

OneSweep::OneSweep(Context &context, const analysis::Unit &unit, const analysis::Activity &activity, Shadows &shadows,
                   const Variable *seed, Hooks hooks)
    : context(context), unit(unit), activity(activity), shadows(shadows), seed(seed), hooks(std::move(hooks)),
      writes(unit.versions->writes) {}

bool OneSweep::isActive(const Expr *expr, const Stmt *stmt) const { return activity.hasActiveRead(expr, stmt); }

bool OneSweep::mentionsSum(const Expr *expr) const {
  return std::any_of(sums.begin(), sums.end(), [&](const Variable *sum) { return mentions(expr, sum); });
}

bool OneSweep::find() {
  const Function &function = *unit.function;
  if (!function.returnType->isFloating() || function.body.empty() || !isa<ReturnStmt>(function.body.back()))
    return false;
  State state;
  return findSums() && walk(function.body, state);
}

// ------------------------------------------------------------------ sums

/// The variable whose value is passed on as it is.
static const Variable *copiedVariable(const Expr *expr) {
  const auto *load = dyn_cast<LoadExpr>(expr);
  return load ? wholeVariable(load->place) : nullptr;
}

bool OneSweep::addSum(const Expr *copied) {
  const Variable *variable = copiedVariable(copied);
  bool isNew = variable && variable->storage == Storage::Local && !results.count(variable) &&
               !writes.isExposed(variable) && activity.hasAdjoint(variable) &&
               context.withoutConst(variable->type) == seed->type && sums.insert(variable).second;
  if (isNew)
    shadows.bind(variable, seed);
  return isNew;
}

bool OneSweep::findSums() {
  const Function &function = *unit.function;
  forEachStmt(function.body, [&](const Stmt *stmt) {
    const auto *call = dyn_cast<CallStmt>(stmt);
    if (call && call->result && activity.isActive(call))
      results.insert(wholeVariable(call->result));
  });
  bool grown = addSum(cast<ReturnStmt>(function.body.back())->value);
  while (grown) {
    grown = false;
    forEachStmt(function.body, [&](const Stmt *stmt) {
      if (const auto *assign = dyn_cast<AssignStmt>(stmt); assign && sums.count(wholeVariable(assign->place)))
        grown |= addSum(assign->value);
      if (const auto *declare = dyn_cast<DeclareStmt>(stmt); declare && declare->init && sums.count(declare->variable))
        grown |= addSum(declare->init);
    });
  }
  return context.withoutConst(function.returnType) == seed->type;
}

// ------------------------------------------------------------------ walk

bool OneSweep::walk(const StmtList &list, State &state) {
  Group pending;
  for (const Stmt *stmt : list)
    if (!visit(stmt, state, pending))
      return false;
  return pending.members.empty() && passesSumsOn(list);
}

/// What is added to a sum that is declared in the list reaches the result whatever happens, since the list goes on to where
/// the sum is copied.
bool OneSweep::passesSumsOn(const StmtList &list) const {
  Variables declared, passed;
  for (const Stmt *stmt : list) {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const auto *result = dyn_cast<ReturnStmt>(stmt);
    if (declare && sums.count(declare->variable))
      declared.insert(declare->variable);
    bool isSet = (declare && declare->init && sums.count(declare->variable)) ||
                 (assign && sums.count(wholeVariable(assign->place)));
    if (isSet || result)
      passed.insert(copiedVariable(declare ? declare->init : assign ? assign->value : result->value));
  }
  return std::includes(passed.begin(), passed.end(), declared.begin(), declared.end());
}

bool OneSweep::visit(const Stmt *stmt, State &state, Group &pending) {
  switch (stmt->kind) {
  case Stmt::Kind::Declare:
    return declare(cast<DeclareStmt>(stmt), state, pending);
  case Stmt::Kind::Assign:
    return assign(cast<AssignStmt>(stmt), state, pending);
  case Stmt::Kind::Call:
    return call(cast<CallStmt>(stmt), pending);
  case Stmt::Kind::Return: {
    const Expr *value = cast<ReturnStmt>(stmt)->value;
    bool isSum = sums.count(copiedVariable(value)) != 0;
    if (isSum)
      return pending.members.empty();
    return !mentionsSum(value) && endGroup(stmt, pending);
  }
  case Stmt::Kind::Block:
  case Stmt::Kind::If:
  case Stmt::Kind::Loop:
    return pending.members.empty() && visitNested(stmt, state);
  case Stmt::Kind::Heading:
    return true;
  case Stmt::Kind::Switch:
  case Stmt::Kind::Allocate:
  case Stmt::Kind::Free:
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Label:
  case Stmt::Kind::Push:
  case Stmt::Kind::Pop:
  case Stmt::Kind::TapeBlock:
    return false;
  }
  return false;
}

bool OneSweep::visitNested(const Stmt *stmt, State &state) {
  if (const auto *loop = dyn_cast<LoopStmt>(stmt))
    return visitLoop(loop, state);
  if (const auto *block = dyn_cast<BlockStmt>(stmt))
    return walk(block->body, state);
  // One of the branches is taken.
  const auto *choice = cast<IfStmt>(stmt);
  State other = state;
  if (mentionsSum(choice->condition) || !walk(choice->yes, state) || !walk(choice->no, other))
    return false;
  state.written.insert(other.written.begin(), other.written.end());
  state.copied.insert(other.copied.begin(), other.copied.end());
  return true;
}

/// What an iteration leaves, the next one finds.
bool OneSweep::visitLoop(const LoopStmt *loop, State &state) {
  bool isPassive = !loop->condition || !mentionsSum(loop->condition);
  for (const StmtList *list : {&loop->init, &loop->step})
    forEachStmt(*list, [&](const Stmt *stmt) {
      const auto *assign = dyn_cast<AssignStmt>(stmt);
      const auto *declare = dyn_cast<DeclareStmt>(stmt);
      isPassive &= (assign && assign->place->type->isIntegral()) || (declare && declare->variable->type->isIntegral());
    });
  if (!isPassive)
    return false;
  size_t before = groups.size();
  if (!walk(loop->body, state))
    return false;
  groups.resize(before); // the same again
  return walk(loop->body, state);
}

bool OneSweep::declare(const DeclareStmt *stmt, State &state, Group &pending) {
  const Variable *variable = stmt->variable;
  if (!activity.hasAdjoint(variable)) {
    pending.passive.push_back({variable, pending.members.size()});
    return !stmt->init || !isActive(stmt->init, stmt);
  }
  if (sums.count(variable)) {
    state.written.erase(variable);
    state.copied.erase(variable);
    return !stmt->init || set(stmt, variable, stmt->init, state, pending);
  }
  if (!stmt->init || mentionsSum(stmt->init) || writes.count(variable) != 1 || writes.isExposed(variable))
    return false;
  if (variable->type->isPointer())
    return declarePointer(stmt, pending);
  if (!variable->type->isFloating())
    return false;
  pending.members.push_back(stmt);
  return true;
}

/// A pointer to what the caller owns: its adjoint is declared beside it.
bool OneSweep::declarePointer(const DeclareStmt *stmt, Group &pending) {
  const Fragment fragment = hooks.fragmentOf(stmt);
  pointers[stmt] = fragment.early;
  pending.passive.push_back({stmt->variable, pending.members.size()});
  return fragment.afterward.empty() && fragment.adjoint.empty();
}

bool OneSweep::assign(const AssignStmt *stmt, State &state, Group &pending) {
  const Variable *sum = wholeVariable(stmt->place);
  if (!sums.count(sum))
    return pending.members.empty() && !activity.hasAdjoint(stmt->place) && !mentionsSum(stmt->value);
  const Expr *operand = analysis::operandOfSum(stmt);
  if (!operand)
    return set(stmt, sum, stmt->value, state, pending);
  if (mentionsSum(operand) || state.copied.count(sum))
    return false;
  if (!isActive(operand, stmt))
    return pending.members.empty();
  state.written.insert(sum);
  return endGroup(stmt, pending);
}

/// What a sum held before gets no adjoint from here on: it must have been passive.
bool OneSweep::set(const Stmt *stmt, const Variable *sum, const Expr *value, State &state, Group &pending) {
  if (state.written.count(sum) || state.copied.count(sum))
    return false;
  const Variable *copied = copiedVariable(value);
  if (sums.count(copied)) {
    state.written.insert(sum);
    return copied != sum && pending.members.empty() && state.copied.insert(copied).second;
  }
  if (mentionsSum(value))
    return false;
  if (!isActive(value, stmt))
    return pending.members.empty();
  state.written.insert(sum);
  return endGroup(stmt, pending);
}

bool OneSweep::call(const CallStmt *stmt, Group &pending) {
  for (const Expr *arg : stmt->args)
    if (mentionsSum(arg))
      return false;
  if (!activity.isActive(stmt))
    return pending.members.empty() && (!stmt->result || !activity.hasAdjoint(stmt->result));
  const Variable *result = declaredBy(stmt);
  if (!result || writes.count(result) != 1 || writes.isExposed(result) || !hooks.isRecursive(stmt))
    return false;
  pending.members.push_back(stmt);
  return true;
}

// ---------------------------------------------------------------- groups

bool OneSweep::isMentionedElsewhere(const Variable *variable, const Group &group) const {
  bool found = false;
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    if (stmt == group.end || std::find(group.members.begin(), group.members.end(), stmt) != group.members.end())
      return;
    forEachOperand(
        stmt, [&](const Expr *e) { found |= mentions(e, variable); },
        [&](const Place *place) {
          found |= rootVariable(place) == variable;
          forEachExpr(place, [&](const Expr *e) { found |= mentions(e, variable); });
        });
  });
  return found;
}

bool OneSweep::endGroup(const Stmt *end, Group &pending) {
  Group group = std::move(pending);
  pending = {};
  group.end = end;
  for (size_t i = 0; i < group.members.size(); ++i) {
    const Stmt *member = group.members[i];
    if (isMentionedElsewhere(declaredBy(member), group))
      return false;
    // Values of calls go to the end of the group, nowhere else.
    for (const Stmt *other : group.members)
      if (isa<CallStmt>(member) && other != member && mentions(other, declaredBy(member)))
        return false;
    if (isa<CallStmt>(member) && !findAhead(group, i))
      return false;
  }
  if (!findBehind(group))
    return false;
  groups.push_back(std::move(group));
  return true;
}

/// Is it what an assignment does to the adjoint of what it overwrites? (See withoutSeed.)
bool OneSweep::isSeedSpent(const Stmt *adjoint) const {
  const auto *assign = dyn_cast<AssignStmt>(adjoint);
  return assign && wholeVariable(assign->place) == seed;
}

static bool writesOneOf(const std::set<const Variable *> &variables, const Stmt *stmt) {
  bool found = false;
  forEachStmt(stmt, [&](const Stmt *inner) {
    found |= variables.count(declaredBy(inner)) != 0;
    forEachOperand(inner, [](const Expr *) {},
                   [&](const Place *place) { found |= variables.count(rootVariable(place)) != 0; });
  });
  return found;
}

/// Of the adjoint of the group's end, what makes up that of a call's value.
bool OneSweep::findAhead(Group &group, size_t member) {
  const Fragment fragment = hooks.fragmentOf(group.end);
  const Variable *adjoint = shadows.of(declaredBy(group.members[member]));
  Variables needed;
  StmtList &ahead = group.ahead[group.members[member]];
  bool isKnown = fragment.early.empty() && fragment.afterward.empty();
  auto take = [&](const Stmt *stmt, const Expr *value) {
    ahead.insert(ahead.begin(), stmt);
    forEachLoad(value, [&](const LoadExpr *load) {
      if (const Variable *variable = rootVariable(load->place)) // in memory there are primals only
        needed.insert(variable);
    });
    for (size_t i = member; i < group.members.size(); ++i)
      isKnown &= !mentions(value, declaredBy(group.members[i]));
    for (const auto &[variable, before] : group.passive)
      isKnown &= before <= member || !mentions(value, variable);
    isKnown &= !fragment.kept || !mentions(value, fragment.kept);
  };
  for (auto it = fragment.adjoint.rbegin(); it != fragment.adjoint.rend(); ++it) {
    const auto *assign = dyn_cast<AssignStmt>(*it);
    const auto *declare = dyn_cast<DeclareStmt>(*it);
    if (assign && wholeVariable(assign->place) == adjoint)
      take(assign, assign->value);
    else if (declare && declare->init && needed.count(declare->variable))
      take(declare, declare->init);
    else
      isKnown &= !mentions(*it, adjoint) && (isSeedSpent(*it) || !writesOneOf(needed, *it));
  }
  return isKnown;
}

/// The adjoint of a sum stays.
StmtList OneSweep::withoutSeed(const StmtList &adjoint, bool &isClean) const {
  StmtList out;
  for (const Stmt *stmt : adjoint) {
    if (isSeedSpent(stmt))
      continue;
    isClean &= !writesOneOf({seed}, stmt);
    out.push_back(stmt);
  }
  return out;
}

bool OneSweep::findBehind(Group &group) {
  bool isKnown = true;
  auto add = [&](const Stmt *stmt) {
    const Fragment fragment = hooks.fragmentOf(stmt);
    isKnown &= fragment.early.empty() && fragment.afterward.empty();
    if (fragment.kept)
      group.behind.push_back(context.make<DeclareStmt>(fragment.kept, context.load(fragment.keptPlace)));
    for (const Stmt *adjoint : withoutSeed(fragment.adjoint, isKnown)) {
      const auto *assign = dyn_cast<AssignStmt>(adjoint);
      const Variable *shadow = assign ? wholeVariable(assign->place) : nullptr;
      const Variable *primal = shadow ? shadows.primalOf(shadow) : nullptr;
      bool isAhead = std::any_of(group.members.begin(), group.members.end(), [&](const Stmt *member) {
        return isa<CallStmt>(member) && primal && declaredBy(member) == primal;
      });
      if (!isAhead)
        group.behind.push_back(adjoint);
    }
  };
  add(group.end);
  for (auto it = group.members.rbegin(); it != group.members.rend(); ++it)
    if (isa<DeclareStmt>(*it))
      add(*it);
  return isKnown;
}

// -------------------------------------------------------------- assembly

class OneSweep::Assembly : public Rewriter {
public:
  Assembly(OneSweep &sweep) : Rewriter(sweep.context), sweep(sweep) {
    for (Group &group : sweep.groups) {
      ends[group.end] = &group;
      for (const Stmt *member : group.members)
        members[member] = &group;
    }
  }
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &out) override {
    auto append = [&](const StmtList &list) { out.insert(out.end(), list.begin(), list.end()); };
    if (auto member = members.find(stmt); member != members.end()) {
      const Variable *adjoint = sweep.shadows.of(declaredBy(stmt));
      out.push_back(context.make<DeclareStmt>(adjoint, context.zero(adjoint->type)));
      append(isa<CallStmt>(stmt) ? member->second->ahead[stmt] : StmtList());
      append(isa<CallStmt>(stmt) ? sweep.hooks.reverseOf(cast<CallStmt>(stmt)) : StmtList{stmt});
      return true;
    }
    if (auto pointer = sweep.pointers.find(stmt); pointer != sweep.pointers.end()) {
      append(pointer->second);
      out.push_back(stmt);
      return true;
    }
    auto end = ends.find(stmt);
    if (end == ends.end())
      return replaceDeclaration(dyn_cast<DeclareStmt>(stmt), out);
    bool isLast = isa<ReturnStmt>(stmt);
    append(isLast ? StmtList() : StmtList{stmt});
    append(end->second->behind);
    append(isLast ? StmtList{stmt} : StmtList());
    return true;
  }

private:
  /// Compilers warn where they do not see that a variable always gets a value.
  bool replaceDeclaration(const DeclareStmt *stmt, StmtList &out) {
    const Variable *variable = stmt ? stmt->variable : nullptr;
    if (!variable || stmt->init || !variable->type->isScalar() || variable->storage != Storage::Local)
      return false;
    out.push_back(context.rebuilt(stmt, context.zero(variable->type)));
    return true;
  }

  OneSweep &sweep;
  std::map<const Stmt *, Group *> members, ends;
};

StmtList OneSweep::body() { return Assembly(*this).rewrite(unit.function->body); }

} // namespace adjoint::transform
