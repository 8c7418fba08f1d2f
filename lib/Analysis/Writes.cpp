// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Writes.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

Writes::Writes(const StmtList &body) : body(body) {
  auto expose = [&](const Expr *expr) {
    forEachExpr(expr, [&](const Expr *e) {
      if (const auto *address = dyn_cast<AddressExpr>(e))
        if (const Variable *variable = rootVariable(address->place)) {
          exposed.insert(variable);
          variable->isAddressTaken = true;
        }
    });
  };
  forEachStmt(body, [&](const Stmt *stmt) {
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
      if (declare->init)
        ++counts[declare->variable];
    forEachOperand(stmt, expose, [&](const Place *written) {
      forEachExpr(written, expose);
      if (const Variable *variable = rootVariable(written))
        ++counts[variable];
    });
  });
}

bool MemoryWritten::mayMeet(const std::set<Leaf> &read) const {
  return anyType || llvm::any_of(read, [&](const Leaf &leaf) { return mayCoincide(leaves, leaf); });
}

void addMemoryWritten(const Stmt *stmt, MemoryWritten &written) {
  auto add = [&](const std::set<Leaf> &leaves) { written.leaves.insert(leaves.begin(), leaves.end()); };
  forEachOperand(stmt, [](const Expr *) {}, [&](const Place *place) {
    const Variable *whole = wholeVariable(place);
    if (!whole || whole->isGlobal() || whole->isAddressTaken)
      add(leavesOf(place));
  });
  if (const auto *release = dyn_cast<FreeStmt>(stmt)) // nothing is read from it any more
    add(leavesOf(release->pointer->type->element));
}

namespace {
void addMemoryWritten(const StmtList &code, std::set<const Function *> &seen, MemoryWritten &written) {
  forEachStmt(code, [&](const Stmt *stmt) {
    analysis::addMemoryWritten(stmt, written);
    if (const auto *call = dyn_cast<CallStmt>(stmt))
      analysis::addMemoryWritten(call->callee, seen, written);
  });
}
} // namespace

void addMemoryWritten(const Function *callee, std::set<const Function *> &seen, MemoryWritten &written) {
  if (!seen.insert(callee).second)
    return;
  written.anyType |= !callee->hasBody;
  addMemoryWritten(callee->body, seen, written);
}

bool Writes::mayWriteMemory(const Place *place) const {
  if (!memory) {
    std::set<const Function *> seen;
    addMemoryWritten(body, seen, memory.emplace());
  }
  return memory->mayMeet(leavesOf(place));
}

unsigned Writes::count(const Variable *variable) const {
  auto found = counts.find(variable);
  return found == counts.end() ? 0 : found->second;
}

bool Writes::mayChange(const Expr *expr) const {
  bool changes = false;
  forEachLoad(expr, [&](const LoadExpr *load) {
    const Variable *variable = rootVariable(load->place);
    if (!variable) // const is a promise of the pointer, not of what it points to
      changes = changes || mayWriteMemory(load->place);
    else if (variable->isGlobal())
      changes = changes || (!load->place->type->isConst && mayWriteMemory(load->place));
    else if (count(variable) != 0)
      changes = true;
    else
      changes = changes || (isExposed(variable) && mayWriteMemory(load->place));
  });
  return changes;
}

} // namespace adjoint::analysis
