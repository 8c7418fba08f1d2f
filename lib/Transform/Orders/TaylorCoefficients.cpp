// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Orders/TaylorCoefficients.h"

#include "IR/Callees.h"
#include "Rules/Rules.h"
#include "Transform/Contract/Signature.h"
#include "Transform/Function/PrimalCopies.h"
#include "Transform/Order/Inlining.h"
#include "Transform/Orders/WideNumbers.h"
#include "Transform/Passes/PassRunner.h"

namespace adjoint::transform {

using namespace ir;

namespace {

WideClass coefficients(const Request &request) { return {"adjoint::Taylor", request.order, "order"}; }

/// Those of <adjoint/taylor.h>.
const std::set<std::string> recurrences = {"sin",   "cos",   "tan",   "asin", "acos",  "atan", "atan2", "sinh", "cosh", "tanh",
                                           "asinh", "acosh", "atanh", "exp",  "exp2",  "expm1", "log",  "log2", "log10", "log1p",
                                           "pow",   "sqrt",  "cbrt",  "hypot", "erf",  "erfc", "fabs",  "fmin", "fmax", "min",
                                           "max",   "fma",  "fmod", "remainder", "fdim", "clamp", "hypot3", "copysign",
                                           "nextafter", "ldexp"};

/// A function whose derivative is zero wherever it has one gives a number.
bool isConstantPiecewise(const IntrinsicExpr *intrinsic) {
  const rules::Rule *rule = rules::find(intrinsic->name);
  return rule && rule->partials.empty();
}

class TaylorWidening : public Widening {
public:
  using Widening::Widening;

protected:
  std::string spellingOf(const IntrinsicExpr *intrinsic) override { return "adjoint::taylor::" + intrinsic->name; }
};

class TaylorBuilder {
public:
  TaylorBuilder(Context &context, const Request &request, const Options &options, DiagnosticSink &diagnostics, const DumpSink *dump)
      : context(context), request(request), diagnostics(diagnostics), passes(context, options, diagnostics, dump),
        inlining(context, passes, /*takesLoops=*/false), options(options), what(coefficients(request)) {}

  std::optional<Result> build() {
    const size_t errorsBefore = diagnostics.errorCount();
    const std::vector<const Function *> functions = functionsToWiden();
    const WideVariables wide(functions, independentsAndDependents(*functions.back()),
                             [](const IntrinsicExpr *intrinsic) { return !isConstantPiecewise(intrinsic); });
    checkParameters(*functions.back(), wide);
    checkFunctions(functions, wide);
    checkWide(functions, wide, what, request.location, diagnostics);
    if (diagnostics.errorCount() != errorsBefore)
      return std::nullopt;
    WideTypes types(context, what);
    Result result;
    result.functions =
        withContract(widened(context, functions, types, wide, [&] { return std::make_unique<TaylorWidening>(context, types, wide); }));
    result.functions = withPrimalCopies(context, result.functions, diagnostics);
    return diagnostics.errorCount() == errorsBefore ? std::optional(std::move(result)) : std::nullopt;
  }

private:
  /// Inlined, callees first.
  std::vector<const Function *> functionsToWiden() {
    std::map<const Function *, Function *> forms;
    const Function *root = formOf(request.function, forms);
    Callees others(forms.begin(), forms.end());
    for (auto &[original, form] : forms)
      form->body = withCallees(context, form->body, others);
    std::vector<const Function *> reached;
    for (const Function *function : reachedFrom(root))
      if (function->hasBody)
        reached.push_back(function);
    return reached;
  }

  Function *formOf(const Function *function, std::map<const Function *, Function *> &forms) {
    if (auto known = forms.find(function); known != forms.end())
      return known->second;
    auto *form = context.make<Function>(options.has(Pass::Inline) ? *inlining.of(*function) : *function);
    forms[function] = form;
    forEachCallee(form->body, [&](const Function *callee, const Stmt *) {
      if (callee->hasBody)
        formOf(callee, forms);
    });
    return form;
  }

