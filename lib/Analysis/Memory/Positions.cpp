// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/Positions.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

Positions::Positions(const StmtList &body) { number(body, nullptr); }

void Positions::number(const StmtList &list, const Stmt *around) {
  for (size_t i = 0; i < list.size(); ++i) {
    const Stmt *stmt = list[i];
    const unsigned own = ++count;
    forEachList(stmt, [&](const StmtList &nested) { number(nested, stmt); });
    positions[stmt] = {own, count, 0, around, &list, i};
  }
  for (const Stmt *stmt : list)
    positions[stmt].endOfList = count;
}

const Positions::Position &Positions::at(const Stmt *stmt) const {
  auto found = positions.find(stmt);
  assert(found != positions.end() && "the statement stands elsewhere");
  return found->second;
}

const LoopStmt *Positions::loopAround(const Stmt *stmt) const {
  for (const Stmt *outer = around(stmt); outer; outer = around(outer))
    if (const auto *loop = dyn_cast<LoopStmt>(outer))
      return loop;
  return nullptr;
}

std::vector<const LoopStmt *> Positions::loopsAround(const Stmt *stmt) const {
  std::vector<const LoopStmt *> loops;
  for (const LoopStmt *loop = loopAround(stmt); loop; loop = loopAround(loop))
    loops.push_back(loop);
  return loops;
}

} // namespace adjoint::analysis
