// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/JoinBranches.h"

#include "Analysis/Memory/Writes.h"
#include "IR/Mentions.h"
#include "Transform/Cleanup/Footprints.h"

#include <algorithm>
#include <map>

namespace adjoint::transform {

using namespace ir;
using analysis::Alias;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// How far apart the branches may be.
constexpr size_t mostApart = 64;

/// What a list of a branch itself records, by the number of the record.
using BranchRecords = std::map<unsigned, const Expr *>;

/// Nothing where a record cannot be a variable.
std::optional<BranchRecords> recordsOf(const StmtList &list) {
  BranchRecords found;
  for (const Stmt *stmt : list)
    if (const auto *push = dyn_cast<PushStmt>(stmt))
      if (push->range || push->record == 0 || !found.insert({push->record, push->value}).second)
        return std::nullopt;
  return found;
}

const Variable *takenBy(const PopStmt *pop) {
  const Variable *variable = pop->declares && !pop->range ? wholeVariable(pop->place) : nullptr;
  return variable && !variable->type->isReference() ? variable : nullptr;
}

/// The variables that the list itself takes the records to; nothing where it does not take all of them.
std::optional<std::map<unsigned, const Variable *>> takersOf(const BranchRecords &records, const StmtList &list) {
  std::map<unsigned, const Variable *> found;
  for (const Stmt *stmt : list)
    if (const auto *pop = dyn_cast<PopStmt>(stmt); pop && records.count(pop->record) && takenBy(pop))
      found[pop->record] = takenBy(pop);
  return found.size() == records.size() ? std::optional(found) : std::nullopt;
}

bool movesTapeInside(const Stmt *stmt) {
  bool found = false;
  forEachStmt(stmt, [&](const Stmt *inner) { found |= movesTape(inner); });
  return found;
}

/// Is anything recorded inside the statements of a branch?
bool recordsInside(const IfStmt *branch) {
  auto records = [](const Stmt *stmt) { return !isa<PushStmt>(stmt) && movesTapeInside(stmt); };
  return llvm::any_of(branch->yes, records) || llvm::any_of(branch->no, records);
}

bool isMentioned(const std::set<const Variable *> &variables, size_t from, const StmtList &list) {
  bool found = false;
  for (size_t i = from; i < list.size() && !found; ++i)
    if (list[i])
      forEachPlaceIn(list[i], [&](const Place *place) { found |= variables.count(rootVariable(place)) != 0; });
  return found;
}

std::set<const Variable *> declaredIn(const StmtList &list) {
  std::set<const Variable *> found;
  for (const Stmt *stmt : list)
    if (const Variable *variable = declaredBy(stmt))
      found.insert(variable);
  return found;
}

/// One side of both branches.
class Side {
public:
  Side(Context &context, const StmtList &recording, const StmtList &between, const StmtList &taking)
      : context(context), recording(recording), between(between), taking(taking), first(declaredIn(recording)) {}

  /// Finds what is recorded, and what takes it. Nothing is known of a side before.
  bool find() {
    const std::optional<BranchRecords> found = recordsOf(recording);
    const auto takers = found ? takersOf(*found, taking) : std::nullopt;
    if (!takers)
      return false;
    records = *found;
    variables = *takers;
    return true;
  }

  /// Is each variable that both lists know the same in both, and each record what it was when it is taken?
  bool agrees() const {
    for (const Variable *variable : declaredIn(taking))
      if (first.count(variable) ? !keepsValue(variable) : declaredIn(between).count(variable) != 0)
        return false;
    return std::all_of(variables.begin(), variables.end(), [&](const auto &taker) {
      return first.count(taker.second) == (loads(records.at(taker.first)) == taker.second);
    });
  }

  StmtList joined() const {
    StmtList out;
    for (const Stmt *stmt : recording)
      if (const auto *push = dyn_cast<PushStmt>(stmt))
        keep(push, out);
      else
        out.push_back(stmt);
    out.insert(out.end(), between.begin(), between.end());
    for (const Stmt *stmt : taking)
      if (const Variable *variable = declaredBy(stmt); !isTaken(stmt) && !(variable && first.count(variable)))
        out.push_back(stmt);
    return out;
  }

private:
  static const Variable *loads(const Expr *expr) {
    const auto *load = dyn_cast<LoadExpr>(expr);
    return load ? wholeVariable(load->place) : nullptr;
  }

  /// Written where it is declared, and nowhere else?
  bool keepsValue(const Variable *variable) const {
    const analysis::Writes before(recording), later(between), last(taking);
    const bool isExposed = before.isExposed(variable) || later.isExposed(variable) || last.isExposed(variable);
    return !isExposed && before.count(variable) <= 1 && later.count(variable) == 0 && last.count(variable) <= 1;
  }

