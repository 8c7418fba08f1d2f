// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/DropUnusedBlocks.h"

#include "IR/Visit.h"

#include <set>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// The variable that holds the block which the statement allocates or frees; null for none.
const Variable *blockOf(const Stmt *stmt) {
  if (const auto *allocation = dyn_cast<AllocateStmt>(stmt))
    return wholeVariable(allocation->place);
  const auto *release = dyn_cast<FreeStmt>(stmt);
  const auto *load = release ? dyn_cast<LoadExpr>(release->pointer) : nullptr;
  return load ? wholeVariable(load->place) : nullptr;
}

bool declaresBlock(const Stmt *stmt) { return isa<AllocateStmt>(stmt) && llvm::cast<AllocateStmt>(stmt)->declares; }

/// Variables that are mentioned other than to declare or free a block.
std::set<const Variable *> usedIn(const StmtList &body) {
  std::set<const Variable *> used;
  auto note = [&](const Expr *e) {
    forEachLoad(e, [&](const LoadExpr *load) { used.insert(rootVariable(load->place)); });
    forEachPlace(e, [&](const Place *place) { used.insert(rootVariable(place)); });
  };
  forEachStmt(body, [&](const Stmt *stmt) {
    if (isa<FreeStmt>(stmt) && blockOf(stmt))
      return;
    forEachOperand(stmt, note, [&](const Place *place) {
      if (!declaresBlock(stmt))
        used.insert(rootVariable(place));
      forEachExpr(place, note);
    });
  });
  return used;
}

std::set<const Variable *> unusedBlocks(const StmtList &body) {
  std::set<const Variable *> blocks;
  forEachStmt(body, [&](const Stmt *stmt) {
    if (declaresBlock(stmt))
      blocks.insert(blockOf(stmt));
  });
  if (!blocks.empty())
    for (const Variable *used : usedIn(body))
      blocks.erase(used);
  return blocks;
}

class BlockDropping : public Rewriter {
public:
  BlockDropping(Context &context, const StmtList &body) : Rewriter(context), unused(unusedBlocks(body)) {}
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &) override { return unused.count(blockOf(stmt)) != 0; }

private:
  const std::set<const Variable *> unused;
};

} // namespace

bool hasUnusedBlocks(const StmtList &body) { return !unusedBlocks(body).empty(); }

StmtList dropUnusedBlocks(Context &context, const StmtList &body) { return BlockDropping(context, body).rewrite(body); }

} // namespace adjoint::transform
