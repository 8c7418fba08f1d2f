// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/PointerDispatch.h"

#include "Frontend/Lower/UntypedPointers.h"
#include "Frontend/Models/Intrinsics.h"
#include "Frontend/Models/SideEffects.h"

namespace adjoint::frontend {

namespace {

/// `return callee(args);`
ir::StmtList passedOn(ir::Context &ir, const ir::Function *callee, std::vector<const ir::Expr *> args) {
  const ir::Type *type = callee->returnType;
  if (type->isVoid())
    return {ir.make<ir::CallStmt>(nullptr, false, callee, std::move(args))};
  auto *value = ir.make<ir::Variable>("value", type->isReference() ? type : ir.withConst(type), ir::Storage::Local);
  value->isTemporary = true;
  const ir::Place *place = ir.make<ir::VarPlace>(value);
  return {ir.make<ir::CallStmt>(place, true, callee, std::move(args)), ir.make<ir::ReturnStmt>(ir.load(place))};
}

class DispatchBuilder {
public:
  DispatchBuilder(UnitLowering &unit, clang::QualType functionType, const Report &report, const UntypedTargets &untyped)
      : unit(unit), ir(unit.ir), report(report), untyped(untyped) {
    const auto *prototype = functionType->castAs<clang::FunctionProtoType>();
    pointer = unit.types.lower(unit.ast.getPointerType(functionType));
    function = ir.make<ir::Function>();
    function->name = function->spelling = "dispatch";
    function->returnType = unit.types.lower(prototype->getReturnType());
    function->hasBody = function->needsCopy = true;
    function->params.push_back(ir.make<ir::Variable>("function", pointer, ir::Storage::Parameter));
    for (clang::QualType type : prototype->param_types()) {
      auto target = untyped.find(function->params.size() - 1);
      const ir::Type *passed = target == untyped.end() ? unit.types.lower(type) : unit.types.pointerTo(target->second, type);
      function->params.push_back(ir.make<ir::Variable>("x" + std::to_string(function->params.size()), passed, ir::Storage::Parameter));
    }
    if (!report.isNothing())
      unit.addReport(*function, report, {});
  }

  /// False if generated code cannot call the function.
  bool add(const PointerTarget &target, bool isLast) {
    ir::StmtList call = callOf(target.function);
    if (call.empty())
      return false;
    if (isLast) {
      function->body.insert(function->body.end(), call.begin(), call.end());
      return true;
    }
    const ir::Expr *given = ir.load(ir.make<ir::VarPlace>(function->params.front()));
    const ir::Expr *isThat = ir.binary(ir::BinaryOp::Equal, given, addressOf(target));
    if (function->returnType->isVoid())
      call.push_back(ir.make<ir::ReturnStmt>(nullptr));
    function->body.push_back(ir.make<ir::IfStmt>(isThat, std::move(call), ir::StmtList()));
    return true;
  }

  const ir::Function *result() const { return function; }

private:
  const ir::Expr *addressOf(const PointerTarget &one) {
    if (one.global && unit.canName(one.global)) // else each function has it as a local constant
      return ir.named(unit.names.of(one.global) + one.path, pointer);
    const clang::FunctionDecl *target = one.function;
    if (memberFunction(target))
      return unit.lambdaReference(clang::cast<clang::CXXMethodDecl>(target), pointer);
    return unit.functionReference(target, pointer);
  }

  ir::StmtList callOf(const clang::FunctionDecl *target) {
    if (std::optional<LibraryCall> known = recognisePure(target))
      return {ir.make<ir::ReturnStmt>(
          ir.make<ir::IntrinsicExpr>(known->key, unit.names.ofLibrary(known->spelling), arguments(target->getNumParams()), function->returnType))};
    const clang::CXXMethodDecl *lambda = memberFunction(target);
    if (!lambda && !isCallable(target))
      return {};
    if (lambda && !unit.lambdaReference(lambda, pointer))
      return {};
    if (!untyped.empty() && (lambda || !takesAll(target)))
      return {};
    const ir::Function *callee = lambda ? unit.lambdaFunction(lambda, report) : unit.function(target, {{}, untyped, {}}, report);
    return passedOn(ir, callee, arguments(callee->params.size()));
  }

  /// Can the function be told what its pointers to void lead to?
  bool takesAll(const clang::FunctionDecl *target) const {
    const clang::FunctionDecl *definition = nullptr;
    return target->hasBody(definition) && llvm::all_of(untyped, [&](const auto &entry) {
             const clang::ParmVarDecl *param = definition->getParamDecl(entry.first);
             const FunctionFacts facts(definition);
             return !facts.isReassigned(param) && !facts.isExposed(param);
           });
  }

  /// The parameters behind the pointer, passed on.
  std::vector<const ir::Expr *> arguments(size_t count) const {
    std::vector<const ir::Expr *> args;
    for (size_t i = 1; i <= count; ++i) {
      const ir::Variable *param = function->params[i];
      const ir::Expr *arg = ir.load(ir.make<ir::VarPlace>(param));
      args.push_back(arg);
    }
    return args;
  }

  UnitLowering &unit;
  ir::Context &ir;
  const ir::Type *pointer;
  ir::Function *function;
  const Report &report;
  const UntypedTargets &untyped;
};

} // namespace

const ir::Function *makeLambdaFunction(UnitLowering &unit, const clang::CXXMethodDecl *callOperator, const Report &report) {
  ir::Context &ir = unit.ir;
  const ir::Function *callee = unit.function(callOperator, {}, report);
  auto *function = ir.make<ir::Function>();
  function->name = function->spelling = "lambda";
  function->returnType = callee->returnType;
  function->hasBody = function->needsCopy = true;
  const ir::Type *self = callee->params.front()->type->element;
  auto *closure = ir.make<ir::Variable>("closure", ir.withoutConst(self), ir::Storage::Local);
  const ir::Place *object = ir.make<ir::VarPlace>(closure);
  std::vector<const ir::Expr *> args = {
      ir.cast(ir::CastExpr::Form::Implicit, ir.addressOf(object), ir.pointerTo(self))};
  for (const ir::Variable *param : llvm::ArrayRef(callee->params).drop_front()) {
    function->params.push_back(ir.make<ir::Variable>(param->name, param->type, ir::Storage::Parameter));
    args.push_back(ir.load(ir.make<ir::VarPlace>(function->params.back())));
  }
  function->body = {ir.make<ir::DeclareStmt>(closure, nullptr)};
  llvm::append_range(function->body, passedOn(ir, callee, std::move(args)));
  return function;
}

const ir::Function *makePointerDispatcher(UnitLowering &unit, clang::QualType functionType, std::vector<PointerTarget> targets,
                                          const Report &report, const UntypedTargets &untyped) {
  llvm::erase_if(targets, [&](const PointerTarget &target) {
    const UntypedTargets own = untyped.empty() ? untyped : untypedParameters(unit, target.function);
    return llvm::any_of(own, [&](const auto &entry) {
      auto given = untyped.find(entry.first);
      return given != untyped.end() && given->second != entry.second;
    });
  });
  if (targets.empty() || !functionType->isFunctionProtoType() ||
      functionType->castAs<clang::FunctionProtoType>()->isVariadic())
    return nullptr;
  DispatchBuilder builder(unit, functionType, report, untyped);
  for (const PointerTarget &target : targets)
    if (!builder.add(target, &target == &targets.back()))
      return nullptr;
  return builder.result();
}

} // namespace adjoint::frontend
