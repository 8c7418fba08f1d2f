// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Orders/TangentFirst.h"

#include "IR/Callees.h"
#include "IR/Visit.h"
#include "Rules/Rules.h"
#include "Transform/Orders/AsPrimal.h"
#include "Transform/Tangent/Tangent.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

namespace adjoint::transform {

using namespace ir;

Request tangentOf(const Request &request) {
  Request tangent = request;
  tangent.mode = Mode::Tangent;
  tangent.name = "";
  tangent.value = false;
  return tangent;
}

bool givesNumber(const Request &tangent) { return hasSeed(tangent) && tangent.function->returnType->isFloating(); }

namespace {

const Function *toBeDifferentiated(Context &context, const std::vector<const Function *> &tangents, const Request &request) {
  const bool hasResult = hasSeed(tangentOf(request));
  return asPrimal(context, tangents, hasResult ? tangents.back()->params.back() : nullptr);
}

/// The intrinsics in the functions, by name, as generated code spells them.
std::map<std::string, std::string> intrinsicsIn(const std::vector<const Function *> &functions) {
  std::map<std::string, std::string> found;
  auto look = [&](const Expr *expr) {
    forEachExpr(expr, [&](const Expr *part) {
      if (const auto *call = llvm::dyn_cast<IntrinsicExpr>(part))
        found[call->name] = call->spelling;
    });
  };
  for (const Function *function : functions)
    forEachStmt(function->body, [&](const Stmt *stmt) {
      forEachOperand(stmt, look, [&](const Place *place) { forEachExpr(place, look); });
    });
  return found;
}

/// Tangents by hand, and those of adjoints and tangents that the functions call.
std::set<std::string> handWrittenIn(const std::vector<const Function *> &functions) {
  std::set<std::string> found;
  for (const Function *function : functions)
    forEachCallee(function->body, [&](const Function *callee, const Stmt *) {
      const bool isInTwo = callee->implicit || callee->differences; // whose tangents call more
      if (callee->rule == CallRule::HandWritten && callee->handWrittenAdjoint.empty() && !callee->handWrittenHalves && !isInTwo)
        found.insert(callee->spelling);
    });
  return found;
}

/// Has everything in the tangent a derivative? What is written by hand and special functions have a first one only. Reports what
/// has none.
bool isDifferentiable(const std::vector<const Function *> &tangents, const std::map<std::string, std::string> &intrinsics,
                      const Request &request, DiagnosticSink &diagnostics) {
  std::set<std::string> unknown = handWrittenIn(tangents);
  for (const auto &[name, spelling] : intrinsics)
    if (!rules::find(name))
      unknown.insert(spelling);
  for (const std::string &name : unknown)
    diagnostics.report(DiagId::no_second_derivative, request.location, {name, request.function->name});
  return unknown.empty();
}

/// Zeros that are strong in the tangent are strong in its adjoint.
Options ofAdjoint(const std::map<std::string, std::string> &intrinsics, const Options &options) {
  Options adjoint = options;
  adjoint.strongZero |= intrinsics.count("strong.product") || intrinsics.count("strong.quotient");
  return adjoint;
}

} // namespace

std::optional<TangentFirst> tangentFirst(Context &context, const Request &request, const Options &options,
                                         DiagnosticSink &diagnostics) {
  const Type *result = request.function->returnType;
  if ((result->isPointer() || result->isReference()) && reachesFloating(result)) { // whose seeds are where it leads
    diagnostics.report(DiagId::second_order_reference, request.location, {request.function->name});
    return std::nullopt;
  }
  const std::optional<Result> tangent = buildTangentOnStructs(context, tangentOf(request), options, diagnostics);
  if (!tangent)
    return std::nullopt;
  const auto intrinsics = intrinsicsIn(tangent->functions);
  if (!isDifferentiable(tangent->functions, intrinsics, request, diagnostics))
    return std::nullopt;
  return TangentFirst{toBeDifferentiated(context, tangent->functions, request), ofAdjoint(intrinsics, options)};
}

const Function *tangentDeclared(Context &context, const Request &request) {
  return toBeDifferentiated(context, {tangentSignature(context, tangentOf(request))}, request);
}

namespace {

/// A variable in the place of what a reference leads to.
class InPlaceOfReference : public Rewriter {
public:
  InPlaceOfReference(Context &context, const Variable *reference)
      : Rewriter(context), reference(reference),
        own(context.make<Variable>(reference->name, reference->type->element, Storage::Local)) {}
  using Rewriter::rewrite;
  const Variable *variable() const { return own; }

protected:
  const Place *replace(const Place *place) override {
    const auto *deref = llvm::dyn_cast<DerefPlace>(place);
    return deref && isReference(deref->pointer) ? context.make<VarPlace>(own) : nullptr;
  }
  /// Where the reference is handed on.
  const Expr *replace(const Expr *expr) override {
    return isReference(expr) ? context.addressOf(context.make<VarPlace>(own)) : nullptr;
  }

private:
  bool isReference(const Expr *expr) const {
    const auto *load = llvm::dyn_cast<LoadExpr>(expr);
    return load && wholeVariable(load->place) == reference;
  }

  const Variable *reference, *own;
};

} // namespace

const Variable *keepResult(Context &context, const Variable *result, Function &adjoint) {
  llvm::erase(adjoint.params, result);
  if (llvm::none_of(adjoint.body, [&](const Stmt *stmt) { return mentions(stmt, result); }))
    return nullptr;
  InPlaceOfReference own(context, result);
  adjoint.body = own.rewrite(adjoint.body);
  adjoint.body.insert(adjoint.body.begin(), context.make<DeclareStmt>(own.variable(), context.zero(own.variable()->type)));
  return own.variable();
}

} // namespace adjoint::transform
