// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/WritesInOrder.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

WritesInOrder::WritesInOrder(const StmtList &body, const Positions &positions) : memory(memoryOf(body, positions)) {
  forEachStmt(body, [&](const Stmt *stmt) { // in the order of their numbers
    auto note = [&](const Variable *variable) { writes[variable].push_back(positions.numberOf(stmt)); };
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt); declare && declare->init)
      note(declare->variable);
    forEachOperand(stmt, [](const Expr *) {}, [&](const Place *written) {
      if (const Variable *variable = rootVariable(written))
        note(variable);
    });
  });
}

bool WritesInOrder::any(const Numbers &numbers, Interval where) {
  auto first = std::lower_bound(numbers.begin(), numbers.end(), where.first);
  return first != numbers.end() && *first <= where.last;
}

bool WritesInOrder::isWritten(const Variable *variable, Interval where) const {
  auto found = writes.find(variable);
  return found != writes.end() && any(found->second, where);
}

WritesInOrder::Memory WritesInOrder::memoryOf(const StmtList &body, const Positions &positions) {
  Memory found;
  std::map<const Function *, MemoryWritten> callees;
  forEachStmt(body, [&](const Stmt *stmt) {
    MemoryWritten written;
    addMemoryWritten(stmt, written);
    auto note = [&, number = positions.numberOf(stmt)](const MemoryWritten &by) {
      for (const Leaf &leaf : by.leaves)
        found.written[leaf].push_back(number);
      if (by.anyType)
        found.anyType.push_back(number);
    };
    note(written);
    const auto *call = dyn_cast<CallStmt>(stmt);
    if (!call)
      return;
    auto [slot, isNew] = callees.insert({call->callee, {}});
    std::set<const Function *> seen;
    if (isNew)
      addMemoryWritten(call->callee, seen, slot->second);
    note(slot->second);
  });
  return found;
}

bool WritesInOrder::mayWriteMemory(const Place *place, Interval where) const {
  const std::set<Leaf> read = leavesOf(place);
  return any(memory.anyType, where) || llvm::any_of(memory.written, [&](const auto &written) {
           return mayCoincide(read, written.first) && any(written.second, where);
         });
}

bool WritesInOrder::mayChange(const Expr *expr, Interval where) const {
  bool changes = false;
  forEachLoad(expr, [&](const LoadExpr *load) {
    const Variable *variable = rootVariable(load->place);
    if (!variable) // const is a promise of the pointer, not of what it points to
      changes = changes || mayWriteMemory(load->place, where);
    else if (variable->isGlobal())
      changes = changes || (!load->place->type->isConst && mayWriteMemory(load->place, where));
    else if (isWritten(variable, where))
      changes = true;
    else
      changes = changes || (variable->isAddressTaken() && mayWriteMemory(load->place, where));
  });
  return changes;
}

} // namespace adjoint::analysis
