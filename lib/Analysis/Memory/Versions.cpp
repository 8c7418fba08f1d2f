// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/Versions.h"

#include "IR/Values.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

Versions::Versions(const StmtList &body) : positions(body), writes(body), writesInOrder(body, positions) {
  forEachStmt(body, [this](const Stmt *stmt) {
    if (const Variable *variable = declaredBy(stmt))
      declarations[variable] = stmt;
  });
}

bool Versions::isDeclaredIn(const Variable *variable, const Stmt *stmt) const {
  const Stmt *declaration = declarationOf(variable);
  return declaration && positions.isInside(declaration, stmt);
}

const Stmt *Versions::madeBy(const Variable *variable) const {
  const Stmt *declaration = declarationOf(variable);
  const auto *plain = llvm::dyn_cast_or_null<DeclareStmt>(declaration);
  return plain && !plain->init ? nullptr : declaration;
}

bool Versions::isSetOnce(const Variable *variable) const {
  return variable->storage == Storage::Local && writes.count(variable) == 1 && !writes.isExposed(variable);
}

const Expr *Versions::valueOf(const Variable *variable) const {
  const auto *declaration = variable && isSetOnce(variable) ? llvm::dyn_cast_or_null<DeclareStmt>(declarationOf(variable)) : nullptr;
  return declaration ? declaration->init : nullptr;
}

/// Iterations between them included, of the loop whose head declares it, too.
Interval Versions::between(const Stmt *declaration, const Stmt *where) const {
  unsigned last = llvm::isa<LoopStmt>(where) ? positions.of(where).last : positions.numberOf(where);
  for (const LoopStmt *loop : positions.loopsAround(where))
    if (!positions.isInside(declaration, loop) || llvm::is_contained(loop->init, declaration))
      last = positions.of(loop).last;
  return {positions.numberOf(declaration) + 1, last};
}

const Expr *Versions::valueAt(const Variable *variable, const Stmt *where) const {
  const bool isKnown = variable && !variable->isGlobal() && !writes.isExposed(variable);
  const auto *declaration = isKnown ? llvm::dyn_cast_or_null<DeclareStmt>(declarationOf(variable)) : nullptr;
  if (!declaration || !declaration->init)
    return nullptr;
  const Interval since = between(declaration, where);
  const bool isChanged = writesInOrder.isWritten(variable, since) || writesInOrder.mayChange(declaration->init, since);
  return isChanged ? nullptr : declaration->init;
}

bool Versions::isFixed(const Variable *variable) const {
  if (!variable || variable->isGlobal() || writes.isExposed(variable))
    return false;
  if (variable->storage == Storage::Parameter)
    return writes.count(variable) == 0;
  const Stmt *made = madeBy(variable);
  return made && !positions.loopAround(made) && writes.count(variable) <= 1;
}

bool Versions::isKept(const Variable *variable, const LoopStmt *loop) const {
  return variable && !variable->isGlobal() && !writes.isExposed(variable) && !isDeclaredIn(variable, loop) &&
         !writesInOrder.isWritten(variable, positions.of(loop));
}

bool Versions::leadsToOne(const Variable *base, const LoopStmt *loop) const {
  const bool isPointer = base->type->isPointer();
  if (base->isGlobal() || (isPointer && (writes.isExposed(base) || writesInOrder.isWritten(base, positions.of(loop)))))
    return false;
  if (base->storage == Storage::Parameter)
    return isPointer || writes.count(base) == 0;
  return declarationOf(base) && !isDeclaredIn(base, loop);
}

} // namespace adjoint::analysis