  bool isTaken(const Stmt *stmt) const {
    const auto *pop = dyn_cast<PopStmt>(stmt);
    return pop && records.count(pop->record);
  }

  /// The record has the name of the variable that takes it.
  void keep(const PushStmt *push, StmtList &out) const {
    const Variable *variable = variables.at(push->record);
    if (!first.count(variable))
      out.push_back(annotatedAs(push, context.make<DeclareStmt>(variable, push->value)));
  }

  Context &context;
  const StmtList &recording, &between, &taking;
  const std::set<const Variable *> first; ///< declared where the records are made
  BranchRecords records;
  std::map<unsigned, const Variable *> variables;
};

class Joining : public Rewriter {
public:
  Joining(Context &context, const Alias &alias) : Rewriter(context), footprints(alias) {}

  using Rewriter::rewrite;
  StmtList rewrite(const StmtList &list) override {
    StmtList out = Rewriter::rewrite(list);
    for (size_t i = 0; i < out.size(); ++i)
      if (const auto *first = out[i] ? dyn_cast<IfStmt>(out[i]) : nullptr)
        join(first, i, out);
    out.erase(std::remove(out.begin(), out.end(), nullptr), out.end());
    return out;
  }

private:
  void join(const IfStmt *first, size_t at, StmtList &list) {
    const size_t other = takerOf(first, at, list);
    if (other == list.size())
      return;
    const IfStmt *second = asTaken(first, list[other]);
    const std::optional<std::vector<size_t>> staying = stayingBetween(first, at, other, list);
    if (!staying)
      return;
    StmtList between;
    for (size_t i : *staying)
      between.push_back(list[i]);
    const bool isForOne = second->yes.empty() || second->no.empty();
    if (!between.empty() && (!isForOne || isMentioned(declaredIn(between), other + 1, list)))
      return;
    const StmtList none;
    Side yes(context, first->yes, second->yes.empty() ? none : between, second->yes);
    Side no(context, first->no, second->no.empty() ? none : between, second->no);
    if (!yes.find() || !no.find() || !yes.agrees() || !no.agrees())
      return;
    list[other] = context.rebuilt(second, second->condition, rewrite(yes.joined()), rewrite(no.joined()));
    list[at] = nullptr;
    for (size_t i : *staying)
      list[i] = nullptr;
  }

  /// The statement, if it is a branch with the condition of the first, or with the opposite one: its sides are exchanged then.
  const IfStmt *asTaken(const IfStmt *first, const Stmt *stmt) const {
    const auto *second = dyn_cast<IfStmt>(stmt);
    if (!second || same(first->condition, second->condition))
      return second;
    const auto *opposite = dyn_cast<UnaryExpr>(second->condition);
    const bool isOpposite = opposite && opposite->op == UnaryOp::Not && same(first->condition, opposite->operand);
    return isOpposite ? context.rebuilt(second, first->condition, second->no, second->yes) : nullptr;
  }

  /// The branch that takes what this one records; the length of the list if there is none.
  size_t takerOf(const IfStmt *first, size_t at, const StmtList &list) const {
    const auto taken = recordsOf(first->yes), otherwise = recordsOf(first->no);
    if (!taken || !otherwise || (taken->empty() && otherwise->empty()))
      return list.size();
    for (size_t i = at + 1; i < list.size() && i <= at + mostApart; ++i) {
      const IfStmt *second = list[i] ? asTaken(first, list[i]) : nullptr;
      if (second && takersOf(*taken, second->yes) && takersOf(*otherwise, second->no))
        return i;
    }
    return list.size();
  }

  /// Where those statements between the branches stand that do not go in front of the first; nothing where the two cannot be joined.
  std::optional<std::vector<size_t>> stayingBetween(const IfStmt *first, size_t at, size_t other, const StmtList &list) const {
    const Footprint condition = footprints.of(first->condition);
    Footprint fixed = footprints.of(first->yes);
    fixed.add(footprints.of(first->no));
    if (!footprints.commute(condition, fixed))
      return std::nullopt;
    fixed.add(condition);
    const bool movesMore = recordsInside(first);
    std::vector<size_t> staying;
    for (size_t i = at + 1; i < other; ++i) {
      const Footprint own = list[i] ? footprints.of(list[i]) : footprints.none();
      if (footprints.commute(own, fixed) && !(movesMore && list[i] && movesTapeInside(list[i])))
        continue;
      if (!isa<DeclareStmt>(list[i]) || !footprints.commute(own, condition))
        return std::nullopt;
      fixed.add(own);
      staying.push_back(i);
    }
    return staying;
  }

  const Footprints footprints;
};

} // namespace

StmtList joinBranches(Context &context, const StmtList &body, const Alias &alias) { return Joining(context, alias).rewrite(body); }

} // namespace adjoint::transform
