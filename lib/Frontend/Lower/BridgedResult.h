// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BridgedResult: the call of a function that is called as it is and returns a sequence of numbers (ir::Bridge).

#ifndef ADJOINT_FRONTEND_LOWER_BRIDGEDRESULT_H
#define ADJOINT_FRONTEND_LOWER_BRIDGEDRESULT_H

#include "Frontend/Lower/BodyLowering.h"

namespace adjoint::frontend {

class BridgedResult {
public:
  BridgedResult(BodyLowering &body, clang::SourceLocation where, const ir::Function &called) : body(body), where(where), called(called) {}

  /// The object at the place is made, or, where there is none, dropped.
  void emit(const ir::Place *place, bool declares, std::vector<const ir::Expr *> args);

private:
  const ir::Function *make() const;
  const ir::Function *take(const ir::Type *elements) const;

  BodyLowering &body;
  const clang::SourceLocation where;
  const ir::Function &called;
};

} // namespace adjoint::frontend

#endif
