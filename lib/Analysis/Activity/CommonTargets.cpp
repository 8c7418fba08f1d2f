// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Activity/CommonTargets.h"

#include "llvm/ADT/IntEqClasses.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

namespace {

/// The regions of one function, and which of them belong together.
class Partition {
public:
  explicit Partition(const Alias &alias) : alias(alias), classes(alias.regionCount()), used(alias.regionCount()) {}

  void join(const Set &regions) {
    int first = -1;
    for (unsigned r : regions.set_bits()) {
      if (!alias.mayLeadToFloating(r))
        continue;
      if (first < 0)
        first = r;
      else
        classes.join(first, r);
    }
  }

  /// The same of regions whose numbers are used through one pointer, or by a callee.
  void joinUsed(const Set &regions) {
    join(regions);
    used |= regions;
  }

  /// Of regions that are not local. One region is a class where it may stand for several of the caller's.
  std::vector<Set> visible() {
    classes.compress();
    std::vector<Set> found(classes.getNumClasses(), Set(alias.regionCount()));
    for (unsigned r = 0; r < alias.regionCount(); ++r)
      if (!alias.isLocal(r))
        found[classes[r]].set(r);
    llvm::erase_if(found, [this](const Set &set) { return set.count() < 2 && !standsForSeveral(set); });
    return found;
  }

private:
  bool standsForSeveral(const Set &set) const {
    const int only = set.find_first();
    return only >= 0 && used.test(only) && alias.region(only).kind == Region::Kind::Deep && alias.mayLeadToFloating(only);
  }

  const Alias &alias;
  llvm::IntEqClasses classes;
  Set used;
};

} // namespace

const std::vector<Set> &CommonTargets::of(const Function *function) {
  return memo.get(function, {}, [this](const Function *f) { return solve(f); });
}

std::vector<Set> CommonTargets::solve(const Function *function) {
  const Unit &unit = program.unit(function);
  const Alias &alias = *unit.alias;
  Partition partition(alias);
  for (unsigned r = 0; r < alias.regionCount(); ++r)
    partition.join(alias.contentOf(r));
  auto dereference = [&](const Place *place) {
    const auto *deref = dyn_cast<DerefPlace>(place);
    if (!deref || !reachesFloating(deref->type))
      return;
    const Set pointees = alias.pointees(deref->pointer);
    if (holdsFloating(deref->type))
      partition.joinUsed(pointees);
    else
      partition.join(pointees);
  };
  auto joinCall = [&](const CallStmt *call) {
    for (const Expr *arg : call->args)
      if (arg->type->isPointer())
        partition.join(alias.pointees(arg));
    if (call->callee->rule != CallRule::Derive || !call->callee->hasBody)
      return;
    for (const Set &common : of(call->callee)) {
      Set seen(alias.regionCount());
      for (unsigned r : common.set_bits())
        seen |= alias.seenAt(call, *program.unit(call->callee).alias, r);
      partition.joinUsed(seen);
    }
  };
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    if (const auto *call = dyn_cast<CallStmt>(stmt))
      joinCall(call);
    if (const auto *last = dyn_cast<ReturnStmt>(stmt); last && last->value && holdsPointer(last->value->type))
      partition.join(alias.pointees(last->value));
    forEachOperand(stmt, [&](const Expr *e) { forEachPlace(e, dereference); }, dereference);
  });
  return partition.visible();
}

} // namespace adjoint::analysis
