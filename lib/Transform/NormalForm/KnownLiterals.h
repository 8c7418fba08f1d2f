// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// KnownLiterals: which variables hold a literal, at one place of a function that is walked through in its order?

#ifndef ADJOINT_TRANSFORM_NORMALFORM_KNOWNLITERALS_H
#define ADJOINT_TRANSFORM_NORMALFORM_KNOWNLITERALS_H

#include "IR/Values.h"
#include "Transform/NormalForm/Growth.h"

namespace adjoint::transform {

class KnownLiterals {
public:
  bool isNull(const ir::Variable *variable) const {
    auto found = literals.find(variable);
    return found != literals.end() && ir::isNull(found->second);
  }
  std::optional<long long> numberOf(const ir::Variable *variable) const {
    auto found = literals.find(variable);
    return found == literals.end() ? std::nullopt : ir::integerValue(found->second);
  }

  /// What stands in the statement is walked through by `inside`.
  void walk(const ir::Stmt *stmt, llvm::function_ref<void()> inside) {
    const std::map<const ir::Variable *, const ir::Expr *> before = literals;
    if (llvm::isa<ir::LoopStmt>(stmt))
      forget(stmt);
    inside();
    literals = before;
  }

  /// The statement, and all that stands in it, has run.
  void note(const ir::Stmt *stmt) {
    forget(stmt);
    const auto *declare = llvm::dyn_cast<ir::DeclareStmt>(stmt);
    const auto *assign = llvm::dyn_cast<ir::AssignStmt>(stmt);
    const ir::Variable *variable = writtenBy(stmt);
    const ir::Expr *value = declare ? declare->init : assign ? assign->value : nullptr;
    if (variable && value && (ir::integerValue(value) || ir::isNull(value)))
      literals[variable] = value;
  }

private:
  void forget(const ir::Stmt *stmt) {
    ir::forEachStmt(stmt, [&](const ir::Stmt *part) { literals.erase(writtenBy(part)); });
  }

  std::map<const ir::Variable *, const ir::Expr *> literals;
};

} // namespace adjoint::transform

#endif
