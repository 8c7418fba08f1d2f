// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/StoredPointers.h"

#include "Analysis/Memory/AddressTaken.h"
#include "IR/Callees.h"
#include "IR/Identifiers.h"
#include "IR/Visit.h"

#include <algorithm>
#include <set>

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Is it a variable of the function, or a part of one, with no pointer on the way?
bool isOwn(const Place *place) {
  while (!isa<VarPlace>(place)) {
    if (const auto *field = dyn_cast<FieldPlace>(place))
      place = field->object;
    else if (const auto *element = dyn_cast<IndexPlace>(place))
      place = element->array;
    else
      return false;
  }
  return !llvm::cast<VarPlace>(place)->variable->isGlobal();
}

/// Nothing is known of a function without a body, but that it cannot store what it is not given. Those of the runtime store
/// no pointers.
bool mayStoreUnseen(const Function &function) {
  if (isOfRuntime(function.spelling))
    return false;
  auto isPointer = [](const Variable *param) { return holdsPointer(param->type); };
  return !function.isRepeatable && std::any_of(function.params.begin(), function.params.end(), isPointer);
}

class Search {
public:
  bool mayStore(const Function &function) {
    if (!function.hasBody)
      return mayStoreUnseen(function);
    if (!seen.insert(&function).second)
      return false;
    bool found = false;
    forEachStmt(function.body, [&](const Stmt *stmt) {
      forEachOperand(
          stmt, [](const Expr *) {},
          [&](const Place *written) { found |= holdsPointer(written->type) && !isOwn(written); });
      if (const auto *call = dyn_cast<CallStmt>(stmt))
        found = found || mayStore(*call->callee);
    });
    return found;
  }

private:
  std::set<const Function *> seen;
};

} // namespace

std::optional<std::set<const Variable *>> globalsPointedTo(const Function &function) {
  std::set<const Variable *> globals;
  for (const Function *reached : reachedFrom(&function)) {
    if (!reached->hasBody && !isOfRuntime(reached->spelling) && !reached->isRepeatable)
      return std::nullopt;
    for (const Variable *variable : addressTaken(reached->body))
      if (variable->isGlobal())
        globals.insert(variable);
  }
  return globals;
}

bool mayStorePointers(const Function &function) { return Search().mayStore(function); }

} // namespace adjoint::analysis
