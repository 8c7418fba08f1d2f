// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/LocalRecords.h"

#include "Analysis/Memory/Writes.h"
#include "IR/Identifiers.h"

#include <functional>
#include <map>
#include <set>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// One that a list makes and takes.
struct LocalRecord {
  const PushStmt *push = nullptr;
  const PopStmt *pop = nullptr;
  size_t made = 0, taken = 0; ///< where in the list
};

/// Of a list, by their numbers, which grow with the source.
using LocalRecords = std::map<unsigned, LocalRecord>;

/// Can it be a variable that is set later? Of pointers more is known where they are declared.
bool isVariable(const PopStmt *pop) {
  const Type *type = pop->place->type;
  const Variable *variable = wholeVariable(pop->place);
  return !pop->range && (type->isFloating() || type->isIntegral()) && !(variable && variable->type->isReference());
}

/// `visit`: every statement of the list and of branches in it, and where in the list that is.
void forEachInBranches(const StmtList &list, llvm::function_ref<void(const Stmt *, size_t)> visit) {
  std::function<void(const Stmt *, size_t)> walk = [&](const Stmt *stmt, size_t at) {
    visit(stmt, at);
    if (isa<IfStmt>(stmt) || isa<BlockStmt>(stmt))
      forEachList(stmt, [&](const StmtList &inner) {
        for (const Stmt *s : inner)
          walk(s, at);
      });
  };
  for (size_t i = 0; i < list.size(); ++i)
    walk(list[i], i);
}

LocalRecords localRecordsOf(const StmtList &list) {
  LocalRecords found;
  std::set<unsigned> others;
  forEachInBranches(list, [&](const Stmt *stmt, size_t at) {
    if (const auto *push = dyn_cast<PushStmt>(stmt)) {
      LocalRecord &record = found[push->record];
      if (record.push || push->range)
        others.insert(push->record);
      record.push = push, record.made = at;
    } else if (const auto *pop = dyn_cast<PopStmt>(stmt)) {
      LocalRecord &record = found[pop->record];
      if (record.pop || !isVariable(pop))
        others.insert(pop->record);
      record.pop = pop, record.taken = at;
    }
  });
  others.insert(0);
  for (auto it = found.begin(); it != found.end();) {
    const LocalRecord &record = it->second;
    const bool isLocal = record.push && record.pop && record.made < record.taken && !others.count(it->first);
    it = isLocal ? std::next(it) : found.erase(it);
  }
  return found;
}

/// The variable that the place is a part of, or the last pointer that leads to it.
std::string nameOf(const Place *place) {
  const Variable *found = rootVariable(place);
  forEachLoad(place, [&](const LoadExpr *load) {
    if (const Variable *variable = rootVariable(load->place); variable && load->type->isPointer())
      found = variable;
  });
  return found ? stemOf(found) : "value";
}

/// Puts variables in the place of the records of one list.
class VariablesForRecords : public Rewriter {
public:
  VariablesForRecords(Context &context, const StmtList &list, const LocalRecords &records);

  using Rewriter::rewrite;
  /// The list, with a variable in front of the statement that sets it.
  StmtList run() {
    StmtList out;
    for (size_t i = 0; i < list.size(); ++i) {
      for (const Variable *variable : before[i])
        out.push_back(context.make<DeclareStmt>(variable, context.zero(variable->type)));
      rewrite(list[i], out);
    }
    return out;
  }

protected:
  using Rewriter::replace;
  const Variable *replace(const Variable *variable) override {
    const auto found = renamed.find(variable);
    return found == renamed.end() ? variable : found->second;
  }
  bool replace(const Stmt *stmt, StmtList &out) override;

private:
  void plan(unsigned number, const LocalRecord &record);
  const Variable *loaded(const PushStmt *push) const {
    const auto *load = dyn_cast<LoadExpr>(push->value);
    return load ? wholeVariable(load->place) : nullptr;
  }
  bool isInList(const Stmt *stmt, size_t at) const { return list[at] == stmt; }
  bool set(const Stmt *stmt, const Variable *variable, const Expr *value, StmtList &out) {
    out.push_back(annotatedAs(stmt, context.make<AssignStmt>(context.place(variable), rewrite(value))));
    return true;
  }
  bool declare(const Stmt *stmt, const Variable *variable, const Expr *value, StmtList &out) {
    out.push_back(annotatedAs(stmt, context.make<DeclareStmt>(variable, rewrite(value))));
    return true;
  }

