// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RuleText: the small language of Rules.def, read into IR.
//
//   expression := sum [comparison sum]
//   sum        := product (('+' | '-') product)*
//   product    := factor (('*' | '/') factor)*
//   factor     := '-' factor | number | name | name '(' expression, ... ')' | '(' expression ')'

#ifndef ADJOINT_RULES_RULETEXT_H
#define ADJOINT_RULES_RULETEXT_H

#include "IR/Context.h"

namespace adjoint::rules {

/// Does the text contain `name` as a whole word?
bool mentions(const std::string &text, const std::string &name);

/// The text as an expression over the arguments (x, y, z, w) and the result (r) of a call.
const ir::Expr *instantiate(ir::Context &context, const std::string &text, const ir::IntrinsicExpr *call,
                            const ir::Expr *result);

} // namespace adjoint::rules

#endif
