// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/JoinBranches.h"

#include "Transform/Cleanup/MovesBlock.h"

#include <algorithm>
#include <map>

namespace adjoint::transform {

using namespace ir;
using analysis::Alias;
using analysis::Set;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Values that a list of a branch records, by the number of the record.
using BranchRecords = std::map<unsigned, const Expr *>;

/// Nothing where the list does more than to compute what it records.
std::optional<BranchRecords> recordsOf(const StmtList &list) {
  BranchRecords found;
  for (const Stmt *stmt : list) {
    const auto *push = dyn_cast<PushStmt>(stmt);
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    if (push && !push->range && push->record != 0 && found.insert({push->record, push->value}).second)
      continue;
    if (!declare || !declare->init)
      return std::nullopt;
  }
  return found;
}

/// Does the list take all of the records, and not inside anything else?
bool takesAll(const StmtList &list, const BranchRecords &records) {
  const auto count = std::count_if(list.begin(), list.end(), [&](const Stmt *stmt) {
    const auto *pop = dyn_cast<PopStmt>(stmt);
    return pop && records.count(pop->record) && wholeVariable(pop->place) && !wholeVariable(pop->place)->type->isReference();
  });
  return static_cast<size_t>(count) == records.size();
}

class Joining : public Rewriter {
public:
  Joining(Context &context, const Alias &alias) : Rewriter(context), alias(alias) {}

  using Rewriter::rewrite;
  StmtList rewrite(const StmtList &list) override {
    StmtList out = Rewriter::rewrite(list);
    for (size_t i = 0; i < out.size(); ++i)
      if (const auto *first = dyn_cast<IfStmt>(out[i]))
        join(first, i, out);
    out.erase(std::remove(out.begin(), out.end(), nullptr), out.end());
    return out;
  }

private:
  void join(const IfStmt *first, size_t at, StmtList &list) {
    const std::optional<BranchRecords> ifTaken = recordsOf(first->yes), otherwise = recordsOf(first->no);
    if (!ifTaken || !otherwise || (ifTaken->empty() && otherwise->empty()))
      return;
    const std::optional<Set> reads = readBy(first);
    for (size_t i = at + 1; reads && i < list.size(); ++i) {
      const auto *second = list[i] ? dyn_cast<IfStmt>(list[i]) : nullptr;
      if (second && same(first->condition, second->condition) && takesAll(second->yes, *ifTaken) && takesAll(second->no, *otherwise)) {
        list[i] = context.rebuilt(second, second->condition, joined(first->yes, *ifTaken, second->yes),
                                  joined(first->no, *otherwise, second->no));
        list[at] = nullptr;
        return;
      }
      if (list[i] && mayChange(list[i], *reads))
        return;
    }
  }

  /// What is computed for records, and what the reverse sweep does with them.
  StmtList joined(const StmtList &recording, const BranchRecords &records, const StmtList &taking) const {
    StmtList out;
    std::set<const Variable *> declared;
    for (const Stmt *stmt : recording)
      if (const auto *declare = dyn_cast<DeclareStmt>(stmt)) {
        declared.insert(declare->variable);
        out.push_back(declare);
      }
    for (const Stmt *stmt : taking) {
      const auto *pop = dyn_cast<PopStmt>(stmt);
      const auto record = pop ? records.find(pop->record) : records.end();
      if (record != records.end())
        take(pop, record->second, declared, out);
      else if (const Variable *variable = declaredBy(stmt); !variable || declared.insert(variable).second) // or computed already
        out.push_back(stmt);
    }
    return out;
  }

  void take(const PopStmt *pop, const Expr *value, std::set<const Variable *> &declared, StmtList &out) const {
    const Variable *variable = wholeVariable(pop->place);
    const auto *load = dyn_cast<LoadExpr>(value);
    if (load && wholeVariable(load->place) == variable)
      return;
    if (pop->declares && declared.insert(variable).second)
      out.push_back(annotatedAs(pop, context.make<DeclareStmt>(variable, value)));
    else
      out.push_back(annotatedAs(pop, context.make<AssignStmt>(pop->place, value)));
  }

  /// None where it is not known.
  std::optional<Set> readBy(const IfStmt *branch) const {
    Set keys = alias.noKeys();
    bool isKnown = true;
    forEachStmt(branch, [&](const Stmt *stmt) {
      forEachOperand(
          stmt, [&](const Expr *e) { forEachLoad(e, [&](const LoadExpr *load) { add(keys, load->place, isKnown); }); }, [](const Place *) {});
    });
    return isKnown ? std::optional<Set>(alias.overlapping(keys)) : std::nullopt;
  }

  void add(Set &keys, const Place *place, bool &isKnown) const {
    const Set own = alias.keysOf(place);
    isKnown &= own.any() || rootVariable(place);
    keys |= own;
  }

  bool mayChange(const Stmt *stmt, const Set &reads) const {
    bool changes = false;
    forEachStmt(stmt, [&](const Stmt *s) {
      const bool isPlain = isa<AssignStmt>(s) || isa<DeclareStmt>(s) || isa<PopStmt>(s) || isa<PushStmt>(s) || isa<IfStmt>(s) ||
                           isa<LoopStmt>(s) || isa<BlockStmt>(s);
      changes |= !isPlain || movesBlock(s);
      forEachOperand(s, [](const Expr *) {}, [&](const Place *written) {
        Set keys = alias.noKeys();
        bool isKnown = true;
        add(keys, written, isKnown);
        changes |= !isKnown || analysis::intersects(keys, reads);
      });
    });
    return changes;
  }

  const Alias &alias;
};

} // namespace

StmtList joinBranches(Context &context, const StmtList &body, const Alias &alias) { return Joining(context, alias).rewrite(body); }

} // namespace adjoint::transform
