// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/SourceIndices.h"

#include "Analysis/Memory/Substitution.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

SourceIndices::SourceIndices(Context &context, const std::vector<const LoopStmt *> &loops,
                             const analysis::CountedLoop &counted, const StmtList &work)
    : context(context), changes(work), own(constantsOf(work)) {
  for (const LoopStmt *loop : loops) {
    const std::optional<analysis::CountedLoop> head = analysis::countedLoop(loop);
    if (!head)
      continue;
    const analysis::Changes changed(loop->body);
    std::set<const Variable *> inside;
    forEachStmt(loop->body, [&](const Stmt *stmt) { inside.insert(declaredBy(stmt)); });
    auto isOfSource = [&](const Variable *base) { // one and the same in all iterations
      const bool isFixed = base->type->isArray() || !changed.mayWrite(base);
      return isFixed && !inside.count(base) && !base->isOfIteration;
    };
    Values values = constantsOf(loop->body);
    values[head->counter] = context.load(counted.counter);
    for (const Stmt *stmt : loop->body) {
      const auto *assign = dyn_cast<AssignStmt>(stmt);
      std::optional<analysis::Element> element = assign && !stmt->isShared ? analysis::elementOf(assign->place) : std::nullopt;
      if (element && isOfSource(element->base))
        written.push_back({element->base, expanded(element->index, values)});
    }
  }
}

/// Integers that the iteration declares, and does not change.
SourceIndices::Values SourceIndices::constantsOf(const StmtList &work) {
  Values found;
  const analysis::Changes changes(work);
  for (const Stmt *stmt : work)
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
      if (declare->init && declare->variable->type->isIntegral() && changes.count(declare->variable) == 1 &&
          !changes.isExposed(declare->variable))
        found[declare->variable] = declare->init;
  return found;
}

const Expr *SourceIndices::expanded(const Expr *index, const Values &values) const {
  for (const Expr *before = nullptr; before != index;) {
    before = index;
    index = analysis::Substitution(context, values).rewrite(index);
  }
  return index;
}

bool SourceIndices::areSame(const Expr *a, const Expr *b) const { return same(expanded(a, own), expanded(b, own)); }

bool SourceIndices::isFixed(const Expr *index) const {
  bool isFixed = true;
  forEachLoad(index, [&](const LoadExpr *load) { isFixed &= !changes.mayChange(load); });
  return isFixed;
}

bool SourceIndices::isOfOneIteration(const Expr *index) const {
  const Expr *whole = expanded(index, own);
  return isFixed(whole) && llvm::any_of(written, [&](const analysis::Element &other) { return same(whole, other.index); });
}

bool SourceIndices::isWritten(const Variable *base, const Expr *index) const {
  const Expr *whole = expanded(index, own);
  return isFixed(whole) && llvm::any_of(written, [&](const analysis::Element &other) {
    return other.base == base && same(whole, other.index);
  });
}

} // namespace adjoint::transform
