// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/Writes.h"

#include "Analysis/Memory/AddressTaken.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

bool MemoryWritten::mayMeet(const std::set<Leaf> &read) const {
  return anyType || llvm::any_of(read, [&](const Leaf &leaf) { return mayCoincide(leaves, leaf); });
}

namespace {
using IsExposed = llvm::function_ref<bool(const Variable *)>;

void addMemoryWritten(const Stmt *stmt, IsExposed isExposed, MemoryWritten &written) {
  auto add = [&](const std::set<Leaf> &leaves) { written.leaves.insert(leaves.begin(), leaves.end()); };
  forEachOperand(stmt, [](const Expr *) {}, [&](const Place *place) {
    const Variable *whole = wholeVariable(place);
    if (!whole || whole->isGlobal() || isExposed(whole))
      add(leavesOf(place));
  });
  if (const auto *release = dyn_cast<FreeStmt>(stmt)) // nothing is read from it any more
    add(leavesOf(release->pointer->type->element));
}

void addMemoryWritten(const StmtList &code, IsExposed isExposed, std::set<const Function *> &seen,
                      MemoryWritten &written) {
  forEachStmt(code, [&](const Stmt *stmt) {
    addMemoryWritten(stmt, isExposed, written);
    if (const auto *call = dyn_cast<CallStmt>(stmt))
      analysis::addMemoryWritten(call->callee, seen, written);
  });
}

bool isMarked(const Variable *variable) { return variable->isAddressTaken(); }

MemoryWritten memoryWrittenIn(const StmtList &code, const Writes &writes) {
  MemoryWritten written;
  std::set<const Function *> seen;
  addMemoryWritten(code, [&](const Variable *variable) { return writes.isExposed(variable); }, seen, written);
  return written;
}

bool doesChange(const Writes &writes, const Expr *expr, llvm::function_ref<const MemoryWritten &()> memory) {
  bool changes = false;
  auto mayWrite = [&](const Place *place) { return memory().mayMeet(leavesOf(place)); };
  forEachLoad(expr, [&](const LoadExpr *load) {
    const Variable *variable = rootVariable(load->place);
    if (!variable) // const is a promise of the pointer, not of what it points to
      changes = changes || mayWrite(load->place);
    else if (variable->isGlobal())
      changes = changes || (!load->place->type->isConst && mayWrite(load->place));
    else if (writes.count(variable) != 0)
      changes = true;
    else
      changes = changes || (writes.isExposed(variable) && mayWrite(load->place));
  });
  return changes;
}
} // namespace

void addMemoryWritten(const Stmt *stmt, MemoryWritten &written) { addMemoryWritten(stmt, isMarked, written); }

namespace {
/// `normal(engine)`: random engines and distributions change themselves alone.
bool isOfValues(const Function *callee) {
  auto isValue = [](const Variable *param) {
    const Type *type = param->type->isReference() ? param->type->element : param->type;
    return type->isRecord() && type->record->isOpaque && type->record->isValue;
  };
  auto isKnown = [&](const Variable *param) { return isValue(param) || param->type->isFloating() || param->type->isIntegral(); };
  return !callee->pattern.empty() && llvm::any_of(callee->params, isValue) && llvm::all_of(callee->params, isKnown);
}
/// `assert(n > 0)`: what throws or does nothing, of numbers.
bool isTest(const Function *callee) {
  return !callee->hasBody && callee->isRepeatable && callee->rule == CallRule::Passive && callee->returnType->isVoid() &&
         llvm::all_of(callee->params, [](const Variable *param) { return param->type->isIntegral(); });
}
/// What the arguments of a function lead to, but for pointers to constants.
void addArguments(const Function *callee, MemoryWritten &written) {
  for (const Variable *param : callee->params) {
    const bool leadsOn = param->type->isPointer() || param->type->isReference();
    if (!leadsOn || param->type->element->isConst)
      continue;
    const Type *element = param->type->element;
    written.anyType |= !element->isScalar() || element->isPointer(); // what that leads to in its turn
    const std::set<Leaf> own = leavesOf(element);
    written.leaves.insert(own.begin(), own.end());
  }
}
} // namespace

void addMemoryWritten(const Function *callee, std::set<const Function *> &seen, MemoryWritten &written) {
  if (!seen.insert(callee).second)
    return;
  if (!callee->hasBody && isOfValues(callee)) {
    for (const Variable *param : callee->params)
      if (param->type->isReference()) {
        const std::set<Leaf> own = leavesOf(param->type->element);
        written.leaves.insert(own.begin(), own.end());
      }
    return;
  }
  if (!callee->hasBody && callee->writesOnlyArguments)
    return addArguments(callee, written);
  written.anyType |= !callee->hasBody && !isTest(callee);
  addMemoryWritten(callee->body, isMarked, seen, written);
}

Writes::Writes(const StmtList &body) : exposed(addressTaken(body)) {
  forEachStmt(body, [&](const Stmt *stmt) {
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
      if (declare->init)
        ++counts[declare->variable];
    forEachOperand(stmt, [](const Expr *) {}, [&](const Place *written) {
      if (const Variable *variable = rootVariable(written))
        ++counts[variable];
    });
  });
}

unsigned Writes::count(const Variable *variable) const {
  auto found = counts.find(variable);
  return found == counts.end() ? 0 : found->second;
}

Changes::Changes(const StmtList &code) : Writes(code), memory(memoryWrittenIn(code, *this)) {}

bool Changes::mayChange(const Expr *expr) const {
  return doesChange(*this, expr, [this]() -> const MemoryWritten & { return memory; });
}

bool mayChange(const StmtList &code, const Writes &writes, const Expr *expr) {
  std::optional<MemoryWritten> memory; // once it has been asked for
  return doesChange(writes, expr, [&]() -> const MemoryWritten & {
    return memory ? *memory : memory.emplace(memoryWrittenIn(code, writes));
  });
}

} // namespace adjoint::analysis
