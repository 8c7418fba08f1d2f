// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules: the partial derivatives of intrinsics, as IR expressions.
//
// A rule is one line of Rules.def. Here it is looked up and instantiated over the arguments
// and the result of one call.

#ifndef ADJOINT_RULES_RULES_H
#define ADJOINT_RULES_RULES_H

#include "IR/Visit.h"

#include <functional>

namespace adjoint::rules {

struct Rule {
  std::string name;
  std::vector<std::string> partials; ///< text, one per argument; empty: passive
};

/// Every line of the table.
const std::vector<Rule> &allRules();
/// Null for a function that is not in the table.
const Rule *find(const std::string &intrinsic);

/// Does the argument carry a derivative to the result?
bool isDifferentiable(const ir::IntrinsicExpr *call, unsigned argument);
/// Does the partial for the argument mention the result?
bool mentionsResult(const ir::IntrinsicExpr *call, unsigned argument);
/// Is the function worth keeping the value of, instead of calling it again?
bool isExpensive(const std::string &intrinsic);
/// Is there such a function in it, or a division of floating-point numbers?
bool takesLong(const ir::Expr *expr);

/// Does it choose one of its arguments (fmax)?
bool isChoice(const ir::IntrinsicExpr *call);
/// Does a derivative that is zero stay zero, whatever the partial is?
bool isStrong(const ir::IntrinsicExpr *call);
/// May the partial for an argument be infinite or NaN where the argument is finite?
bool mayBeSingular(const ir::IntrinsicExpr *call, unsigned argument);
/// May value and partials be infinite where the arguments are not?
bool mayOverflow(const ir::IntrinsicExpr *call);

/// The partial derivative with respect to one argument; `result` stands for the value of the
/// call. Null where it is zero.
const ir::Expr *partial(ir::Context &context, const ir::IntrinsicExpr *call, unsigned argument,
                        const ir::Expr *result);

/// Calls `visit` for each operand through which a derivative may reach the value of `expr`.
void forEachDifferentiableOperand(const ir::Expr *expr, const std::function<void(const ir::Expr *)> &visit);
/// Calls `visit` for each load through which a derivative may reach the value of `expr`.
void forEachDifferentiableLoad(const ir::Expr *expr, const std::function<void(const ir::LoadExpr *)> &visit);

} // namespace adjoint::rules

#endif
