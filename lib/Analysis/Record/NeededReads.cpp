// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Record/NeededReads.h"

#include "Analysis/Loops/Loops.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;

namespace {
class Collector {
public:
  Collector(const Unit &unit, const Stmt *stmt) : unit(unit), stmt(stmt) {}

  void add(const LoadExpr *load, bool after = false) {
    found.push_back({stmt, load, after, unit.alias->keysOf(load->place)});
  }
  template <class T> void addLoads(const T *tree) {
    forEachLoad(tree, [this](const LoadExpr *load) { add(load); });
  }
  void addKeys(const Set &keys, bool after) {
    if (keys.any())
      found.push_back({stmt, nullptr, after, keys});
  }

  /// The reversed loop ends where this one begins.
  void addControl(const LoopStmt *loop) {
    if (loop->condition)
      addLoads(loop->condition);
    if (std::optional<CountedLoop> counted = countedLoop(loop))
      addLoads(counted->first);
  }
  void addReverse(const ReverseUse &use) {
    for (const LoadExpr *load : use.before)
      add(load);
    for (const LoadExpr *load : use.after)
      add(load, true);
    addKeys(use.keysBefore, false);
    addKeys(use.keysAfter, true);
  }
  void addPath() {
    forEachOperand(stmt, [](const Expr *) {}, [&](const Place *place) { addLoads(place); });
  }

  std::vector<NeededRead> found;

private:
  const Unit &unit;
  const Stmt *stmt;
};

std::vector<NeededRead> readsOf(const Stmt *stmt, const Unit &unit, const UseOf &useOf, const Recompute &recompute) {
  Collector reads(unit, stmt);
  if (const auto *branch = dyn_cast<IfStmt>(stmt)) {
    reads.addLoads(branch->condition);
  } else if (const auto *choice = dyn_cast<SwitchStmt>(stmt)) {
    reads.addLoads(choice->condition);
  } else if (const auto *loop = dyn_cast<LoopStmt>(stmt)) {
    reads.addControl(loop);
  } else if (!llvm::isa<BlockStmt>(stmt)) {
    reads.addReverse(useOf(stmt));
    reads.addPath();
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    if (declare && declare->init && recompute.declarationOf(declare->variable))
      reads.addLoads(declare->init);
  }
  return std::move(reads.found);
}
} // namespace

NeededReads::NeededReads(const Unit &unit, const UseOf &useOf, const Recompute &recompute) {
  forEachStmt(unit.function->body,
              [&](const Stmt *stmt) { reads[stmt] = readsOf(stmt, unit, useOf, recompute); });
}

} // namespace adjoint::analysis
