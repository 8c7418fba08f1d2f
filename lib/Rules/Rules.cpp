// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Rules/Rules.h"
#include "Rules/RuleText.h"

#include "IR/Values.h"
#include "IR/Visit.h"

#include <algorithm>
#include <map>
#include <set>

namespace adjoint::rules {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;

const std::vector<Rule> &allRules() {
  static const std::vector<Rule> table = {
#define RULE(name, ...) {#name, {__VA_ARGS__}},
#include "Rules/Rules.def"
#undef RULE
  };
  return table;
}

const Rule *find(const std::string &intrinsic) {
  static const std::map<std::string, const Rule *> byName = [] {
    std::map<std::string, const Rule *> map;
    for (const Rule &rule : allRules())
      map[rule.name] = &rule;
    return map;
  }();
  auto found = byName.find(intrinsic);
  return found == byName.end() ? nullptr : found->second;
}

namespace {
const std::string *partialText(const IntrinsicExpr *call, unsigned argument) {
  const Rule *rule = find(call->name);
  if (!rule || argument >= rule->partials.size() || rule->partials[argument] == "0")
    return nullptr;
  return &rule->partials[argument];
}

/// Of an exponent that is 1, 2 or 3: the power rule then needs no logarithm and no pow. Null for others.
const Expr *smallPower(Context &context, const IntrinsicExpr *call) {
  const Expr *x = call->args[0];
  const std::optional<long double> exponent = realValue(call->args[1]);
  if (!exponent || (*exponent != 1 && *exponent != 2 && *exponent != 3))
    return nullptr;
  const Expr *factor = context.literal(static_cast<long long>(*exponent), call->type);
  if (*exponent == 1)
    return factor;
  const Expr *once = context.binary(BinaryOp::Mul, factor, x);
  return *exponent == 2 ? once : context.binary(BinaryOp::Mul, once, x);
}
} // namespace

bool isDifferentiable(const IntrinsicExpr *call, unsigned argument) {
  return partialText(call, argument) && call->args[argument]->type->isFloating();
}

bool mentionsResult(const IntrinsicExpr *call, unsigned argument) {
  const std::string *text = partialText(call, argument);
  return text && mentions(*text, "r");
}

bool isExpensive(const std::string &intrinsic) {
  static const std::vector<std::string> cheap = {
      "fabs", "fmin", "fmax", "min",   "max",      "clamp",     "fdim",    "fma",   "copysign", "iabs", "imin",
      "imax", "floor", "ceil", "trunc", "rint",     "nearbyint", "signbit", "isnan", "isinf",    "isfinite"};
  return std::find(cheap.begin(), cheap.end(), intrinsic) == cheap.end();
}

bool takesLong(const Expr *expr) {
  bool found = false;
  forEachExpr(expr, [&](const Expr *e) {
    const auto *call = llvm::dyn_cast<IntrinsicExpr>(e);
    const auto *binary = llvm::dyn_cast<BinaryExpr>(e);
    found |= e->type->isFloating() && ((call && isExpensive(call->name)) || (binary && binary->op == BinaryOp::Div));
  });
  return found;
}

bool isChoice(const IntrinsicExpr *call) {
  static const std::set<std::string> choices = {"fmin", "fmax", "min", "max", "clamp", "fdim"};
  return choices.count(call->name) != 0;
}

bool isStrong(const IntrinsicExpr *call) { return call->name == "strong.product" || call->name == "strong.quotient"; }

bool mayBeSingular(const IntrinsicExpr *call, unsigned argument) {
  static const std::set<std::string> singular = {"sqrt", "cbrt",  "hypot", "hypot3", "asin",  "acos",   "acosh", "atan2",
                                                 "log",  "log2",  "log10", "log1p",  "atanh", "tgamma", "lgamma"};
  if (call->name == "pow") // finite for x * x, and by the exponent
    return argument == 0 && realValue(call->args[1]).value_or(0) < 1;
  return singular.count(call->name) != 0;
}

bool mayOverflow(const IntrinsicExpr *call) {
  static const std::set<std::string> growing = {"exp", "exp2", "expm1", "sinh", "cosh"};
  if (call->name == "pow") // x * x does where few numbers are
    return realValue(call->args[1]).value_or(3) > 2;
  return growing.count(call->name) != 0;
}

const Expr *partial(Context &context, const IntrinsicExpr *call, unsigned argument, const Expr *result) {
  const std::string *text = partialText(call, argument);
  if (!text)
    return nullptr;
  const Expr *power = call->name == "pow" && argument == 0 ? smallPower(context, call) : nullptr;
  return power ? power : instantiate(context, *text, call, result);
}

void forEachDifferentiableOperand(const Expr *expr, const std::function<void(const Expr *)> &visit) {
  if (!holdsFloating(expr->type))
    return;
  switch (expr->kind) {
  case Expr::Kind::Unary:
    return visit(cast<UnaryExpr>(expr)->operand);
  case Expr::Kind::Binary:
    visit(cast<BinaryExpr>(expr)->left);
    return visit(cast<BinaryExpr>(expr)->right);
  case Expr::Kind::Cast:
    return visit(cast<CastExpr>(expr)->operand);
  case Expr::Kind::Select:
    visit(cast<SelectExpr>(expr)->yes);
    return visit(cast<SelectExpr>(expr)->no);
  case Expr::Kind::Intrinsic: {
    const auto *call = cast<IntrinsicExpr>(expr);
    for (unsigned i = 0; i < call->args.size(); ++i)
      if (isDifferentiable(call, i))
        visit(call->args[i]);
    return;
  }
  case Expr::Kind::Load:
  case Expr::Kind::Literal:
  case Expr::Kind::Address:
  case Expr::Kind::FunctionRef:
  case Expr::Kind::InitList:
    return;
  }
}

void forEachDifferentiableLoad(const Expr *expr, const std::function<void(const LoadExpr *)> &visit) {
  if (const auto *load = dyn_cast<LoadExpr>(expr); load && holdsFloating(load->type))
    return visit(load);
  forEachDifferentiableOperand(expr, [&](const Expr *operand) { forEachDifferentiableLoad(operand, visit); });
}

} // namespace adjoint::rules
