// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evaluator: the value of an IR expression over variables with given values, in long double. What
// an intrinsic computes is looked up by its name in the table of References.h.

#ifndef ADJOINT_UNITTESTS_EVALUATOR_H
#define ADJOINT_UNITTESTS_EVALUATOR_H

#include "IR/Visit.h"

#include <map>
#include <vector>

namespace adjoint::rules {

using Real = long double;
using Reals = std::vector<Real>;

class Evaluator {
public:
  void set(const ir::Variable *variable, Real value) { values[variable] = value; }
  Real operator()(const ir::Expr *expr) const;

private:
  Real unary(const ir::UnaryExpr *expr) const;
  Real binary(const ir::BinaryExpr *expr) const;
  Real intrinsic(const ir::IntrinsicExpr *call) const;

  std::map<const ir::Variable *, Real> values;
};

} // namespace adjoint::rules

#endif
