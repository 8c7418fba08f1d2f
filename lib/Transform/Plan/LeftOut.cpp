// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Plan/LeftOut.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

void LeftOut::considerWritesOf(const StmtList &body) {
  plain.clear();
  collectPlain(body);
}

void LeftOut::collectPlain(const StmtList &list) {
  std::set<const Variable *> own;
  for (const Stmt *stmt : list) {
    own.insert(declaredBy(stmt));
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const Variable *variable = assign ? wholeVariable(assign->place) : nullptr;
    bool isNumber = variable && (variable->type->isFloating() || variable->type->isIntegral());
    if (isNumber && own.count(variable) && !variable->isAddressTaken())
      plain.insert(stmt);
    forEachList(stmt, [this](const StmtList &nested) { collectPlain(nested); });
  }
}

void LeftOut::clear() {
  leftOut.clear();
  onTrial.clear();
}

bool LeftOut::add(const Dead &dead, const analysis::Tbr &tbr) {
  const bool wasOnTrial = !onTrial.empty();
  for (const Stmt *stmt : onTrial)
    if (!tbr.wouldRecord(stmt))
      leftOut.erase(stmt);
  onTrial.clear();
  if (!dead.undone.empty())
    for (const Stmt *stmt : dead.others)
      if (leftOut.insert(stmt).second)
        onTrial.insert(stmt);
  leftOut.insert(dead.undone.begin(), dead.undone.end());
  return wasOnTrial || !dead.undone.empty();
}

} // namespace adjoint::transform
