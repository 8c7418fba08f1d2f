// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FreshCopy: code once more, with variables of its own, so that both can stand in one function.

#ifndef ADJOINT_IR_FRESHCOPY_H
#define ADJOINT_IR_FRESHCOPY_H

#include "IR/Visit.h"

#include <map>

namespace adjoint::ir {

class FreshCopy : public Rewriter {
public:
  using Rewriter::Rewriter;
  using Rewriter::rewrite;
  LoopStmt *of(const LoopStmt *loop) { return rebuild(loop); }
  /// What the variable, which the code declares, is in the copy.
  Variable *copyOf(const Variable *variable) const { return copies.at(variable); }

protected:
  using Rewriter::replace;
  const Variable *replace(const Variable *variable) override {
    auto found = copies.find(variable);
    return found == copies.end() ? variable : found->second;
  }
  bool replace(const Stmt *stmt, StmtList &) override {
    if (const Variable *variable = declaredBy(stmt))
      copies[variable] = context.make<Variable>(*variable);
    return false;
  }

private:
  std::map<const Variable *, Variable *> copies;
};

} // namespace adjoint::ir

#endif