  std::vector<const Variable *> independentsAndDependents(const Function &root) const {
    std::vector<const Variable *> found;
    for (unsigned i = 0; i < root.params.size(); ++i)
      if (hasAdjointParameter(request, i))
        found.push_back(root.params[i]);
    return found;
  }

  void checkParameters(const Function &root, const WideVariables &wide) {
    for (unsigned i = 0; i < root.params.size(); ++i) {
      const Variable *param = root.params[i];
      const Type *type = param->type;
      while (type->element)
        type = type->element;
      if (type->isRecord() && reachesFloating(type))
        diagnostics.report(DiagId::wide_class, request.location, {param->globalObject.empty() ? param->name : param->globalObject, what.clause});
      else if (wide.contains(param) && !hasAdjointParameter(request, i))
        diagnostics.report(DiagId::taylor_parameter, request.location, {param->name});
    }
    if (root.returnType->isRecord() && reachesFloating(root.returnType))
      diagnostics.report(DiagId::wide_class, request.location, {"result", what.clause});
  }

  void checkFunctions(const std::vector<const Function *> &functions, const WideVariables &wide) {
    std::set<std::string> reported;
    auto look = [&](const Expr *expr) {
      const auto *intrinsic = llvm::dyn_cast<IntrinsicExpr>(expr);
      if (intrinsic && wide.isWide(intrinsic) && !recurrences.count(intrinsic->name) && reported.insert(intrinsic->name).second)
        diagnostics.report(DiagId::taylor_function, request.location, {intrinsic->spelling});
    };
    for (const Function *function : functions)
      forEachStmt(function->body, [&](const Stmt *stmt) {
        forEachOperand(stmt, [&](const Expr *expr) { forEachExpr(expr, look); }, [&](const Place *place) { forEachExpr(place, look); });
      });
  }

  /// Helpers belong to this file; the last one is what was asked for.
  std::vector<const Function *> withContract(std::vector<const Function *> functions) {
    Callees renamed;
    std::vector<Function *> made;
    for (const Function *function : functions) {
      made.push_back(context.make<Function>(*function));
      made.back()->name = made.back()->spelling = function->name + suffixOf(request.mode);
      made.back()->specifiers = "static ";
      made.back()->needsCopy = false;
      renamed[function] = made.back();
    }
    const Function &contract = *taylorSignature(context, request);
    made.back()->name = made.back()->spelling = contract.name;
    made.back()->specifiers = contract.specifiers;
    made.back()->returnType = contract.returnType;
    made.back()->location = contract.location;
    for (Function *function : made)
      function->body = withCallees(context, function->body, renamed);
    return {made.begin(), made.end()};
  }

  Context &context;
  const Request &request;
  DiagnosticSink &diagnostics;
  const PassRunner passes;
  Inlining inlining;
  const Options &options;
  const WideClass what;
};

} // namespace

std::optional<Result> buildTaylor(Context &context, const Request &request, const Options &options, DiagnosticSink &diagnostics,
                                  const DumpSink *dump) {
  return TaylorBuilder(context, request, options, diagnostics, dump).build();
}

const Function *taylorSignature(Context &context, const Request &request) {
  const WideClass what = coefficients(request);
  auto *made = context.make<Function>(*request.function);
  made->body.clear();
  made->hasBody = false;
  made->name = made->spelling = derivativeName(request);
  made->location = request.location;
  WideTypes types(context, what);
  for (unsigned i = 0; i < made->params.size(); ++i)
    if (hasAdjointParameter(request, i) && canBeWide(made->params[i]->type)) // else it will be refused
      made->params[i] = types.variable(made->params[i]);
  if (request.ofResult && canBeWide(made->returnType))
    made->returnType = types.of(made->returnType);
  return made;
}

} // namespace adjoint::transform