  const StmtList &list;
  const analysis::Writes writes;
  std::map<const Variable *, std::pair<const Stmt *, size_t>> declarations; ///< of numbers: the statement, and where
  std::vector<std::vector<const Variable *>> before;                        ///< to be declared, by where
  std::map<const Variable *, const Variable *> renamed;                     ///< declared in branches
  /// What becomes of a push and of a pop: nothing, or the variable is set or declared, or read.
  std::map<unsigned, const Variable *> kept;
  std::set<unsigned> isSet, isRead;
};

VariablesForRecords::VariablesForRecords(Context &context, const StmtList &list, const LocalRecords &records)
    : Rewriter(context), list(list), writes(list), before(list.size()) {
  forEachInBranches(list, [&](const Stmt *stmt, size_t at) {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    const auto *call = dyn_cast<CallStmt>(stmt);
    if (declare && declare->init)
      declarations[declare->variable] = {declare, at};
    else if (call && call->declares)
      declarations[wholeVariable(call->result)] = {call, at};
  });
  for (const auto &[number, record] : records)
    plan(number, record);
}

void VariablesForRecords::plan(unsigned number, const LocalRecord &record) {
  const Type *type = record.pop->place->type;
  const Variable *taker = record.pop->declares ? wholeVariable(record.pop->place) : nullptr;
  const Variable *source = loaded(record.push);
  const auto declaration = declarations.find(taker);
  const bool isDeclared = declaration != declarations.end();
  const bool isSettled = taker && !writes.isExposed(taker) && writes.count(taker) == (isDeclared ? 2 : 1);
  if (isSettled && taker == source && isDeclared && isInList(declaration->second.first, declaration->second.second)) {
    kept[number] = nullptr;
    return;
  }
  const bool isOwn = isSettled && isDeclared && taker == source, isOnlyTaken = isSettled && !isDeclared;
  auto *variable = isOwn || isOnlyTaken ? context.make<Variable>(*taker)
                                        : context.make<Variable>(nameOf(record.pop->place) + "_kept", type, Storage::Local);
  const bool isDeclaredThere = !isOwn && isInList(record.push, record.made);
  variable->type = isDeclaredThere ? context.withConst(variable->type) : context.withoutConst(variable->type);
  variable->isTemporary = true;
  kept[number] = variable;
  if (isOwn || isOnlyTaken)
    renamed[taker] = variable;
  else
    isRead.insert(number);
  if (!isOwn)
    isSet.insert(number);
  if (!isDeclaredThere)
    before[isOwn ? declaration->second.second : record.made].push_back(variable);
}

bool VariablesForRecords::replace(const Stmt *stmt, StmtList &out) {
  if (const auto *push = dyn_cast<PushStmt>(stmt); push && kept.count(push->record)) {
    const Variable *variable = kept.at(push->record);
    if (!isSet.count(push->record))
      return true;
    return variable->type->isConst ? declare(push, variable, push->value, out) : set(push, variable, push->value, out);
  }
  if (const auto *pop = dyn_cast<PopStmt>(stmt); pop && kept.count(pop->record)) {
    if (!isRead.count(pop->record))
      return true;
    const Expr *value = context.load(kept.at(pop->record));
    if (pop->declares)
      return declare(pop, wholeVariable(pop->place), value, out);
    out.push_back(annotatedAs(pop, context.make<AssignStmt>(rewrite(pop->place), value)));
    return true;
  }
  const Variable *variable = declaredBy(stmt);
  const auto own = variable ? renamed.find(variable) : renamed.end();
  if (own == renamed.end())
    return false;
  if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
    return set(declare, own->second, declare->init, out);
  if (const auto *call = dyn_cast<CallStmt>(stmt)) {
    std::vector<const Expr *> args;
    for (const Expr *arg : call->args)
      args.push_back(rewrite(arg));
    out.push_back(context.rebuilt(call, context.place(own->second), false, call->callee, args));
    return true;
  }
  return false;
}

/// From the inside to the outside: what an inner list makes and takes is no record of the list around it.
class TakingLocally : public Rewriter {
public:
  using Rewriter::Rewriter;
  using Rewriter::rewrite;
  StmtList rewrite(const StmtList &list) override {
    StmtList inner = Rewriter::rewrite(list);
    const LocalRecords records = localRecordsOf(inner);
    return records.empty() ? inner : VariablesForRecords(context, inner, records).run();
  }
};

} // namespace

StmtList localRecords(Context &context, const StmtList &body) { return TakingLocally(context).rewrite(body); }

} // namespace adjoint::transform
