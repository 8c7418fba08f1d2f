// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/NameRows.h"

#include "Analysis/Memory/Elements.h"
#include "IR/Evaluation.h"
#include "Transform/Cleanup/RowPointers.h"
#include "Transform/Cleanup/UpwardLoop.h"

#include <utility>
#include <vector>

namespace adjoint::transform {

using namespace ir;
using analysis::RowElement;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// The pointers to rows, and the names that they get.
using Names = std::vector<std::pair<const LoadExpr *, const Variable *>>;

bool isInnermost(const StmtList &work) {
  bool is = true;
  forEachStmt(work, [&](const Stmt *stmt) { is &= isa<DeclareStmt>(stmt) || isa<AssignStmt>(stmt) || isa<IfStmt>(stmt); });
  return is;
}

/// Does the loop add to two elements of one row?
bool addsToNeighbours(const StmtList &work) {
  std::vector<RowElement> sums;
  bool adds = false;
  forEachStmt(work, [&](const Stmt *stmt) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    std::optional<RowElement> element =
        assign && analysis::isAdjointNumber(assign->place) && analysis::operandOfSum(assign)
            ? analysis::rowElementOf(assign->place)
            : std::nullopt;
    if (!element)
      return;
    for (const RowElement &other : sums)
      adds |= other.base == element->base && other.member == element->member && same(other.row, element->row) &&
              !same(other.column, element->column);
    sums.push_back(*element);
  });
  return adds;
}

class Naming : public Rewriter {
public:
  Naming(Context &context, const Names &names) : Rewriter(context), names(names) {}
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  const Expr *replace(const Expr *expr) override {
    const auto *load = dyn_cast<LoadExpr>(expr);
    for (const auto &[row, name] : names)
      if (load && same(load, row))
        return context.load(name);
    return nullptr;
  }

private:
  const Names &names;
};

class RowNaming : public Rewriter {
public:
  using Rewriter::Rewriter;
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    std::optional<RunnableUpwards> found = loop ? runnableUpwards(context, loop) : std::nullopt;
    if (!found)
      return false;
    if (isInnermost(found->work))
      return name(loop, *found, out);
    around.push_back(found->range);
    out.push_back(rebuild(loop));
    around.pop_back();
    return true;
  }

private:
  bool name(const LoopStmt *loop, const RunnableUpwards &found, StmtList &out) {
    const Names names = addsToNeighbours(found.work) ? rowsOf(found) : Names();
    if (names.empty())
      return false;
    const Context::Origin origin(context, loop->location);
    StmtList named;
    for (const auto &[row, variable] : names)
      named.push_back(context.make<DeclareStmt>(variable, row));
    named.push_back(cast<LoopStmt>(Naming(context, names).rewrite({loop}).front()));
    if (isEntered(found.range))
      out.insert(out.end(), named.begin(), named.end());
    else
      out.push_back(context.make<IfStmt>(context.binary(BinaryOp::Greater, found.range.high, found.range.low), named, StmtList()));
    return true;
  }

  /// Rows that each iteration uses, the same in all iterations.
  Names rowsOf(const RunnableUpwards &found) {
    const analysis::Changes changes(found.work);
    Names names;
    auto consider = [&](const LoadExpr *load) {
      std::optional<RowElement> row = rowOf(load);
      auto isNamed = [&](const auto &named) { return same(named.first, load); };
      if (!row || !load->type->element->isFloating() || mentions(load, found.counted.counter) || changes.mayChange(load) || llvm::any_of(names, isNamed))
        return;
      auto *variable = context.make<Variable>(row->base->name + "_row", context.withConst(load->type), Storage::Local);
      variable->isTemporary = true;
      variable->isAdjoint = row->base->isAdjoint;
      names.push_back({load, variable});
    };
    for (const Stmt *stmt : found.work)
      if (!isa<IfStmt>(stmt))
        forEachOperand(
            stmt, [&](const Expr *e) { forEachCertainLoad(e, consider); },
            [&](const Place *place) { forEachLoad(place, consider); });
    return names;
  }

  /// Is there an iteration whenever one of a loop around runs?
  bool isEntered(const analysis::Range &range) const {
    return llvm::any_of(around, [&](const analysis::Range &outer) {
      return same(outer.low, range.low) && same(outer.high, range.high);
    });
  }

  std::vector<analysis::Range> around; ///< of the loops around
};

} // namespace

StmtList nameRows(Context &context, const StmtList &body) { return RowNaming(context).rewrite(body); }

} // namespace adjoint::transform
